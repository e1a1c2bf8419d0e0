"""The claims of a store that wait for an answer."""

from __future__ import annotations

from collections.abc import Iterator

from wiki_schema.compare.claims import disputed_in
from wiki_schema.note import Item
from wiki_schema.standing.view import NoteView, StoreView
from wiki_schema.value import Value
from wiki_schema.words import CURRENT, PENDING

_OPEN = "unconfirmed"


class Waiting(Value):
    """One pending line without an answer."""

    note: NoteView
    item: Item
    """Its `words.claim` is None where nobody can read what is claimed, by whom or when."""
    fact: Item | None
    """The current fact that it disputes; None where there is none."""


def waiting(view: StoreView) -> Iterator[Waiting]:
    """Every pending line that nobody has answered, in the order of the notes.

    Where the fact that it disputes was superseded, nothing waits any more.
    """
    for note in view.notes:
        # Hardly any note has one, and to parse them all would take longer than a session should wait.
        if "⚠" in note.text and "claimed" in note.text:
            yield from _in_note(note)


def _in_note(note: NoteView) -> Iterator[Waiting]:
    items = note.note.items
    for position, item in enumerate(items):
        claim = item.words.claim
        if item.words.state != PENDING or (claim is not None and claim.status != _OPEN):
            continue
        at = disputed_in(note.note, position)
        fact = items[at] if at >= 0 else None
        if fact is None or fact.words.state == CURRENT:
            yield Waiting(note, item, fact)
