"""The report for programs. Its schema stands beside it: `json.schema.json`."""

from __future__ import annotations

from wiki_schema.as_json import dumped
from wiki_schema.finding import Finding, Verdict


def finding_object(finding: Finding, is_health: bool = False) -> dict[str, object]:
    """One finding as the schema has it; of a health pass with more keys."""
    told: dict[str, object] = {
        "rule": finding.rule,
        "level": finding.level,
        "path": finding.path,
        "line": finding.line,
        "column": finding.column,
        "message": finding.message,
        "hint": finding.hint,
        "lost": list(finding.lost),
        "commit": finding.commit,
    }
    if is_health:
        told["owed_by"] = finding.owed_by
        told["also"] = [{"path": path, "line": line} for path, line in finding.also]
        told["key"] = finding.key
    if finding.accepted:
        told["accepted"] = True
    return told


def render(verdict: Verdict, title: str) -> str:
    """The whole report."""
    report = {
        "title": title,
        "findings": [finding_object(finding, verdict.is_health) for finding in verdict.findings],
        "errors": verdict.errors,
        "warnings": verdict.warnings,
        "notices": list(verdict.notices),
        "commits": [
            {
                "commit": commit.oid,
                "author": commit.author,
                "day": commit.day.isoformat(),
                "subject": commit.subject,
            }
            for commit in verdict.commits
        ],
    }
    return dumped(report)
