"""What a note is called now that a log calls by an older name."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from wiki_lint.logged import Place
    from wiki_schema.standing.view import StoreView

_RENAMED = "renamed"


class Renamed:
    """The names that the notes of a store had. History is asked only about a note that is gone."""

    def __init__(self, view: StoreView) -> None:
        """Of a view with or without a history."""
        self._view = view

    def now(self, path: str) -> str:
        """The path of a note today, as far as is known; the same for one that stands, or is gone."""
        return path if path in self._view.note_at else self._names.get(path, path)

    def last_unnamed(self, entries: Sequence[tuple[int, Place]]) -> int:
        """Where the last entry stands that tells of a note renamed and not from what; -1 with a history."""
        if self._view.history is not None:
            return -1
        told = (at for at, place in entries if place.entry.verb == "UPDATE" and _RENAMED in place.entry.what)
        return max(told, default=-1)

    @cached_property
    def _names(self) -> dict[str, str]:
        names: dict[str, str] = {}
        for edit in self._view.history.edits if self._view.history else ():
            if edit.was and edit.was != edit.path and edit.path in self._view.note_at:
                names.setdefault(edit.was, edit.path)
        return names
