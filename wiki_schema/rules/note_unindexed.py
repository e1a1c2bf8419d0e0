"""`note-unindexed`: a new note that the index does not list."""

from __future__ import annotations

import posixpath
from collections.abc import Iterator

from wiki_schema.change import text_of
from wiki_schema.compare.note_change import NoteChange
from wiki_schema.compare.store_change import StoreChange
from wiki_schema.finding import WARNING, Finding


def check(seen: StoreChange) -> Iterator[Finding]:
    """New notes without a listing; one warning where the store never had an index."""
    if seen.change.first:
        return
    index = seen.store.index_path
    if seen.read_after(index) is None and seen.read_before(index) is None:
        message = f"The store has no {seen.inside(index)}, so nothing shows whether its notes are listed."
        yield Finding(index, 0, message, "write one line for each note: - [title](path)", level=WARNING)
        return
    for note in seen.new_notes:
        if note.new is not None and note.path not in seen.index.after.notes:
            message = f"{seen.inside(index)} has no line for the new note {seen.inside(note.path)}."
            yield Finding(note.path, 0, message, suggested_listing(seen, note))


def suggested_listing(seen: StoreChange, note: NoteChange) -> str:
    """The index line for a note, ready to append, in the style of the index: its title and where it is."""
    from wiki_schema.amend.listing import Style  # few changes lack a line

    sections = note.after.sections if note.after else ()
    first = next((s[0] for s in sorted(sections, key=len) if s and s[0]), "")
    title = first or posixpath.splitext(posixpath.basename(note.path))[0]
    index = seen.store.index_path
    text = text_of(seen.read_after(index)) or ""
    return Style(text, index, seen.store, seen.paths_after).line(note.path, title)
