"""`note-rewritten`: a note written anew as a whole."""

from __future__ import annotations

from collections.abc import Iterator

from wiki_schema.compare.note_change import NoteChange
from wiki_schema.compare.prose import ProseChange
from wiki_schema.compare.store_change import StoreChange
from wiki_schema.finding import Finding
from wiki_schema.telling import bring_back, count

_FEW = 3


def check(seen: StoreChange) -> Iterator[Finding]:
    """A tool's whole-file write over a note; in a commit, most lines outside facts replaced at once."""
    for note in seen.notes:
        if note.old is None or note.before is None:
            continue
        prose = seen.prose.get(note.path)
        lost = prose.lost if prose is not None else ()
        if note.path in seen.change.whole_writes:
            message = (
                f"{seen.inside(note.path)} exists, and was written as a whole file. A note is amended in the "
                "lines that change; whole files are written only where there is none."
            )
        elif (gone := _gone(prose)) >= _FEW and gone * 2 > (held := _lines_held(note)):
            message = (
                f"{count(gone, 'line')} of {held} of {seen.inside(note.path)} are gone at once. "
                "A note is amended, never rewritten."
            )
        else:
            continue
        yield Finding(note.path, 1, message, bring_back(seen, note.path), tuple(text for _, text in lost))


def _gone(prose: ProseChange | None) -> int:
    """How many lines went, but for those that a table stands for which memwiki renders."""
    return len(prose.lost) - prose.rendered if prose is not None else 0


def _lines_held(note: NoteChange) -> int:
    """How many lines a note held outside its facts."""
    before = note.whole(0)
    return len(before.prose) if before else 0
