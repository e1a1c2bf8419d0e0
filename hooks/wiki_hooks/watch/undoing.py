"""A note with what a save lost put back, and all else of the save left in: from two texts to a third."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence, Set
from difflib import SequenceMatcher
from itertools import pairwise

from wiki_schema.amend.layout import Layout, lay_out
from wiki_schema.compare.matching import Fate, Sited
from wiki_schema.compare.store_change import StoreChange
from wiki_schema.text import BOM, same, shared
from wiki_schema.value import Value
from wiki_schema.words import CURRENT, SUPERSEDED

WHOLE = frozenset(("note-deleted", "note-emptied"))
"""What leaves nothing of a note to put anything back into."""
_ANEW = "note-rewritten"
_PROSE = frozenset(("text-erased", _ANEW))

_MOST_COMPARED = 4_000_000

_ITEM = re.compile(r"\s*(?:[-*+]|\d{1,9}[.)])(?:\s|$)")
# What begins something of its own wherever it stands; all else goes on with the item above it.
_BEGINS = re.compile(rf"{_ITEM.pattern}|\s*(?:#{{1,6}}(?:\s|$)|>|```|~~~|<)")


class Undone(Value):
    """What stands again."""

    text: str
    claims: tuple[tuple[str, str], ...] = ()
    """What facts say that were changed, and what somebody made of them: that may be claimed."""


def undone(seen: StoreChange, path: str, rules: Collection[str], lost: Collection[str]) -> Undone:
    """A note without the losses that some rules found in it.

    `lost` are the words that were lost, as the findings tell them.
    """
    note = seen.note_at[path]
    old, new = note.old or "", note.new
    if new is None or WHOLE.intersection(rules):
        return Undone(old)

    def is_known(names: str) -> bool:
        return bool(seen.roster.originators(names))

    was, now = lay_out(old, is_known), lay_out(new, is_known)
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
    return Undone(_merged(old, new, back, away), tuple(claim for claim in claims if claim is not None))


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


def _merged(old: str, new: str, back: Set[int], away: Set[int]) -> str:
    """The new text, with these lines of the old one at their places again, and without those of its own."""
    ending = "\r" if "\r\n" in new else ""
    before, after = (text.removeprefix(BOM).split("\n") for text in (old, new))
    one, other = ([row.removesuffix("\r") for row in rows] for rows in (before, after))
    rows: list[tuple[str, bool]] = []
    for start, stop, first, last in _stretches(one, other):
        lost = [(row + ending, True) for row in _returning(one, range(start, stop), back)]
        kept = [(after[index], False) for index in range(first, last) if index + 1 not in away]
        # What stood first in the old text and does not return has become what stands first in the new one.
        is_first = start + 1 in back or not lost
        rows += [*lost, *kept] if is_first else [*kept, *lost]
    joined = set(pairwise(one))
    return (BOM if new.startswith(BOM) else "") + "\n".join(_set_off(rows, joined, ending))


def _set_off(rows: Sequence[tuple[str, bool]], joined: Set[tuple[str, str]], blank: str) -> Iterator[str]:
    """Lines, each with whether it returned; text that came to stand below an item is no part of that.

    `joined` are the pairs of lines that followed each other before.
    """
    is_item, above, has_returned = False, "", False
    for row, returns in rows:
        line = row.removesuffix("\r")
        begins = _BEGINS.match(line)
        is_torn = returns != has_returned and (above, line) not in joined
        if is_item and is_torn and line.strip() and not begins:
            yield blank
            is_item = False
        yield row
        is_item = bool(line.strip()) and (bool(_ITEM.match(line)) or (is_item and not begins))
        above, has_returned = line, returns


def _stretches(one: Sequence[str], other: Sequence[str]) -> Iterator[tuple[int, int, int, int]]:
    """How two texts go on: lines of the one that are gone, and those of the other that stand there."""
    head = shared(one, other)
    tail = shared(one[head:][::-1], other[head:][::-1])
    old, new = one[head : len(one) - tail], other[head : len(other) - tail]
    yield 0, 0, 0, head
    if len(old) * len(new) > _MOST_COMPARED:
        yield head, head + len(old), head, head + len(new)
    else:
        for kind, a, b, c, d in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
            gone = (a, a) if kind == "equal" else (a, b)
            yield head + gone[0], head + gone[1], head + c, head + d
    yield len(one), len(one), len(other) - tail, len(other)


def _returning(rows: Sequence[str], stretch: Iterable[int], back: Set[int]) -> Iterator[str]:
    """The lines of a stretch that come back, and the blank ones that set them off."""
    lines = list(stretch)
    wanted = [index for index in lines if index + 1 in back]
    if not wanted:
        return
    for index in lines:
        is_near = wanted[0] - 1 <= index <= wanted[-1] + 1
        if index + 1 in back or (is_near and not rows[index].strip()):
            yield rows[index]
