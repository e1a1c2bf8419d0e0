"""note-large: a note that is longer than what is read of it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from wiki_lint.size import LOADER, READER, falls_off, limits, told
from wiki_schema.finding import WARNING, Finding

if TYPE_CHECKING:
    from wiki_schema.standing.view import StoreView

# What coding agents load as a session starts, besides the index.
_LOADED = frozenset(["MEMORY.md", "AGENTS.md", "CLAUDE.md", "GEMINI.md", "user.md"])


def check(view: StoreView) -> Iterator[Finding]:
    """One finding for each note past its limit."""
    lines, size = limits(view, "note")
    for note in view.notes:
        fall = falls_off(note.text, lines, size)
        if fall is None:
            continue
        is_loaded = note.path.rpartition("/")[2] in _LOADED
        message = told(note.text, fall, lines, size, LOADER if is_loaded else READER)
        hint = "split it, and list both parts in the index"
        yield Finding(note.path, fall, message, hint, level="" if is_loaded else WARNING, key="too large")
