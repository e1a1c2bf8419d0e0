"""Putting pieces of an old version of a note back into a newer one, each where it stood.

Where nothing new stands between two neighbours, the old text between them comes back letter for letter.
Elsewhere a piece goes beside what it stood beside. Every step is read back: a piece counts as put back only
when the note reads as before and the piece as it did.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from wiki_schema.amend.lines import edit, ending_of
from wiki_schema.amend.pieces import FRONT, HEADING, ITEM, Piece
from wiki_schema.amend.reading import Reading
from wiki_schema.amend.twins import rising
from wiki_schema.value import Value

_MOST_TRIED = 6


class Woven(Value):
    """A text with pieces put back."""

    text: str
    back: frozenset[int]
    """The old pieces that stand again, by index."""


class _Insert(Value):
    """Lines that go behind a line of the newer text; the blank ones that follow it may go with that."""

    after: int
    rows: tuple[str, ...]
    drops: int = 0


class _Gap(Value):
    """A stretch between two pieces that stand in both versions."""

    lost: tuple[int, ...]
    """The old pieces in it that are to come back."""
    before: int
    """The old piece before it, by index; -1 at the beginning."""
    after: int
    """The old piece behind it; the number of pieces at the end."""
    starts: int
    """The new piece before it."""
    stops: int
    """The new piece behind it."""


class Weaver:
    """Puts lost pieces back into one note."""

    def __init__(self, reading: Reading, text: str) -> None:
        """`text` is the newer version that `reading` is about."""
        self.old, self.new, self.losses = reading.old, reading.new, reading.losses
        self._reading = reading
        self._text = text

    def weave(self) -> Woven:
        """The lost pieces back where they stood, as far as the note then reads as it should."""
        gaps = list(self._gaps())
        options = [list(self._options(gap)) for gap in gaps]
        text = self._applied([choices[0] for choices in options])
        if self._reading.is_right(text, self.losses.lost):
            return Woven(text, self.losses.lost)
        chosen: list[Sequence[_Insert]] = []
        back: frozenset[int] = frozenset()
        for gap, choices in zip(gaps, options, strict=True):
            for choice in choices:
                if self._reading.is_right(self._applied([*chosen, choice]), back | frozenset(gap.lost)):
                    chosen.append(choice)
                    back |= frozenset(gap.lost)
                    break
        return Woven(self._applied(chosen), back)

    # Stretches between what stands in both

    def _gaps(self) -> Iterator[_Gap]:
        ends = (len(self.old.pieces), len(self.new.pieces))
        front = 0 if self.new.pieces and self.new.pieces[0].kind == FRONT else -1
        anchors = [(-1, front), *rising(pair for pair in self.losses.twins.items() if pair[1] > front), ends]
        for (before, starts), (after, stops) in pairwise(anchors):
            lost = tuple(at for at in range(before + 1, after) if at in self.losses.lost)
            if lost:
                yield _Gap(lost, before, after, starts, stops)

    def _options(self, gap: _Gap) -> Iterator[Sequence[_Insert]]:
        """The ways to put the pieces of a gap back, the best first."""
        if gap.stops == gap.starts + 1:
            if len(gap.lost) == gap.after - gap.before - 1:
                yield [self._verbatim(gap)]
            yield [self._behind(gap.starts, gap.lost, 0)]
            yield [self._behind(gap.starts, gap.lost, 1)]
            return
        heading = next((at for at in gap.lost if self.old.pieces[at].kind == HEADING), gap.after)
        first = tuple(at for at in gap.lost if at < heading)
        rest = gap.lost[len(first) :]
        fresh = range(gap.starts + 1, gap.stops)
        section_end = next((at for at in fresh if self.new.pieces[at].kind == HEADING), gap.stops) - 1
        last = gap.stops - 1
        # What begins a section goes behind what is new; what belongs to the one before, into that.
        plans: list[tuple[tuple[int, tuple[int, ...]], ...]] = [
            ((section_end, first), (last, rest)), ((gap.starts, first), (last, rest)),
            ((gap.starts, gap.lost),), ((last, gap.lost),),
        ]  # fmt: skip
        # What is new may hide what comes behind it.
        between = range(last - 1, gap.starts, -1)[:_MOST_TRIED]
        plans += [((gap.starts, first), (at, rest)) for at in between]
        plans += [((at, gap.lost),) for at in between]
        for plan in dict.fromkeys(plans):
            for blanks in (0, 1):
                yield [self._behind(at, some, blanks) for at, some in plan if some]

    def _verbatim(self, gap: _Gap) -> _Insert:
        """The old text between two neighbours, blank lines and all, in place of the blank lines there."""
        end = self.old.pieces[gap.before].last if gap.before >= 0 else 0
        is_last = gap.after == len(self.old.pieces)
        stop = len(self.old.layout.lines) if is_last else self.old.pieces[gap.after].first - 1
        place = self._line_behind(gap.starts)
        is_end = gap.stops == len(self.new.pieces)
        following = len(self.new.layout.lines) + 1 if is_end else self.new.pieces[gap.stops].first
        return _Insert(place, self.old.rows(end + 1, stop), following - place - 1)

    def _behind(self, place: int, lost: Sequence[int], blanks: int) -> _Insert:
        """Pieces behind a new one, with the blank lines that stood before each, or with `blanks` around."""
        rows: list[str] = []
        for at in lost:
            gap = self.old.blanks_before(at) if rows else self._gap_before(at, place)
            rows += [""] * max(gap, blanks)
            rows += self.old.own(self.old.pieces[at])
        is_last = place + 1 == len(self.new.pieces)
        follower = None if is_last else self.new.pieces[place + 1]
        if follower and (blanks or not _may_meet(self.old.pieces[lost[-1]], follower)):
            rows += [""] * (not self.new.blanks_before(place + 1))
        if place < 0 and not blanks:
            rows = rows[next(at for at, row in enumerate(rows) if row.strip(" \t")) :]
        return _Insert(self._line_behind(place), tuple(rows))

    def _gap_before(self, at: int, place: int) -> int:
        """How many blank lines come before a piece behind a new one: as many as stood there, or few."""
        if place < 0 or self.losses.twins.get(at - 1) == place:
            return self.old.blanks_before(at)
        return 0 if self.old.pieces[at].kind == ITEM == self.new.pieces[place].kind else 1

    def _line_behind(self, piece: int) -> int:
        return self.new.pieces[piece].last if piece >= 0 else 0

    def _applied(self, inserts: Sequence[Sequence[_Insert]]) -> str:
        added: dict[int, list[str]] = {}
        changed: dict[int, tuple[str, ...]] = {}
        for after, rows, drops in (insert for some in inserts for insert in some):
            added.setdefault(after, []).extend(rows)
            changed.update(dict.fromkeys(range(after + 1, after + drops + 1), ()))
        text = edit(self._text, changed, added)
        at_end = any(insert.after >= len(self.new.layout.lines) for some in inserts for insert in some)
        is_open = at_end and bool(text) and not text.endswith("\n")
        return f"{text}{ending_of(text)}" if is_open and self.old.text.endswith("\n") else text


def _may_meet(one: Piece, other: Piece) -> bool:
    """Whether two pieces may stand without a blank line between them."""
    return one.kind == ITEM == other.kind or HEADING in (one.kind, other.kind)
