"""What became of each pending line: claimed, closed, or dropped."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import NamedTuple

from wiki_schema.matching import Sited
from wiki_schema.words import Claim


class Closed(NamedTuple):
    """A pending line that got its answer."""

    before: Sited
    after: Sited


class Claims(NamedTuple):
    """The pending lines of a change."""

    new: tuple[Sited, ...] = ()
    closed: tuple[Closed, ...] = ()
    dropped: tuple[tuple[Sited, Sited | None], ...] = ()
    """Gone, or reworded: the line as it was and what stands for it, if anything does."""


def _subject(claim: Claim | None, said: str) -> object:
    """What makes it the same claim, whatever became of it."""
    return (claim.what, claim.who, claim.day) if claim else said


def trace_claims(before: Sequence[Sited], after: Sequence[Sited]) -> Claims:
    """Pairs the pending lines of two sides by what is claimed, by whom and when."""
    waiting: dict[object, list[Sited]] = defaultdict(list)
    for sited in reversed(after):
        words = sited.item.words
        waiting[_subject(words.claim, words.said)].append(sited)
    closed: list[Closed] = []
    dropped: list[tuple[Sited, Sited | None]] = []
    for sited in before:
        words = sited.item.words
        queue = waiting[_subject(words.claim, words.said)]
        if not queue:
            dropped.append((sited, None))
            continue
        now = queue.pop()
        old, new = words.claim, now.item.words.claim
        if old == new:
            continue
        if old is not None and new is not None and old.status == "unconfirmed":
            closed.append(Closed(sited, now))
        else:
            dropped.append((sited, now))
    new_lines = [sited for queue in waiting.values() for sited in queue]
    new_lines.sort(key=lambda sited: (sited.path, sited.position))
    return Claims(tuple(new_lines), tuple(closed), tuple(dropped))
