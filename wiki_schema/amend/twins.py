"""Which piece of a newer version of a note is which one of an old version."""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Callable, Collection, Hashable, Iterable, Sequence

from wiki_schema.amend.pieces import HEADING, ITEM, Cut, Piece
from wiki_schema.text import normal


def pair_pieces(
    old: Cut, new: Cut, items: dict[int, int], lost: Collection[int], edited: dict[int, int]
) -> dict[int, int]:
    """The old pieces that stand, each with the new piece that it is."""
    at_item = {piece.item: at for at, piece in enumerate(new.pieces) if piece.kind == ITEM}
    twins = dict(edited)
    for at, piece in enumerate(old.pieces):
        found = at_item.get(items.get(piece.item, -1)) if piece.kind == ITEM and at not in lost else None
        if found is not None:
            twins[at] = found
    twins |= _at_the_ends(old, new, twins, lost)
    for key in (lambda cut, piece: piece.section, lambda cut, piece: cut.said(piece)):
        taken = set(twins.values())
        waiting: dict[Hashable, list[int]] = defaultdict(list)
        for at in range(len(new.pieces) - 1, -1, -1):
            if new.pieces[at].kind != ITEM and at not in taken:
                waiting[_key(new, new.pieces[at], key)].append(at)
        for at, piece in enumerate(old.pieces):
            queue = waiting[_key(old, piece, key)] if piece.kind != ITEM and at not in twins else []
            if queue and at not in lost:
                twins[at] = queue.pop()
    return twins


def _at_the_ends(old: Cut, new: Cut, twins: dict[int, int], lost: Collection[int]) -> dict[int, int]:
    """The pieces that both versions begin and end with, so that equal lines are not taken for each other."""
    found: dict[int, int] = {}
    sizes = (len(old.pieces), len(new.pieces))
    for step in (1, -1):
        one, other = (0, 0) if step > 0 else (sizes[0] - 1, sizes[1] - 1)
        while 0 <= one < sizes[0] and 0 <= other < sizes[1] and one not in lost and one not in found:
            a, b = old.pieces[one], new.pieces[other]
            if a.kind != b.kind or old.said(a) != new.said(b) or twins.get(one, other) != other:
                break
            found[one] = other
            one, other = one + step, other + step
    return found


def _key(cut: Cut, piece: Piece, of_heading: Callable[[Cut, Piece], Hashable]) -> Hashable:
    """What makes a piece the same; of a heading its section at first, then its words."""
    return piece.kind, of_heading(cut, piece) if piece.kind == HEADING else tuple(map(normal, cut.own(piece)))


def rising(pairs: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """The longest row of pairs in which both sides rise."""
    given = sorted(pairs)
    ends: list[int] = []  # the smallest end of a row of each length
    last: list[int] = []  # which pair that is
    before: list[int] = []
    for index, (_, place) in enumerate(given):
        length = bisect_left(ends, place)
        before.append(last[length - 1] if length else -1)
        if length == len(ends):
            ends.append(place)
            last.append(index)
        else:
            ends[length], last[length] = place, index
    return list(_row(given, before, last[-1] if last else -1))[::-1]


def _row(given: Sequence[tuple[int, int]], before: Sequence[int], index: int) -> Iterable[tuple[int, int]]:
    while index >= 0:
        yield given[index]
        index = before[index]
