"""Fenced code: where its lines are, for rules that look at raw lines."""

from __future__ import annotations

import re
from collections.abc import Iterator

from wiki_schema.text import BOM, split_lines

_FENCE = re.compile(r" {0,3}(`{3,}|~{3,})")


def lines_outside_code(text: str) -> Iterator[tuple[int, str]]:
    """The lines of a text that stand in no fenced code: number and raw text."""
    fence = ""
    for number, line in enumerate(split_lines(text.removeprefix(BOM)), 1):
        match = _FENCE.match(line)
        if fence:
            mark = line.strip()
            if mark.startswith(fence) and not mark.strip(fence[0]):
                fence = ""
        elif match:
            fence = match[1]
        else:
            yield number, line
