"""The report as SARIF 2.1.0, for code scanning and editors."""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from urllib.parse import quote

from wiki_reports.words import many_lines, one_line, owner
from wiki_schema import rules
from wiki_schema.as_json import dumped, exact
from wiki_schema.finding import WARNING, Finding, Verdict
from wiki_schema.rule import Rule, StoreRule, first_sentence
from wiki_schema.standing.baseline import name_of

VERSION = "2.1.0"
ROOT = "%SRCROOT%"
"""The name that code scanning gives the top of a checkout."""
SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"


def plain(text: str) -> dict[str, str]:
    """A message without links: `[words](address)` in it would be one."""
    return {"text": re.sub(r"[\\\[\]]", r"\\\g<0>", exact(text))}


def _level(level: str) -> str:
    return "warning" if level == WARNING else "error"


def _rules(names: list[str], verdict: Verdict) -> list[dict[str, object]]:
    """The rules a report speaks of, with what their pages say first.

    Of rules on a change only the built-in ones are known here; a plugin's goes by its name alone.
    """
    known: dict[str, Rule | StoreRule] = {rule.name: rule for rule in verdict.rules}
    known = known or {rule.name: rule for rule in rules.wiki_provide_rules()}
    described = []
    for name in names:
        entry: dict[str, object] = {"id": name}
        if rule := known.get(name):
            entry["defaultConfiguration"] = {"level": _level(rule.level)}
            if said := first_sentence(rule.page()):
                entry["shortDescription"] = {"text": f"{said}."}
                entry["help"] = _help(name, said)
        described.append(entry)
    return described


def _help(name: str, said: str) -> dict[str, str]:
    """What a page says first, and how to read the rest: whole pages would be most of a report."""
    return {
        "text": f"{said}. “memwiki rule {name}” says why, and shows the right way.",
        "markdown": f"{said}. `memwiki rule {name}` says why, and shows the right way.",
    }


def _message(finding: Finding, is_health: bool) -> str:
    parts = [one_line(finding.message)]
    if is_health:
        parts.append(f"For: {owner(finding.owed_by)}")
    if finding.commit:
        parts.append(f"Commit: {finding.commit}")
    if finding.lost:
        parts += ["Lost:", *(f"  {line}" for line in many_lines(finding.lost))]
    if finding.hint:
        parts += ["Do:", *(f"  {line}" for line in many_lines([finding.hint]))]
    return "\n".join(parts)


def _location(path: str, line: int, column: int = 1) -> dict[str, object]:
    # Undecodable bytes of a file name become %XX, as in any URI.
    uri = quote(path.encode("utf-8", "surrogateescape"))
    physical: dict[str, object] = {"artifactLocation": {"uri": uri, "uriBaseId": ROOT}}
    if line > 0:  # 0 means the whole file
        physical["region"] = {"startLine": line, "startColumn": max(1, column)}
    return {"physicalLocation": physical}


def _fingerprint(finding: Finding, is_health: bool, seen: Counter[str]) -> str:
    """The same finding has the same print wherever its line has moved to; twins are numbered."""
    if is_health:
        digest = name_of(finding).fingerprint
    else:
        parts = (finding.rule, finding.path, finding.message, *finding.lost, finding.commit)
        digest = hashlib.sha256("\0".join(parts).encode("utf-8", "surrogateescape")).hexdigest()[:32]
    seen[digest] += 1
    return f"{digest}:{seen[digest]}"


def _results(verdict: Verdict, names: list[str]) -> list[dict[str, object]]:
    seen: Counter[str] = Counter()
    return [
        _result(finding, names, _fingerprint(finding, verdict.is_health, seen), verdict.is_health)
        for finding in verdict.findings
    ]


def _result(finding: Finding, names: list[str], fingerprint: str, is_health: bool) -> dict[str, object]:
    result: dict[str, object] = {
        "ruleId": finding.rule,
        "ruleIndex": names.index(finding.rule),
        "level": _level(finding.level),
        "message": plain(_message(finding, is_health)),
        "locations": [_location(finding.path, finding.line, finding.column)],
        "partialFingerprints": {"memwiki/v1": fingerprint},
    }
    if finding.accepted:
        result["suppressions"] = [{"kind": "external", "justification": "The baseline covers it."}]
    if finding.also:
        result["relatedLocations"] = [
            _location(path, line)
            for path, line in dict.fromkeys((path, max(0, at)) for path, at in finding.also)
        ]
    return result


def render(verdict: Verdict, title: str) -> str:
    """One run with one result a finding; the notices are notifications of the run."""
    names = sorted({finding.rule for finding in verdict.findings})
    notices = [{"level": "note", "message": plain(one_line(notice))} for notice in verdict.notices]
    run = {
        "tool": {"driver": {"name": "memwiki", "rules": _rules(names, verdict)}},
        "automationDetails": {"description": plain(one_line(title)), "id": "memwiki/"},
        "columnKind": "unicodeCodePoints",
        "invocations": [{"executionSuccessful": True, "toolExecutionNotifications": notices}],
        "originalUriBaseIds": {ROOT: {"description": {"text": "The top of the repository."}}},
        "results": _results(verdict, names),
    }
    return dumped({"$schema": SCHEMA, "version": VERSION, "runs": [run]})
