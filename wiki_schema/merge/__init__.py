"""Merging what two sides made of one log, or of one index: nothing is lost, and nothing stands twice."""

from __future__ import annotations

from wiki_schema.value import Value


class Merged(Value):
    """What two sides make together."""

    text: str
    clashes: int = 0
    """How many places hold both versions between conflict markers, for a person to choose."""
