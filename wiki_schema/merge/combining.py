"""Both sides of a log on one page: new entries in order, and what they do not agree on, for a person."""

from __future__ import annotations

from collections.abc import Iterator
from operator import attrgetter

from wiki_schema.compare.redaction import is_redaction_of
from wiki_schema.merge.draft import Draft
from wiki_schema.merge.entries import Reading
from wiki_schema.merge.order import agree
from wiki_schema.merge.page import Line, Page, loosened, tight
from wiki_schema.merge.placing import new_sections
from wiki_schema.merge.sides import Side
from wiki_schema.merge.weaving import Weaver, without_known


def combine(base: Page, one: Side, other: Side, reading: Reading) -> Draft:
    """What two sides make of a base. An old line that only one of them changed, both show."""
    draft = Draft()
    agree(base.lines, one, other, reading)
    opened = {**dict(_loosened(one, other)), **one.opened, **other.opened}
    for place, new in enumerate(_woven(base, one, other, reading)):
        draft.settle(*([line for line in side.new[place] if line.is_preamble] for side in (one, other)))
        if place in opened:
            draft.open(opened[place])
        draft.add(new)
        draft.close()
        if place < len(base.lines):
            _settle_line(draft, base.lines[place], one.kept[place], other.kept[place])
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
    first, second = sorted((one, other), key=attrgetter("precedence"))
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
