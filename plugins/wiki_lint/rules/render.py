"""render: lines that a reader does not see as they are meant."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from wiki_lint.markdown import outline
from wiki_lint.owing import owner_of
from wiki_schema.finding import Finding
from wiki_schema.markdown import shown
from wiki_schema.telling import quoted
from wiki_schema.text import BOM, split_lines

if TYPE_CHECKING:
    from wiki_schema.standing.view import NoteView, StoreView


def check(view: StoreView) -> Iterator[Finding]:
    """Strikes that do not strike or that open code, bullets that are none, facts that code hides."""
    for note in view.notes:
        if "~~" in note.text:
            yield from _strikes(view, note)
        if not note.text.isascii():
            yield from _bullets(note)
        if found := shown.swallowed(note.text):
            for number, raw in found.facts:
                message, hint = shown.hidden_fault(raw, found.opener)
                key = f"{quoted(raw)} is hidden"
                yield Finding(
                    note.path, number, message, hint, also=((note.path, found.opener.line),), key=key
                )


def _strikes(view: StoreView, note: NoteView) -> Iterator[Finding]:
    """Strikes with blanks inside their tildes, and such with three, which open a code block."""
    for item in note.note.items:
        if message := shown.strike_fault(item.words):
            owner = owner_of(view, item)
            yield Finding(note.path, item.line, message, shown.STRIKE_REMEDY, owed_by=owner)
    if "~~~" not in note.text:
        return
    lines = split_lines(note.text.removeprefix(BOM))
    for number, info in outline(note.text).fences:
        if "~~" in info:
            message = f"{quoted(lines[number - 1].strip())} strikes nothing: three tildes open a code block."
            yield Finding(note.path, number, message, "write two tildes: ~~text~~")


def _bullets(note: NoteView) -> Iterator[Finding]:
    """Lines that begin like a list item, but with another blank."""
    for number, raw in enumerate(split_lines(note.text.removeprefix(BOM)), 1):
        if (message := shown.bullet_fault(raw)) and number in outline(note.text).texts:
            yield Finding(note.path, number, message, shown.BULLET_REMEDY)
