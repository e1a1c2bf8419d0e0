"""encoding: bytes and characters that do not say what they show, in notes, indexes, names and file names."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from wiki_lint.owing import owner_of
from wiki_schema import characters
from wiki_schema.finding import WARNING, Finding
from wiki_schema.telling import quoted
from wiki_schema.text import BOM, describe, split_lines

if TYPE_CHECKING:
    from wiki_schema.standing.view import NoteView, StoreView

_REMEDY = "write the line anew as plain UTF-8"
# Typography, not a fault, wherever it stands in running text.
_TYPOGRAPHY = frozenset("\u00a0\u2007\u202f\u3000\u00ad")
_LONE_CR = re.compile(r"\r(?!\n)")
_PROVENANCE = re.compile(r"(?:—[\u00a0\u2007\u202f\u3000]|[\u00a0\u2007\u202f\u3000]—).*\d{4}-\d\d-\d\d")
_DATE = re.compile(r",[\u00a0\u2007\u202f\u3000]\d{4}-\d\d-\d\d")


def check(view: StoreView) -> Iterator[Finding]:
    """One finding for each file and fault."""
    for path in view.files:
        if fault := characters.path_fault(path):
            yield Finding(path, 0, f"The file name {quoted(path)} holds {fault}.", "rename it")
    for path, text in _texts(view):
        yield from _of_file(path, text)
    for note in view.notes:
        if view.store.kind != "open" and not note.text.isascii():
            yield from _of_facts(view, note)


def _texts(view: StoreView) -> Iterator[tuple[str, str]]:
    """The notes and the indexes. The log is left out: its lines stay as they are."""
    for path in view.files:
        if path in view.note_at:
            yield path, view.note_at[path].text
        elif path.endswith(".md") and view.store.is_index(path) and (text := view.read(path)) is not None:
            yield path, text


def _of_file(path: str, text: str) -> Iterator[Finding]:
    """What the lines of a file hold, each fault at the first line that has it."""
    if text.replace("\n", "").isprintable():
        return
    if text.startswith(BOM):
        message = (
            "The file begins with a byte order mark (BOM), which hides its front matter from many programs."
        )
        yield Finding(path, 1, message, "save it as UTF-8 without BOM", level=WARNING, key="BOM")
        text = text.removeprefix(BOM)
    odd = {char for char in set(text) if not char.isprintable()} - _TYPOGRAPHY - set("\n\t\r")
    if not odd and not ("\r" in text and _LONE_CR.search(text)):
        return
    found: dict[tuple[str, str], list[tuple[int, str]]] = {}
    for number, raw in enumerate(split_lines(text), 1):
        if odd.isdisjoint(raw) and "\r" not in raw:
            continue
        fault, level = characters.line_fault("".join(char for char in raw if char not in _TYPOGRAPHY))
        if fault:
            found.setdefault((fault, level), []).append((number, raw))
    for (fault, level), lines in found.items():
        number, raw = lines[0]
        also = tuple((path, other) for other, _ in lines[1:])
        message = f"{quoted(raw)} holds {fault}."
        found_so = Finding(path, number, message, _REMEDY, level=level, also=also, key=fault)
        yield found_so._replace(number=len(lines))


def _of_facts(view: StoreView, note: NoteView) -> Iterator[Finding]:
    """Names that look like others, and blanks in a provenance that are none."""
    for item in note.note.facts():
        names = item.words.names
        fault, level = ("", "") if names.isascii() else characters.name_fault(names, view.is_known)
        if fault:
            message = f"The name {quoted(names)} holds {fault}."
            remedy = "type the name as the roster has it"
            yield Finding(note.path, item.line, message, remedy, level=level, owed_by=owner_of(view, item))
    if characters.BLANKS.isdisjoint(note.text):
        return
    for number, raw in enumerate(split_lines(note.text.removeprefix(BOM)), 1):
        if not characters.BLANKS.isdisjoint(raw) and (_DATE.search(raw) or _PROVENANCE.search(raw)):
            blank = next(char for char in raw if char in characters.BLANKS)
            message = f"{quoted(raw)} holds {describe(blank)} where an ordinary blank is meant."
            yield Finding(note.path, number, message, "type an ordinary blank (U+0020)", level=WARNING)
