"""`note-deleted`: a note that held facts is gone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator

from wiki_schema.compare.copies import original_of
from wiki_schema.compare.note_change import NoteChange
from wiki_schema.compare.store_change import StoreChange
from wiki_schema.finding import Finding
from wiki_schema.note import Note
from wiki_schema.telling import bring_back, count


def check(seen: StoreChange) -> Iterator[Finding]:
    """Notes removed (or made a link) with what they held; in an open store any text counts."""
    count_lost = loss_counter(seen)
    for note in seen.gone_notes:
        held = count_lost(note)
        if note.path in seen.facts.renames or not held:
            continue
        message = (
            f"The note {seen.inside(note.path)} is removed with {count(held, seen_noun(seen))} "
            "that no other note holds. A note is superseded fact by fact, never deleted."
        )
        yield Finding(note.path, 0, message, bring_back(seen, note.path))


def seen_noun(seen: StoreChange) -> str:
    """What a store of this kind counts: facts, or where nobody signs them lines."""
    return "fact" if seen.store.kind == "shared" else "line"


def loss_counter(seen: StoreChange) -> Callable[[NoteChange], int]:
    """Counts how many facts of a note are nowhere any more; in an open store how many lines."""
    if seen.store.kind == "shared":
        gone = Counter(fate.was.path for fate in seen.facts.erased)
        return lambda note: gone[note.path]
    after = (note.whole(1) for note in seen.notes)
    standing = {text for note in after if note is not None for text in said_in(note)}

    def count_lost(note: NoteChange) -> int:
        before, original = note.whole(0), original_of(seen, note.path)
        kept = {*standing, *said_in(original)} if original else standing
        return sum(text not in kept for text in said_in(before)) if before else 0

    return count_lost


def said_in(note: Note) -> list[str]:
    """What a note says besides its headings: its facts and its other lines."""
    headings = {title for section in note.sections for title in section}
    lines = [text for _, text in note.prose if text and text not in headings]
    return [*lines, *(item.words.said for item in note.facts())]
