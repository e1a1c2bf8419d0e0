"""A side of a change that is another one with some files changed."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from wiki_schema.change import OTHER, File, Tree, folders_above


class Overlay:
    """What a side would hold if some files said something else."""

    def __init__(self, before: Tree, texts: Mapping[str, str | None]) -> None:
        """Whole texts by path; None for a file that would be gone."""
        self._before = before
        self._texts = texts
        self._folders = folders_above(path for path, text in texts.items() if text is not None)

    def read(self, path: str) -> File | None:
        """The file at a path."""
        if path in self._folders:
            return File(mode=OTHER)
        if path not in self._texts:
            return self._before.read(path)
        text = self._texts[path]
        return None if text is None else File(text)

    def paths(self) -> Collection[str]:
        """Every path."""
        kept = (path for path in self._before.paths() if path not in self._texts)
        return [*kept, *(path for path, text in self._texts.items() if text is not None)]
