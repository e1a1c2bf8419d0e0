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

Span = tuple[int, int]
"""The first and the last spot of a stretch. A spot is a line of the base, or the gap before one."""


def combine(base: Page, one: Side, other: Side, reading: Reading) -> Draft:
    """What two sides make of a base. An old line that only one of them changed, both show."""
    draft = Draft()
    opened = {**dict(_loosened(one, other)), **one.opened, **other.opened}
    new = _woven(base, one, other, reading)
    stretches = dict(_disordered(base.lines, one, other))
    spot = 0
    while spot <= 2 * len(base.lines):
        place, is_line = divmod(spot, 2)
        if spot in stretches:
            last = stretches[spot]
            draft.settle(list(_lines(one, spot, last)), list(_lines(other, spot, last)))
            spot = last
        elif is_line:
            _settle_line(draft, base.lines[place], one.kept[place], other.kept[place])
        else:
            draft.settle(*([line for line in side.new[place] if line.is_preamble] for side in (one, other)))
            if place in opened:
                draft.open(opened[place])
            draft.add(new[place])
            draft.close()
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
    first, second = sorted((one, other), key=lambda side: (-len(side.new_texts), side.new_texts))
    ours, theirs = (new_sections(base, side, reading) for side in (first, second))
    theirs = without_known(ours, theirs, reading.newest_first)
    weave = Weaver(reading.newest_first).weave
    return [
        [line for section in weave(*sections) for line in section.lines]
        for sections in zip(ours, theirs, strict=True)
    ]


def _settle_line(draft: Draft, was: Line, one: Line | None, other: Line | None) -> None:
    """What became of an old line. A secret that one side has cut out of it stays out."""
    if one and other:
        if other.text == was.text and is_redaction_of(was.text, one.text):
            other = one
        elif one.text == was.text and is_redaction_of(was.text, other.text):
            one = other
    draft.settle([one] if one else [], [other] if other else [], [was])


def _disordered(base: Sequence[Line], one: Side, other: Side) -> Iterator[Span]:
    """The stretches within which a side has put old lines into another order, apart from each other."""
    spans = sorted(span for side in (one, other) for span in _displaced(base, side))
    for at, (start, end) in enumerate(spans):
        if at and start <= spans[at - 1][1]:
            spans[at] = spans[at - 1][0], max(end, spans[at - 1][1])
    last = dict(spans)  # of those with one start the longest comes last
    yield from last.items()


def _displaced(base: Sequence[Line], side: Side) -> Iterator[Span]:
    for words in moved(side, base):
        gone = [2 * at + 1 for at, line in enumerate(base) if line.text == words and side.kept[at] is None]
        come = [2 * at for at, run in enumerate(side.new) if any(line.text == words for line in run)]
        yield min(*gone, *come), max(*gone, *come)


def _lines(side: Side, first: int, last: int) -> Iterator[Line]:
    """All that a side has on a stretch."""
    for spot in range(first, last + 1):
        place, is_line = divmod(spot, 2)
        if not is_line:
            yield from side.new[place]
        elif (kept := side.kept[place]) is not None:
            yield kept
