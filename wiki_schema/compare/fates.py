"""What became of one fact: the kinds there are, and the fact before and after with the note it stands in."""

from __future__ import annotations

from wiki_schema.note import Item
from wiki_schema.value import Value

KEPT = "kept"
MOVED = "moved"
SUPERSEDED_NOW = "superseded"
WITHDRAWN_NOW = "withdrawn"
REDACTED = "redacted"
MISMARKED = "mismarked"
REWRITTEN = "rewritten"
DEDUPLICATED = "deduplicated"
ERASED = "erased"
ADDED = "added"


class Sited(Value):
    """An item and the note it stands in."""

    path: str
    position: int
    """Its index in `Note.items`."""
    item: Item

    @property
    def place(self) -> tuple[str, int]:
        """Note, heading path and parent, as one value."""
        return self.path, self.item.place


class Fate(Value):
    """What became of one fact. `before` is None for an added one, `after` for an erased one."""

    kind: str
    before: Sited | None
    after: Sited | None
    why: str = ""
    """How a mismarked fact is wrong, as the end of a sentence."""

    @property
    def was(self) -> Sited:
        """The fact as it stood; only for fates that have one."""
        assert self.before is not None
        return self.before

    @property
    def now(self) -> Sited:
        """The fact as it stands; only for fates that have one."""
        assert self.after is not None
        return self.after
