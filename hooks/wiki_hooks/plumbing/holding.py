"""What git holds of files on disk: so that what git did is told from what a person wrote.

By the names that git gives to contents: no content is read.
"""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterator, Mapping
from functools import cached_property
from typing import TYPE_CHECKING

from wiki_schema import text
from wiki_schema.finding import CannotCheck

if TYPE_CHECKING:
    from wiki_hooks.plumbing.repository import Repository

_PLAIN = ("100644", "100755")
# AUTO_MERGE is what git made of both sides, conflicts and all; the others are what it took.
_SIDES = ("AUTO_MERGE", "MERGE_HEAD", "CHERRY_PICK_HEAD", "REVERT_HEAD~1", "REBASE_HEAD")
_MARKERS = (b"\n<<<<<<< ", b"\n>>>>>>> ")

# A command line holds at least two million bytes; a path at most four thousand.
_AT_ONCE = 400


class Holding:
    """What the last commit, the index and the store of objects hold of some paths."""

    def __init__(self, repository: Repository | None, paths: Collection[str]) -> None:
        """Git is asked only once something is. Without a repository nothing is held."""
        self._repository = repository
        self._paths = sorted(paths)

    def is_committed(self, path: str, content: bytes | None) -> bool:
        """Whether a file is as the last commit has it, line ends apart; None: whether it has none either."""
        committed = self._committed
        return committed is not None and self._is(content, committed.get(path))

    def is_staged(self, path: str, content: bytes | None) -> bool:
        """Whether the index holds a file just so, as it does after git wrote it, and after `git add`."""
        if self._repository is None or path in self._unmerged:
            return False
        return self._is(content, self._staged.get(path))

    def is_combined(self, path: str, content: bytes | None) -> bool:
        """Whether a merge, rebase, cherry-pick or revert that is going on made a file just so.

        What git says it made counts; where it is too old to say so, what either side has.
        """
        return any(self._is(content, tree.get(path)) for tree in self._combined)

    def is_conflict(self, path: str, content: bytes | None) -> bool:
        """Whether git left a file with both sides in it, for a person to resolve."""
        if self._repository is None or content is None or path not in self._unmerged:
            return False
        return all(mark in b"\n" + content for mark in _MARKERS)

    def knows(self, content: bytes | None) -> bool:
        """Whether git can bring a content back: it was committed, stashed or staged once."""
        if self._repository is None or content is None:
            return False
        names = ("".join(f"{_name(content, width)}\n" for width in (40, 64))).encode()
        answer = self._repository.git.run("cat-file", "--batch-check", feed=names)
        return b" blob " in answer

    def _is(self, content: bytes | None, name: str | None) -> bool:
        if content is None or name is None:
            return content is None and name is None
        if _name(content, len(name)) == name:
            return True
        return b"\r\n" in content and _name(content.replace(b"\r\n", b"\n"), len(name)) == name

    @cached_property
    def _committed(self) -> Mapping[str, str] | None:
        """The name of every plain file by its path; None before the first commit."""
        if self._repository is None:
            return None
        try:
            return self._files_of("HEAD")
        except CannotCheck:
            if self._repository.git.ask("rev-parse", "--quiet", "--verify", "HEAD") is not None:
                raise
            return None

    @cached_property
    def _combined(self) -> list[Mapping[str, str]]:
        """The files of every tree that an unfinished operation has to do with."""
        if self._repository is None:
            return []
        asked = (
            self._repository.git.ask("rev-parse", "--quiet", "--verify", f"{n}^{{tree}}") for n in _SIDES
        )
        trees = (decoded for oid in asked if oid is not None and (decoded := oid.strip()))
        return [self._files_of(tree) for tree in trees]

    def _files_of(self, tree: str) -> Mapping[str, str]:
        """The name of every plain file of a tree by its path."""
        found = {}
        for entry in self._listed("ls-tree", "-z", tree):
            about, _, path = entry.partition("\t")
            mode, _, name = about.split(" ")
            if mode in _PLAIN:
                found[path] = name
        return found

    @cached_property
    def _index(self) -> list[tuple[str, str, str]]:
        """Path, stage and name of every entry."""
        entries = []
        for entry in self._listed("ls-files", "--stage", "-z"):
            about, _, path = entry.partition("\t")
            _, name, stage = about.split(" ")
            entries.append((path, stage, name))
        return entries

    @cached_property
    def _staged(self) -> Mapping[str, str]:
        return {path: name for path, stage, name in self._index if stage == "0"}

    @cached_property
    def _unmerged(self) -> frozenset[str]:
        return frozenset(path for path, stage, _ in self._index if stage != "0")

    def _listed(self, *command: str) -> Iterator[str]:
        assert self._repository
        for start in range(0, len(self._paths), _AT_ONCE):
            listing = self._repository.git.run(*command, "--", *self._paths[start : start + _AT_ONCE])
            yield from text.decode(listing).split("\0")[:-1]


def _name(content: bytes, width: int) -> str:
    """The name that git gives to a content, of so many digits."""
    digest = hashlib.sha1 if width == 40 else hashlib.sha256
    return digest(b"blob %d\0" % len(content) + content, usedforsecurity=False).hexdigest()
