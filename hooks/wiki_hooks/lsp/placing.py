"""Where in a text a finding is shown: on its line, and where its words are gone, where they were."""

from __future__ import annotations

from collections.abc import Sequence
from difflib import SequenceMatcher

from wiki_schema.finding import Finding
from wiki_schema.text import normal, shared
from wiki_schema.value import Value

_MOST_COMPARED = 1_500
_IN_PLACE = frozenset(["fact-rewritten", "fact-moved", "supersede-mismarked"])
"""Rules that lose words and name the line which stands in their place now."""


class Spot(Value):
    """Where a finding is shown."""

    line: int
    """In the new text, from 1; 0 for all of it."""
    is_gone: bool = False
    """Whether that is only where its words stood."""
    was: int = 0
    """The line of the lost words in the old text; 0 where they stand, or nobody knows."""


def spot_of(finding: Finding, old: Sequence[str], new: Sequence[str]) -> Spot:
    """The place of a finding, given the lines of its file in the last commit and now."""
    if not finding.lost or not finding.line:
        return Spot(finding.line, was=0)
    if finding.rule in _IN_PLACE:
        return Spot(finding.line, was=_line_with(old, finding.lost[0], finding.line))
    if _holds(old, finding.line, finding.lost[0]) and not _holds(new, finding.line, finding.lost[0]):
        return Spot(moved(finding.line, old, new), True, finding.line)
    return Spot(finding.line)


def _holds(lines: Sequence[str], number: int, words: str) -> bool:
    """Whether words begin in a line, whatever marker stands before them."""
    if not 1 <= number <= len(lines):
        return False
    line = normal(lines[number - 1])
    return line != "" and (words.startswith(line.partition(" ")[2] or line) or words in line or line in words)


def _line_with(lines: Sequence[str], words: str, near: int) -> int:
    """The line nearest to another in which words begin; 0 where none is near."""
    for away in range(50):
        for number in (near - away, near + away):
            if _holds(lines, number, words):
                return number
    return next((n for n in range(1, len(lines) + 1) if _holds(lines, n, words)), 0)


def moved(number: int, old: Sequence[str], new: Sequence[str]) -> int:
    """Where a line of the old text stands now, or stood: the line that is there in its stead."""
    head = shared(old, new)
    if number <= head:
        return number
    tail = shared(old[head:][::-1], new[head:][::-1])
    if number > len(old) - tail:
        return number + len(new) - len(old)
    before, after = old[head : len(old) - tail], new[head : len(new) - tail]
    at = number - 1 - head
    if len(before) + len(after) <= _MOST_COMPARED:
        for _, start, stop, begin, end in SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
            if start <= at < stop:
                return head + min(begin + at - start, max(end - 1, begin)) + 1
    return head + min(at, max(len(after) - 1, 0)) + 1


def carried(number: int, old: Sequence[str], new: Sequence[str]) -> int:
    """Where a line of the old text stands now, 0 where it is not known to stand anywhere."""
    head = shared(old, new)
    if number <= head:
        return number
    tail = shared(old[head:][::-1], new[head:][::-1])
    return number + len(new) - len(old) if number > len(old) - tail else 0
