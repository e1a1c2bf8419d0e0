"""What Obsidian does not show as text: comments between `%%`, formulas between dollar signs."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from functools import lru_cache

from wiki_lint.markdown import outline
from wiki_schema.text import BOM, split_lines
from wiki_schema.value import Value

_CODE = r"(?<!`)`[^`\n]+`(?!`)"
# Code comes first: what stands in it marks nothing.
_MARKS = {"%%": re.compile(rf"{_CODE}|(%%)"), "$$": re.compile(rf"{_CODE}|(?<!\\)(\$\$)")}
# No blank inside the signs and no digit behind them, or two prices would make a formula.
_FORMULA = re.compile(rf"{_CODE}|(?<![\\$])(\$(?![\s$])[^$\n]*(?<![\s\\])\$(?![\d$]))")

_Place = tuple[int, int]
"""Line and column, from 1."""


class _Hidden(Value):
    """What of a text is not shown."""

    marks: tuple[tuple[_Place, ...], ...]
    """Of each mark, where it stands: what lies behind an odd one is hidden, up to the next."""
    formulas: tuple[tuple[_Place, _Place], ...]
    """Where formulas within a line begin and end."""


def is_unseen(text: str, line: int, column: int) -> bool:
    """Whether a place, both from 1, lies in a comment or in a formula."""
    hidden, here = _hidden(text), (line, column)
    for marks in hidden.marks:
        before = bisect_left(marks, here)
        if before % 2 and before < len(marks):
            return True
    at = bisect_right(hidden.formulas, here, key=lambda span: span[0]) - 1
    return at >= 0 and here < hidden.formulas[at][1]


@lru_cache(16)
def _hidden(text: str) -> _Hidden:
    """Looked for once for all links of a text."""
    rows = split_lines(text.removeprefix(BOM)) if "%%" in text or "$" in text else []
    return _Hidden(
        tuple(_places(text, rows, mark) for mark in _MARKS if mark in text),
        tuple(
            ((line, match.start() + 1), (line, match.end() + 1))
            for line, row in enumerate(rows, 1)
            if "$" in row
            for match in _FORMULA.finditer(row)
            if match[1]
        ),
    )


def _places(text: str, rows: list[str], mark: str) -> tuple[_Place, ...]:
    """Where a mark stands in text that is read. In a diagram `%%` is its own."""
    return tuple(
        (line, match.start() + 1)
        for line in sorted(outline(text).texts)
        if line <= len(rows) and mark in rows[line - 1]
        for match in _MARKS[mark].finditer(rows[line - 1])
        if match[1]
    )
