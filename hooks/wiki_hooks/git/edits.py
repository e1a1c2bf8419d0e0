"""What commits changed below the stores, for the health pass: history, walked through once, when asked."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from datetime import UTC, date, datetime

from wiki_hooks.plumbing.process import Git
from wiki_hooks.plumbing.raw import kind
from wiki_hooks.plumbing.repository import Repository
from wiki_schema import text
from wiki_schema.policy import Policy
from wiki_schema.store_view import Edit, History

# Beyond so many files gone and new in one commit git pairs only those that are the same byte for byte.
_MOST_COMPARED = 200

_OPTIONS = (
    "--stdin", "--root", "-r", "-z", "--raw", "--no-abbrev", "--ignore-submodules=all", "-M50%",
    f"-l{_MOST_COMPARED}", "--format=%H%x00%at%x00%aN",
)  # fmt: skip


def history_of(repository: Repository | None, policy: Policy) -> History | None:
    """What gives every change of a file below the stores, newest first; None where not all is known.

    That is: without git, before the first commit, and in a shallow clone. Git runs when it is first asked.
    """
    if repository is None or os.path.exists(os.path.join(repository.common_dir, "shallow")):
        return None
    if repository.git.ask("rev-parse", "--verify", "--quiet", "HEAD^{commit}") is None:
        return None
    found: list[Edit] = []

    def give() -> Iterable[Edit]:
        if not found:
            found.extend(edits(repository.git, _places(policy)))
        return found

    return give


def _places(policy: Policy) -> list[str]:
    """The folders and files that belong to the stores; nothing where one of them is the top."""
    if any(not store.path for store in policy.stores):
        return []
    places = (path for store in policy.stores for path in (store.path, store.log_path))
    return list(dict.fromkeys(places))


def edits(git: Git, places: Iterable[str] = ()) -> Iterator[Edit]:
    """The changes that commits hold below some places, or all of them, newest first; no merges.

    A file that was renamed keeps its edits: each bears the newest name, and the one it had then. Raises
    `CannotCheck` where git fails.
    """
    # All commits: to leave out those that touch none of the places, git would compare every tree twice.
    commits = git.run("rev-list", "--no-merges", "--date-order", "HEAD", "--")
    if commits:
        yield from _read(git.run("diff-tree", *_OPTIONS, "--", *places, feed=commits))


def _read(data: bytes) -> Iterator[Edit]:
    newest: dict[str, str] = {}  # the last name of what once bore another
    fields = iter(data.split(b"\0"))
    commit, day, author = "", date.min, ""
    moved: dict[str, str] = {}
    for field in fields:
        head = field.lstrip(b"\n")
        if head.startswith(b":"):
            old_mode, new_mode, old, new, status = head[1:].decode("ascii").split(" ")
            before = after = text.decode(next(fields))
            if status[0] == "R":
                after = text.decode(next(fields))
                moved[before] = newest.get(after, after)
            if old != new or kind(old_mode) != kind(new_mode) or before != after:
                yield Edit(newest.get(after, after), day, commit, author, after)
        elif head:
            newest.update(moved)
            moved = {}
            commit, day, author = head.decode("ascii"), _day(next(fields)), text.decode(next(fields))


def _day(seconds: bytes) -> date:
    """The day of a time, UTC; one that no calendar holds is the first there is."""
    try:
        return datetime.fromtimestamp(int(seconds), UTC).date()
    except (ValueError, OverflowError, OSError):
        return date.min
