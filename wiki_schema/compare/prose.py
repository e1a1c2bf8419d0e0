"""What a note says outside its facts, and how much of that a change takes away."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from wiki_schema.text import shared
from wiki_schema.value import Value

Line = tuple[int, str]

_MOST_SEARCHED = 2_000


class ProseChange(Value):
    """The lines outside facts that one note lost and gained: number and normal text."""

    lost: tuple[Line, ...] = ()
    gained: tuple[Line, ...] = ()
    rendered: int = 0
    """How many lines of tables the note gained that memwiki renders: they stand for as many lost ones."""


def _left(lines: Iterable[Line], other: Iterable[Line]) -> list[Line]:
    """The lines of one side that the other does not have as often."""
    count = Counter(text for _, text in other)
    left = []
    for number, text in lines:
        if count[text] > 0:
            count[text] -= 1
        else:
            left.append((number, text))
    return left


def _without(lines: Iterable[Line], others: Iterable[Line]) -> tuple[Line, ...]:
    taken = frozenset(others)
    return tuple(line for line in lines if line not in taken)


def _rewrapped(left: Sequence[Line], other: Sequence[Line]) -> list[Line]:
    """What the other side says with other line breaks: re-wrapping loses no word, and adds none."""
    if not left or not other or len(left) > _MOST_SEARCHED:
        return []
    joined = f" {' '.join(text for _, text in other)} "
    return [line for line in left if f" {line[1]} " in joined]


def compare_prose(before: Sequence[Line], after: Sequence[Line]) -> ProseChange:
    """What was lost and gained between two sides of a note."""
    old, new = [text for _, text in before], [text for _, text in after]
    head = shared(old, new)
    tail = shared(old[head:][::-1], new[head:][::-1])
    before_rest, after_rest = before[head : len(old) - tail], after[head : len(new) - tail]
    lost, gained = _left(before_rest, after_rest), _left(after_rest, before_rest)
    went = _rewrapped(lost, gained)
    # A new title made of old words is new all the same: only lines that went can have come back.
    came = _rewrapped(gained, went)
    return ProseChange(_without(lost, went), _without(gained, came))


def moved_lines(lost: Sequence[Line], gained: Sequence[Line]) -> frozenset[Line]:
    """The lost lines that another note gained, however they are wrapped there."""
    went = _rewrapped(lost, gained)
    return frozenset(_rewrapped(went, _rewrapped(gained, went)))
