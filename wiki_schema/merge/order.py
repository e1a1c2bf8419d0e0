"""Old entries that a side has put into another order: nothing is lost by that, and one order must do."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from operator import attrgetter

from wiki_schema.merge.entries import Reading
from wiki_schema.merge.page import Line, texts
from wiki_schema.merge.sides import Side, parts
from wiki_schema.value import Value


class Move(Value):
    """An old entry that stands elsewhere."""

    at: int
    """Where it was: the number of its first line in the base, from 0."""
    size: int
    """How many lines it has."""
    place: int
    """The gap in which it is."""
    offset: int
    """And where in the run of lines there."""


def moves(base: Sequence[Line], side: Side, reading: Reading) -> list[Move]:
    """The entries of the base that a side has whole, but at another place."""
    found: list[Move] = []
    starts: dict[str, list[tuple[int, int]]] = defaultdict(list)
    for place, run in enumerate(side.new):
        for offset, line in enumerate(run):
            starts[line.text].append((place, offset))
    for at, part in parts(base, reading.begins):
        if any(side.kept[at : at + len(part)]):
            continue
        for place, offset in starts.get(part[0].text, ()):
            if texts(side.new[place][offset : offset + len(part)]) == texts(part):
                starts[part[0].text].remove((place, offset))
                found.append(Move(at, len(part), place, offset))
                break
    return found


def put_back(side: Side, moved: Iterable[Move]) -> None:
    """Let entries stand where they stood in the base."""
    for move in sorted(moved, key=lambda move: (move.place, -move.offset)):
        run = side.new[move.place]
        side.kept[move.at : move.at + move.size] = run[move.offset : move.offset + move.size]
        del run[move.offset : move.offset + move.size]


def agree(base: Sequence[Line], one: Side, other: Side, reading: Reading) -> None:
    """Let both sides have the old entries in one order: that of the base, if either has it still.

    Where neither has, as may be after merges in several directions, one of them yields.
    """
    first, second = sorted((one, other), key=attrgetter("precedence"))
    moved, also = moves(base, first, reading), moves(base, second, reading)
    if not also:
        _put_back_whole(base, first, moved)
    elif not moved:
        _put_back_whole(base, second, also)
    elif [move[:3] for move in moved] != [move[:3] for move in also]:
        known = {move.at for move in moved}
        _put_back_whole(base, second, [move for move in also if move.at not in known])
        for at, size, _, _ in moved:
            if texts(filter(None, second.kept[at : at + size])) == texts(base[at : at + size]):
                second.kept[at : at + size] = [None] * size


def _put_back_whole(base: Sequence[Line], side: Side, moved: Sequence[Move]) -> None:
    """Put entries back, under the blank lines that stood there."""
    put_back(side, moved)
    for at, (was, line) in enumerate(zip(base, side.kept, strict=True)) if moved else ():
        if line is not None and line.text == was.text:
            side.kept[at] = line._replace(above=was.above, below=was.below)
