"""Which things of one row stand for which of another, so that both rows keep their order."""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Hashable, Sequence

Pair = tuple[int, int]


def pairs(one: Sequence[Hashable], other: Sequence[Hashable], *, from_end: bool = False) -> list[Pair]:
    """The places of equal things, rising in both rows; of things that do not repeat, as many as can be.

    Of several equal ones the first stands for the first, the second for the second; with `from_end` the
    last for the last.
    """
    if from_end:
        found = pairs(one[::-1], other[::-1])
        return [(len(one) - 1 - i, len(other) - 1 - j) for i, j in reversed(found)]
    least = min(len(one), len(other))
    head = next((at for at in range(least) if one[at] != other[at]), least)
    rest = least - head
    tail = next((at for at in range(rest) if one[-1 - at] != other[-1 - at]), rest)
    return [
        *((at, at) for at in range(head)),
        *_between(one, other, head, tail),
        *((len(one) - at, len(other) - at) for at in range(tail, 0, -1)),
    ]


def _between(one: Sequence[Hashable], other: Sequence[Hashable], head: int, tail: int) -> list[Pair]:
    """The pairs between a head and a tail that both rows share."""
    places: dict[Hashable, list[int]] = defaultdict(list)
    for at in range(len(other) - tail - 1, head - 1, -1):
        places[other[at]].append(at)
    found = [(at, places[one[at]].pop()) for at in range(head, len(one) - tail) if places.get(one[at])]
    return _rising(found)


def _rising(found: list[Pair]) -> list[Pair]:
    """The longest row of pairs that rises in both places; it rises in the first already."""
    ends: list[int] = []  # the least second place in which a row of each length ends
    last: list[int] = []  # and the pair that it ends with
    before: list[int] = []
    for at, (_, place) in enumerate(found):
        length = bisect_left(ends, place)
        before.append(last[length - 1] if length else -1)
        ends[length : length + 1], last[length : length + 1] = [place], [at]
    row = []
    at = last[-1] if last else -1
    while at >= 0:
        row.append(found[at])
        at = before[at]
    return row[::-1]
