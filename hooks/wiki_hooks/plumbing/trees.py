"""The sides of a change that git holds: a commit, the index. Each reads only what it is asked for."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import cached_property

from wiki_hooks.plumbing.author import authors
from wiki_hooks.plumbing.objects import Node, Objects
from wiki_hooks.plumbing.process import Git
from wiki_hooks.plumbing.raw import ABSENT, Entry, kind
from wiki_schema.change import FILE, LINK, OTHER, File, Tree, folders_above
from wiki_schema.members.around import Author

_FOLDER = "40000"


class CommitTree:
    """What a commit holds, by its object name or as `HEAD`."""

    def __init__(self, objects: Objects, commit: str) -> None:
        self._objects = objects
        self._commit = commit
        self._root = f"{commit}^{{tree}}"

    @property
    def git(self) -> Git:
        """Git, run in the repository that holds the commit."""
        return self._objects.git

    @cached_property
    def authors(self) -> Sequence[Author]:
        """Who wrote the commits up to this one, newest first."""
        return authors(self.git, self._commit)

    def read(self, path: str) -> File | None:
        """The file at a path. A path that leads through a link or a submodule leads nowhere."""
        name = self._root
        *folders, last = path.split("/")
        for folder in folders:
            node = self._objects.tree(name).get(folder)
            if node is None or node.mode != _FOLDER:
                return None
            name = node.oid
        node = self._objects.tree(name).get(last)
        return None if node is None else side(self._objects, node.mode, node.oid)

    def paths(self) -> Collection[str]:
        """Every path."""
        return list(self._below(self._root, ""))

    def _below(self, name: str, prefix: str) -> Iterator[str]:
        for child, node in self._objects.tree(name).items():
            if node.mode == _FOLDER:
                yield from self._below(node.oid, f"{prefix}{child}/")
            else:
                yield prefix + child


class ChangedTree:
    """The side before, with some paths changed: the index is HEAD with what is staged."""

    def __init__(self, before: Tree, entries: Iterable[Entry], objects: Objects) -> None:
        self.before = before
        self._objects = objects
        self._changed = {entry.path: Node(entry.new_mode, entry.new) for entry in entries}

    def read(self, path: str) -> File | None:
        """The file at a path. One in a folder that is new makes the folder, the last that goes unmakes it."""
        node = self._changed.get(path)
        if path in self._folders and (node is None or node.mode == ABSENT):
            return File(mode=OTHER)
        if node is not None:
            return side(self._objects, node.mode, node.oid)
        file = self.before.read(path)
        return None if file == File(mode=OTHER) and self._is_emptied(path) else file

    @cached_property
    def _folders(self) -> frozenset[str]:
        return folders_above(path for path, node in self._changed.items() if node.mode != ABSENT)

    def _is_emptied(self, folder: str) -> bool:
        """Whether something goes out of a folder, and nothing stays in it."""
        start = f"{folder}/"
        gone = any(path.startswith(start) for path in self._changed)
        return gone and not any(path.startswith(start) for path in self.paths())

    def paths(self) -> Collection[str]:
        """Every path."""
        kept = {path for path in self.before.paths() if path not in self._changed}
        return kept | {path for path, node in self._changed.items() if node.mode != ABSENT}


def side(objects: Objects, mode: str, oid: str) -> File | None:
    """One side of a path from its mode and object name."""
    what = kind(mode)
    if what in (FILE, LINK):
        return File(objects.text(oid), what)
    return File(mode=what) if what else None
