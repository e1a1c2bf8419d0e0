"""What became of each pending line: claimed, closed, or dropped."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Sequence

from wiki_schema.compare.matching import KEPT, REDACTED, Matcher, Relink, Sited
from wiki_schema.compare.redaction import is_redaction_of
from wiki_schema.note import Note
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
    redacted: tuple[Traced, ...] = ()
    """Those of the kept and the closed that had a span replaced by `[redacted: kind]`."""


def _subject(sited: Sited, relink: Callable[[str], str] = str) -> tuple[Hashable, ...]:
    """What makes it the same claim, whatever became of it."""
    claim = sited.item.words.claim
    return (relink(claim.what), claim.who, claim.day) if claim else (relink(sited.item.words.said),)


def disputed_in(note: Note, position: int) -> int:
    """The fact a pending line disputes: the one it is nested under, or its elder sibling; -1 for none."""
    item = note.items[position]
    if item.parent >= 0 and note.items[item.parent].words.is_fact:
        return item.parent
    for index in range(position - 1, -1, -1):
        elder = note.items[index]
        if elder.place == item.place and elder.words.is_fact:
            return index
    return -1


def trace_claims(before: Sequence[Sited], after: Sequence[Sited], relink: Relink | None = None) -> Claims:
    """Pairs the pending lines of two sides by what is claimed, by whom and when, in their place if it can.

    With `relink` a link to a renamed note may lead to its new name.
    """
    matcher = Matcher(before, after)
    matcher.everywhere(KEPT, _subject, _subject)
    if relink is not None:
        matcher.everywhere(
            KEPT,
            lambda sited: _subject(sited, lambda text: relink(text, True)),
            lambda sited: _subject(sited, lambda text: relink(text, False)),
        )
    matcher.redacted(_covers)
    closed: list[Traced] = []
    kept: list[Traced] = []
    dropped: list[tuple[Sited, Sited | None]] = [(sited, None) for sited in matcher.before]
    for fate in matcher.fates:
        was, now = fate.was.item.words, fate.now.item.words
        if now.mark != was.mark:
            dropped.append((fate.was, fate.now))
        elif _answer(was.claim) == _answer(now.claim):
            kept.append(Traced(fate.was, fate.now))
        elif was.claim and now.claim and was.claim.status == "unconfirmed":
            closed.append(Traced(fate.was, fate.now))
        else:
            dropped.append((fate.was, fate.now))
    dropped, new_lines = _find_reworded(dropped, matcher.after)
    covered = {fate.now for fate in matcher.fates if fate.kind == REDACTED}
    redacted = tuple(pair for pair in (*kept, *closed) if pair.after in covered)
    return Claims(tuple(new_lines), tuple(closed), tuple(dropped), tuple(kept), redacted)


def _covers(before: Sited, after: Sited) -> bool:
    """Whether a pending line claims what another does, with nothing but spans redacted."""
    return is_redaction_of(*("\x1f".join(map(str, _subject(sited))) for sited in (before, after)))


def _answer(claim: Claim | None) -> object:
    """How a claim stands: still open, or who answered it, when and how."""
    return (claim.status, claim.by, claim.closed) if claim else None


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
