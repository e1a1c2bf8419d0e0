"""Findings in the words of the protocol: where, how grave, by which rule, and where the lost words stood."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import cache
from typing import Any

from lsprotocol import types

from wiki_hooks.lsp.documents import Lines
from wiki_hooks.lsp.placing import Spot, carried, spot_of
from wiki_hooks.lsp.uris import uri_of
from wiki_schema.as_json import exact
from wiki_schema.finding import ERROR, Finding
from wiki_schema.text import visible
from wiki_schema.value import Value

SOURCE = "memwiki"
COULD_NOT_LOOK = "could-not-look"
"""The code of what is no finding: nobody knows whether there would be any."""

_Severity = types.DiagnosticSeverity


class Shown(Value):
    """A finding and the diagnostic that shows it."""

    finding: Finding
    diagnostic: types.Diagnostic
    spot: Spot = Spot(0)
    is_drift: bool = False
    """Whether the health pass found it, not the look at what changed."""

    @property
    def is_refused(self) -> bool:
        """Whether a commit is refused for it, whatever is added to the log or the index."""
        return self.diagnostic.severity == _Severity.Error


def of_change(
    findings: Iterable[Finding], uri: str, lines: Lines, old: Sequence[str], reminders: Collection[str]
) -> Iterator[Shown]:
    """What is said of a change to one file. `old` are its lines in the last commit.

    `reminders` are the rules that only a commit is refused for.
    """
    for finding in findings:
        spot = spot_of(finding, old, lines.rows)
        if finding.rule in reminders:
            severity = _Severity.Information
        else:
            severity = _Severity.Error if finding.level == ERROR else _Severity.Warning
        yield Shown(
            finding, _diagnostic(finding, spot, severity, uri, lines, _lost(finding, spot, uri, lines)), spot
        )


def of_drift(
    findings: Iterable[Finding], top: str, lines: Lines, looked_at: Sequence[str]
) -> Iterator[Shown]:
    """What the health pass said of one file, as long as its line stands. `looked_at` are its lines then."""
    for finding in findings:
        line = carried(finding.line, looked_at, lines.rows) if finding.line else 0
        if finding.line and not line:
            continue
        spot = Spot(line)
        severity = _Severity.Warning if finding.level == ERROR else _Severity.Information
        related = [
            _related(
                uri_of(f"{top}/{path}"), types.Range(_at(number), _at(number)), f"line {number} of {path}"
            )
            for path, number in finding.also[:5]
        ]
        yield Shown(finding, _diagnostic(finding, spot, severity, "", lines, related), spot, True)


def _at(number: int) -> types.Position:
    return types.Position(max(number - 1, 0), 0)


def could_not_look(message: str) -> Shown:
    """What stands at the top of a file that could not be looked at."""
    finding = Finding("", 0, message, level=ERROR, rule=COULD_NOT_LOOK)
    start = types.Position(0, 0)
    said = exact("\n".join(visible(line, 1000) for line in message.split("\n")[:20]))
    diagnostic = types.Diagnostic(
        types.Range(start, start), said, severity=_Severity.Error, code=COULD_NOT_LOOK, source=SOURCE
    )
    return Shown(finding, diagnostic)


def _diagnostic(
    finding: Finding,
    spot: Spot,
    severity: types.DiagnosticSeverity,
    uri: str,
    lines: Lines,
    related: Sequence[types.DiagnosticRelatedInformation],
) -> types.Diagnostic:
    page = _page(finding.rule)
    return types.Diagnostic(
        _range(finding, spot, lines),
        exact(visible(finding.message, 2000)),
        severity=severity,
        code=finding.rule,
        code_description=types.CodeDescription(page) if page else None,
        source=SOURCE,
        related_information=list(related) or None,
        data=_data(finding, spot),
    )


def _data(finding: Finding, spot: Spot) -> dict[str, Any]:
    """What a client gives back when it asks for actions."""
    return {
        "rule": finding.rule,
        "line": spot.line,
        "was": spot.was,
        "hint": exact(visible(finding.hint, 500)),
    }


def _range(finding: Finding, spot: Spot, lines: Lines) -> types.Range:
    if not spot.line:
        return lines.row_range(1, 1, 0)
    if spot.is_gone:
        return lines.row_range(min(spot.line, max(len(lines.rows), 1)))
    return lines.row_range(spot.line, finding.column)


def _lost(finding: Finding, spot: Spot, uri: str, lines: Lines) -> list[types.DiagnosticRelatedInformation]:
    """Where the words stood that are lost, in terms of what stands there now."""
    if not finding.lost:
        return []
    where = f"line {spot.was} of the last commit" if spot.was else "the last commit"
    words = exact(visible(finding.lost[0], 300))
    return [_related(uri, lines.row_range(max(spot.line, 1)), f"{where} says: {words}")]


def _related(uri: str, at: types.Range, message: str) -> types.DiagnosticRelatedInformation:
    return types.DiagnosticRelatedInformation(types.Location(uri, at), exact(visible(message, 500)))


@cache
def _page(rule: str) -> str:
    """Where the page of a built-in rule stands, if it has one."""
    from importlib.resources import files
    from pathlib import Path

    page = files("wiki_schema.rules").joinpath(f"{rule}.md")
    return uri_of(str(page)) if isinstance(page, Path) and page.is_file() else ""
