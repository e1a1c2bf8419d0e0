"""Notes: which lines of a Markdown file are facts, and where each stands.

A line grammar of our own, because a change must know exact lines and read fast; the block rules are
CommonMark's as far as they decide what a reader sees. Nothing is a fact inside front matter, code,
comments, HTML that hides, block quotes and headings.
"""

from __future__ import annotations

from collections.abc import Callable

from wiki_schema.markdown.commonmark import after_front_matter
from wiki_schema.text import BOM, shared, split_lines
from wiki_schema.value import Value
from wiki_schema.words import Words

Headings = tuple[tuple[int, str], ...]
"""The open headings, outermost first: level and title."""


class Item(Value):
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


class Note(Value):
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


def _nobody(_names: str) -> bool:
    return False


def parse_note(text: str, is_known: Callable[[str], bool] = _nobody) -> Note:
    """The items and the prose of a note.

    `is_known` says whether names in a provenance are somebody's: a paragraph is a fact only then, since
    prose may end in a dash, words and a date by chance.
    """
    from wiki_schema.note.parser import NoteParser

    parser = NoteParser(is_known)
    lines = _lines(text)
    parser.read(lines, after_front_matter(lines), len(lines))
    return parser.note()


def _lines(text: str) -> list[str]:
    """The lines of a note. Those that memwiki rendered are nobody's words."""
    lines = split_lines(text.removeprefix(BOM))
    if "<!-- /memwiki:" not in text:
        return lines
    from wiki_schema.managed import blanked  # in few notes is anything rendered

    return blanked(lines)


def parse_versions(
    old: str, new: str, is_known: Callable[[str], bool] = _nobody, whole: bool = True
) -> tuple[Note, Note, bool]:
    """Two versions of one note, and whether only the part around their differences was read.

    The lines both begin with are read once; unless the `whole` is wanted, what lies outside the sections
    that changed is not read at all, and then both notes hold the items and lines of those sections only.
    """
    from wiki_schema.markdown.window import Window, find_window
    from wiki_schema.note.parser import NoteParser

    before, after = _lines(old), _lines(new)
    front = after_front_matter(before)
    if front != after_front_matter(after):
        return parse_note(old, is_known), parse_note(new, is_known), False
    everything = Window(front, len(before), len(after))
    window = everything if whole else find_window(before, after, front) or everything
    if 2 * (window.stop_after - window.start) > len(after):
        window = everything  # whoever needs all of it then need not read it once more
    # The last common line is left out: what follows it may decide how it is read.
    common = max(window.start, shared(before, after) - 1)
    one = NoteParser(is_known, window.headings)
    one.read(before, window.start, common)
    other = one.fork()
    one.read(before, common, window.stop_before)
    other.read(after, common, window.stop_after)
    return one.note(), other.note(), window != everything
