"""A note cut into pieces: headings, items, lines of prose, and what shows no words of its own.

Pieces are what an old version of a note can give back to a newer one: each stands or falls as a whole.
"""

from __future__ import annotations

from collections.abc import Callable

from wiki_schema.amend.layout import Layout
from wiki_schema.markdown.commonmark import after_front_matter
from wiki_schema.note import Item
from wiki_schema.text import normal
from wiki_schema.value import Value

FRONT = "front matter"
HEADING = "heading"
ITEM = "item"
PROSE = "prose"
ZONE = "zone"
"""Code, comments, quotes, rules: lines in which nothing is a fact."""


class Piece(Value):
    """Some lines of a note that belong together. Lines count from 1."""

    kind: str
    first: int
    last: int
    item: int = -1
    """For an item: its index in the note. Of several on one line the innermost."""
    section: tuple[str, ...] = ()
    """The headings it stands under, itself among them."""


class Cut(Value):
    """A note in pieces."""

    text: str
    layout: Layout
    pieces: tuple[Piece, ...]
    """All lines that are not blank, in order."""
    lay_out: Callable[[str], Layout]
    """How the notes of its store are read."""

    def rows(self, first: int, last: int) -> tuple[str, ...]:
        """Lines from one to another, without their ends."""
        return self.layout.lines[first - 1 : last]

    def own(self, piece: Piece) -> tuple[str, ...]:
        """The lines of a piece."""
        return self.rows(piece.first, piece.last)

    def said(self, piece: Piece) -> str:
        """The lines of a piece as normal text."""
        return normal(" ".join(self.own(piece)))

    def blanks_before(self, at: int) -> int:
        """How many blank lines stand before a piece, given by its index."""
        return self.pieces[at].first - (self.pieces[at - 1].last if at else 0) - 1

    def item(self, piece: Piece) -> Item | None:
        """The item that a piece is; None for any other."""
        return self.layout.note.items[piece.item] if piece.item >= 0 else None


def cut(text: str, lay_out: Callable[[str], Layout]) -> Cut:
    """Cuts a note into pieces."""
    layout = lay_out(text)
    front = after_front_matter(list(layout.lines))
    owner = _owners(layout)
    titles = _titles(layout)
    prose = {number for number, _ in layout.note.prose}
    pieces: list[Piece] = []
    section: tuple[str, ...] = ()
    for number, line in enumerate(layout.lines, 1):
        if not line.strip(" \t") and number > front:
            continue
        section = titles[number][1] if number in titles else section
        if number <= front:
            piece = Piece(FRONT, number, number)
        elif number in titles:
            piece = Piece(HEADING, number, number, section=section)
        elif number in owner:
            piece = Piece(ITEM, number, number, owner[number], section)
        else:
            piece = Piece(PROSE if number in prose else ZONE, number, number, section=section)
        if pieces and (_is_one(pieces[-1], piece) or titles.get(number, (number,))[0] < number):
            pieces[-1] = pieces[-1]._replace(last=number)
        else:
            pieces.append(piece)
    return Cut(text, layout, tuple(pieces), lay_out)


def _owners(layout: Layout) -> dict[int, int]:
    """The item that each line of words, or of a bare marker, belongs to."""
    owner: dict[int, int] = {}
    for index, (item, span) in enumerate(zip(layout.note.items, layout.spans, strict=True)):
        owner[item.line] = index
        for first, last in span.pieces:
            owner.update(dict.fromkeys(range(first, last + 1), index))
    return owner


def _titles(layout: Layout) -> dict[int, tuple[int, tuple[str, ...]]]:
    """Of each line of a heading the first line of that heading, and the section it begins."""
    titles = {}
    for number, section in layout.headings:
        titles[number] = (number, section)
        line = number
        if not layout.lines[number - 1].lstrip(" ").startswith("#"):  # it ends in a line of = or -
            while layout.lines[line].strip(" \t").strip("=-"):
                line += 1
                titles[line] = (number, section)
            titles[line + 1] = (number, section)
    return titles


def _is_one(held: Piece, piece: Piece) -> bool:
    """Whether two lines, one after the other but for blank ones, are of one piece."""
    if held.kind != piece.kind or held.section != piece.section:
        return False
    # Code may hold blank lines, and nobody but the parser knows where it ends: zones stay together.
    return piece.kind in (FRONT, ZONE) or (piece.kind == ITEM and piece.item == held.item)
