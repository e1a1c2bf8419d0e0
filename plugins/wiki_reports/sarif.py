"""The report as SARIF 2.1.0, for code scanning and editors."""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from urllib.parse import quote

from wiki_reports.json import dumped, exact
from wiki_reports.words import many_lines, one_line
from wiki_schema import rules
from wiki_schema.finding import WARNING, Finding, Verdict

VERSION = "2.1.0"
ROOT = "%SRCROOT%"
"""The name that code scanning gives the top of a checkout."""
SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"


def plain(text: str) -> dict[str, str]:
    """A message without links: `[words](address)` in it would be one."""
    return {"text": re.sub(r"[\\\[\]]", r"\\\g<0>", exact(text))}


def _level(level: str) -> str:
    return "warning" if level == WARNING else "error"


def _rules(names: list[str]) -> list[dict[str, object]]:
    """The rules a report speaks of, with their pages as help. A plugin's rule goes by its name alone."""
    known = {rule.name: rule for rule in rules.wiki_provide_rules()}
    described = []
    for name in names:
        entry: dict[str, object] = {"id": name}
        if rule := known.get(name):
            page = rule.page()
            entry["defaultConfiguration"] = {"level": _level(rule.level)}
            entry["help"] = {"text": page, "markdown": page}
        described.append(entry)
    return described


def _message(finding: Finding) -> str:
    parts = [one_line(finding.message)]
    if finding.commit:
        parts.append(f"Commit: {finding.commit}")
    if finding.lost:
        parts += ["Lost:", *(f"  {line}" for line in many_lines(finding.lost))]
    if finding.hint:
        parts += ["Do:", *(f"  {line}" for line in many_lines([finding.hint]))]
    return "\n".join(parts)


def _location(finding: Finding) -> dict[str, object]:
    # Undecodable bytes of a file name become %XX, as in any URI.
    uri = quote(finding.path.encode("utf-8", "surrogateescape"))
    physical: dict[str, object] = {"artifactLocation": {"uri": uri, "uriBaseId": ROOT}}
    if finding.line:
        physical["region"] = {"startLine": finding.line, "startColumn": finding.column}
    return {"physicalLocation": physical}


def _fingerprint(finding: Finding, seen: Counter[str]) -> str:
    """The same finding has the same print wherever its line has moved to; twins are numbered."""
    parts = (finding.rule, finding.path, finding.message, *finding.lost, finding.commit)
    digest = hashlib.sha256("\0".join(parts).encode("utf-8", "surrogateescape")).hexdigest()
    seen[digest] += 1
    return f"{digest[:32]}:{seen[digest]}"


def _results(verdict: Verdict, names: list[str]) -> list[dict[str, object]]:
    seen: Counter[str] = Counter()
    return [
        {
            "ruleId": finding.rule,
            "ruleIndex": names.index(finding.rule),
            "level": _level(finding.level),
            "message": plain(_message(finding)),
            "locations": [_location(finding)],
            "partialFingerprints": {"memwiki/v1": _fingerprint(finding, seen)},
        }
        for finding in verdict.findings
    ]


def render(verdict: Verdict, title: str) -> str:
    """One run with one result a finding; the notices are notifications of the run."""
    names = sorted({finding.rule for finding in verdict.findings})
    notices = [{"level": "note", "message": plain(one_line(notice))} for notice in verdict.notices]
    run = {
        "tool": {"driver": {"name": "memwiki", "rules": _rules(names)}},
        "automationDetails": {"description": plain(one_line(title)), "id": "memwiki/"},
        "columnKind": "unicodeCodePoints",
        "invocations": [{"executionSuccessful": True, "toolExecutionNotifications": notices}],
        "originalUriBaseIds": {ROOT: {"description": {"text": "The top of the repository."}}},
        "results": _results(verdict, names),
    }
    return dumped({"$schema": SCHEMA, "version": VERSION, "runs": [run]})
