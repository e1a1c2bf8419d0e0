"""The working tree of a repository as a side of a change."""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Sequence
from functools import cached_property

from wiki_hooks.plumbing.author import authors
from wiki_hooks.plumbing.repository import Repository
from wiki_schema import text
from wiki_schema.change import EmptyTree, Tree
from wiki_schema.disk.tree import WorkTree
from wiki_schema.members.around import Author


class Checkout(WorkTree):
    """The files on disk of a repository, which has a history."""

    def __init__(self, repository: Repository, list_paths: Callable[[], Collection[str]]) -> None:
        super().__init__(repository.top, list_paths)
        self.git = repository.git

    @cached_property
    def authors(self) -> Sequence[Author]:
        """Who wrote the commits up to HEAD, newest first; before a first commit nobody."""
        head = self.git.ask("rev-parse", "--verify", "--quiet", "HEAD")
        return authors(self.git, head) if head else ()


def disk(repository: Repository) -> Tree:
    """The working tree of a repository; a bare one has none."""
    if repository.bare:
        return EmptyTree()

    def list_paths() -> Collection[str]:
        known = repository.git.run("ls-files", "-z", "--cached", "--others", "--exclude-standard")
        paths = dict.fromkeys(text.decode(known).split("\0")[:-1])
        return [path for path in paths if os.path.lexists(os.path.join(repository.top, path))]

    return Checkout(repository, list_paths)
