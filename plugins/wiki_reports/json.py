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


def finding_object(finding: Finding) -> dict[str, object]:
    """One finding as the schema has it."""
    return {
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


def render(verdict: Verdict, title: str) -> str:
    """The whole report."""
    report = {
        "title": exact(title),
        "findings": [finding_object(finding) for finding in verdict.findings],
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
