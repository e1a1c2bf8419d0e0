"""Copies that sync and merge tools left: no notes, and gone without a loss where the notes say the same."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wiki_schema.change import text_of

if TYPE_CHECKING:
    from wiki_schema.compare.store_change import StoreChange
    from wiki_schema.note import Note

ANYWHERE = None
"""The place of what may stand in any."""


def is_copy(path: str) -> bool:
    """Whether a file is no note but a copy of one, by its name."""
    from wiki_schema.litter import is_backup, is_conflict_copy  # few files are ever removed

    return is_conflict_copy(path) or is_backup(path)


def original_of(seen: StoreChange, path: str) -> Note | None:
    """The note that a removed copy was made of, as it stands after the change; None for what is no copy."""
    if not is_copy(path):
        return None
    from wiki_schema.litter import original_of as original_path

    return seen.parse(text_of(seen.read_after(original_path(path))))


def standing_after(seen: StoreChange, path: str) -> set[tuple[int | None, str]]:
    """What a note says afterwards, by place and identity; of a copy that is gone, what its original says."""
    note = seen.note_at.get(path)
    after = note.whole(1) if note else None
    if after is not None:
        return {(item.place, item.words.ident) for item in after.items}
    original = original_of(seen, path)
    return {(ANYWHERE, item.words.ident) for item in original.items} if original else set()
