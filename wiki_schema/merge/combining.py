"""Both sides of a log on one page: new entries in order, and what they do not agree on, for a person."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from wiki_schema.merge.draft import Draft
from wiki_schema.merge.entries import Reading
from wiki_schema.merge.page import Line, Page, loosened, tight
from wiki_schema.merge.placing import new_sections
from wiki_schema.merge.sides import Side, moved
from wiki_schema.merge.weaving import Weaver, without_known
from wiki_schema.redaction import is_redaction_of
from wiki_schema.value import Value


class _Stretch(Value):
    """What both sides have between two spots. A spot is a line of the base, or the gap before one."""

    first: int
    last: int
    ours: list[Line]
    theirs: list[Line]


def combine(base: Page, one: Side, other: Side, reading: Reading) -> Draft:
    """What two sides make of a base. An old line that only one of them changed, both show."""
    draft = Draft()
    opened = {**dict(_loosened(one, other)), **one.opened, **other.opened}
    stretches = {stretch.first: stretch for stretch in _disordered(base.lines, one, other)}
    new = _woven(base, one, other, reading)

    def add_new(place: int) -> None:
        draft.settle(*([line for line in side.new[place] if line.is_preamble] for side in (one, other)))
        if place in opened:
            draft.open(opened[place])
        draft.add(new[place])
        draft.close()

    spot = 0
    while spot <= 2 * len(base.lines):
        place, is_line = divmod(spot, 2)
        if is_line and spot not in stretches:
            _settle_line(draft, base.lines[place], one.kept[place], other.kept[place])
        if not is_line:
            add_new(place)
        if stretch := stretches.get(spot):
            draft.settle(stretch.ours, stretch.theirs)
            spot = stretch.last
            if spot % 2 == 0:
                add_new(spot // 2)
        spot += 1
    return draft


def _loosened(one: Side, other: Side) -> Iterator[tuple[int, tuple[str, ...]]]:
    """Takes out the blank lines over the first entries of both sides, and tells over what comes first."""
    for place, runs in enumerate(zip(one.new, other.new, strict=True)):
        entries = [[line for line in run if not line.is_preamble] for run in runs]
        if above := loosened(*entries):
            for run, lines in zip(runs, entries, strict=True):
                run[-len(lines) :] = tight(lines)
            yield place, above


def _woven(base: Page, one: Side, other: Side, reading: Reading) -> list[list[Line]]:
    """The new lines of both sides in every gap.

    One side is taken first, and not because it is ours: so the result is the same whoever merges whom.
    """
    first, second = sorted((one, other), key=_precedence)
    ours, theirs = (new_sections(base, side, reading) for side in (first, second))
    theirs = without_known(ours, theirs, reading.newest_first)
    weave = Weaver(reading.newest_first).weave
    return [
        [line for section in weave(*sections) for line in section.lines]
        for sections in zip(ours, theirs, strict=True)
    ]


def _precedence(side: Side) -> tuple[int, list[tuple[int, str]]]:
    """Which side is taken first: the one with more to say, else the one that says it earlier."""
    new = [(place, line.text) for place, run in enumerate(side.new) for line in run]
    return -len(new), new


def _settle_line(draft: Draft, was: Line, one: Line | None, other: Line | None) -> None:
    """What became of an old line. A secret that one side has cut out of it stays out."""
    if one and other:
        if other.text == was.text and is_redaction_of(was.text, one.text):
            other = one
        elif one.text == was.text and is_redaction_of(was.text, other.text):
            one = other
    draft.settle([one] if one else [], [other] if other else [], [was])


# Old lines in another order


def _disordered(base: Sequence[Line], one: Side, other: Side) -> Iterator[_Stretch]:
    """The stretches on which a side has put old lines into another order, apart from each other.

    What both sides have there is taken out of what they have put in.
    """
    words = moved(one, base) | moved(other, base)
    spans = sorted(span for side in (one, other) for span in _spans(base, side, words)) if words else []
    for at, (first, last) in enumerate(spans):
        if at and first <= spans[at - 1][1]:
            spans[at] = spans[at - 1][0], max(last, spans[at - 1][1])
    for first, last in dict(spans).items():  # of those that begin together the last is the longest
        yield _Stretch(first, last, *(list(_take(side, first, last, words)) for side in (one, other)))


def _spans(base: Sequence[Line], side: Side, words: set[str]) -> Iterator[tuple[int, int]]:
    """From where each of some lines was to where it is now."""
    for text in words & moved(side, base):
        gone = [2 * at + 1 for at, line in enumerate(base) if line.text == text and side.kept[at] is None]
        come = [2 * at for at, run in enumerate(side.new) if any(line.text == text for line in run)]
        yield min(*gone, *come), max(*gone, *come)


def _take(side: Side, first: int, last: int, words: set[str]) -> Iterator[Line]:
    """All that a side has on a stretch; at its ends no more than reaches to a line that was moved."""
    for spot in range(first, last + 1):
        place, is_line = divmod(spot, 2)
        if is_line:
            yield from filter(None, [side.kept[place]])
            continue
        run = side.new[place]
        strays = [at for at, line in enumerate(run) if line.text in words]
        start = min(strays, default=len(run)) if spot == first else 0
        stop = max(strays, default=-1) + 1 if spot == last else len(run)
        yield from run[start:stop]
        side.new[place] = run[:start] + run[max(start, stop) :]
