"""Under which other names a file of a wiki is known, and what lies outside: names only, nothing is read."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cached_property
from typing import TYPE_CHECKING

from wiki_lint.front_matter import names
from wiki_schema.beyond import Beyond
from wiki_schema.paths import below, join
from wiki_schema.text import normal, path_key

if TYPE_CHECKING:
    from wiki_schema.standing.view import StoreView


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
        return next((folder for folder in roots if self.beyond.is_note(f"{folder}/{rest}")), None)

    @cached_property
    def _roots(self) -> tuple[str, ...]:
        """The store, the others, and the folders at the top of this one."""
        stores = (self.root, *(store.path for store in self.view.policy.stores))
        inside = (below(self.root, path) or "" for path in self.view.paths)
        tops = {path.partition("/")[0] for path in inside if "/" in path and path[0] != "."}
        return tuple(dict.fromkeys((*stores, *(join(self.root, top) or "" for top in sorted(tops)))))

    @cached_property
    def beyond(self) -> Beyond:
        """Every file of the repository."""
        return Beyond(self.view.policy, self.view.everything)

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


_MARKS = re.compile(r"[\W_]+")


def _letters(name: str) -> str:
    """A name without what is easily written otherwise: marks, blanks, case, ending."""
    stem = path_key(name).removesuffix(".md").casefold()
    return _MARKS.sub("", stem)
