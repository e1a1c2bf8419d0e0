"""The part of a note in which two versions differ: what lies outside need not be read.

A heading at the margin closes everything that was open, so the note can be read from the last one both
versions share before their first difference, up to the first one they share behind their last.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache

from wiki_schema.markdown.commonmark import HEADING
from wiki_schema.note import Headings
from wiki_schema.text import normal, shared
from wiki_schema.value import Value


class Window(Value):
    """Which lines to read, counted from 0, and the headings that are open before them."""

    start: int
    stop_before: int
    stop_after: int
    headings: Headings = ()


def find_window(before: Sequence[str], after: Sequence[str], front: int) -> Window | None:
    """The window in which two versions differ; None where the whole must be read.

    `front` is the first line behind the front matter. Where anything may be open at a heading (code, HTML),
    or a line may be a heading by what stands under it, nothing is left out.
    """
    head = shared(before, after)
    tail = shared(before[head:][::-1], after[head:][::-1])
    if head < front or any(_unsafe(line) for line in before[front:]):
        return None
    if any(_unsafe(line) for line in after[head : len(after) - tail]):
        return None
    start = front
    headings: Headings = ()
    stack: Headings = ()
    for index in range(front, head):
        line = before[index]
        if line[:1] == "#":
            found = _heading(line)
            if found is not None:
                start, headings = index, stack
                stack = _opened(stack, found)
    rest = range(len(before) - tail, len(before))
    stop = next((i for i in rest if before[i][:1] == "#" and _heading(before[i])), len(before))
    if _headings(before[head : len(before) - tail]) != _headings(after[head : len(after) - tail]):
        stop = len(before)  # what stands below is in another section now
    return Window(start, stop, stop + len(after) - len(before), headings)


def _unsafe(line: str) -> bool:
    """Whether a line may open what a heading does not close, or make a heading of the line above."""
    return _opener().match(line) is not None


@cache
def _opener() -> re.Pattern[str]:
    return re.compile(r"[ \t]*(?:```|~~~|<|=+[ \t]*$|-+[ \t]*$)")


def _heading(line: str) -> tuple[int, str] | None:
    found = HEADING.match(line)
    return (len(found[1]), normal(found[2] or "")) if found else None


def _headings(lines: Sequence[str]) -> list[tuple[int, str] | None]:
    return [_heading(line) for line in lines if line.lstrip(" ")[:1] == "#"]


def _opened(stack: Headings, heading: tuple[int, str]) -> Headings:
    return (*(open for open in stack if open[0] < heading[0]), heading)
