"""Facts that changed beyond recognition, told by the neighbours they stand between."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from wiki_schema.compare.fates import Fate, Sited

_Gap = tuple[tuple[str, int], int]
"""A place, and the number of the fate of the neighbour above; -1 at the top."""


def pairs_between_neighbours(
    fates: Iterable[Fate], before: Iterable[Sited], after: Iterable[Sited]
) -> Iterator[tuple[Sited, Sited]]:
    """The facts that are left of both sides, paired in their order.

    Only where as many of the one side as of the other stand between the same two neighbours.
    """
    above_old: list[tuple[Sited, int]] = []
    above_new: list[tuple[Sited, int]] = []
    for number, fate in enumerate(fates):
        if fate.before is not None and fate.after is not None and fate.was.place == fate.now.place:
            above_old.append((fate.was, number))
            above_new.append((fate.now, number))
    stood, stand = _in_gaps(above_old, before), _in_gaps(above_new, after)
    for gap, old in stood.items():
        new = stand.get(gap, [])
        if len(old) == len(new):
            yield from zip(old, new, strict=True)


def _in_gaps(neighbours: Iterable[tuple[Sited, int]], left: Iterable[Sited]) -> dict[_Gap, list[Sited]]:
    """The facts that are left, by the gap they stand in."""
    gaps: dict[_Gap, list[Sited]] = {}
    place, above = None, -1
    everyone = [*neighbours, *((sited, -1) for sited in left)]
    for sited, number in sorted(everyone, key=lambda pair: (pair[0].place, pair[0].position)):
        if sited.place != place:
            place, above = sited.place, -1
        if number >= 0:
            above = number
        else:
            gaps.setdefault((sited.place, above), []).append(sited)
    return gaps
