"""What a store's index lists before and after a change."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING

from wiki_schema.change import File, text_of
from wiki_schema.compare.prose import Line, ProseChange, compare_prose
from wiki_schema.text import normal

if TYPE_CHECKING:
    from wiki_schema.compare.store_change import StoreChange
    from wiki_schema.index import Listed
    from wiki_schema.places import Paths


class IndexChange:
    """The index of one store, and the nested ones it reaches."""

    def __init__(self, seen: StoreChange) -> None:
        """Nothing is read before it is asked for."""
        self.seen = seen

    @cached_property
    def after(self) -> Listed:
        """What the index lists after the change."""
        return self._listed(self.seen.read_after, self.seen.paths_after)

    @cached_property
    def before(self) -> Listed:
        """What the index listed before the change."""
        return self._listed(self.seen.read_before, self.seen.paths_before)

    def taken_out(self, path: str) -> bool:
        """In a merge: whether another parent had taken out a listing of the merge base."""
        base, others = self._elsewhere[:1], self._elsewhere[1:]
        return any(path in b.notes for b in base) and any(path not in other.notes for other in others)

    @cached_property
    def _elsewhere(self) -> list[Listed]:
        """In a merge: what the index of the base lists, then that of each other parent."""
        from wiki_schema.places import Paths

        change = self.seen.change
        trees = [change.base, *change.others] if change.base is not None else []
        store = self.seen.store
        return [
            self._listed(tree.read, Paths(filter(store.holds, tree.paths()), store.link_base))
            for tree in trees
        ]

    def _listed(self, read: Callable[[str], File | None], paths: Paths) -> Listed:
        from wiki_schema.index import listed

        return listed(
            self.seen.store.index_path, self.seen.store.path, lambda path: text_of(read(path)), paths
        )

    @cached_property
    def prose(self) -> dict[str, ProseChange]:
        """What each index that stands before and after lost and gained besides its listings.

        Nothing in a merge: its parents were asked.
        """
        if not self.changed or self.seen.change.others:
            return {}
        sides = {
            path: (text_of(old), text_of(new))
            for path, (old, new) in self.seen.files.items()
            if self.seen.store.is_index(path)
        }
        return {
            path: compare_prose(_prose(old), _prose(new))
            for path, (old, new) in sides.items()
            if old is not None and new is not None
        }

    @cached_property
    def changed(self) -> bool:
        """Whether the index, or a nested one, changed."""
        return any(self.seen.store.is_index(path) for path in self.seen.files)


def _prose(index: str) -> list[Line]:
    """The lines of an index that list nothing, nor go on with an item that does."""
    from wiki_schema.index import listings
    from wiki_schema.markdown.blocks import read_blocks

    listing = {found.line for found in listings(index)}
    prose: list[Line] = []
    for block in read_blocks(index):
        if block.is_item and any(piece.line in listing for piece in block.pieces):
            continue
        prose.extend((line, normal(words)) for line, _, words in block.pieces if line not in listing)
    return prose
