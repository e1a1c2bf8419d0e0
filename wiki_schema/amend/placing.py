"""A piece that does not fit where it stood: the nearest place in which the note reads as it should."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from wiki_schema.amend.lines import insert
from wiki_schema.amend.pieces import FRONT, HEADING, ITEM, Cut, Piece, cut
from wiki_schema.amend.reading import Reading, Section
from wiki_schema.note import Item

_MOST_NEIGHBOURS = 12
_DEEPEST = 6

# What may be open at the end of a note, and ends it.
_CLOSERS = ("-->", "?>", "]]>", ">", "</script>", "</style>", "</pre>", "</textarea>")


class Placer:
    """Finds places for pieces, one at a time, in a text that grows."""

    def __init__(self, reading: Reading) -> None:
        self._reading = reading
        self._old = reading.old

    def place(self, text: str, at: int, back: frozenset[int], loose: frozenset[int]) -> str | None:
        """The text with one more old piece in it, near to where it stood; None where it fits nowhere.

        `back` are the pieces that stand in it again; of those, `loose` are not where they stood.
        """
        for grown in self._near(text, at):
            if self._reading.is_right(grown, back | {at}, loose):
                return grown
        return None

    def place_loosely(self, text: str, at: int, back: frozenset[int], loose: frozenset[int]) -> str | None:
        """The text with a fact at its end, under headings like its own, whatever is open there."""
        item = self._item(at)
        if item is None or not item.words.said:
            return None
        words = item.words.said
        titles = [f"{'#' * min(n, _DEEPEST)} {title}" for n, title in enumerate(item.section, 1)]
        for closer in ("", *_closers(text)):
            rows = [*([closer] if closer else []), "", *(row for title in titles for row in (title, ""))]
            grown = insert(text, None, [*rows, f"- {words}"])
            if self._reading.is_right(grown, back | {at}, loose | {at}):
                return grown
        return None

    def _item(self, at: int) -> Item | None:
        return self._old.item(self._old.pieces[at])

    def _near(self, text: str, at: int) -> Iterator[str]:
        """The texts that hold the piece near to where it stood, the nearest first."""
        now = cut(text, self._old.lay_out)
        piece = self._old.pieces[at]
        front = now.pieces[0].last if now.pieces and now.pieces[0].kind == FRONT else 0
        seen = set()
        for line, indent in self._spots(now, at):
            after = max(line, front)
            if (after, indent) in seen:
                continue
            seen.add((after, indent))
            for rows in self._rows(piece, indent):
                for before, behind in ((0, 0), (1, 0), (0, 1), (1, 1)):
                    yield insert(text, after, ["", *rows][1 - before :] + [""] * behind)

    def _rows(self, piece: Piece, indent: str) -> Iterator[list[str]]:
        """The lines of a piece, at an indent: as they stand, or all on one line."""
        own = self._old.own(piece)
        if piece.kind != ITEM:
            yield list(own)
            return
        span = self._old.layout.spans[piece.item]
        yield _shifted(own, span.indent, indent)
        item = self._old.layout.note.items[piece.item]
        if item.words.said:
            yield [f"{indent}- {item.words.said}"]

    # Where to look

    def _spots(self, now: Cut, at: int) -> Iterator[tuple[int, str]]:
        """Lines behind which a piece may go, each with the indent that items have there."""
        piece = self._old.pieces[at]
        if piece.kind == ITEM:
            yield from self._beside_siblings(now, piece)
            yield from self._in_parent(now, piece)
            parent = self._old.layout.note.items[piece.item].parent
            if parent < 0 or not self._stands(now, parent):
                yield from self._in_section(now, self._reading.home(self._section_of(piece)))
        else:
            yield from ((line, "") for line in self._behind_elder(now, at))
            if piece.kind != HEADING:  # what it was the title of is not elsewhere
                yield from self._in_section(now, self._reading.home(piece.section))

    def _section_of(self, piece: Piece) -> Section:
        return self._old.layout.note.items[piece.item].section

    def _beside_siblings(self, now: Cut, piece: Piece) -> Iterator[tuple[int, str]]:
        parent = self._old.layout.note.items[piece.item].parent
        siblings = self._old.layout.children(parent)
        here = siblings.index(piece.item)
        for sibling in siblings[here - 1 :: -1][:_MOST_NEIGHBOURS] if here else ():
            for index in self._where(now, sibling):
                yield now.layout.spans[index].end, now.layout.spans[index].indent
                for other in (
                    i for i in now.layout.children(now.layout.note.items[index].parent) if i > index
                ):
                    yield now.layout.spans[other].end, now.layout.spans[index].indent
                    break
        for sibling in siblings[here + 1 :][:_MOST_NEIGHBOURS]:
            for index in self._where(now, sibling):
                yield now.layout.note.items[index].line - 1, now.layout.spans[index].indent

    def _in_parent(self, now: Cut, piece: Piece) -> Iterator[tuple[int, str]]:
        parent = self._old.layout.note.items[piece.item].parent
        for index in self._where(now, parent) if parent >= 0 else ():
            span = now.layout.spans[index]
            last = span.words_end if span.pieces else now.layout.note.items[index].line
            yield last, span.inner
            yield span.end, span.inner

    def _in_section(self, now: Cut, section: Section) -> Iterator[tuple[int, str]]:
        """The end of a section, behind each of its items, and right below its heading."""
        heads = [line for line, _ in now.layout.headings]
        starts = [line for line, its in now.layout.headings if its == section] if section else [0]
        for start in starts:
            stop = next((line for line in heads if line > start), len(now.layout.lines) + 1)
            inside = [piece for piece in now.pieces if start < piece.first < stop]
            yield (inside[-1].last if inside else max(start, 0)), ""
            for index in range(len(now.layout.spans) - 1, -1, -1):
                item = now.layout.note.items[index]
                if item.parent < 0 and start < item.line < stop:
                    yield now.layout.spans[index].end, ""
            title = next((p.last for p in now.pieces if p.first == start and p.kind == HEADING), start)
            yield title, ""

    def _behind_elder(self, now: Cut, at: int) -> Iterator[int]:
        """Behind the nearest piece that stood before it and stands."""
        standing: dict[tuple[str, ...], int] = {}
        for piece in now.pieces:
            standing.setdefault(now.own(piece), piece.last)
        for elder in self._old.pieces[max(0, at - _MOST_NEIGHBOURS) : at][::-1]:
            if (line := standing.get(self._old.own(elder))) is not None:
                yield line
        for younger in self._old.pieces[at + 1 : at + 1 + _MOST_NEIGHBOURS]:
            if (line := standing.get(self._old.own(younger))) is not None:
                yield line - len(self._old.own(younger))

    def _stands(self, now: Cut, index: int) -> bool:
        return bool(self._where(now, index))

    def _where(self, now: Cut, index: int) -> Sequence[int]:
        """Where an old item stands in a text now, by index."""
        twin = self._reading.losses.items.get(index)
        item = self._old.layout.note.items[index]
        said = item.words.said if twin is None else self._reading.new.layout.note.items[twin].words.said
        return [i for i, other in enumerate(now.layout.note.items) if said and other.words.said == said]


def _shifted(rows: Sequence[str], old: str, new: str) -> list[str]:
    """Lines at another indent. A line that stood further left than its item goes on lazily, as it is."""
    if old == new:
        return list(rows)
    width = len(old.expandtabs(4))
    shifted = []
    for number, row in enumerate(rows):
        inner = len(row) - len(row.lstrip(" \t"))
        stood = len(row[:inner].expandtabs(4))
        if stood < width and number:
            shifted.append(row)
        else:
            shifted.append(f"{new}{' ' * max(0, stood - width)}{row[inner:]}" if row.strip() else row)
    return shifted


def _closers(text: str) -> Iterable[str]:
    """Lines that may end what is open at the end of a text."""
    for mark in "`~":
        runs = re.findall(f"{mark}{{3,}}", text)
        if runs:
            yield max(runs, key=len)
    yield from _CLOSERS
    for name in dict.fromkeys(re.findall(r"<([a-zA-Z][\w-]*)", text)):
        yield f"</{name}>"
