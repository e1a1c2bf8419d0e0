"""Whether somebody stands behind a list item: the one judgement, of a change and of a store as it stands."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wiki_schema.words import UNSIGNED

if TYPE_CHECKING:
    from wiki_schema.members import Roster
    from wiki_schema.note import Item


def is_unattributed(item: Item, roster: Roster) -> bool:
    """Whether an item is meant to be a fact and has no provenance.

    Every list item is, one that only heads others too; a task is not, nor a provenance made a bullet,
    which asserts nothing.
    """
    words = item.words
    return words.state == UNSIGNED and item.listed and not item.box and not is_bare_provenance(item, roster)


def is_bare_provenance(item: Item, roster: Roster) -> bool:
    """Whether an item holds nothing but a member's name and a day: a provenance made a bullet."""
    name, comma, day = item.words.said.rpartition(", ")
    return bool(comma) and len(day) == 10 and roster.find(name.lstrip("—– -")) is not None
