"""A note with what a save lost put back, and all else of the save left in."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Set

from wiki_schema.amend.bring_back import bring_back
from wiki_schema.amend.layout import Layout
from wiki_schema.amend.losses import Context
from wiki_schema.amend.pieces import cut
from wiki_schema.amend.scene import Scene
from wiki_schema.compare.matching import Fate, Sited
from wiki_schema.compare.store_change import StoreChange
from wiki_schema.text import same
from wiki_schema.value import Value
from wiki_schema.words import CURRENT, SUPERSEDED

WHOLE = frozenset(("note-deleted", "note-emptied"))
"""What leaves nothing of a note to put anything back into."""
_ANEW = "note-rewritten"
_PROSE = frozenset(("text-erased", _ANEW))


class Undone(Value):
    """What stands again."""

    text: str
    claims: tuple[tuple[str, str], ...] = ()
    """What facts say that were changed, and what somebody made of them: that may be claimed."""


def undone(
    scene: Scene, seen: StoreChange, path: str, rules: Collection[str], lost: Collection[str]
) -> Undone:
    """A note without the losses that some rules found in it.

    `lost` are the words that were lost, as the findings tell them.
    """
    note = seen.note_at[path]
    old, new = note.old or "", note.new
    if new is None or WHOLE.intersection(rules):
        return Undone(old)
    was, now = scene.laid(old), scene.laid(new)
    fates = [fate for fate in _lost_facts(seen) if fate.was.path == path and fate.was.item.words.said in lost]
    back = {line for fate in fates for line in _lines(was, fate.was)}
    away = {line for fate in fates if fate.after is not None for line in _lines(now, fate.now)}
    heirs = {id(fate): heir for fate in fates if (heir := _heir(seen, now, fate)) is not None}
    away |= {line for heir in heirs.values() for line in _lines(now, heir)}
    for sited, changed in seen.facts.claims.dropped:
        if sited.path == path and sited.item.words.said in lost:
            back |= _lines(was, sited)
            away |= _lines(now, changed) if changed is not None and changed.path == path else set()
    if _PROSE.intersection(rules) and path in seen.prose:
        back |= {line for line, _ in seen.prose[path].lost}
    if _ANEW in rules:  # then all of it comes back, and of the new text only facts stay
        back |= set(range(1, len(was.lines) + 1))
        away |= {line for line, _ in seen.prose[path].gained} if path in seen.prose else set()
    claims = (_claim(fate, heirs.get(id(fate))) for fate in fates)
    pieces = cut(old, scene.laid).pieces
    barred = (piece.first for piece in pieces if back.isdisjoint(range(piece.first, piece.last + 1)))
    context = Context(path, barred=frozenset(barred))
    stands = bring_back(scene, old, _without(new, away), None, context)
    return Undone(stands.text, tuple(claim for claim in claims if claim is not None))


def _lost_facts(seen: StoreChange) -> Iterator[Fate]:
    """Facts that are gone, changed, or struck by somebody who may not."""
    yield from (*seen.facts.erased, *seen.facts.rewritten, *seen.facts.mismarked)
    yield from (fate for fate in seen.facts.struck if not seen.may_change(fate.was.item.words.names))


def _lines(layout: Layout, sited: Sited) -> set[int]:
    """The lines of an item's words. It was read in a part of the note, so it is known by its line."""
    index = layout.at_line(sited.item.line)
    if index < 0:
        return {sited.item.line}
    return set(range(sited.item.line, layout.spans[index].words_end + 1))


def _heir(seen: StoreChange, now: Layout, fate: Fate) -> Sited | None:
    """The new fact that took the place of a struck one."""
    if fate.after is None or fate.now.item.words.state != SUPERSEDED:
        return None
    at = now.at_line(fate.now.item.line)
    parent = now.note.items[at].parent if at >= 0 else -1
    following = (item.line for item in now.note.items[at + 1 :] if item.parent == parent)
    line = next(following, 0)
    added = (new.now for new in seen.facts.added if new.now.path == fate.now.path)
    return next((sited for sited in added if sited.item.line == line), None)


def _claim(fate: Fate, heir: Sited | None) -> tuple[str, str] | None:
    """What may be claimed instead of a fact; nothing where only its layout or its name was changed."""
    if fate.after is None or fate.why or fate.was.item.words.state != CURRENT:
        return None
    words = heir.item.words if heir is not None else fate.now.item.words
    struck = fate.now.item.words.state == SUPERSEDED
    if (struck and heir is None) or same(words.text, fate.was.item.words.text):
        return None
    return fate.was.item.words.said, words.text


def _without(text: str, away: Set[int]) -> str:
    """A text without some of its lines, numbered from 1."""
    rows = text.split("\n")
    return "\n".join(row for number, row in enumerate(rows, 1) if number not in away)
