"""One thing that a fact says: all of its words but one value, and the value."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain

from wiki_lint.facts.tokens import Token, meaningful
from wiki_schema.value import Value

NUMBER, DAY, TIME, NAME, NEGATION = "number", "day", "time", "name", "negation"
WEEKDAY, CODE, LEAVE = "weekday", "code", "leave"


class Frame(Value):
    """One thing that a fact says."""

    key: tuple[str, ...]
    """The sort of value, and the stems of all other words, in order."""
    value: str
    """What stands in the place of the value, as a message shows it; empty for a fact without negation."""
    same: str
    """The value as it is compared."""


def key_of(kind: str, *parts: Sequence[Token]) -> tuple[str, ...]:
    """The key of a frame: what stands before the value, and what stands behind it."""
    before, *behind = ([token.stem for token in meaningful(part)] for part in parts)
    return (kind, *before, "…", *chain.from_iterable(behind))
