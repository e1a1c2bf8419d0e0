"""What a store's index lists before and after a change."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING

from wiki_schema.change import File, text_of

if TYPE_CHECKING:
    from wiki_schema.index import Listed
    from wiki_schema.places import Paths
    from wiki_schema.store_change import StoreChange


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

    @cached_property
    def elsewhere(self) -> list[Listed]:
        """In a merge: what the index of each other parent lists."""
        from wiki_schema.places import Paths

        trees = self.seen.change.others
        return [self._listed(tree.read, Paths(filter(self.seen.store.holds, tree.paths()))) for tree in trees]

    def _listed(self, read: Callable[[str], File | None], paths: Paths) -> Listed:
        from wiki_schema.index import listed

        return listed(
            self.seen.store.index_path, self.seen.store.path, lambda path: text_of(read(path)), paths
        )

    @cached_property
    def changed(self) -> bool:
        """Whether the index, or a nested one, changed."""
        return any(self.seen.store.is_index(path) for path in self.seen.files)
