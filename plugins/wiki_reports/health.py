"""A health pass as Markdown, fit to be mailed or posted as an issue: a section for each who owes decisions.

A host takes no more than 65,536 characters. Errors have room first, equal findings are told once, and no row
stands without what is to be done about it; what has no room is counted by rule.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from wiki_reports.folding import Fold, folded
from wiki_reports.markdown import block, escaped
from wiki_reports.words import by_owner, level_of, many_lines, owner, place_of, summary
from wiki_schema.finding import Finding, Verdict
from wiki_schema.telling import count

LIMIT = 65_536
"""Bytes of a whole report, its last newline included."""

_TAIL_LIMIT = 8_000
"""Bytes of the notices, and of the counts by rule."""

_MESSAGE, _PATH, _TITLE, _NAME = 400, 200, 200, 100
"""Characters of these that are shown."""

_HINT_LIMIT = 2_000
"""Bytes of what is to be done about one thing."""

_PLACES = 5
"""So many places are named."""

_SEPARATION = 2
"""Bytes between two parts of a report."""

_HEADER = "| level | rule | where | what |\n|---|---|---|---|"
_FOLDED, _END = "<details><summary>What to do</summary>", "</details>"
_CUT = "… `memwiki lint` shows the rest"

# What is said of that which was left out, and “and 1,234 more”, have room in any case.
_RESERVE, _MORE = 300, 40


def render(verdict: Verdict, title: str) -> str:
    """A heading with the counts, the sections, the counts by rule, the notices: never more than `LIMIT`."""
    head = f"### memwiki: {escaped(title, _TITLE)}: {summary(verdict)}"
    sections = [_Section(name, part.findings) for name, part in by_owner(verdict)]
    everything = Counter(finding.rule for finding in verdict.findings)
    room = LIMIT - _RESERVE - _size([head, *_tail(verdict, everything)])
    folds = [(fold, section) for section in sections for fold in section.folds]
    for fold, section in sorted(folds, key=lambda pair: (pair[0].rank, pair[0].turn)):
        room -= section.take(fold, room)
    left: Counter[str] = Counter()
    for section in sections:
        left += section.left
    shown = [part for section in sections for part in section.parts()]
    return "\n\n".join([head, *shown, *_left_out(left.total()), *_tail(verdict, left)]) + "\n"


def _size(parts: Iterable[str]) -> int:
    """Bytes of parts, and of what stands between them and the next."""
    return sum(len(part.encode()) + _SEPARATION for part in parts)


class _Section:
    """What one member owes, as far as there is room."""

    def __init__(self, name: str, findings: Sequence[Finding]) -> None:
        self.folds = folded(findings)
        self._head = f"#### For {escaped(owner(name), _NAME)}: {count(len(findings), 'finding')}"
        self._taken: set[Fold] = set()
        self._hints: dict[tuple[str, ...], tuple[str, list[Finding]]] = {}
        """By its words what is to be done: as it is shown, and where."""

    def take(self, fold: Fold, room: int) -> int:
        """Take a row and what is to be done about it, if both have room, in bytes; gives what they take."""
        used = _size([_row(fold)])
        if not self._taken:
            used += _size([self._head, _HEADER, _FOLDED, _END])
        shown, where = self._hints.get(words := _words(fold), ("", []))
        if words:
            used += _size(_places(fold.findings[: max(0, _PLACES - len(where))]))
            used += _MORE if len(where) <= _PLACES < len(where) + len(fold.findings) else 0
            if not where:
                shown = _shortened(words)
                used += _size([shown, ""])
        if used > room:
            return 0
        self._taken.add(fold)
        if words:
            self._hints[words] = (shown, [*where, *fold.findings])
        return used

    @property
    def left(self) -> Counter[str]:
        """How many findings of each rule had no room."""
        untold = (fold for fold in self.folds if fold not in self._taken)
        return Counter(finding.rule for fold in untold for finding in fold.findings)

    def parts(self) -> Iterator[str]:
        """The section, with nothing in it that is empty."""
        rows = [fold for fold in self.folds if fold in self._taken]
        if rows:
            yield self._head
            yield "\n".join([_HEADER, *map(_row, rows)])
        if self._hints:
            hints = (self._hints[words] for words in dict.fromkeys(map(_words, rows)) if words)
            told = (f"{_listed(where)}:\n\n{shown}" for shown, where in hints)
            yield "\n\n".join([_FOLDED, *told, _END])


def _words(fold: Fold) -> tuple[str, ...]:
    """What is to be done, and the words that would be lost."""
    return (*fold.first.lost, *([fold.first.hint] if fold.first.hint else ()))


def _shortened(words: Iterable[str]) -> str:
    """Lines to copy, with an end where they are many."""
    room, lines = _HINT_LIMIT, []
    for line in many_lines(words):
        room -= len(line.encode()) + 1
        if room < 0:
            lines.append(_CUT)
            break
        lines.append(line)
    return block(lines)


def _places(findings: Iterable[Finding]) -> list[str]:
    """The places of findings, of many the first few."""
    few = [finding for finding, _ in zip(findings, range(_PLACES), strict=False)]
    return [f"<code>{escaped(place_of(each.path, each.line), _PATH)}</code>" for each in few]


def _listed(findings: Sequence[Finding]) -> str:
    more = f" and {len(findings) - _PLACES:,} more" if len(findings) > _PLACES else ""
    return f"{', '.join(_places(findings))}{more}"


def _row(fold: Fold) -> str:
    finding = fold.first
    what = escaped(finding.message, _MESSAGE)
    places = [f"<code>{escaped(place_of(*place), _PATH)}</code>" for place in finding.also]
    if places:
        more = f" and {len(places) - _PLACES:,} more" if len(places) > _PLACES else ""
        what += f"<br>see {', '.join(places[:_PLACES])}{more}"
    if len(fold.findings) > 1:
        what += f"<br>{_times(fold.findings)}"
    return f"| {level_of(finding)} | {escaped(finding.rule, _NAME)} | {_listed(fold.findings)} | {what} |"


def _times(findings: Sequence[Finding]) -> str:
    """How often a thing was found, and in how many files."""
    files = len({finding.path for finding in findings})
    return f"{len(findings):,} times, in {count(files, 'file')}"


def _left_out(number: int) -> Iterator[str]:
    if number:
        more = count(number, "more finding")
        yield f"**… and {more}**, for which there is no room here. `memwiki lint` shows all."


def _tail(verdict: Verdict, left: Counter[str]) -> Iterator[str]:
    """The counts by rule, how many of each were left out, and what was said beside the findings."""
    numbers = Counter(finding.rule for finding in verdict.findings)
    ranked = sorted(numbers.items(), key=lambda pair: (-pair[1], pair[0]))
    # The widest row decides which have room, so that it is the same ones whatever is left out.
    fitting = list(_fitting(_rule_row(rule, number, number) for rule, number in ranked))
    if fitting:
        yield "#### By rule"
        head = "| rule | findings |\n|---|---:|"
        if left:
            head = "| rule | findings | no room here |\n|---|---:|---:|"
        told = ranked[: len(fitting)]
        rows = [_rule_row(rule, number, left[rule] if left else None) for rule, number in told]
        yield "\n".join([head, *rows])
        yield "`memwiki rule NAME` says why a rule asks, and shows the right way."
    notices = [f"- {escaped(notice, _MESSAGE)}" for notice in verdict.notices]
    if notices:
        yield "\n".join(_fitting(notices))


def _rule_row(rule: str, number: int, left: int | None) -> str:
    """How often a rule found something; with the third column, how much of it had no room."""
    row = f"| {escaped(rule, _NAME)} | {number:,} |"
    return row if left is None else f"{row} {left:,} |"


def _fitting(rows: Iterable[str]) -> Iterator[str]:
    """The rows that fit where the least is to be said."""
    room = _TAIL_LIMIT
    for row in rows:
        room -= _size([row])
        if room < 0:
            return
        yield row
