"""The setting that each commit holds, read again only where a commit touched a file it depends on."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from wiki_hooks.place.settings import reader
from wiki_hooks.place.surroundings import around
from wiki_hooks.plumbing.objects import Objects
from wiki_hooks.plumbing.raw import Entry
from wiki_hooks.plumbing.trees import CommitTree
from wiki_schema.change import folders_above
from wiki_schema.members.around import Author
from wiki_schema.policy import PolicyError
from wiki_schema.policy.setting import Setting, read_setting
from wiki_schema.text import visible
from wiki_schema.value import Value

if TYPE_CHECKING:
    import pluggy


class Side(Value):
    """What configures the stores at one commit."""

    setting: Setting | None = None
    fault: str = ""
    """Why the setting cannot be read, although there is one; or beside it, which members do not agree."""
    files: frozenset[str] = frozenset()
    """Every file that was asked for: as long as none of them changes, this stays true."""
    folders: tuple[str, ...] = ()
    """Every folder whose files were asked for, each with its slash: the same holds for what is in it."""
    authors: frozenset[Author] | None = None
    """Who had written commits by then, where that was asked for: then a new author changes it too."""

    def outlasts(self, paths: Iterable[str]) -> bool:
        """Whether it stays true although these files change."""
        changed = tuple(paths)
        touched = any(path in self.files or path.startswith(self.folders) for path in changed)
        # In the place of a file that is not there yet a folder may come to stand.
        return not touched and self.files.isdisjoint(folders_above(changed))


class Sides:
    """The sides of a walk through history."""

    def __init__(self, objects: Objects, manager: pluggy.PluginManager) -> None:
        self._objects = objects
        self._manager = manager
        self._known: dict[str, Side] = {"": Side()}

    def of(self, commit: str) -> Side:
        """The side of a commit; of "", the nothing before a first commit, the empty one."""
        if commit not in self._known:
            self._known[commit] = self._read(commit)
        return self._known[commit]

    def follow(self, commit: str, parent: str, entries: Iterable[Entry]) -> None:
        """Learns the side of a commit from its parent's and what changed between them."""
        side = self.of(parent)
        if not parent or commit in self._known or not side.outlasts(entry.path for entry in entries):
            return
        if side.authors is None or self._author(commit) in side.authors:
            self._known[commit] = side

    def _author(self, commit: str) -> Author:
        made = next(self._objects.commits([commit]))
        return Author(made.name, made.email)

    def _read(self, commit: str) -> Side:
        asked: set[str] = set()
        folders: list[str] = []
        faults: list[str] = []
        written: list[Author] | None = None
        tree = CommitTree(self._objects, commit)
        read, nearby = reader(tree), around(tree)

        def remember(path: str) -> str | None:
            asked.add(path)
            return read(path)

        def remember_folder(folder: str) -> Sequence[str]:
            folders.append(f"{folder}/")
            return nearby.files(folder)

        def remember_authors() -> Sequence[Author]:
            nonlocal written
            written = list(nearby.authors())
            return written

        nearby_too = nearby._replace(files=remember_folder, authors=remember_authors, refuse=faults.append)
        try:
            setting = read_setting(remember, self._manager, nearby_too)
        except PolicyError as error:
            setting = None
            faults.append(str(error))
        fault = visible(" ".join(faults), 500)
        by = None if written is None else frozenset(written)
        return Side(setting, fault, frozenset(asked), tuple(folders), by)
