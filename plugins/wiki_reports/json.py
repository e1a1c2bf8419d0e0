"""The report for programs. Its schema stands beside it: `json.schema.json`."""

from __future__ import annotations

import json

from wiki_schema.finding import Finding, Verdict
from wiki_schema.text import encode


def exact(text: str) -> str:
    """A text letter for letter. Only bytes that are no UTF-8 are shown as `\\x..`: JSON cannot hold them."""
    return text if text.isascii() else encode(text).decode("utf-8", "backslashreplace")


def dumped(report: object) -> str:
    """A report as JSON: ASCII only, so that nothing in it acts on a terminal.

    `##[` in a log of a CI would be a command of its runner. Written as an escape it is no such thing, and
    every reader of JSON still gets it letter for letter.
    """
    return json.dumps(report, indent=2).replace("##", "#\\u0023") + "\n"


def finding_object(finding: Finding, is_health: bool = False) -> dict[str, object]:
    """One finding as the schema has it; of a health pass with more keys."""
    told: dict[str, object] = {
        "rule": finding.rule,
        "level": finding.level,
        "path": exact(finding.path),
        "line": finding.line,
        "column": finding.column,
        "message": exact(finding.message),
        "hint": exact(finding.hint),
        "lost": [exact(words) for words in finding.lost],
        "commit": finding.commit,
    }
    if is_health:
        told["owed_by"] = exact(finding.owed_by)
        told["also"] = [{"path": exact(path), "line": line} for path, line in finding.also]
        told["key"] = exact(finding.key)
    return told


def render(verdict: Verdict, title: str) -> str:
    """The whole report."""
    report = {
        "title": exact(title),
        "findings": [finding_object(finding, verdict.is_health) for finding in verdict.findings],
        "errors": verdict.errors,
        "warnings": verdict.warnings,
        "notices": [exact(notice) for notice in verdict.notices],
        "commits": [
            {
                "commit": commit.oid,
                "author": exact(commit.author),
                "day": commit.day.isoformat(),
                "subject": exact(commit.subject),
            }
            for commit in verdict.commits
        ],
    }
    return dumped(report)
