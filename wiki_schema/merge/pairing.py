"""Which things of one row stand for which of another, so that both rows keep their order."""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Hashable, Sequence

Pair = tuple[int, int]

_TRIED = 40_000  # so many pairs are tried in all ways


def pairs(one: Sequence[Hashable], other: Sequence[Hashable], *, from_end: bool = False) -> list[Pair]:
    """The places of equal things, rising in both rows, and as many as can be.

    Of several equal ones the first are paired; with `from_end` the last. In long rows, where equal ones are
    not tried in all ways, the first stands for the first, the second for the second.
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
    stop, end = len(one) - tail, len(other) - tail
    if (stop - head) * (end - head) <= _TRIED:
        return [(head + i, head + j) for i, j in _most(one[head:stop], other[head:end])]
    places: dict[Hashable, list[int]] = defaultdict(list)
    for at in range(end - 1, head - 1, -1):
        places[other[at]].append(at)
    found = [(at, places[one[at]].pop()) for at in range(head, stop) if places.get(one[at])]
    return _rising(found)


def _most(one: Sequence[Hashable], other: Sequence[Hashable]) -> list[Pair]:
    """As many pairs as can be, of all there are."""
    width = len(other) + 1
    best = [[0] * width for _ in range(len(one) + 1)]  # how many there are from each place on
    for i in range(len(one) - 1, -1, -1):
        row, below = best[i], best[i + 1]
        for j in range(width - 2, -1, -1):
            row[j] = below[j + 1] + 1 if one[i] == other[j] else max(below[j], row[j + 1])
    found = []
    i = j = 0
    while i < len(one) and j < len(other):
        if one[i] == other[j]:
            found.append((i, j))
            i, j = i + 1, j + 1
        elif best[i + 1][j] >= best[i][j + 1]:
            i += 1
        else:
            j += 1
    return found


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
