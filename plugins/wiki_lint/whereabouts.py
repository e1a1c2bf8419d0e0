"""Under which other names a file of a wiki is known, and what lies outside: names only, nothing is read."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import TYPE_CHECKING

from wiki_lint.front_matter import names
from wiki_schema.paths import below, folder_of, join
from wiki_schema.places import Paths
from wiki_schema.text import normal, path_key

if TYPE_CHECKING:
    from wiki_schema.store_view import StoreView


class Whereabouts:
    """The files that the links of a store may mean."""

    def __init__(self, view: StoreView) -> None:
        """Looks at nothing before it is asked."""
        self.view = view
        self.root = view.store.path

    @cached_property
    def aliases(self) -> frozenset[str]:
        """What notes, the index and the log call themselves in their front matter: title and aliases."""
        return frozenset(normal(name) for text in self._texts() for name in names(text))

    def _texts(self) -> Iterator[str]:
        """The notes, and whatever else of the store is Markdown."""
        for path in self.view.files:
            if (note := self.view.note_at.get(path)) is not None:
                yield note.text
            elif path.endswith(".md"):
                yield self.view.read(path) or ""

    def published_from(self, base: str, rest: str) -> str | None:
        """The folder in which lies what a link looks for in a folder that is not there."""
        if base in (".", "..") or self.view.paths.folder(f"/{base}", "", self.root) is not None:
            return None
        # A wiki in two languages has the same notes twice: `de/` is rather wiki-de than wiki-en.
        roots = sorted(self._roots, key=lambda folder: base not in folder)
        return next((folder for folder in roots if self._is_note(f"{folder}/{rest}")), None)

    @cached_property
    def _roots(self) -> tuple[str, ...]:
        """The store, the others, and the folders at the top of this one."""
        stores = (self.root, *(store.path for store in self.view.policy.stores))
        inside = (below(self.root, path) or "" for path in self.view.paths)
        tops = {path.partition("/")[0] for path in inside if "/" in path and path[0] != "."}
        return tuple(dict.fromkeys((*stores, *(join(self.root, top) or "" for top in sorted(tops)))))

    def _is_note(self, path: str) -> bool:
        path = path.lstrip("/")
        return path in self._whole or f"{path}.md" in self._whole

    def is_behind(self, source: str, target: str) -> bool:
        """Whether a target lies in a submodule, or behind a linked folder: nobody looks there."""
        for base in (folder_of(source), self.root):
            path = folder_of(join(base, target) or "")
            while path:
                if path in self._whole:
                    return True
                path = folder_of(path)
        return False

    def is_elsewhere(self, target: str) -> bool:
        """Whether a target lies in another store, by the name under which that one is published."""
        for store in self.view.policy.stores:
            rest = below(store.link_base, target.lstrip("/")) if store.link_base else None
            if rest and self._is_note(f"{store.path}/{rest}"):
                return True
        return False

    @cached_property
    def _whole(self) -> Paths:
        """Every file of the repository."""
        return Paths(self.view.everything)

    def in_repository(self, path: str) -> str | None:
        """The file or folder of the repository at a path, with or without `.md`; None where there is none."""
        for name in (path, f"{path}.md"):
            if name in self._whole:
                return name
        return path if self._whole.folder(path, "", "") is not None else None

    def like(self, *called: str) -> str | None:
        """The one file whose name has the same letters as the first of these that any has."""
        found = next((known for name in called if (known := self._by_letters.get(_letters(name)))), [])
        return found[0] if len(found) == 1 else None

    @cached_property
    def _by_letters(self) -> dict[str, list[str]]:
        known: dict[str, list[str]] = {}
        for path in self.view.paths:
            if letters := _letters(path.rpartition("/")[2]):
                known.setdefault(letters, []).append(path)
        return known


def _letters(name: str) -> str:
    """A name without what is easily written otherwise: marks, blanks, case, ending."""
    stem = path_key(name).removesuffix(".md").casefold()
    return "".join(char for char in stem if char.isalnum())
