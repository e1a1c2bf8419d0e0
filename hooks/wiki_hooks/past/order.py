"""The order of what commits hold and what memwiki wrote: which version of a file came behind which."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from wiki_hooks.past.version import Version


def in_order(commits: Sequence[Version], written: Sequence[Version]) -> Iterator[Version]:
    """Two rows of versions in one, the newest first; each keeps its order, whatever its times say.

    What led to what decides: a commit stands where its text came to be, or was still there. Clocks, which
    may differ and know whole seconds only, are asked where that leaves a choice.
    """
    gaps = _gaps(commits[::-1], written[::-1])
    held = list(zip(commits, reversed(gaps), strict=True))
    at = 0
    for gap in range(len(written), -1, -1):
        while at < len(held) and held[at][1] == gap:
            yield held[at][0]
            at += 1
        if gap:
            yield written[len(written) - gap]


def _gaps(commits: Sequence[Version], written: Sequence[Version]) -> list[int]:
    """Behind how many of the written versions each commit came; both rows are given the oldest first."""
    places: dict[str | None, list[int]] = {}
    for gap in range(len(written) + 1):
        beside = {written[gap - 1].text} if gap else set()
        beside |= {written[gap].before} if gap < len(written) else set()
        for text in beside - {None}:
            places.setdefault(text, []).append(gap)
    choices = [_choices(commit, places, written) for commit in commits]
    known = _rising(choices)
    gaps: list[int] = []
    for at, commit in enumerate(commits):
        low = gaps[-1] if gaps else 0
        high = next((known[later] for later in range(at, len(commits)) if later in known), len(written))
        by_time = sum(one.time <= commit.time for one in written)
        gaps.append(known[at] if at in known else min(max(by_time, low), high))
    return gaps


def _choices(commit: Version, places: dict[str | None, list[int]], written: Sequence[Version]) -> list[int]:
    """The gaps where a commit may stand: where its text stood, else right behind what it came from."""
    found = places.get(commit.text, ()) or [gap for gap in places.get(commit.before, ()) if gap]

    def agrees(gap: int) -> bool:
        is_late = not gap or written[gap - 1].time <= commit.time
        return is_late and (gap == len(written) or commit.time <= written[gap].time)

    return [gap for gap in found if agrees(gap)] or list(found)


def _rising(choices: Sequence[Sequence[int]]) -> dict[int, int]:
    """The most rows of which each can have one of its numbers so that none is less than the one before.

    Gives the number of each such row. Where several do, those are taken that rise least.
    """
    tails: list[tuple[int, int]] = []  # the least number that ends a run of each length, and its row
    chain: dict[tuple[int, int], tuple[int, int] | None] = {}
    for row, numbers in enumerate(choices):
        for number in sorted(numbers, reverse=True):
            at = bisect_right(tails, (number, len(choices)))
            chain[row, number] = (tails[at - 1][1], tails[at - 1][0]) if at else None
            tails[at : at + 1] = [(number, row)]
    found: dict[int, int] = {}
    end = (tails[-1][1], tails[-1][0]) if tails else None
    while end is not None:
        found[end[0]] = end[1]
        end = chain[end]
    return found
