"""Whose a line of a note is: the fact it belongs to, and who stands behind that."""

from __future__ import annotations

from bisect import bisect_right
from functools import cached_property
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


class Owning:
    """Whose the lines of one note are. Its lines are parted once, however many are asked about."""

    def __init__(self, view: StoreView, note: NoteView) -> None:
        self._view = view
        self._note = note
        self.rows = split_lines(note.text.removeprefix(BOM))

    @cached_property
    def _ends(self) -> list[int]:
        """The lines, from 1, that end an item before them: blank ones and headings."""
        return [number for number, row in enumerate(self.rows, 1) if not row.strip() or row[0] == "#"]

    def fact_at(self, line: int) -> Owned | None:
        """The item that a line, from 1, belongs to; None where it is prose."""
        items = self._note.note.items
        at = bisect_right(items, line, key=lambda item: item.line) - 1
        if at < 0:
            return None
        item, end = items[at], bisect_right(self._ends, line) - 1
        if end >= 0 and self._ends[end] > item.line:
            return None
        return Owned(item.words.state, owner_of(self._view, item))


def owner_of(view: StoreView, item: Item) -> str:
    """The first originator of an item, as the roster writes the name."""
    names = item.words.names
    found = view.roster.originators(names) if names else ()
    return found[0].label if found else ""
