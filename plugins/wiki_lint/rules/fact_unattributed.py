"""fact-unattributed: list items that nobody stands behind, or not as it is written; counted per note."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from wiki_schema.finding import Finding
from wiki_schema.note.attribution import is_bare_provenance, is_unattributed
from wiki_schema.telling import count, quoted
from wiki_schema.words import CURRENT

if TYPE_CHECKING:
    from wiki_schema.members import Roster
    from wiki_schema.note import Item
    from wiki_schema.standing.view import NoteView, StoreView

_ALSO = 20
"""So many further places are named."""


def check(view: StoreView) -> Iterator[Finding]:
    """At most three findings a note: items without provenance, with a wrong one, and with nothing else."""
    for note in view.notes:
        yield from _missing(note, view.roster)
        yield from _malformed(note)
        yield from _bullets(note, view.roster)


def _missing(note: NoteView, roster: Roster) -> Iterator[Finding]:
    items = [item for item in note.note.items if is_unattributed(item, roster)]
    if items:
        have = "item has" if len(items) == 1 else "items have"
        message = f"{len(items):,} list {have} no provenance; the first: {quoted(items[0].words.said)}."
        hint = (
            "who knows it puts name and day at the end: - … — name, YYYY-MM-DD\n"
            "what is no fact is written as a paragraph, or as a task: - [ ] …"
        )
        yield _finding(note, items, message, hint, "no provenance")


def _malformed(note: NoteView) -> Iterator[Finding]:
    """Provenances that are meant, and why the first is not right."""
    items = [item for item in note.current if _fault(item) and item.words.text]
    if items:
        first = items[0].words
        names, day = (first.provenance.names, first.provenance.meant_day) if first.provenance else ("", "")
        are = "is" if len(items) == 1 else "are"
        message = (
            f"{count(len(items), 'provenance')} {are} not right; the first, "
            f"of {quoted(first.said)}: {_fault(items[0])}."
        )
        hint = f"its originator writes: - {first.text} — {names}, {day}"
        yield _finding(note, items, message, hint, "malformed provenance")


def _fault(item: Item) -> str:
    return item.words.provenance.fault if item.words.provenance else ""


def _bullets(note: NoteView, roster: Roster) -> Iterator[Finding]:
    """Provenances that stand as bullets of their own: they assert nothing, and the fact above lacks them."""
    items = [
        item
        for item in note.note.items
        if (item.words.state == CURRENT and not item.words.text) or is_bare_provenance(item, roster)
    ]
    if items:
        look = "item looks" if len(items) == 1 else "items look"
        message = (
            f"{len(items):,} list {look} like a provenance line written as a bullet; "
            f"the first: {quoted(items[0].words.said)}."
        )
        hint = "put it at the end of the fact above, behind “ — ”"
        yield _finding(note, items, message, hint, "provenance as a bullet")


def _finding(note: NoteView, items: Sequence[Item], message: str, hint: str, key: str) -> Finding:
    also = tuple((note.path, item.line) for item in items[1 : 1 + _ALSO])
    return Finding(note.path, items[0].line, message, hint, also=also, key=key, number=len(items))
