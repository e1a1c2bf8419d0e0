"""`note-emptied`: a note that held facts is left empty."""

from __future__ import annotations

from collections.abc import Iterator

from wiki_schema.finding import Finding
from wiki_schema.note import Note
from wiki_schema.rules.note_deleted import held_and_lost, seen_noun
from wiki_schema.store_change import StoreChange
from wiki_schema.telling import bring_back, count


def check(seen: StoreChange) -> Iterator[Finding]:
    """Notes of which nothing but headings is left; in an open store any text counts."""
    for note in seen.notes:
        if note.before is None or note.after is None or not _is_empty(note.after) or _is_empty(note.before):
            continue
        held = held_and_lost(seen, note)
        if held:
            message = f"The note {seen.inside(note.path)} is emptied of {count(held, seen_noun(seen))}."
            yield Finding(note.path, 1, message, bring_back(seen, note.path))


def _is_empty(note: Note) -> bool:
    """Whether a note says nothing but headings."""
    headings = {title for section in note.sections for title in section}
    return not note.facts() and all(text in headings or not text for _, text in note.prose)
