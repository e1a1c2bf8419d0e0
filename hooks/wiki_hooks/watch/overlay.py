"""A wiki as it will be once some files are written."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from wiki_schema.change import File, Tree


class Overlay:
    """A tree with some files put over it."""

    def __init__(self, tree: Tree, files: Mapping[str, str | None]) -> None:
        self._tree = tree
        self._files = files

    def read(self, path: str) -> File | None:
        """The file at a path."""
        if path not in self._files:
            return self._tree.read(path)
        text = self._files[path]
        return None if text is None else File(text)

    def paths(self) -> Collection[str]:
        """Every path."""
        return {*self._tree.paths(), *self._files}
