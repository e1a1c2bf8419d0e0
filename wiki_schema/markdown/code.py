"""Fenced code: where its lines are, for rules that look at raw lines."""

from __future__ import annotations

from collections.abc import Iterator

from wiki_schema.markdown.commonmark import FENCE, Ends, fence_end
from wiki_schema.text import BOM, split_lines


def lines_outside_code(text: str) -> Iterator[tuple[int, str]]:
    """The lines of a text that stand in no fenced code: number and raw text."""
    ends: Ends | None = None
    for number, line in enumerate(split_lines(text.removeprefix(BOM)), 1):
        stripped = line.lstrip(" \t")
        indent = len(line[: len(line) - len(stripped)].expandtabs(4))
        opening = FENCE.match(stripped) if indent < 4 else None
        if ends is not None:
            ends = None if ends(stripped, indent) else ends
        elif opening is not None:
            ends = fence_end(opening[1] or opening[2])
        else:
            yield number, line
