"""A health pass as Markdown, fit to be mailed or posted as an issue: a section for each who owes decisions.

A host takes no more than 65,536 characters. Rows come first; what to do is told of as many as have room.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from wiki_reports.markdown import block, escaped
from wiki_reports.words import by_owner, many_lines, owner, place_of, summary
from wiki_schema.finding import Finding, Verdict
from wiki_schema.telling import count

LIMIT = 65_536
"""Bytes of a whole report, its last newline included."""

_TAIL_LIMIT = 8_000
"""Bytes of the notices, and of the counts by rule."""

_MESSAGE, _PATH, _TITLE, _NAME = 400, 200, 200, 100
"""Characters of these that are shown."""

_PLACES = 5
"""So many places are named before what is to be done there."""

_SEPARATION = 2
"""Bytes between two parts of a report."""

_HEADER = "| level | rule | where | what |\n|---|---|---|---|"
_FOLDED, _END = "<details><summary>What to do</summary>", "</details>"

# What is said of that which was left out has room in any case.
_RESERVE = 300


def render(verdict: Verdict, title: str) -> str:
    """A heading with the counts, the sections, the counts by rule, the notices: never more than `LIMIT`."""
    head = f"### memwiki: {escaped(title, _TITLE)}: {summary(verdict)}"
    tail = list(_tail(verdict))
    sections = [_Section(name, part.findings) for name, part in by_owner(verdict)]
    room = LIMIT - _RESERVE - _size([head, *tail])
    for fill in (_Section.take_rows, _Section.take_hints):
        for section in sections:
            room -= fill(section, room)
    shown = [part for section in sections for part in section.parts()]
    return "\n\n".join([head, *shown, *_left_out(sections), *tail]) + "\n"


def _size(parts: Iterable[str]) -> int:
    """Bytes of parts, and of what stands between them and the next."""
    return sum(len(part.encode()) + _SEPARATION for part in parts)


class _Section:
    """What one member owes, as far as there is room."""

    def __init__(self, name: str, findings: Sequence[Finding]) -> None:
        self.findings = findings
        self._head = f"#### For {escaped(owner(name), _NAME)}: {count(len(findings), 'finding')}"
        self.rows: list[str] = []
        self.hints: list[str] = []

    def take_rows(self, room: int) -> int:
        """Take as many rows as there is room for, in bytes; gives what they take."""
        used = _size([self._head, _HEADER])
        for finding in self.findings:
            row = _row(finding)
            if used + _size([row]) > room:
                break
            used += _size([row])
            self.rows.append(row)
        return used if self.rows else 0

    def take_hints(self, room: int) -> int:
        """Take what is to be done about the rows, as far as there is room."""
        used = _size([_FOLDED, _END])
        for places, words in _by_hint(self.findings[: len(self.rows)]):
            part = _hint(places, words)
            if used + _size([part]) > room:
                break
            used += _size([part])
            self.hints.append(part)
        return used if self.hints else 0

    def parts(self) -> Iterator[str]:
        """The section, with nothing in it that is empty."""
        if self.rows:
            yield self._head
            yield "\n".join([_HEADER, *self.rows])
        if self.hints:
            yield "\n\n".join([_FOLDED, *self.hints, _END])


def _where(finding: Finding) -> str:
    return f"<code>{escaped(place_of(finding.path, finding.line), _PATH)}</code>"


def _row(finding: Finding) -> str:
    what = escaped(finding.message, _MESSAGE)
    places = [f"<code>{escaped(place_of(*place), _PATH)}</code>" for place in finding.also]
    if places:
        more = f" and {len(places) - _PLACES:,} more" if len(places) > _PLACES else ""
        what += f"<br>see {', '.join(places[:_PLACES])}{more}"
    return f"| {finding.level} | {escaped(finding.rule, _NAME)} | {_where(finding)} | {what} |"


def _by_hint(findings: Iterable[Finding]) -> Iterator[tuple[list[str], tuple[str, ...]]]:
    """What is to be done, each once, with the places where."""
    places: dict[tuple[str, ...], list[str]] = {}
    for finding in findings:
        if words := (*finding.lost, *([finding.hint] if finding.hint else ())):
            places.setdefault(words, []).append(_where(finding))
    for words, where in places.items():
        yield where, words


def _hint(places: Sequence[str], words: Iterable[str]) -> str:
    more = f" and {len(places) - _PLACES:,} more" if len(places) > _PLACES else ""
    return f"{', '.join(places[:_PLACES])}{more}:\n\n{block(list(many_lines(words)))}"


def _left_out(sections: Iterable[_Section]) -> Iterator[str]:
    left = sum(len(section.findings) - len(section.rows) for section in sections)
    if left:
        more = count(left, "more finding")
        yield f"**… and {more}**, for which there is no room here. `memwiki lint` shows all."


def _tail(verdict: Verdict) -> Iterator[str]:
    """The counts by rule, and what was said beside the findings."""
    numbers = Counter(finding.rule for finding in verdict.findings)
    ranked = sorted(numbers.items(), key=lambda pair: (-pair[1], pair[0]))
    rows = [f"| {escaped(rule, _NAME)} | {number:,} |" for rule, number in ranked]
    if rows:
        yield "#### By rule"
        yield "\n".join(["| rule | findings |\n|---|---:|", *_fitting(rows)])
        yield "`memwiki rule NAME` says why a rule asks, and shows the right way."
    notices = [f"- {escaped(notice, _MESSAGE)}" for notice in verdict.notices]
    if notices:
        yield "\n".join(_fitting(notices))


def _fitting(rows: Iterable[str]) -> Iterator[str]:
    """The rows that fit where the least is to be said."""
    room = _TAIL_LIMIT
    for row in rows:
        room -= _size([row])
        if room < 0:
            return
        yield row
