"""A merge being made: which parents it will have besides HEAD."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence

from wiki_hooks.plumbing.objects import Objects
from wiki_hooks.plumbing.process import Git
from wiki_hooks.plumbing.repository import Repository
from wiki_hooks.plumbing.trees import CommitTree
from wiki_schema.change import Tree

_GITHEAD = "GITHEAD_"


def other_parents(repository: Repository) -> list[str]:
    """The commits that are being merged into HEAD; several in an octopus.

    In a clean merge MERGE_HEAD is not there yet when git asks its hook: only variables name the others.
    """
    try:
        with open(os.path.join(repository.git_dir, "MERGE_HEAD"), encoding="ascii") as file:
            return file.read().split()
    except FileNotFoundError:
        return _announced(repository.environ)


def _announced(environ: Mapping[str, str]) -> list[str]:
    if not environ.get("GIT_REFLOG_ACTION", "").startswith(("merge", "pull")):
        return []
    oids = [name.removeprefix(_GITHEAD) for name in environ if name.startswith(_GITHEAD)]
    return sorted(oid for oid in oids if len(oid) in (40, 64) and not oid.strip("0123456789abcdef"))


def merge_base(git: Git, parents: Sequence[str]) -> str:
    """The commit that all parents last had in common; "" where their histories never met."""
    return (git.ask("merge-base", "--octopus", *parents) or "").split("\n")[0]


def base_tree(git: Git, objects: Objects, parents: Sequence[str]) -> Tree | None:
    """What the parents last had in common; None where their histories never met."""
    base = merge_base(git, parents)
    return CommitTree(objects, base) if base else None
