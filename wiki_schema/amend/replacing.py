"""Where an item of a note stands, and the text with other lines in its place."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from wiki_schema.amend.lines import edit
from wiki_schema.amend.losses import Losses
from wiki_schema.amend.pieces import ITEM, Cut


class Spot:
    """A changed item of the newer version, and the old one that it was."""

    def __init__(self, old: Cut, new: Cut, was: int, now: int) -> None:
        self._old, self._new = old, new
        self._was, self._now = was, now
        self._span = new.layout.spans[now]
        self._line = self._span.pieces[0][0]
        self.prefix = new.layout.lines[self._line - 1][: self._span.start]
        """What stands before its words."""

    def own_rows(self) -> list[str]:
        """Its lines."""
        return [row for first, last in self._span.pieces for row in self._new.rows(first, last)]

    def old_rows(self) -> list[str]:
        """The lines of the old item, set like the new one."""
        piece = next(p for p in self._old.pieces if p.kind == ITEM and p.item == self._was)
        span = self._old.layout.spans[self._was]
        if self._old.layout.lines[piece.first - 1][: span.start] == self.prefix:
            return list(self._old.own(piece))
        return [self.prefix + self._old.layout.note.items[self._was].words.said]

    def claim_rows(self, claim: str) -> list[str]:
        """A pending line nested in it; behind a paragraph, which holds nothing, the next item."""
        if self._span.marker:
            return [f"{self._span.inner}- {claim}"]
        below = self._new.rows(self._span.words_end + 1, self._span.words_end + 1)
        return ["", f"{self._span.indent}- {claim}", *([""] if below and below[0].strip() else [])]

    def old_children(self, losses: Losses) -> list[int]:
        """What was nested in the old item and is in the new one."""
        twins = {losses.items.get(child) for child in self._old.layout.children(self._was)}
        return [child for child in self._new.layout.children(self._now) if child in twins]

    def replaced(self, rows: Sequence[str]) -> str:
        """The text with other lines in place of its own."""
        changed: dict[int, Sequence[str]] = dict.fromkeys(self._numbers(), ())
        return edit(self._new.text, {**changed, self._line: rows}, {})

    def superseded(self, struck: str, heir: Sequence[str], kids: Sequence[int]) -> str:
        """The text with a struck line above it; what was nested in the old item stays with that."""
        changed: dict[int, Sequence[str]] = dict.fromkeys(self._numbers(), ())
        kept: list[str] = []
        for kid in kids:
            first, last = self._new.layout.note.items[kid].line, self._new.layout.spans[kid].end
            kept += self._new.rows(first, last)
            changed.update(dict.fromkeys(range(first, last + 1), ()))
        between = [] if self._span.marker else [""]
        return edit(self._new.text, {**changed, self._line: (struck, *kept, *between, *heir)}, {})

    def _numbers(self) -> Iterator[int]:
        for first, last in self._span.pieces:
            yield from range(first, last + 1)
