"""What an editor has open: a text that changes piece by piece, and where in it something stands.

Editors count lines that end at LF, CRLF or CR, and columns in units of the encoding that was agreed on.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from functools import cached_property

from lsprotocol import types

from wiki_schema.text import BOM, split_lines

_END = re.compile(r"\r\n|\n|\r")
_ROW_END = re.compile(r"\n")


class Lines:
    """The lines of one text as editors count them. Offsets count code points."""

    def __init__(self, text: str, encoding: str = types.PositionEncodingKind.Utf16) -> None:
        """`encoding` is what columns are counted in: UTF-16 unless something else was agreed on."""
        self.text = text
        self._encoding = encoding

    @cached_property
    def starts(self) -> Sequence[int]:
        """Where each line begins."""
        if "\r" not in self.text and not self.text.startswith(BOM):
            return self._row_starts
        return (0, *(match.end() for match in _END.finditer(self.text)))

    def offset(self, position: types.Position) -> int:
        """Where a position lies; what lies beyond a line or the text is its end."""
        if position.line >= len(self.starts):
            return len(self.text)
        start = self.starts[position.line]
        line = self._line(position.line)
        if line.isascii() or self._encoding == types.PositionEncodingKind.Utf32:
            return start + min(position.character, len(line))
        left = position.character
        for at, char in enumerate(line):
            if left <= 0:
                return start + at
            left -= self._width(char)
        return start + len(line)

    def position(self, offset: int) -> types.Position:
        """The position of an offset."""
        offset = min(max(offset, 0), len(self.text))
        number = bisect_right(self.starts, offset) - 1
        return types.Position(number, self._width(self.text[self.starts[number] : offset]))

    def range(self, start: int, end: int) -> types.Range:
        """The range between two offsets."""
        return types.Range(self.position(start), self.position(end))

    def _line(self, number: int) -> str:
        """A line without its end."""
        stop = self.starts[number + 1] if number + 1 < len(self.starts) else len(self.text)
        return self.text[self.starts[number] : stop].rstrip("\r\n")

    def _width(self, text: str) -> int:
        if text.isascii() or self._encoding == types.PositionEncodingKind.Utf32:
            return len(text)
        if self._encoding == types.PositionEncodingKind.Utf8:
            return len(text.encode("utf-8", "surrogatepass"))
        return len(text) + sum(char > "\uffff" for char in text)

    # Lines as memwiki counts them, which end at LF or CRLF alone

    @cached_property
    def rows(self) -> Sequence[str]:
        """The lines of the text as the rules count them."""
        return split_lines(self.text.removeprefix(BOM))

    @cached_property
    def _row_starts(self) -> Sequence[int]:
        begin = len(BOM) if self.text.startswith(BOM) else 0
        return (begin, *(match.end() for match in _ROW_END.finditer(self.text)))

    def row_start(self, number: int) -> int:
        """Where a line of the rules begins, by number from 1; the text's end for one beyond it."""
        return self._row_starts[number - 1] if number <= len(self._row_starts) else len(self.text)

    def row_range(self, number: int, column: int = 1, width: int | None = None) -> types.Range:
        """So much of a line of the rules, from a column on (from 1), or all behind its indent."""
        if not 1 <= number <= len(self.rows):
            end = self.row_start(max(number, 1))
            return self.range(end, end)
        row, start = self.rows[number - 1], self.row_start(number)
        if column == 1 and width is None:
            column = len(row) - len(row.lstrip(" \t")) + 1
        first = min(column - 1, len(row))
        last = len(row) if width is None else min(first + width, len(row))
        return self.range(start + first, start + last)

    def row_of(self, position: types.Position) -> tuple[int, int]:
        """The line of the rules at a position, from 1, and the offset in it."""
        offset = self.offset(position)
        number = bisect_right(self._row_starts, offset)
        return max(number, 1), offset - self._row_starts[max(number, 1) - 1]


class Document:
    """One open file."""

    def __init__(self, uri: str, path: str, version: int, text: str, encoding: str) -> None:
        self.uri = uri
        self.path = path
        """On disk."""
        self.version = version
        self.encoding = encoding
        self.lines = Lines(text, encoding)
        self.opened = text
        """As it was when it was opened."""

    @property
    def text(self) -> str:
        """What the editor shows."""
        return self.lines.text

    @property
    def is_touched(self) -> bool:
        """Whether it was edited since it was opened."""
        return self.text != self.opened

    def change(self, changes: Iterable[types.TextDocumentContentChangeEvent], version: int) -> None:
        """Takes in what was typed."""
        for each in changes:
            if isinstance(each, types.TextDocumentContentChangePartial):
                start, end = (self.lines.offset(at) for at in (each.range.start, each.range.end))
                text = f"{self.text[:start]}{each.text}{self.text[max(start, end) :]}"
            else:
                text = each.text
            self.lines = Lines(text, self.encoding)
        self.version = version
