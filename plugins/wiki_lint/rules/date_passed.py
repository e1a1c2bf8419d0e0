"""date-passed: current facts about a day, range or deadline that lies before today."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from typing import TYPE_CHECKING

from wiki_lint.dates import changes_what_is_so, plan
from wiki_lint.owing import owner_of
from wiki_schema.amend.naming import place_of
from wiki_schema.finding import Finding
from wiki_schema.telling import quoted
from wiki_schema.text import BOM, split_lines

if TYPE_CHECKING:
    from wiki_schema.note import Item
    from wiki_schema.standing.view import NoteView, StoreView

_DONE = ("[x]", "[X]")


def check(view: StoreView) -> Iterator[Finding]:
    """One finding for each fact whose last day is over, owed to its originator."""
    for note in view.notes:
        for item in note.current:
            made = item.words.provenance
            if made is None or made.day is None:
                continue
            day = plan(item.words.text, made.day, view.day, item.section)
            if day is None or (item.box and _is_done(note, item)):
                continue
            message = f"{quoted(item.words.text)} is about {day}, which has passed."
            at = f"{shlex.quote(note.path)} --line {place_of(item)}"
            hint = f'memwiki supersede {at} "…"'
            if changes_what_is_so(item.words.text):
                hint = f"say what is so since: {hint}"
            else:
                hint = f"memwiki retire {at}\nor, where it goes on: {hint}"
            key = f"about {day}, written {made.day} by {made.names}"
            yield Finding(note.path, item.line, message, hint, owed_by=owner_of(view, item), key=key)


def _is_done(note: NoteView, item: Item) -> bool:
    """Whether the box of a task is ticked."""
    line = split_lines(note.text.removeprefix(BOM))[item.line - 1]
    return line.lstrip(" \t>-*+.)0123456789").startswith(_DONE)
