"""superseded-current: what was struck in one place and stands as current in another, or lives on below."""

from __future__ import annotations

import shlex
from collections import defaultdict
from collections.abc import Iterator
from typing import TYPE_CHECKING

from wiki_lint.facts.sites import Fact, share_subject
from wiki_lint.owing import owner_of
from wiki_schema.amend.naming import place_of
from wiki_schema.finding import Finding
from wiki_schema.telling import count, quoted
from wiki_schema.words import CURRENT, SUPERSEDED, WITHDRAWN, unescaped

if TYPE_CHECKING:
    from wiki_schema.note import Item
    from wiki_schema.standing.view import NoteView, StoreView

_LOOKED_AT = 20
"""Of one text so many struck facts are compared."""


def check(view: StoreView) -> Iterator[Finding]:
    """Copies that were left standing, then children of what was struck."""
    yield from _copies(view)
    for note in view.notes:
        yield from _children(view, note)


def _copies(view: StoreView) -> Iterator[Finding]:
    """Current facts that say what was struck elsewhere after they were written."""
    struck: dict[str, list[tuple[NoteView, int]]] = defaultdict(list)
    for note in view.notes:
        for position, item in enumerate(note.note.items):
            mark = item.words.mark
            # A mark that ends in a link says itself where the words stand on.
            if item.words.state == SUPERSEDED and mark is not None and not mark.link:
                struck[unescaped(item.words.text)].append((note, position))
    if not struck:
        return
    for note in view.notes:
        for position, item in enumerate(note.note.items):
            if item.words.state == CURRENT and item.words.text in struck:
                yield from _copy(view, Fact(note, position), struck[item.words.text])


def _copy(view: StoreView, fact: Fact, struck: list[tuple[NoteView, int]]) -> Iterator[Finding]:
    """What is wrong with a current fact, given where its words were struck; nothing where all is well."""
    for note, position in struck[:_LOOKED_AT]:
        old = note.note.items[position]
        if not (_is_older(fact.item, old) and share_subject(fact, Fact(note, position))):
            continue
        where = "in this note" if note is fact.note else f"in {note.path}"
        day = old.words.mark.day if old.words.mark else None
        text = quoted(fact.text)
        message = f"{text} stands here as current; {where}, line {old.line}, it was superseded on {day}."
        hint = _retire(fact.path, fact.item, f"superseded in {note.path}")
        owed, key = owner_of(view, fact.item), f"{fact.item.words.key} / struck in {note.path}"
        also = ((note.path, old.line),)
        yield Finding(fact.path, fact.line, message, hint, owed_by=owed, also=also, key=key)
        return


def _is_older(item: Item, struck: Item) -> bool:
    """Whether a fact was written before the day on which another was struck; one of that day knew of it."""
    provenance, mark = item.words.provenance, struck.words.mark
    if provenance is None or provenance.day is None or mark is None or mark.day is None:
        return False
    return provenance.day < mark.day


def _children(view: StoreView, note: NoteView) -> Iterator[Finding]:
    """Current facts under a struck one, written before it was struck: one finding for each struck one."""
    living: dict[int, list[Item]] = defaultdict(list)
    for item in note.current:
        above = _fact_above(note, item)
        if above >= 0 and _is_older(item, note.note.items[above]):
            living[above].append(item)
    for above, children in living.items():
        struck = note.note.items[above]
        first = children[0]
        message = (
            f"{count(len(children), 'fact')} under {quoted(struck.words.text)}, which was superseded, "
            f"still {'stands' if len(children) == 1 else 'stand'} as current: {quoted(first.words.text)}."
        )
        hint = (
            f"{_retire(note.path, first, 'with the fact above it')}\n"
            "or, where it holds on, move it under the successor and log an UPDATE"
        )
        also = ((note.path, struck.line), *((note.path, child.line) for child in children[1:]))
        key = f"under {struck.words.key}"
        found = Finding(
            note.path, first.line, message, hint, owed_by=owner_of(view, first), also=also, key=key
        )
        yield found._replace(number=len(children))


def _fact_above(note: NoteView, item: Item) -> int:
    """The struck fact an item is nested in, past what is no fact; -1 where one is nearer, or none."""
    at = item.parent
    while at >= 0:
        above = note.note.items[at]
        if above.words.state in (SUPERSEDED, WITHDRAWN):
            return at
        if above.words.state == CURRENT:
            return -1
        at = above.parent
    return -1


def _retire(path: str, item: Item, reason: str) -> str:
    return f"memwiki retire {shlex.quote(path)} --line {place_of(item)} {shlex.quote(reason)}"
