"""Merging what two sides made of one log, or of one index: nothing is lost, and nothing stands twice."""

from __future__ import annotations

from wiki_schema.value import Value


class Merged(Value):
    """What two sides make together."""

    text: str
    either: tuple[tuple[tuple[str, ...], tuple[str, ...]], ...] = ()
    """The lines of ours and of theirs, at each place that holds both between conflict markers."""

    @property
    def clashes(self) -> int:
        """How many places a person must choose in."""
        return len(self.either)
