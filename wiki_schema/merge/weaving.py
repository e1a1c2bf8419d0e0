"""The new entries of two sides as one row: each once, by day, and each side's own order kept."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from datetime import date
from typing import Protocol, TypeVar

from wiki_schema.merge.entries import Entry, Section
from wiki_schema.merge.page import chosen, fuse, fuse_all
from wiki_schema.merge.pairing import Pair, pairs


class _Dated(Protocol):
    @property
    def day(self) -> date | None: ...

    @property
    def said(self) -> tuple[str, ...]: ...


_T = TypeVar("_T", bound=_Dated)
_Key = tuple[str, tuple[str, ...]]


class Weaver:
    """Makes one row of two, in logs that grow at one end."""

    def __init__(self, newest_first: bool) -> None:
        """Of equal ones, those that stand farther from the open end are the same."""
        self.newest_first = newest_first

    def weave(self, one: Sequence[Section], other: Sequence[Section]) -> list[Section]:
        """Two rows of sections. Of two that bear the same heading one is made."""

        def between(a: Sequence[Section], b: Sequence[Section]) -> list[Section]:
            found = self._pairs([part.said for part in a], [part.said for part in b])
            return _interlace(a, b, found, self._join_sections, self._by_day)

        if _holds(one, other):
            return list(one)
        if _holds(other, one):
            return list(other)
        found = self._pairs([part.content for part in one], [part.content for part in other])
        return _interlace(one, other, found, self._join_sections, between)

    def _join_sections(self, one: Section, other: Section) -> Section:
        heading = fuse(None, one.heading, other.heading) if one.heading and other.heading else None
        if not (one.under and one.entries and other.entries):
            return one._replace(heading=heading, entries=self._entries(one.entries, other.entries))
        # The blank lines under a day are those under its last entry, whichever that is now.
        below = chosen((), one.entries[-1].below, other.entries[-1].below)
        entries = self._entries(_closed(one.entries, ()), _closed(other.entries, ()))
        return one._replace(heading=heading, entries=_closed(entries, below))

    def _entries(self, one: Sequence[Entry], other: Sequence[Entry]) -> list[Entry]:
        found = self._pairs([entry.said for entry in one], [entry.said for entry in other])
        return _interlace(one, other, found, _fused, self._by_day)

    def _pairs(self, one: Sequence[Hashable], other: Sequence[Hashable]) -> list[Pair]:
        return pairs(one, other, from_end=self.newest_first)

    def _by_day(self, one: Sequence[_T], other: Sequence[_T]) -> list[_T]:
        return by_day(one, other, self.newest_first)


def _closed(entries: Sequence[Entry], below: tuple[str, ...]) -> list[Entry]:
    """Entries of which the last has these blank lines under it."""
    last = entries[-1]
    lines = (*last.lines[:-1], last.lines[-1]._replace(below=below))
    return [*entries[:-1], last._replace(lines=lines)]


def _fused(one: Entry, other: Entry) -> Entry:
    return one._replace(lines=tuple(fuse_all([], one.lines, other.lines)))


def _holds(one: Sequence[Section], other: Sequence[Section]) -> bool:
    """Whether one row has all that another has, in its order."""
    rest = iter([said for section in one for said in section.content])
    return all(said in rest for section in other for said in section.content)


def _interlace(
    one: Sequence[_T],
    other: Sequence[_T],
    found: Iterable[Pair],
    join: Callable[[_T, _T], _T],
    between: Callable[[Sequence[_T], Sequence[_T]], list[_T]],
) -> list[_T]:
    """Two rows with their pairs joined, and what stands between two pairs put in order."""
    row: list[_T] = []
    i = j = 0
    for a, b in found:
        row += between(one[i:a], other[j:b])
        row.append(join(one[a], other[b]))
        i, j = a + 1, b + 1
    return row + between(one[i:], other[j:])


def by_day(one: Sequence[_T], other: Sequence[_T], newest_first: bool) -> list[_T]:
    """Two rows as one, by day. On the same day one side says all it has to say, then the other.

    Which is first is decided by words, so that it is the same whoever merges whom. What has no day goes on
    with what stands above it, so it comes first.
    """
    rows, at = (one, other), [0, 0]
    row: list[_T] = []
    turn, said_on = 0, (False, 0)
    while at[0] < len(one) and at[1] < len(other):
        ranks = [_rank(side[place].day, newest_first) for side, place in zip(rows, at, strict=True)]
        if ranks[0] != ranks[1]:
            turn = int(ranks[1] < ranks[0])
        elif not row or ranks[turn] != said_on:
            turn = int(other[at[1]].said < one[at[0]].said)
        said_on = ranks[turn]
        row.append(rows[turn][at[turn]])
        at[turn] += 1
    return [*row, *one[at[0] :], *other[at[1] :]]


def _rank(day: date | None, newest_first: bool) -> tuple[bool, int]:
    if day is None:
        return False, 0
    return True, -day.toordinal() if newest_first else day.toordinal()


# The same entry in two places


def without_known(
    one: Sequence[Sequence[Section]], other: Sequence[Sequence[Section]], newest_first: bool
) -> list[list[Section]]:
    """The sections of the other side, without the entries that the one has at another place.

    Each entry is left as often as it stands on the side that has it oftener.
    """
    left: Counter[_Key] = Counter()
    known: set[tuple[int, int]] = set()
    for place, (here, there) in enumerate(zip(one, other, strict=True)):
        keys = _keys(here)
        left.update(keys)
        for i, j in pairs(keys, _keys(there), from_end=newest_first):
            left[keys[i]] -= 1
            known.add((place, j))
    return [list(_thinned(there, place, known, left)) for place, there in enumerate(other)]


def _keys(sections: Iterable[Section]) -> list[_Key]:
    """What makes each entry the same entry: its words, and the heading that dates it."""
    return [(section.under, entry.said) for section in sections for entry in section.entries]


def _thinned(
    sections: Iterable[Section], place: int, known: set[tuple[int, int]], left: Counter[_Key]
) -> Iterator[Section]:
    """Sections without the entries of which some are left elsewhere, and without headings over none."""
    number = 0
    for section in sections:
        entries = []
        for entry in section.entries:
            key = (section.under, entry.said)
            if (place, number) in known or left[key] <= 0:
                entries.append(entry)
            else:
                left[key] -= 1
            number += 1
        if entries or not section.entries:
            yield section._replace(entries=entries)
