"""What a side made of the lines of a base: those it kept, those it edited or took out, those it put in."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from types import MappingProxyType

from wiki_schema.compare.redaction import is_redaction_of
from wiki_schema.merge.page import Line, Page, texts, tight
from wiki_schema.merge.pairing import Pair, pairs
from wiki_schema.value import Value

_ALIKE = 0.5  # share of the words that an edited line has in common with what it was
_NEAR = 8  # so many new lines are looked at for the one that stands in an old one's place
_MUCH = 2_000  # of so much of each

_Blanks = Mapping[int, tuple[str, ...]]
_NOTHING: _Blanks = MappingProxyType({})

_Look = Callable[[Sequence[Line], Sequence[Line]], Iterable[Pair]]


class Side:
    """One side of a merge, seen from the base. It is worked on until both are on one page."""

    def __init__(
        self,
        kept: Sequence[Line | None],
        new: Sequence[list[Line]],
        opened: _Blanks = _NOTHING,
    ) -> None:
        self.kept = list(kept)
        """What each line of the base is now: itself, another line, or None where it is gone."""
        self.new = list(new)
        """The lines put in before each line of the base, and behind its last."""
        self.opened = opened
        """The blank lines of some gaps, under which the first new line stands, be it of this side or not."""

    @property
    def new_texts(self) -> list[str]:
        """What the new lines say."""
        return [line.text for run in self.new for line in run]

    @property
    def precedence(self) -> tuple[int, list[tuple[int, str]]]:
        """By which one side comes first, whichever is ours: it has more to say, or says it earlier."""
        new = [(place, line.text) for place, run in enumerate(self.new) for line in run]
        return -len(new), new


class Aligning(Value):
    """How lines are known again."""

    key: Callable[[Line], Hashable]
    """What makes a line the same line, though it may say something else."""
    kin: Callable[[Line], Hashable] | None
    """What an edited line has in common with what it was; None where none is taken for an edited one."""
    begins: Callable[[str], bool]
    """Whether a line begins something that is best compared as a whole."""
    from_end: bool = False
    """Whether of equal lines the ones at the end are the old ones."""
    late: bool = False
    """Whether what is put in where lines went stands behind those lines."""

    def pairs(self, one: Sequence[Line], other: Sequence[Line]) -> list[Pair]:
        """The lines of one row that are those of another."""
        return pairs(*([self.key(line) for line in lines] for lines in (one, other)), from_end=self.from_end)


def compare(base: Page, page: Page, how: Aligning) -> Side:
    """What a side made of a page."""
    side, opened = align(base.lines, page.lines, how), {}
    for place, run in enumerate(side.new):
        if run and run[0].is_loose and run[0].above == base.blanks(place):
            opened[place] = run[0].above
            run[:] = tight(run)
    side.opened = opened
    return side


def align(base: Sequence[Line], lines: Sequence[Line], how: Aligning) -> Side:
    """What a side made of some lines."""
    whole = _wholes(base, lines, how)
    same = [*whole, *_between(whole, base, lines, how.pairs)]
    found = [*same, *_between(same, base, lines, _successors(base, lines, same, how))]
    places = [-1] * len(base)
    for i, j in found:
        places[i] = j
    kept = [lines[place] if place >= 0 else None for place in places]
    return Side(kept, _new(places, lines, how.late))


def _successors(base: Sequence[Line], lines: Sequence[Line], same: list[Pair], how: Aligning) -> _Look:
    """Finds the lines that stand in the place of one that is gone, and say much the same.

    What stands only elsewhere is not gone, and what stood elsewhere stands in no other line's place.
    """
    kept, old = {i for i, _ in same}, {j for _, j in same}
    gone = {line.text for at, line in enumerate(base) if at not in kept}
    strays = gone.intersection(line.text for at, line in enumerate(lines) if at not in old)

    def is_it(old: Line, new: Line) -> bool:
        if how.kin is None or how.kin(old) != how.kin(new) or not strays.isdisjoint((old.text, new.text)):
            return False
        return is_alike(old.text, new.text)

    def look(old: Sequence[Line], new: Sequence[Line]) -> Iterator[Pair]:
        start = 0
        for i, line in enumerate(old):
            near = new[start : start + _NEAR]
            place = next((at for at, other in enumerate(near) if is_it(line, other)), -1)
            if place >= 0:
                yield i, start + place
                start += place + 1

    return look


def _wholes(base: Sequence[Line], lines: Sequence[Line], how: Aligning) -> list[Pair]:
    """The lines of what is there as a whole: a line of a body may stand in many bodies."""
    one, other = parts(base, how.begins), parts(lines, how.begins)
    keys = [[tuple(texts(part)) for _, part in row] for row in (one, other)]
    return [
        (one[i][0] + at, other[j][0] + at)
        for i, j in pairs(*keys, from_end=how.from_end)
        for at in range(len(one[i][1]))
    ]


def parts(lines: Sequence[Line], begins: Callable[[str], bool]) -> list[tuple[int, Sequence[Line]]]:
    """What is compared as a whole: where each begins, and its lines."""
    starts = [at for at, line in enumerate(lines) if at == 0 or begins(line.text)]
    return [(start, lines[start:stop]) for start, stop in pairwise([*starts, len(lines)])]


def _between(found: list[Pair], base: Sequence[Line], lines: Sequence[Line], look: _Look) -> Iterator[Pair]:
    """The pairs that are found by looking between those that were found already."""
    i = j = 0
    for a, b in (*sorted(found), (len(base), len(lines))):
        if i < a and j < b:
            yield from ((i + x, j + y) for x, y in look(base[i:a], lines[j:b]))
        i, j = a + 1, b + 1


def is_alike(old: str, new: str) -> bool:
    """Whether a line may be another one, edited."""
    if is_redaction_of(old, new) or new.startswith(old) or old.rstrip() == new.rstrip():
        return True
    one, other = (
        {word for word in line[:_MUCH].split() if any(map(str.isalnum, word))} for line in (old, new)
    )
    return len(one & other) >= _ALIKE * max(len(one), len(other), 1)


def _new(places: Sequence[int], lines: Sequence[Line], late: bool) -> list[list[Line]]:
    """The runs of lines that are new, by the line of the base that they stand before."""
    old = {place: at for at, place in enumerate(places) if place >= 0}
    runs: list[list[Line]] = [[] for _ in range(len(places) + 1)]
    at = 0
    for place, line in enumerate(lines):
        if place in old:
            at = old[place] + 1
            continue
        while late and at < len(places) and places[at] < 0:
            at += 1
        runs[at].append(line)
    return runs


def is_whole(side: Side, base: Sequence[Line]) -> bool:
    """Whether a side kept every line of the base as it was."""
    return texts(base) == [line and line.text for line in side.kept]
