"""A change: before and after of every file of one commit, one tool call or one save."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from datetime import date
from types import MappingProxyType
from typing import Protocol

from wiki_schema.members import Evidence
from wiki_schema.value import Value

COMMIT = "commit"
TOOL = "tool"
SAVE = "save"

FILE = "file"
LINK = "link"
OTHER = "other"


class File(Value):
    """One side of one path."""

    text: str = ""
    """The content; of a symbolic link, its target."""
    mode: str = FILE
    """`file`, `link`, or `other` (a submodule or a folder stands there)."""


class Tree(Protocol):
    """One side of a change, read lazily: most checks never look beyond the changed files."""

    def read(self, path: str) -> File | None:
        """The file at a path, or None where there is none."""
        ...

    def paths(self) -> Collection[str]:
        """Every path of this side. May be slow, so it is asked only when names must be resolved."""
        ...


def folders_above(paths: Iterable[str]) -> frozenset[str]:
    """Every folder that some paths lie in, without the top itself: where one is, no file can be."""
    found: set[str] = set()
    for path in paths:
        folder = path.rpartition("/")[0]
        while folder and folder not in found:
            found.add(folder)
            folder = folder.rpartition("/")[0]
    return frozenset(found)


class EmptyTree:
    """The side before the first commit, or of a change whose other files are unknown."""

    def read(self, path: str) -> File | None:
        """Nothing stands anywhere."""
        return None

    def paths(self) -> Collection[str]:
        """No path at all."""
        return ()


class Snapshot:
    """A tree as it was when it was first asked: nothing is read or listed twice."""

    def __init__(self, tree: Tree) -> None:
        self._tree = tree
        self._files: dict[str, File | None] = {}
        self._paths: Collection[str] | None = None

    def read(self, path: str) -> File | None:
        """The file at a path."""
        try:
            return self._files[path]
        except KeyError:
            return self._files.setdefault(path, self._tree.read(path))

    def paths(self) -> Collection[str]:
        """Every path, in order of code points."""
        if self._paths is None:
            self._paths = tuple(sorted(self._tree.paths()))
        return self._paths


NOTHING: Mapping[str, str] = MappingProxyType({})


class Change(Value):
    """What a door hands over to be judged. Paths are relative to the folder of the policy."""

    files: Mapping[str, tuple[File | None, File | None]]
    """Before and after of every changed path that concerns a store or the policy."""
    evidence: Evidence
    """What the door knows about who is acting."""
    day: date
    """The day of the change, UTC."""
    before: Tree = EmptyTree()
    after: Tree = EmptyTree()
    """The rest of both sides. A tree may but need not know the changed files: `files` comes first."""
    step: str = COMMIT
    """`commit`, or a single step of one: `tool` (a tool call), `save`."""
    first: bool = False
    """Whether there is nothing before it at all: the first commit. Then only forms are judged."""
    others: tuple[Tree, ...] = ()
    """In a merge: the other parents. A merge is judged once against each parent."""
    base: Tree | None = None
    """In a merge: the merge base, where there is one."""
    moved_logs: Mapping[str, str] = NOTHING
    """Where history moved a store's log: its path after → its path before."""
    whole_writes: frozenset[str] = frozenset()
    """Paths that a tool wrote as a whole file instead of editing lines."""
    restore: Callable[[str], str] | None = None
    """Gives the command that brings an old file back; None where there is no such command."""


def brought(change: Change, path: str) -> bool:
    """In a merge: whether a file is as another parent made it out of what stood in the merge base.

    That another parent merely holds it decides nothing: it may never have seen what was done since.
    """
    now = change.files[path][1] if path in change.files else change.after.read(path)
    if change.base is None or change.base.read(path) == now:
        return False
    return any(tree.read(path) == now for tree in change.others)


def text_of(file: File | None) -> str | None:
    """The text of a plain file; None where there is none, or a link or folder stands in its place."""
    return file.text if file is not None and file.mode == FILE else None
