"""`note-deleted`: a note that held facts is gone."""

from __future__ import annotations

from collections.abc import Iterator

from wiki_schema.finding import Finding
from wiki_schema.note_change import NoteChange
from wiki_schema.store_change import StoreChange
from wiki_schema.telling import bring_back, count


def check(seen: StoreChange) -> Iterator[Finding]:
    """Notes removed (or made a link) with what they held; in an open store any text counts."""
    for note in seen.gone_notes:
        held = held_and_lost(seen, note)
        if note.path in seen.facts.renames or not held:
            continue
        message = (
            f"The note {seen.inside(note.path)} is removed with {count(held, seen_noun(seen))} that no other note "
            "holds. A note is superseded fact by fact, never deleted."
        )
        yield Finding(note.path, 0, message, bring_back(seen, note.path))


def seen_noun(seen: StoreChange) -> str:
    """What a store of this kind counts: facts, or where nobody signs them lines."""
    return "fact" if seen.store.kind == "shared" else "line"


def held_and_lost(seen: StoreChange, note: NoteChange) -> int:
    """How many facts of a note are nowhere any more; in an open store how many lines it held."""
    if seen.store.kind == "shared":
        return sum(fate.was.path == note.path for fate in seen.facts.erased)
    return len(note.before.prose) + len(note.before.facts()) if note.before else 0
