"""What Obsidian does not show as text: comments between `%%`, formulas between dollar signs."""

from __future__ import annotations

import re
from bisect import bisect_left
from functools import lru_cache

from wiki_lint.markdown import outline
from wiki_schema.text import BOM, split_lines

_CODE = r"(?<!`)`[^`\n]+`(?!`)"
# Code comes first: what stands in it marks nothing.
_MARKS = {"%%": re.compile(rf"{_CODE}|(%%)"), "$$": re.compile(rf"{_CODE}|(?<!\\)(\$\$)")}
# No blank inside the signs and no digit behind them, or two prices would make a formula.
_FORMULA = re.compile(rf"{_CODE}|(?<![\\$])(\$(?![\s$])[^$\n]*(?<![\s\\])\$(?![\d$]))")


def is_unseen(text: str, line: int, column: int) -> bool:
    """Whether a place, both from 1, lies in a comment or in a formula."""
    for mark in _MARKS:
        if mark in text:
            marks = _places(text, mark)
            before = bisect_left(marks, (line, column))
            if before % 2 and before < len(marks):
                return True
    row = split_lines(text.removeprefix(BOM))[line - 1] if "$" in text else ""
    spans = (match.span() for match in _FORMULA.finditer(row) if match[1])
    return any(start < column <= end for start, end in spans)


@lru_cache(16)
def _places(text: str, mark: str) -> tuple[tuple[int, int], ...]:
    """Where a mark stands in text that is read, line and column. In a diagram `%%` is its own."""
    rows = split_lines(text.removeprefix(BOM))
    return tuple(
        (line, match.start() + 1)
        for line in sorted(outline(text).texts)
        if line <= len(rows) and mark in rows[line - 1]
        for match in _MARKS[mark].finditer(rows[line - 1])
        if match[1]
    )
