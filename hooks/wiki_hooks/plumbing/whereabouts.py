"""Where HEAD stands, and whether git did anything since: asked before every batch, so it costs no process."""

from __future__ import annotations

import os

from wiki_hooks.plumbing.repository import Repository
from wiki_schema.value import Value

# What git writes when it moves HEAD, a branch, or the index.
_OWN = ("HEAD", "ORIG_HEAD", "logs/HEAD", "index")
_SHARED = ("packed-refs", "logs/refs/stash", "reftable/tables.list")


class Trace(Value):
    """What git left when it last did something. Equal traces: it did nothing in between."""

    head: tuple[tuple[int, int, int], ...]
    """Of HEAD and what it may stand on."""
    index: tuple[int, int, int]  # type: ignore[assignment]  # git's name for it

    @property
    def when(self) -> float:
        """When git did it, in seconds since 1970."""
        return max(mtime for _, mtime, _ in (*self.head, self.index)) / 1e9


class Head(Value):
    """Where HEAD stands."""

    branch: str
    """The branch that is checked out; "" for none."""
    commit: str
    """The short name of the commit; "" before the first one."""


def trace(repository: Repository) -> Trace:
    """What git left when it last did something."""
    own = [_stamp(repository.git_dir, name) for name in _OWN]
    return Trace((*own[:-1], *(_stamp(repository.common_dir, name) for name in _SHARED)), own[-1])


def head(repository: Repository) -> Head:
    """Where HEAD stands. Two processes: to be asked only when something moved."""
    git = repository.git
    branch = git.ask("symbolic-ref", "--quiet", "--short", "HEAD")
    return Head(branch or "", git.ask("rev-parse", "--quiet", "--verify", "--short", "HEAD") or "")


def moved(old: Head, new: Head) -> str:
    """How HEAD moved, for a person; "" where it did not."""
    if old == new:
        return ""
    if old.branch != new.branch:
        return f"{old.branch or old.commit} → {new.branch or new.commit}"
    return f"{new.branch or 'HEAD'} {old.commit or 'nothing'} → {new.commit}"


def _stamp(folder: str, name: str) -> tuple[int, int, int]:
    try:
        status = os.stat(os.path.join(folder, name))
    except OSError:
        return (0, 0, 0)
    return status.st_size, status.st_mtime_ns, status.st_ino
