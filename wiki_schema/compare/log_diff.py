"""Old lines of a log against new ones: which stand, which are new, what was lost.

Never a general diff: log lines hardly ever repeat, so equal lines are matched by counting them, and what
lies between two that match is small.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator
from datetime import date, timedelta
from functools import cached_property

from wiki_schema.compare import redaction
from wiki_schema.compare.agreement import Lines, line_number, lines_between, next_line
from wiki_schema.log import LogFormat, preamble_offset
from wiki_schema.value import Value

NEWEST_FIRST = "newest-first"

_END = 1 << 62  # the number of the line behind the last one
_ALIKE = 0.5  # share of the words that an edited line has in common with what it was
_NEAR = 8  # so many lines are looked at for the one that stands in an old one's place
_LOOKED_FOR = 5000  # and for no more lost lines than these: beyond it the log is another one


class LogLoss(Value):
    """Something that happened to an old line, or before it."""

    kind: str
    """`gone`, `edited`, `blanks` (only trailing white space differs), `glued` (the next line stands on
    it, for want of a newline), `reordered` (from here on), `inserted` (before it) or `preamble`."""
    line: int
    """Of the old log. Where lines were inserted before an old entry: the number of that entry."""
    old: str
    """The old line; empty where lines were inserted before one that is no entry."""
    new_line: int = 0
    """Of the new log; 0 where nothing stands in its place."""
    new: str = ""
    count: int = 1  # type: ignore[assignment]
    """How many lines were inserted."""


class OldLog:
    """A log as it was, and where new lines may come into it. The text has LF ends and no BOM."""

    def __init__(self, text: str, format: LogFormat, order: str, day: date) -> None:
        """`day` is the day of the change: the section of a newer or older day is closed."""
        self.text = text
        self.format = format
        self.newest_first = order == NEWEST_FIRST
        start = preamble_offset(text, format)
        self.preamble = text.count("\n", 0, start) + (start > 0 and text[start - 1] != "\n")
        """How many lines it has."""
        self.open_from, self.open_to = (
            (next_line(text, start), _section_end(text, start, format, day))
            if self.newest_first
            else (len(text), len(text))
        )
        """The first and the last offset at which new lines may stand."""

    @cached_property
    def _open(self) -> tuple[int, int]:
        return self.number_at(self.open_from), self.number_at(self.open_to)

    def is_open(self, first: int, last: int, lines: Iterable[str]) -> bool:
        """Whether new lines may stand before one of the old lines `first` to `last`."""
        start, end = self._open
        if first <= start <= last:
            return True
        return start < first <= end and not self.opens_section(lines)

    def opens_section(self, lines: Iterable[str]) -> bool:
        """Whether a heading among these lines begins another day."""
        return any(self.format.day_heading(line) is not None for line in lines)

    def number_at(self, offset: int) -> int:
        """The number of the first line from here on that is not blank; a very high one at the end."""
        offset = next_line(self.text, offset)
        return line_number(self.text, offset) if offset < len(self.text) else _END

    def line_at(self, offset: int) -> str:
        """The first line from here on that is not blank."""
        start = next_line(self.text, offset)
        end = self.text.find("\n", start)
        return self.text[start:] if end < 0 else self.text[start:end]

    @cached_property
    def length(self) -> int:
        """How many lines it has."""
        return self.text.count("\n") + (not self.text.endswith("\n"))

    @cached_property
    def unended(self) -> int:
        """The number of the last line if it has no newline, else 0."""
        return 0 if self.text.endswith("\n") else self.length

    @cached_property
    def entries(self) -> list[int]:
        """The numbers of the lines at which entries begin."""
        lines = lines_between(self.text)
        numbered = zip(*lines, strict=True)
        read = self.format.read
        return [
            number
            for number, line in numbered
            if number > self.preamble and (not self.format.has_bodies or read(number, line))
        ]

    def entry_number(self, line: int) -> int:
        """The number of the entry that begins at a line, 0 where none does."""
        place = bisect_left(self.entries, line)
        return place + 1 if self.entries[place : place + 1] == [line] else 0


def _section_end(text: str, start: int, format: LogFormat, day: date) -> int:
    """Where the newest day's section ends, if it is today's; else where it begins.

    A day more or less is forgiven: elsewhere it is another one.
    """
    start = next_line(text, start)
    end = text.find("\n", start) + 1
    heading = format.day_heading(text[start:end].rstrip("\r\n")) if end else None
    if heading is None or abs(heading - day) > timedelta(days=1):
        return start
    while end < len(text):
        stop = text.find("\n", end) + 1 or len(text)
        if format.day_heading(text[end:stop].rstrip("\n")) is not None:
            break
        end = stop
    return end


# Equal lines


class _Match(Value):
    """Which old lines stand in the new text, as indices of both."""

    old: list[int]
    new: list[int]
    is_ordered: bool


def _match(old: list[str], new: list[str], newest_first: bool) -> _Match:
    """Match equal lines. Where a line repeats, the ones nearest to the open end are the new ones."""
    was, now = Counter(old), Counter(new)
    lost, gained = was - now, now - was
    if not gained:
        found = _find_in_order(new, old, newest_first)
        if found is not None:
            return _Match(found, list(range(len(new))), True)
    for from_end in (True, False):
        kept = _without(old, lost, from_end)
        found = _find_in_order([old[index] for index in kept], new, newest_first)
        if found is not None:
            return _Match(kept, found, True)
    return _Match(_without(old, lost, True), _without(new, gained, not newest_first), False)


def _without(lines: list[str], spare: Counter[str], from_end: bool) -> list[int]:
    """The indices of the lines but the spare ones, which are taken from the end or the beginning."""
    left = dict(spare)
    indices = range(len(lines))
    kept = []
    for index in reversed(indices) if from_end else indices:
        if left.get(lines[index], 0) > 0:
            left[lines[index]] -= 1
        else:
            kept.append(index)
    return kept[::-1] if from_end else kept


def _find_in_order(wanted: list[str], lines: list[str], backwards: bool) -> list[int] | None:
    """Where these lines stand, in their order, with others between them; None where they do not."""
    places = range(len(lines))
    rest = iter(reversed(places) if backwards else places)
    found = []
    for line in reversed(wanted) if backwards else wanted:
        for place in rest:
            if lines[place] == line:
                found.append(place)
                break
        else:
            return None
    return found[::-1] if backwards else found


def without(lines: list[str], spare: Counter[str]) -> list[str]:
    """The lines but the spare ones, each as often as it is spare."""
    return [lines[index] for index in _without(lines, spare, False)]


def in_order(wanted: list[str], lines: list[str]) -> bool:
    """Whether lines stand among others in their order."""
    return _find_in_order(wanted, lines, False) is not None


def _others(indices: list[int], length: int) -> list[int]:
    there = set(indices)
    return [index for index in range(length) if index not in there]


# What became of the others


class Comparison:
    """A stretch of the old log against the lines that stand in its place."""

    def __init__(self, old: OldLog, now: Lines, start: int = 0, end: int | None = None) -> None:
        """`start` and `end` are the offsets of the stretch."""
        end = len(old.text) if end is None else end
        self.old = old
        self.now = now
        self.lines = lines_between(old.text, start, end)
        self._following = old.number_at(end)
        self._line_after = old.line_at(end)
        self._match = _match(self.lines.texts, now.texts, old.newest_first)
        self.missing = _others(self._match.old, len(self.lines.texts))
        """The old lines, by index, that have no equal."""
        self.extra = _others(self._match.new, len(now.texts))
        """The new lines, by index, that have no equal."""
        self.excused: set[int] = set()
        """Old lines, by index, that may be missing."""
        self.known: set[int] = set()
        """Lines of the new text, by index, that are not new though the old one lacks them."""
        self.misplaced: set[int] = set()
        """Lines of the new text, by index, that nothing allows where they stand."""
        self.may_reorder = False
        self.new: list[tuple[int, str]] = []
        """The new lines, those at a wrong place among them, once compared."""
        self.losses: list[LogLoss] = []
        """What was lost, once compared."""
        self._patience = _LOOKED_FOR

    @property
    def is_ordered(self) -> bool:
        """Whether the lines that stand in both stand in one order."""
        return self._match.is_ordered

    def standing(self) -> list[str]:
        """The lines that stand in both, in their new order."""
        return [self.now.texts[index] for index in self._match.new]

    def compare(self) -> None:
        """Fill `new` and `losses`."""
        if self.is_ordered:
            for gap in self._gaps():
                self._judge_gap(*gap)
            return
        if not self.may_reorder:
            self._tell_reordered()
        for index in self.missing:
            if index not in self.excused:
                self._lose("gone", index)
        self._add(index for index in self.extra if index not in self.known)

    def astray(self) -> set[int]:
        """The extra lines, by index, at places where the old log is not open."""
        found: set[int] = set()
        for missing, extra, following in self._gaps() if self.is_ordered else ():
            if not self._is_open(missing, following, extra):
                found.update(extra)
        return found

    def _gaps(self) -> Iterator[tuple[list[int], list[int], int]]:
        """The stretches between lines that match: old indices, new indices, index of the next old line."""
        i = j = 0
        for at, place in zip(self._match.old, self._match.new, strict=True):
            if at > i or place > j:
                yield list(range(i, at)), list(range(j, place)), at
            i, j = at + 1, place + 1
        last = len(self.lines.texts)
        yield list(range(i, last)), list(range(j, len(self.now.texts))), last

    def _number(self, index: int) -> int:
        return self.lines.numbers[index] if index < len(self.lines.numbers) else self._following

    def _is_open(self, missing: list[int], following: int, indices: list[int]) -> bool:
        first = self._number(missing[0] if missing else following)
        return self.old.is_open(first, self._number(following), (self.now.texts[index] for index in indices))

    def _judge_gap(self, missing: list[int], extra: list[int], following: int) -> None:
        fresh = [index for index in extra if index not in self.known]
        replaced = self._replace([index for index in missing if index not in self.excused], fresh)
        left = [index for index in fresh if index not in replaced]
        self._add(left)
        astray = self.misplaced - replaced
        if not self._is_open(missing, following, left):
            astray.update(left)
        self._tell_inserted([index for index in extra if index in astray], following)

    def _replace(self, missing: list[int], fresh: list[int]) -> set[int]:
        """Tell of the missing lines; the fresh ones that stand in their place."""
        replaced: set[int] = set()
        start = 0
        for index in missing:
            kind, place = self._successor(index, fresh[start : start + _NEAR])
            if place < 0:
                self._lose(kind, index)
                continue
            self._lose(kind, index, fresh[start + place])
            replaced.add(fresh[start + place])
            start += place + 1
        return replaced

    def _successor(self, index: int, near: list[int]) -> tuple[str, int]:
        """What became of a line, and which of those near stands in its place; -1 where none does."""
        if not near or self._patience <= 0:
            return "gone", -1
        self._patience -= 1
        line, texts = self.lines.texts[index], [self.now.texts[place] for place in near]
        unended = self.lines.numbers[index] == self.old.unended
        for place, text in enumerate(texts):
            if text.rstrip() == line.rstrip():
                return "blanks", place
            if unended and text.startswith(line):
                return "glued", place
        scores = [_likeness(line, text) for text in texts]
        best = max(scores)
        # Lines of a preamble are few, and what stands in a changed one's place is it.
        is_preamble = self.lines.numbers[index] <= self.old.preamble
        return ("edited", scores.index(best)) if best >= _ALIKE or is_preamble else ("gone", -1)

    def _add(self, indices: Iterable[int]) -> None:
        self.new.extend((self.now.numbers[index], self.now.texts[index]) for index in indices)

    def _lose(self, kind: str, index: int, place: int = -1) -> None:
        number, line = self.lines.numbers[index], self.lines.texts[index]
        if number <= self.old.preamble and kind != "blanks":
            kind = "preamble"
        now = (self.now.numbers[place], self.now.texts[place]) if place >= 0 else (0, "")
        self.losses.append(LogLoss(kind, number, line, *now))

    def _tell_reordered(self) -> None:
        pairs = zip(self._match.old, self._match.new, strict=True)
        self._lose("reordered", *next((i, j) for i, j in pairs if self.lines.texts[i] != self.now.texts[j]))

    def _tell_inserted(self, indices: list[int], following: int) -> None:
        if not indices:
            return
        now = (self.now.numbers[indices[0]], self.now.texts[indices[0]], len(indices))
        number = self._number(following)
        if number <= self.old.preamble:
            self.losses.append(LogLoss("preamble", number, "", *now))
            return
        entry = self.old.entry_number(number)
        if entry:
            known = following < len(self.lines.texts)
            line = self.lines.texts[following] if known else self._line_after
            self.losses.append(LogLoss("inserted", entry, line, *now))
        else:
            number = min(number, self.old.length + 1)
            self.losses.append(LogLoss("inserted", number, "", *now))


def _likeness(old: str, new: str) -> float:
    """The share of words in common, 0 to 1; a line whose secret was cut out is like what it was."""
    head, mark, rest = new.partition(redaction.OPENING)
    if mark and old.startswith(head) and old.endswith(rest.partition("]")[2]):
        return 1
    one, other = ({word for word in line[:2000].split() if word != "|"} for line in (old, new))
    return len(one & other) / max(len(one), len(other), 1)
