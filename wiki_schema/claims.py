"""What became of each pending line: claimed, closed, or dropped."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from wiki_schema.matching import Sited
from wiki_schema.value import Value
from wiki_schema.words import Claim


class Traced(Value):
    """A pending line before and after."""

    before: Sited
    after: Sited


class Claims(Value):
    """The pending lines of a change."""

    new: tuple[Sited, ...] = ()
    closed: tuple[Traced, ...] = ()
    """They got their answer."""
    dropped: tuple[tuple[Sited, Sited | None], ...] = ()
    """Gone, or reworded: the line as it was and what stands for it, if anything does."""
    kept: tuple[Traced, ...] = ()
    """Word for word as they were, though perhaps elsewhere."""


def _subject(claim: Claim | None, said: str) -> object:
    """What makes it the same claim, whatever became of it."""
    return (claim.what, claim.who, claim.day) if claim else said


def trace_claims(before: Sequence[Sited], after: Sequence[Sited]) -> Claims:
    """Pairs the pending lines of two sides by what is claimed, by whom and when."""
    waiting: dict[object, list[Sited]] = defaultdict(list)
    for sited in reversed(after):
        words = sited.item.words
        waiting[_subject(words.claim, words.said)].append(sited)
    closed: list[Traced] = []
    kept: list[Traced] = []
    dropped: list[tuple[Sited, Sited | None]] = []
    for sited in before:
        words = sited.item.words
        queue = waiting[_subject(words.claim, words.said)]
        if not queue:
            dropped.append((sited, None))
            continue
        now = queue.pop()
        old, new = words.claim, now.item.words.claim
        is_struck = now.item.words.mark != words.mark
        if old == new and not is_struck:
            kept.append(Traced(sited, now))
        elif old is not None and new is not None and old.status == "unconfirmed" and not is_struck:
            closed.append(Traced(sited, now))
        else:
            dropped.append((sited, now))
    new_lines = [sited for queue in waiting.values() for sited in queue]
    new_lines.sort(key=lambda sited: (sited.path, sited.position))
    dropped, new_lines = _find_reworded(dropped, new_lines)
    return Claims(tuple(new_lines), tuple(closed), tuple(dropped), tuple(kept))


def _find_reworded(
    dropped: list[tuple[Sited, Sited | None]], new_lines: list[Sited]
) -> tuple[list[tuple[Sited, Sited | None]], list[Sited]]:
    """A new line in the place of one that is gone, by the same person, is that one in other words."""
    by_place: dict[object, list[Sited]] = defaultdict(list)
    for sited in reversed(new_lines):
        by_place[_place(sited)].append(sited)
    found = []
    for sited, now in dropped:
        queue = by_place[_place(sited)] if now is None else None
        found.append((sited, queue.pop() if queue else now))
    taken = {(now.path, now.position) for _, now in found if now is not None}
    return found, [sited for sited in new_lines if (sited.path, sited.position) not in taken]


def _place(sited: Sited) -> object:
    claim = sited.item.words.claim
    return sited.place, claim.who if claim else ""
