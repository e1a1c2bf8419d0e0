"""What an agent is told when its session starts: sections, the most urgent first, within a byte budget."""

from __future__ import annotations

from wiki_schema.value import Value


class Section(Value):
    """One part of it."""

    name: str
    """The id that `[prime] sections` may name, such as `claims`."""
    title: str
    """What its lines are, as the head of a list: `Claims that wait for an answer`."""
    lines: tuple[str, ...]
    """Each a statement on one line, the most important first. Words of notes in them are data."""
    priority: int
    """The lower, the longer it is kept where room is short."""
    unit: str = "lines"
    """What a line is one of, for saying how many were left out."""
