"""Where the items of a note lie in its text: which lines are theirs, and how they are set."""

from __future__ import annotations

import re
from collections.abc import Callable

from wiki_schema.markdown.commonmark import MARKER, after_front_matter, nested_markers
from wiki_schema.note import Note
from wiki_schema.note.parser import NoteParser
from wiki_schema.text import BOM, split_lines
from wiki_schema.value import Value


class Span(Value):
    """Where one item lies. Lines count from 1, as those of the note do."""

    pieces: tuple[tuple[int, int], ...] = ()
    """First and last line of each paragraph that its words are read from; the second is its provenance."""
    start: int = 0
    """Where its words begin in their first line."""
    indent: str = ""
    """What stands before the marker of an item beside it: blanks."""
    marker: str = ""
    """Its list marker; empty for a paragraph."""
    gap: str = " "
    """The blanks behind its marker."""
    end: int = 0
    """The last line of all that is nested in it."""

    @property
    def words_end(self) -> int:
        """The last line of its words."""
        return self.pieces[-1][1]

    @property
    def inner(self) -> str:
        """What stands before the marker of an item nested in it: blanks."""
        gap = self.gap if self.gap and len(self.gap.expandtabs(4)) < 5 else " "
        return f"{self.indent}{' ' * len(self.marker)}{gap}"


class Layout(Value):
    """A note, and where everything lies in it."""

    note: Note
    spans: tuple[Span, ...]
    """One for each item of the note."""
    headings: tuple[tuple[int, tuple[str, ...]], ...]
    """The headings that begin a section: line, and the headings that are open from there on."""
    lines: tuple[str, ...]
    """The lines of the text, without their ends and without a BOM."""

    def at_line(self, line: int) -> int:
        """The innermost item whose words stand in a line; -1 where none do."""
        found = -1
        for index, span in enumerate(self.spans):
            if any(first <= line <= last for first, last in span.pieces) or (
                self.note.items[index].line == line
            ):
                found = index
        return found

    def children(self, index: int) -> list[int]:
        """The items nested directly in one (-1: in none), in order."""
        return [i for i, item in enumerate(self.note.items) if item.parent == index]


def lay_out(text: str, is_known: Callable[[str], bool]) -> Layout:
    """A text read as a note, with the place of everything in it."""
    parser = _LayoutParser(is_known)
    lines = split_lines(text.removeprefix(BOM))
    parser.read(lines, after_front_matter(lines), len(lines))
    note = parser.note()
    return Layout(note, tuple(map(parser.span, range(len(note.items)))), tuple(parser.sites), tuple(lines))


class _LayoutParser(NoteParser):
    """Reads a note as ever, and remembers where."""

    def __init__(self, is_known: Callable[[str], bool]) -> None:
        super().__init__(is_known)
        self.raw = ""
        self.start = 0
        self.sites: list[tuple[int, tuple[str, ...]]] = []
        self.set: dict[int, tuple[str, str, str]] = {}  # of list items: indent, marker, gap
        self.pieces: dict[int, list[tuple[int, int]]] = {}
        self.starts: dict[int, int] = {}
        self.ends: dict[int, int] = {}

    def span(self, index: int) -> Span:
        """Where an item lies, once all is read."""
        pieces = tuple(self.pieces.get(index, ()))
        indent, marker, gap = self.set.get(index, ("", "", ""))
        if not marker:
            indent = " " * self.starts.get(index, 0)
        end = max(self.ends.get(index, 0), pieces[-1][1] if pieces else self.items[index].line)
        return Span(pieces, self.starts.get(index, 0), indent, marker, gap, end)

    def read(self, lines: list[str], start: int, stop: int) -> None:
        """Reads line by line: no line is too plain to be remembered."""
        for number, line in enumerate(lines[start:stop], start + 1):
            self.raw = line
            self.line(number, line)
            if line.strip(" \t"):
                for _, index in self.lists:
                    self.ends[index] = number

    def open_items(self, number: int, stripped: str, indent: int, marker: re.Match[str]) -> None:
        """Remembers how the items that a line begins are set."""
        index, before, at = len(self.items), len(self.raw) - len(stripped), 0
        for stop, _, _ in nested_markers(stripped, marker, indent):
            found = MARKER.match(stripped, at)
            if found is not None:
                self.set[index] = (_blank(self.raw[: before + at]), found[1], found[2])
            index, at = index + 1, stop
        super().open_items(number, stripped, indent, marker)

    def start_paragraph(self, number: int, text: str) -> None:
        """Remembers where the words of a paragraph begin."""
        super().start_paragraph(number, text)
        self.start = len(self.raw) - len(text)

    def flush(self) -> None:
        """Remembers whose words a paragraph was."""
        piece = (self.paragraph_line, self.paragraph_line + len(self.paragraph) - 1)
        owner, start, count = self.owner, self.start, len(self.items)
        was_open = bool(self.paragraph)
        words = self.items[owner].words if was_open and owner >= 0 else None
        super().flush()
        if not was_open:
            return
        if len(self.items) > count:
            owner = count
        elif words is None or self.items[owner].words is words:
            return
        self.pieces.setdefault(owner, []).append(piece)
        self.starts.setdefault(owner, start)

    def heading(self, number: int, level: int, title: str) -> None:
        """Remembers where a section begins."""
        super().heading(number, level, title)
        if not self.lists:
            self.sites.append((number, self.section))


def _blank(text: str) -> str:
    """A text as wide, of nothing but blanks; tabs stay."""
    return re.sub(r"[^\t]", " ", text)
