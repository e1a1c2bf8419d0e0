"""One pass over the lines of a note, with the containers that are open at each."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable
from copy import copy

from wiki_schema.markdown.commonmark import (
    BOX,
    FENCE,
    HEADING,
    MARKER,
    Ends,
    fence_end,
    html_end,
    is_rule,
    is_underline,
    leaves_open,
    may_interrupt,
    nested_markers,
    never,
)
from wiki_schema.note import Headings, Item, Note
from wiki_schema.text import normal
from wiki_schema.words import PENDING, UNSIGNED, Words, read_words

# What may stand behind a bullet and be more than words, and what, on the next line, ends an item.
_SPECIAL = frozenset(["", *" \t\u00a0\u202f\u3000[#>`~<-*_=+0123456789"])
_SETTLES = frozenset(["", "- "])
# What may begin a block; any other first character is a paragraph.
_STARTERS = frozenset("#>`~<-*_=+0123456789")


_EMPTY = Words("", "", UNSIGNED)
# Stands where a line was taken for prose that turned out to be a part of a fact.
_NO_PROSE = (0, "")


def _column(item: tuple[int, int]) -> int:
    return item[0]


class NoteParser:
    """One pass over the lines, with the containers that are open at each."""

    def __init__(self, is_known: Callable[[str], bool], headings: Headings = ()) -> None:
        """A parser that begins under some open headings."""
        self.is_known = is_known
        self.items: list[Item] = []
        self.prose: list[tuple[int, str]] = []
        self.lists: list[tuple[int, int]] = []  # content column and item of each open list item
        self.paragraph: list[str] = []
        self.paragraph_line = 0
        self.owner = -1  # the item the open paragraph stands in
        self.headings = list(headings)
        self.section = tuple(title for _, title in headings)
        self.sections: set[tuple[str, ...]] = {(), self.section}
        self.root_place = hash(self.section)
        self.unsigned: dict[int, tuple[str, int]] = {}  # items that a later paragraph may still sign
        self.apart: set[int] = set()  # parents after whose last child something else came
        self.until: Ends | None = None  # ends the open zone; None outside zones
        self.zone_column = 0
        self.quoted = False  # whether a plain line would lazily continue a block quote
        self.begun_empty = False  # whether the last line was a list marker and nothing else

    def fork(self) -> NoteParser:
        """A second parser that goes on from the same line."""
        twin = copy(self)
        for name in ("items", "prose", "lists", "paragraph", "headings", "sections", "unsigned", "apart"):
            setattr(twin, name, copy(getattr(self, name)))
        return twin

    def note(self) -> Note:
        """What was read, once there are no more lines."""
        self.flush()
        prose = tuple(line for line in self.prose if line is not _NO_PROSE)
        return Note(tuple(self.items), prose, frozenset(self.sections))

    def read(self, lines: list[str], start: int, stop: int) -> None:
        """Reads the lines from `start` up to `stop`, which are counted from 0."""
        following = iter([*lines[start + 1 : stop + 1], ""])
        for number, line in enumerate(lines[start:stop], start + 1):
            after = next(following)
            if (
                self.until is None
                and line[:2] == "- "
                and line[2:3] not in _SPECIAL
                and after[:2] in _SETTLES
            ):
                self.plain_item(number, line[2:])
            else:
                self.line(number, line)

    def plain_item(self, number: int, content: str) -> None:
        """Most lines of most notes: an item at the margin, whole on its line. The same as `line`, sooner."""
        if self.paragraph:
            self.flush()
        self.quoted = False
        words = read_words(content)
        index = len(self.items)
        apart = -1 in self.apart
        if apart:
            self.apart.discard(-1)
        self.items.append(Item(number, words, self.section, -1, self.root_place, True, False, apart))
        self.lists = [(2, index)]
        if words.state == UNSIGNED:
            self.unsigned[index] = (content, len(self.prose))
            self.prose.append((number, words.said))

    def line(self, number: int, line: str) -> None:
        """Takes in one line, whatever it is."""
        stripped = line.lstrip(" \t")
        if not stripped:
            self.flush()
            self.quoted = False
            if self.begun_empty:
                self.lists.pop()  # an item that begins with an empty line has nothing but that line
                self.begun_empty = False
            if self.until is never:
                self.until = None
            return
        self.begun_empty = False
        indent = len(line) - len(stripped)
        if indent and "\t" in line[:indent]:
            indent = len(line[:indent].expandtabs(4))
        if self.until is not None:
            if indent >= self.zone_column:
                if self.until(stripped, indent - self.zone_column):
                    self.until = None
                return
            self.until = None  # its container ended, and the zone with it
        depth = bisect_right(self.lists, indent, key=_column)
        within = indent - (self.lists[depth - 1][0] if depth else 0)
        if within >= 4:
            if not self.paragraph and not self.quoted:
                self.close_to(depth)
                self.interrupt()
            elif self.paragraph:
                self.paragraph.append(stripped)
            return
        if stripped[0] in _STARTERS and self.block(number, stripped, indent, depth):
            return
        if self.paragraph:
            self.paragraph.append(stripped)
        elif not self.quoted:
            self.close_to(depth)
            self.start_paragraph(number, stripped)

    # What begins a block

    def block(self, number: int, stripped: str, indent: int, depth: int) -> bool:
        """Whether the line begins a block; if so it is taken in."""
        first = stripped[0]
        same_container = bool(self.paragraph) and depth == len(self.lists)
        if first in "-=" and same_container and not self.quoted and is_underline(stripped):
            self.setext(stripped)
            return True
        if first in "-*_" and is_rule(stripped):
            self.flush()
            self.close_to(depth)
            self.interrupt()
            self.quoted = False
            return True
        if first in "-*+0123456789":
            marker = MARKER.match(stripped)
            if marker is None or (same_container and not may_interrupt(marker, stripped)):
                return False
            self.flush()
            self.quoted = False
            self.close_to(depth)
            self.open_items(number, stripped, indent, marker)
            return True
        return self.leaf(number, stripped, indent, depth)

    def leaf(self, number: int, stripped: str, indent: int, depth: int) -> bool:
        """Headings, quotes, fences and HTML; True where the line is one."""
        first = stripped[0]
        if first == "#":
            heading = HEADING.match(stripped)
            if heading is None:
                return False
            self.enter(depth)
            self.heading(number, len(heading[1]), heading[2] or "")
        elif first == ">":
            self.enter(depth)
            self.quoted = leaves_open(stripped.lstrip("> \t"))
        elif first in "`~":
            fence = FENCE.match(stripped)
            if fence is None:
                return False
            self.enter(depth)
            self.zone(fence_end(fence[1] or fence[2]))
        elif first == "<":
            ends = html_end(stripped, bool(self.paragraph) or self.quoted)
            if ends is None:
                return False
            self.enter(depth)
            if not ends(stripped, 0):
                self.zone(ends)
        else:
            return False
        return True

    def open_items(self, number: int, stripped: str, indent: int, marker: re.Match[str]) -> None:
        """One list item, or several where an item begins with another (`- - text`)."""
        column, at = indent, 0
        for at, width, is_code in nested_markers(stripped, marker, indent):
            column += width
            index = self.new_item(number)
            self.lists.append((column, index))
            if is_code or at == len(stripped):
                self.begun_empty = not is_code
                return
        rest = stripped[at:]
        box = BOX.match(rest)
        if box is not None:
            index = self.lists[-1][1]
            self.items[index] = self.items[index]._replace(box=True)
            rest = rest[box.end() :].lstrip()
        if rest and rest[0] in "-*_" and is_rule(rest):
            self.interrupt()
            return
        if rest and rest[0] in "#>`~<" and self.leaf(number, rest, column, len(self.lists)):
            if rest.startswith("~~~~"):
                # A doubled strike opens a code fence for the renderer; its words are history all the same.
                self.name_item(self.lists[-1][1], read_words(rest))
            return
        self.start_paragraph(number, rest)

    # What is open

    def enter(self, depth: int) -> None:
        """Ends what a new block of another kind ends."""
        self.flush()
        self.quoted = False
        self.close_to(depth)
        self.interrupt()

    def close_to(self, depth: int) -> None:
        """Closes the list items beyond a depth."""
        del self.lists[depth:]

    def interrupt(self) -> None:
        """Notes that something other than an item stands at this level."""
        self.apart.add(self.lists[-1][1] if self.lists else -1)

    def zone(self, until: Ends) -> None:
        """Opens a zone in which nothing is a fact."""
        self.until = until
        self.zone_column = self.lists[-1][0] if self.lists else 0

    def heading(self, number: int, level: int, title: str) -> None:
        """A heading; only one outside lists begins a section."""
        text = normal(title)
        if not self.lists:
            while self.headings and self.headings[-1][0] >= level:
                self.headings.pop()
            self.headings.append((level, text))
            self.section = tuple(title for _, title in self.headings)
            self.sections.add(self.section)
            self.root_place = hash(self.section)
        if text:
            self.prose.append((number, text))

    def setext(self, underline: str) -> None:
        """The open paragraph turns out to be a heading."""
        title = " ".join(self.paragraph)
        self.paragraph = []
        self.interrupt()
        self.heading(self.paragraph_line, 1 if underline[0] == "=" else 2, title)

    def start_paragraph(self, number: int, text: str) -> None:
        """Opens a paragraph in the innermost list item."""
        self.paragraph = [text]
        self.paragraph_line = number
        self.owner = self.lists[-1][1] if self.lists else -1

    # What is said

    def new_item(self, number: int) -> int:
        """Room for an item whose words are still to come."""
        parent = self.lists[-1][1] if self.lists else -1
        index = len(self.items)
        place = self.place_under(parent)
        apart = parent in self.apart
        self.apart.discard(parent)
        self.items.append(Item(number, _EMPTY, self.section, parent, place, apart=apart))
        return index

    def place_under(self, parent: int) -> int:
        """The place of what is nested under an item, or stands under the headings alone."""
        if parent < 0:
            return self.root_place
        item = self.items[parent]
        return hash((item.place, item.words.text))

    def flush(self) -> None:
        """Ends the open paragraph: the words of an item, a signed paragraph, or prose."""
        if not self.paragraph:
            return
        lines, self.paragraph = self.paragraph, []
        owner, number = self.owner, self.paragraph_line
        content = lines[0] if len(lines) == 1 else "\n".join(lines)
        words = read_words(content)
        if owner >= 0 and self.items[owner].words is _EMPTY:
            self.name_item(owner, words)
            if words.state == UNSIGNED:
                self.unsigned[owner] = (content, len(self.prose))
                self.add_prose(number, lines)
        elif owner in self.unsigned and words.state != UNSIGNED and words.state != PENDING:
            self.sign(owner, content)
        else:
            self.loose(number, words, lines)

    def name_item(self, index: int, words: Words) -> None:
        """Gives an item its words."""
        self.items[index] = self.items[index]._replace(words=words)

    def sign(self, owner: int, content: str) -> None:
        """A later paragraph of an item holds its provenance: both are one fact, and no prose."""
        before, start = self.unsigned.pop(owner)
        self.name_item(owner, read_words(f"{before}\n{content}"))
        count = before.count("\n") + 1
        self.prose[start : start + count] = [_NO_PROSE] * count

    def loose(self, number: int, words: Words, lines: list[str]) -> None:
        """A paragraph outside an item's first: a fact where somebody known signed it."""
        struck = words.is_fact and words.provenance is None
        signed = words.is_fact and not struck and self.is_known(words.names)
        if signed or struck or words.state == PENDING:
            index = self.new_item(number)
            self.items[index] = self.items[index]._replace(words=words, listed=False)
        else:
            self.interrupt()
            self.add_prose(number, lines)

    def add_prose(self, number: int, lines: list[str]) -> None:
        """Lines outside facts."""
        self.prose.extend((number + offset, normal(line)) for offset, line in enumerate(lines))
