"""The blocks of a Markdown text in which links are read: paragraphs, list items, headings, table rows.

What is no such block is left out: front matter, code, comments and other HTML. The rules are CommonMark's
as far as they decide what a reader sees; quotes are read like what they quote.
"""

from __future__ import annotations

import re
from bisect import bisect_right

from wiki_schema.markdown import commonmark
from wiki_schema.markdown.commonmark import FENCE, HEADING, MARKER, Ends
from wiki_schema.text import BOM, split_lines
from wiki_schema.value import Value


class Piece(Value):
    """The part of one line that belongs to a block."""

    line: int
    """From 1."""
    column: int
    """Where the part begins in the line, from 0."""
    content: str


class Block(Value):
    """Lines that are read as one: a link may run from one into the next."""

    pieces: list[Piece]
    is_item: bool = False
    """Whether it is what a list item begins with."""


# Quotes in quotes deeper than this hold no links: nobody writes them, and each level costs a pass.
_DEEPEST_QUOTE = 8
_STARTERS = frozenset("#>`~<-*_=+0123456789")


def read_blocks(text: str) -> list[Block]:
    """The blocks of a text, in order. A BOM at the start counts for no column."""
    lines = split_lines(text.removeprefix(BOM))
    reader = _Reader()
    start = commonmark.after_front_matter(lines)
    for number, line in enumerate(lines[start:], start + 1):
        reader.line(number, line, 0)
    reader.flush()
    return reader.blocks


class _Reader:
    """One pass over the lines, with the list items that are open at each."""

    def __init__(self, depth: int = 0) -> None:
        self.blocks: list[Block] = []
        self.depth = depth
        self.paragraph: list[Piece] = []
        self.is_item = False
        self.lists: list[int] = []  # content columns of the open list items, rising
        self.quote: list[tuple[int, int, str]] = []  # the lines of the open quote, without their mark
        self.until: Ends | None = None  # ends the open zone; None outside zones
        self.zone_column = 0

    def line(self, number: int, line: str, offset: int) -> None:
        """Take in a line that begins at a column of its file."""
        stripped = line.lstrip(" \t")
        if not stripped:
            self.blank()
            return
        width = len(line) - len(stripped)
        indent = len(line[:width].expandtabs(4)) if width and "\t" in line[:width] else width
        if self.until is not None:
            if indent >= self.zone_column:
                if self.until(stripped, indent - self.zone_column):
                    self.until = None
                return
            self.until = None  # its list item ended, and the zone with it
        depth = bisect_right(self.lists, indent)
        if indent - (self.lists[depth - 1] if depth else 0) >= 4 and not self.paragraph:
            self.enter(depth)  # indented code
        elif indent - (self.lists[depth - 1] if depth else 0) < 4 and stripped[0] in _STARTERS:
            if not self.begin(Piece(number, offset + width, stripped), indent, depth):
                self.text(Piece(number, offset + width, stripped), depth)
        else:
            self.text(Piece(number, offset + width, stripped), depth)

    def blank(self) -> None:
        """An empty line ends paragraphs, quotes, and HTML that has no end of its own."""
        self.flush()
        if self.until is commonmark.never:
            self.until = None

    def text(self, piece: Piece, depth: int) -> None:
        """A line of plain text continues what is open, lazily if need be, or begins a paragraph."""
        if not self.paragraph:
            self.enter(depth)
        self.paragraph.append(piece)

    def begin(self, piece: Piece, indent: int, depth: int) -> bool:
        """Whether a line begins a block; if so it is taken in."""
        content = piece.content
        first = content[0]
        if first in "-=" and self.paragraph and commonmark.is_underline(content):
            self.flush()
        elif first in "-*_" and commonmark.is_rule(content):
            self.enter(depth)
        elif first in "-*+0123456789":
            marker = MARKER.match(content)
            in_paragraph = bool(self.paragraph) and depth == len(self.lists)
            if marker is None or (in_paragraph and not commonmark.may_interrupt(marker, content)):
                return False
            self.enter(depth)
            self.items(piece, indent, marker)
        else:
            return self.leaf(piece, depth)
        return True

    def items(self, piece: Piece, indent: int, marker: re.Match[str]) -> None:
        """One list item, or several where an item begins with another (`- - text`)."""
        number, column, content = piece
        at = 0
        for at, width, is_code in commonmark.nested_markers(content, marker, indent):
            indent += width
            self.lists.append(indent)
            if is_code or at == len(content):
                return
        piece = Piece(number, column + at, content[at:])
        if piece.content[0] not in "#>`~<" or not self.leaf(piece, len(self.lists)):
            self.paragraph.append(piece)
            self.is_item = True

    def leaf(self, piece: Piece, depth: int) -> bool:
        """Headings, quotes, fences and HTML; True where the line is one."""
        content = piece.content
        first = content[0]
        if first == ">":
            rest = content[1:].removeprefix(" ")
            if not self.quote:
                self.enter(depth)
            self.quote.append((piece.line, piece.column + len(content) - len(rest), rest))
        elif first == "#" and HEADING.match(content):
            self.enter(depth)
            self.blocks.append(Block([piece]))
        elif first in "`~" and (fence := FENCE.match(content)):
            self.enter(depth)
            self.open_zone(commonmark.fence_end(fence[1] or fence[2]))
        elif first == "<" and (ends := commonmark.html_end(content, bool(self.paragraph))):
            self.enter(depth)
            if not ends(content, 0):
                self.open_zone(ends)
        else:
            return False
        return True

    def open_zone(self, until: Ends) -> None:
        self.until = until
        self.zone_column = self.lists[-1] if self.lists else 0

    def enter(self, depth: int) -> None:
        """End what a new block ends."""
        self.flush()
        del self.lists[depth:]

    def flush(self) -> None:
        """End the open paragraph and the open quote."""
        if self.paragraph:
            self.blocks.append(Block(self.paragraph, self.is_item))
            self.paragraph = []
        self.is_item = False
        if self.quote:
            quoted, self.quote = self.quote, []
            if self.depth < _DEEPEST_QUOTE:
                inner = _Reader(self.depth + 1)
                for number, column, line in quoted:
                    inner.line(number, line, column)
                inner.flush()
                self.blocks.extend(inner.blocks)
