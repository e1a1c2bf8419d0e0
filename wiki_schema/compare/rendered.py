"""A list of the members that gives way to a table of them, which memwiki renders: no word of it is lost."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from wiki_schema.compare.prose import Line
    from wiki_schema.members import Roster

_WORD = re.compile(r"\w+")


def newly_rendered(old: str | None, new: str | None, lost: Sequence[Line], roster: Roster) -> int:
    """For how many lost lines of a note a new table of members stands: at most as many as it has rows.

    Anybody can write a table that looks rendered. So its rows must name members, and the lost lines must
    hold little else than their names; and nothing may have stood in the block, rendered or by hand.
    """
    if not lost or not new or "<!-- /memwiki:" not in new:
        return 0
    from wiki_schema.managed import read_blocks, rendered_rows  # in few notes is anything rendered

    filled = {block.name for block in read_blocks(old or "").blocks if block.stamp or block.is_by_hand}
    tables = [rows for name, rows in rendered_rows(new).items() if name not in filled]
    rows = [row for table in tables if _names_members(table, roster) for row in table]
    return min(len(rows), _listing(lost, roster)) if rows else 0


def _names_members(rows: Sequence[str], roster: Roster) -> bool:
    """Whether every row of a table, below its head, names a member."""
    body = [[cell.strip() for cell in row.strip("|").split("|")] for row in rows[2:]]
    return bool(body) and all(any(roster.find(cell) for cell in cells) for cells in body)


def _listing(lost: Sequence[Line], roster: Roster) -> int:
    """How many lines list members: a third of the words are of their names; the head of a table with them."""
    called = {word for member in roster.members for name in member.names for word in _words(name)}
    listing = [text for _, text in lost if _is_listing(_words(text), called)]
    is_table = any(text.startswith("|") for text in listing)
    heads = [text for _, text in lost if is_table and text.startswith("|") and text not in listing]
    return len(listing) + min(len(heads), 2)


def _is_listing(words: Sequence[str], called: set[str]) -> bool:
    return 0 < len(words) <= 3 * sum(word in called for word in words)


def _words(text: str) -> list[str]:
    return _WORD.findall(text.casefold())
