"""Whether the last commit is still the one that was looked at: asked at every keystroke, so without git."""

from __future__ import annotations

import os

from wiki_hooks.plumbing.repository import Repository

_OWN = ("HEAD", "MERGE_HEAD")
_SHARED = ("packed-refs", os.path.join("reftable", "tables.list"))

Mark = tuple[tuple[int, int, int] | None, ...]


def head_mark(repository: Repository | None) -> Mark:
    """What differs as soon as HEAD leads to another commit: the stamps of the files that say where to."""
    if repository is None:
        return ()
    git_dir, common = repository.git_dir, repository.common_dir
    places = [os.path.join(git_dir, name) for name in _OWN]
    places += [os.path.join(common, name) for name in _SHARED]
    branch = _branch(places[0])
    if branch:
        places.append(os.path.join(common, *branch.split("/")))
    return tuple(map(_stamp, places))


def _branch(head: str) -> str:
    """The reference that HEAD names; empty where it names a commit."""
    try:
        with open(head, encoding="utf-8", errors="surrogateescape") as file:
            return file.readline().partition("ref: ")[2].strip()
    except OSError:
        return ""


def _stamp(path: str) -> tuple[int, int, int] | None:
    try:
        found = os.stat(path)
    except (OSError, ValueError):
        return None
    return found.st_mtime_ns, found.st_size, found.st_ino
