"""Notes: which lines of a Markdown file are facts, and where each stands.

A line grammar of our own, because a change must know exact lines and read 25 MB a second; the block
rules are CommonMark's as far as they decide what a reader sees. Nothing is a fact inside front matter,
code, comments, HTML that hides, block quotes and headings.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

from wiki_schema.text import BOM, normal, split_lines
from wiki_schema.words import PENDING, UNSIGNED, Words, read_words


class Item(NamedTuple):
    """A list item of a note, or a paragraph that ends in a provenance."""

    line: int
    """Its first line, from 1."""
    words: Words
    section: tuple[str, ...]
    """The headings it stands under, outermost first."""
    parent: int = -1
    """The item it is nested in, as an index into `Note.items`; -1 at the top."""
    place: int = 0
    """Equal for items of one section under one parent, within one process."""
    listed: bool = True
    """False for a paragraph."""
    box: bool = False
    """Whether it is a task."""
    apart: bool = False
    """Whether something that is no item stands between it and its elder sibling."""


class Note(NamedTuple):
    """What a note holds."""

    items: tuple[Item, ...] = ()
    """In order; a parent before its children."""
    prose: tuple[tuple[int, str], ...] = ()
    """The lines outside facts, code, comments and quotes: number and normal text."""
    sections: frozenset[tuple[str, ...]] = frozenset({()})
    """Every heading path that stands in it, and the one above all headings."""

    def facts(self) -> list[Item]:
        """The facts, current and struck."""
        return [item for item in self.items if item.words.is_fact]

    def children_place(self, index: int) -> int:
        """The place of what is nested under an item."""
        item = self.items[index]
        return hash((item.place, item.words.text))


_MARKER = re.compile(r"([-*+]|\d{1,9}[.)])([ \t\u00a0\u202f\u3000]+|$)")
_FENCE = re.compile(r"(`{3,})[^`]*$|(~{3,})")
_HEADING = re.compile(r"(#{1,6})(?:[ \t]+(.*?))?(?:[ \t]+#+)?[ \t]*$")
_BOX = re.compile(r"\[[^\[\]]\][ \t]")
# Blocks that run to their closing tag and show nothing, or nothing as a list.
_RAW_HTML = re.compile(
    r"<(script|pre|style|textarea|template|noscript|title|iframe|svg|select|xmp|math)(?=[\s>]|$)", re.IGNORECASE
)
_HTML = re.compile(r"</?[a-zA-Z][a-zA-Z0-9-]*(?:[\s/>]|$)")
_HIDING = re.compile(r"<([a-zA-Z][\w-]*)\s[^>]*(?:\bhidden\b|display\s*:\s*none|visibility\s*:\s*hidden)", re.IGNORECASE)
# What may begin a block; any other first character is a paragraph.
_STARTERS = frozenset("#>`~<-*_=+0123456789")


def _nobody(_names: str) -> bool:
    return False


def parse_note(text: str, is_known: Callable[[str], bool] = _nobody) -> Note:
    """The items and the prose of a note.

    `is_known` says whether names in a provenance are somebody's: a paragraph is a fact only then, since
    prose may end in a dash, words and a date by chance.
    """
    parser = _Parser(is_known)
    parser.read(text.removeprefix(BOM))
    return Note(tuple(parser.items), tuple(parser.prose), frozenset(parser.sections))


class _Parser:
    """One pass over the lines, with the containers that are open at each."""

    def __init__(self, is_known: Callable[[str], bool]) -> None:
        self.is_known = is_known
        self.items: list[Item] = []
        self.prose: list[tuple[int, str]] = []
        self.lists: list[tuple[int, int]] = []  # content column and item of each open list item
        self.paragraph: list[str] = []
        self.paragraph_line = 0
        self.owner = -1  # the item the open paragraph stands in
        self.headings: list[tuple[int, str]] = []
        self.section: tuple[str, ...] = ()
        self.sections: set[tuple[str, ...]] = {()}
        self.root_place = hash(())
        self.unsigned: dict[int, tuple[str, int]] = {}  # items that a later paragraph may still sign
        self.apart: set[int] = set()  # parents after whose last child something else came
        self.until: Callable[[str], bool] | None = None  # ends the open zone; None outside zones
        self.zone_column = 0
        self.zone_ends_blank = False
        self.quoted = False  # whether a plain line would lazily continue a block quote

    def read(self, text: str) -> None:
        lines = split_lines(text)
        start = _after_front_matter(lines)
        for number, line in enumerate(lines[start:], start + 1):
            self.line(number, line)
        self.flush()

    def line(self, number: int, line: str) -> None:
        stripped = line.lstrip(" \t")
        if not stripped:
            self.flush()
            self.quoted = False
            if self.zone_ends_blank:
                self.until, self.zone_ends_blank = None, False
            return
        indent = len(line) - len(stripped)
        if indent and "\t" in line[:indent]:
            indent = len(line[:indent].expandtabs(4))
        if self.until is not None:
            if indent >= self.zone_column:
                if self.until(stripped):
                    self.until, self.zone_ends_blank = None, False
                return
            self.until, self.zone_ends_blank = None, False  # its container ended, and the zone with it
        depth = len(self.lists)
        while depth and indent < self.lists[depth - 1][0]:
            depth -= 1
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
        if first in "-=" and same_container and not self.quoted and _is_underline(stripped):
            self.setext(stripped)
            return True
        if first in "-*_" and _is_rule(stripped):
            self.flush()
            self.close_to(depth)
            self.interrupt()
            self.quoted = False
            return True
        if first in "-*+0123456789":
            marker = _MARKER.match(stripped)
            if marker is None or (same_container and not _may_interrupt(marker, stripped)):
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
            heading = _HEADING.match(stripped)
            if heading is None:
                return False
            self.enter(depth)
            self.heading(number, len(heading[1]), heading[2] or "")
        elif first == ">":
            self.enter(depth)
            self.quoted = True
        elif first in "`~":
            fence = _FENCE.match(stripped)
            if fence is None:
                return False
            self.enter(depth)
            self.zone(_fence_end(fence[1] or fence[2]))
        elif first == "<":
            ends = self.html(stripped)
            if ends is None:
                return False
            self.enter(depth)
            if not ends(stripped) or self.zone_ends_blank:
                self.zone(ends)
        else:
            return False
        return True

    def html(self, stripped: str) -> Callable[[str], bool] | None:
        """What ends the HTML block that a line begins, None where it begins none."""
        self.zone_ends_blank = False
        if stripped.startswith("<!--"):
            return lambda line: "-->" in line
        raw = _RAW_HTML.match(stripped) or _HIDING.match(stripped)
        if raw is not None:
            closing = f"</{raw[1].lower()}>"
            return lambda line: closing in line.lower()
        for opening, end in (("<![CDATA[", "]]>"), ("<?", "?>"), ("<!", ">")):
            if stripped.startswith(opening):
                return lambda line, end=end: end in line  # type: ignore[misc]
        if _HTML.match(stripped) is None or (self.paragraph and not _is_block_tag(stripped)):
            return None
        self.zone_ends_blank = True
        return lambda _line: False

    def open_items(self, number: int, stripped: str, indent: int, marker: re.Match[str]) -> None:
        """One list item, or several where an item begins with another (`- - text`)."""
        column = indent
        rest = stripped
        found: re.Match[str] | None = marker
        while found is not None:
            gap = len(found[2].expandtabs(4)) if "\t" in found[2] else len(found[2])
            index = self.new_item(number)
            code = gap >= 5
            column += len(found[1]) + (1 if code or not gap else gap)
            rest = rest[found.end() :]
            self.lists.append((column, index))
            if code or not rest:
                return
            found = _MARKER.match(rest) if rest[0] in "-*+0123456789" and not _is_rule(rest) else None
        box = _BOX.match(rest)
        if box is not None:
            index = self.lists[-1][1]
            self.items[index] = self.items[index]._replace(box=True)
            rest = rest[box.end() :].lstrip()
        if rest and rest[0] in "#>`~<" and self.leaf(number, rest, column, len(self.lists)):
            if rest.startswith("~~~~"):
                # A doubled strike opens a code fence for the renderer; its words are history all the same.
                self.name_item(self.lists[-1][1], number, read_words(rest))
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
        del self.lists[depth:]

    def interrupt(self) -> None:
        """Notes that something other than an item stands at this level."""
        self.apart.add(self.lists[-1][1] if self.lists else -1)

    def zone(self, until: Callable[[str], bool]) -> None:
        self.until = until
        self.zone_column = self.lists[-1][0] if self.lists else 0

    def heading(self, number: int, level: int, title: str) -> None:
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
        title = " ".join(self.paragraph)
        self.paragraph = []
        self.interrupt()
        self.heading(self.paragraph_line, 1 if underline[0] == "=" else 2, title)

    def start_paragraph(self, number: int, text: str) -> None:
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
            self.name_item(owner, number, words)
            if words.state == UNSIGNED:
                self.unsigned[owner] = (content, len(self.prose))
                self.add_prose(number, lines)
        elif owner in self.unsigned and words.state != UNSIGNED and words.state != PENDING:
            self.sign(owner, number, content)
        else:
            self.loose(number, words, lines)

    def name_item(self, index: int, number: int, words: Words) -> None:
        self.items[index] = self.items[index]._replace(words=words)

    def sign(self, owner: int, number: int, content: str) -> None:
        """A later paragraph of an item holds its provenance: both are one fact."""
        before, start = self.unsigned.pop(owner)
        words = read_words(f"{before}\n{content}")
        self.items[owner] = self.items[owner]._replace(words=words)
        count = before.count("\n") + 1
        del self.prose[start : start + count]
        self.unsigned = {k: (c, s - count if s > start else s) for k, (c, s) in self.unsigned.items()}

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
        self.prose.extend((number + offset, normal(line)) for offset, line in enumerate(lines))


_EMPTY = Words("", "", UNSIGNED)


def _after_front_matter(lines: list[str]) -> int:
    """The index of the first line behind the front matter, which stands only at the very start."""
    if lines and lines[0].rstrip() == "---":
        for index in range(1, len(lines)):
            if lines[index].rstrip() in ("---", "..."):
                return index + 1
    return 0


def _is_underline(stripped: str) -> bool:
    """A setext underline: `===` or `---` and nothing else."""
    return not stripped.rstrip(" \t").strip(stripped[0])


def _is_rule(stripped: str) -> bool:
    """A thematic break: three or more of one mark, blanks between allowed."""
    char = stripped[0]
    if stripped.strip(char + " \t"):
        return False
    return stripped.count(char) >= 3


def _may_interrupt(marker: re.Match[str], stripped: str) -> bool:
    """Whether a list item may end a paragraph: it has words, and a number must be 1."""
    return len(stripped) > marker.end() and (marker[1] in "-*+" or marker[1][:-1] == "1")


def _fence_end(opening: str) -> Callable[[str], bool]:
    """A closing fence: the same mark, at least as long, nothing behind it."""
    char, length = opening[0], len(opening)

    def ends(stripped: str) -> bool:
        mark = stripped.rstrip(" \t")
        return len(mark) >= length and not mark.strip(char)

    return ends


def _is_block_tag(stripped: str) -> bool:
    """Whether a tag ends a paragraph; inline tags do not."""
    name = stripped.lstrip("</").split(maxsplit=1)[0].rstrip("/>").split(">")[0].lower()
    return name in _BLOCK_TAGS


_BLOCK_TAGS = frozenset(
    "address article aside base basefont blockquote body caption center col colgroup dd details dialog dir div dl "
    "dt fieldset figcaption figure footer form frame frameset h1 h2 h3 h4 h5 h6 head header hr html iframe legend "
    "li link main menu menuitem nav noframes ol optgroup option p param search section summary table tbody td tfoot "
    "th thead title tr track ul".split()
)
