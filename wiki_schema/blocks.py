"""The blocks of a Markdown text in which links are read: paragraphs, list items, headings, table rows.

What is no such block is left out: front matter, code, comments and other HTML. The rules are CommonMark's
as far as they decide what a reader sees; quotes are read like what they quote.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable
from typing import NamedTuple

from wiki_schema.text import BOM, split_lines


class Piece(NamedTuple):
    """The part of one line that belongs to a block."""

    line: int
    """From 1."""
    column: int
    """Where the part begins in the line, from 0."""
    content: str


class Block(NamedTuple):
    """Lines that are read as one: a link may run from one into the next."""

    pieces: list[Piece]
    is_item: bool = False
    """Whether it is what a list item begins with."""


# Quotes in quotes deeper than this hold no links: nobody writes them, and each level costs a pass.
_DEEPEST_QUOTE = 8
_STARTERS = frozenset("#>`~<-*_=+0123456789")
_RAW_TAGS = ("script", "pre", "style", "textarea", "template", "noscript", "svg", "iframe", "title")
# Tags that may begin a line of plain text; any other begins an HTML block.
_INLINE_TAGS = frozenset(
    "a abbr b bdi bdo br cite code data del dfn em font i img input ins kbd label mark q s samp small span strong "
    "sub sup time u var wbr".split()
)


def read_blocks(text: str) -> list[Block]:
    """The blocks of a text, in order. A BOM at the start counts for no column."""
    lines = split_lines(text.removeprefix(BOM))
    reader = _Reader()
    start = after_front_matter(lines)
    for number, line in enumerate(lines[start:], start + 1):
        reader.line(number, line, 0)
    reader.flush()
    return reader.blocks


def after_front_matter(lines: list[str]) -> int:
    """The index of the first line behind the front matter, which stands only at the very start."""
    if lines and lines[0].rstrip() == "---":
        for index in range(1, len(lines)):
            if lines[index].rstrip() in ("---", "..."):
                return index + 1
    return 0


class _Reader:
    """One pass over the lines, with the list items that are open at each."""

    def __init__(self, depth: int = 0) -> None:
        self.blocks: list[Block] = []
        self.depth = depth
        self.paragraph: list[Piece] = []
        self.is_item = False
        self.lists: list[int] = []  # content columns of the open list items, rising
        self.quote: list[tuple[int, int, str]] = []  # the lines of the open quote, without their mark
        self.until: Callable[[str], bool] | None = None  # ends the open zone; None outside zones
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
                if self.until(stripped):
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
        if self.until is _never:
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
        if first in "-=" and self.paragraph and not content.rstrip(" \t").strip(first):
            self.flush()  # the underline of a heading
        elif first in "-*_" and is_rule(content):
            self.enter(depth)
        elif first in "-*+0123456789":
            size = marker_size(content)
            if not size or (self.paragraph and depth == len(self.lists) and not _may_interrupt(content, size)):
                return False
            self.enter(depth)
            self.items(piece, indent, size)
        else:
            return self.leaf(piece, depth)
        return True

    def items(self, piece: Piece, indent: int, size: int) -> None:
        """One list item, or several where an item begins with another (`- - text`)."""
        number, column, content = piece
        while size:
            rest = content[size:].lstrip(" \t")
            gap = len(content[: len(content) - len(rest)].expandtabs(4)) - size
            is_code = gap >= 5
            indent += size + (1 if is_code or not rest else gap)
            self.lists.append(indent)
            if not rest or is_code:
                return
            column += len(content) - len(rest)
            content = rest
            size = 0 if is_rule(content) else marker_size(content)
        piece = Piece(number, column, content)
        if content[0] not in "#>`~<" or not self.leaf(piece, len(self.lists)):
            self.paragraph.append(piece)
            self.is_item = True

    def leaf(self, piece: Piece, depth: int) -> bool:
        """Headings, quotes, fences and HTML; True where the line is one."""
        content = piece.content
        first = content[0]
        if first == "#":
            if content.lstrip("#")[:1] not in ("", " ", "\t"):
                return False
            self.enter(depth)
            self.blocks.append(Block([piece]))
        elif first == ">":
            rest = content[1:].removeprefix(" ")
            if not self.quote:
                self.enter(depth)
            self.quote.append((piece.line, piece.column + len(content) - len(rest), rest))
        elif first in "`~":
            size = len(content) - len(content.lstrip(first))
            if size < 3 or (first == "`" and first in content[size:]):
                return False
            self.enter(depth)
            self.open_zone(lambda line: _closes_fence(line, first, size))
        elif first == "<":
            ends = html_end(content, bool(self.paragraph))
            if ends is None:
                return False
            self.enter(depth)
            if not ends(content):
                self.open_zone(ends)
        else:
            return False
        return True

    def open_zone(self, until: Callable[[str], bool]) -> None:
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


def marker_size(content: str) -> int:
    """The length of the list marker that a line begins with, 0 where it begins with none."""
    size = 1
    if content[0] not in "-*+":
        digits = content[:10]
        size = len(digits) - len(digits.lstrip("0123456789"))
        if not 0 < size < 10 or content[size : size + 1] not in (".", ")"):
            return 0
        size += 1
    return size if content[size : size + 1] in ("", " ", "\t") else 0


def is_rule(content: str) -> bool:
    """A thematic break: three or more of one mark, blanks between allowed."""
    char = content[0]
    return char in "-*_" and not content.strip(char + " \t") and content.count(char) >= 3


def _may_interrupt(content: str, size: int) -> bool:
    """Whether a list item may end a paragraph: it has words, and a number must be 1."""
    return bool(content[size:].strip()) and (size == 1 or content[: size - 1] == "1")


def _closes_fence(line: str, char: str, size: int) -> bool:
    mark = line.rstrip(" \t")
    return len(mark) >= size and not mark.strip(char)


def _never(_line: str) -> bool:
    """The end of HTML that only an empty line ends."""
    return False


def html_end(content: str, in_paragraph: bool) -> Callable[[str], bool] | None:
    """What ends the HTML block that a line begins; None where it begins none."""
    for opening, end in (("<!--", "-->"), ("<![CDATA[", "]]>"), ("<?", "?>"), ("<!", ">")):
        if content.startswith(opening):
            return lambda line: end in line
    name = _tag_name(content)
    if name in _RAW_TAGS:
        return lambda line: f"</{name}" in line.lower()
    return _never if name and name not in _INLINE_TAGS and not (in_paragraph and "-" in name) else None


def _tag_name(content: str) -> str:
    """The name of the tag that a line begins with, in small letters; empty where there is no tag."""
    start = 2 if content.startswith("</") else 1
    end = start
    while end < len(content) and end < start + 32 and (content[end].isalnum() or content[end] == "-"):
        end += 1
    name = content[start:end].lower()
    ends = content[end : end + 1] in ("", " ", "\t", ">", "/")
    return name if name[:1].isalpha() and name.isascii() and ends else ""
