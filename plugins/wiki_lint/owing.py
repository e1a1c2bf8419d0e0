"""Whose a line of a note is: the fact it belongs to, and who stands behind that."""

from __future__ import annotations

from bisect import bisect_right
from typing import TYPE_CHECKING

from wiki_schema.text import BOM, split_lines
from wiki_schema.value import Value

if TYPE_CHECKING:
    from wiki_schema.note import Item
    from wiki_schema.standing.view import NoteView, StoreView


class Owned(Value):
    """A fact or another item that a line belongs to."""

    state: str
    """As in `wiki_schema.words`."""
    owner: str
    """The first of its originators, as the roster writes the name; empty where nobody of it stands there."""


def fact_at(view: StoreView, note: NoteView, line: int) -> Owned | None:
    """The item of a note that a line belongs to; None where it is prose."""
    items = note.note.items
    at = bisect_right(items, line, key=lambda item: item.line) - 1
    if at < 0:
        return None
    item = items[at]
    between = split_lines(note.text.removeprefix(BOM))[item.line : line]
    if any(not row.strip() or row[0] == "#" for row in between):
        return None
    return Owned(item.words.state, owner_of(view, item))


def owner_of(view: StoreView, item: Item) -> str:
    """The first originator of an item, as the roster writes the name."""
    names = item.words.names
    found = view.roster.originators(names) if names else ()
    return found[0].label if found else ""
