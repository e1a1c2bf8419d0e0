"""What of a file is not read, where only its beginning is."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from wiki_schema.markdown.commonmark import HEADING
from wiki_schema.telling import quoted
from wiki_schema.text import encode, split_lines

if TYPE_CHECKING:
    from wiki_schema.standing.view import StoreView


def limits(view: StoreView, what: str) -> tuple[int, int]:
    """How many lines and bytes of a `note` or an `index` are read."""
    table = view.policy.lint["limits"]
    assert isinstance(table, Mapping)
    return int(table[f"{what}_lines"]), int(table[f"{what}_bytes"])


def falls_off(text: str, lines: int, size: int) -> int | None:
    """The first line, from 1, that is not read or not to its end; None where all of it is read."""
    # No character takes more than four bytes, so most files need not be encoded.
    is_short = len(text) * 4 <= size or len(encode(text)) <= size
    if is_short:
        rows = text.count("\n") + (not text.endswith("\n"))
        return lines + 1 if rows > lines else None
    first = encode(text)[:size].count(b"\n") + 1
    return min(first, lines + 1)


LOADER = "an agent that loads it as a session starts"
READER = "whoever reads only its beginning"


def told(text: str, fall: int, lines: int, size: int, who: str, more: str = "") -> str:
    """That a file is too large, and what falls off: the first heading from there on, else the line."""
    rows = split_lines(text)
    behind = [(number, row) for number, row in enumerate(rows[fall - 1 :], fall) if row.strip()]
    headings = [(number, row) for number, row in behind if HEADING.match(row)]
    number, row = next(iter(headings or behind), (fall, ""))
    limit = f"line {lines:,}" if fall == lines + 1 else f"{size:,} bytes"
    at = f" (line {number})" if number != fall else ""
    return f"It goes on past {limit}: {who} misses what follows, {quoted(row)}{at} first{more}."
