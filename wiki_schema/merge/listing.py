"""Which lines of a merged index list the same thing twice, so that one of them may go with no word lost."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Sequence
from typing import TypeVar

from wiki_schema.markdown.commonmark import MARKER
from wiki_schema.merge.draft import Clash
from wiki_schema.merge.nodes import ITEM, Titles, agreed, nature
from wiki_schema.merge.page import Line, Page
from wiki_schema.value import Value

_BARE = re.compile(r"\[\[(?:[^\[\]|]*\|)?([^\[\]|]*)\]\]|\[([^\[\]]*)\](?:\([^()]*\)|\[[^\[\]]*\])?")

Piece = Line | Clash
_Key = TypeVar("_Key", bound=Hashable)


def words_of(line: Line) -> str:
    """What a line says, however it is spaced and whatever marks it as an item."""
    text = line.text.strip()
    marker = MARKER.match(text)
    return " ".join(text[marker.end() if marker else 0 :].split())


def title_of(line: Line) -> str | None:
    """The title of a listing that is nothing but a link; None where it says more."""
    bare = _BARE.fullmatch(words_of(line))
    return None if bare is None else (bare[1] or bare[2] or "")


class _Twice(Value):
    """Two lines that list the same, one of which may go."""

    stays: int
    goes: int
    becomes: Piece
    """What stands at the place of the one that stays."""


class Once:
    """Leaves each listing as often as the side has it that lists it oftener, as far as no words are lost.

    Of two lines that say the same, the first stays; of a bare link and a line that says more, the latter.
    """

    def __init__(self, titles: Titles, one: Page, other: Page) -> None:
        """`titles` are those of the base; the pages are what both sides made of it."""
        self._titles = titles
        self._most = _often(one, lambda line: line.targets) | _often(other, lambda line: line.targets)
        self._texts = _often(one, words_of) | _often(other, words_of)
        self._sides = [{line.text for line in page.lines} for page in (one, other)]

    def thin(self, pieces: Sequence[Piece]) -> list[Piece]:
        """The pieces without those that may go."""
        made = list(pieces)
        while twice := next(self._find(made), None):
            made = _without(made, twice)
        return made

    def _find(self, pieces: Sequence[Piece]) -> Iterator[_Twice]:
        places: dict[tuple[str, ...], list[int]] = {}
        for at, piece in enumerate(pieces):
            if isinstance(piece, Line) and piece.targets:
                places.setdefault(piece.targets, []).append(at)
        for targets, found in places.items():
            if len(found) > self._most[targets]:
                yield from self._among(pieces, found)

    def _among(self, pieces: Sequence[Piece], places: Sequence[int]) -> Iterator[_Twice]:
        lines = {at: piece for at in places if isinstance(piece := pieces[at], Line)}
        couples = [(a, b) for a in places for b in places if a < b]
        said = Counter(map(words_of, lines.values()))
        for by_side in (True, False):  # what both sides say alike goes before what one says twice itself
            for a, b in couples:
                words = words_of(lines[a])
                is_same = words == words_of(lines[b])
                if is_same and (said[words] > self._texts[words] if by_side else title_of(lines[a])):
                    yield from _movable(pieces, _Twice(a, b, lines[a]))
            if by_side:
                for a, b in couples:
                    yield from self._between_sides(pieces, a, b, lines[a], lines[b])

    def _between_sides(
        self, pieces: Sequence[Piece], a: int, b: int, one: Line, other: Line
    ) -> Iterator[_Twice]:
        """Two lines of which each comes from one side only."""
        owners = [[line.text in side for side in self._sides] for line in (one, other)]
        if sorted(owners) != [[False, True], [True, False]]:
            return
        first, second = agreed(one, other, self._titles)
        titles = title_of(one), title_of(other)
        if first.text == second.text:
            yield from _movable(pieces, _Twice(a, b, first._replace(above=one.above, below=one.below)))
        elif None not in titles:
            ours, theirs = (one, other) if owners[0][0] else (other, one)
            yield from _movable(pieces, _Twice(a, b, Clash([ours], [theirs])))
        elif titles[0] is not None and titles[0] == _leading_title(other):
            yield from _movable(pieces, _Twice(b, a, other))
        elif titles[1] is not None and titles[1] == _leading_title(one):
            yield from _movable(pieces, _Twice(a, b, one))


def _often(page: Page, key: Callable[[Line], _Key]) -> Counter[_Key]:
    return Counter(map(key, page.lines))


def _leading_title(line: Line) -> str | None:
    found = _BARE.match(words_of(line))
    return None if found is None else (found[1] or found[2] or "")


# What is nested in a line goes where it goes


def _below(pieces: Sequence[Piece], at: int, depth: int) -> int:
    """Behind the last piece that is nested in one."""
    stop = at + 1
    while stop < len(pieces):
        piece = pieces[stop]
        if not isinstance(piece, Line) or nature(piece.text)[1] <= depth:
            break
        stop += 1
    return stop


def _movable(pieces: Sequence[Piece], twice: _Twice) -> Iterator[_Twice]:
    """Two lines, if what is nested in the one that goes can be nested in the other."""
    goes, stays = pieces[twice.goes], pieces[twice.stays]
    if not isinstance(goes, Line) or not isinstance(stays, Line):
        return
    natures = nature(goes.text), nature(stays.text)
    stop = _below(pieces, twice.goes, natures[0][1])
    has_nested = natures[0][0] == ITEM and stop > twice.goes + 1
    if not has_nested or (natures[0] == natures[1] and not twice.goes < twice.stays < stop):
        yield twice


def _without(pieces: Sequence[Piece], twice: _Twice) -> list[Piece]:
    made: list[Piece | None] = list(pieces)
    goes = pieces[twice.goes]
    made[twice.stays], made[twice.goes] = twice.becomes, None
    if isinstance(goes, Line) and nature(goes.text)[0] == ITEM:
        stop = _below(pieces, twice.goes, nature(goes.text)[1])
        nested = made[twice.goes + 1 : stop]
        target = _below(pieces, twice.stays, nature(goes.text)[1])
        made[twice.goes + 1 : stop] = [None] * len(nested)
        made[target:target] = nested
    return [piece for piece in made if piece is not None]
