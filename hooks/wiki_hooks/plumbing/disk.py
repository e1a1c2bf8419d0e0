"""The working tree of a repository as a side of a change."""

from __future__ import annotations

import os
from collections.abc import Collection

from wiki_hooks.plumbing.repository import Repository
from wiki_schema import text
from wiki_schema.change import EmptyTree, Tree
from wiki_schema.disk.tree import WorkTree


def disk(repository: Repository) -> Tree:
    """The working tree of a repository; a bare one has none."""
    if repository.bare:
        return EmptyTree()

    def list_paths() -> Collection[str]:
        known = repository.git.run("ls-files", "-z", "--cached", "--others", "--exclude-standard")
        paths = dict.fromkeys(text.decode(known).split("\0")[:-1])
        return [path for path in paths if os.path.lexists(os.path.join(repository.top, path))]

    return WorkTree(repository.top, list_paths)
