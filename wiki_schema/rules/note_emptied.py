"""`note-emptied`: a note that held facts is left empty."""

from __future__ import annotations

from collections.abc import Iterator

from wiki_schema.compare.note_change import NoteChange
from wiki_schema.compare.store_change import StoreChange
from wiki_schema.finding import Finding
from wiki_schema.rules.note_deleted import loss_counter, said_in, seen_noun
from wiki_schema.telling import bring_back, count


def check(seen: StoreChange) -> Iterator[Finding]:
    """Notes of which nothing but headings is left; in an open store any text counts."""
    both = (note for note in seen.notes if note.before is not None)
    empty = [note for note in both if note.after is not None and not said_in(note.after) and _is_empty(note)]
    if not empty:
        return
    count_lost = loss_counter(seen)
    for note in empty:
        held = count_lost(note)
        if held:
            message = f"The note {seen.inside(note.path)} is emptied of {count(held, seen_noun(seen))}."
            yield Finding(note.path, 1, message, bring_back(seen, note.path))


def _is_empty(note: NoteChange) -> bool:
    """Whether the sections that did not change say nothing either."""
    after = note.whole(1)
    return after is not None and not said_in(after)
