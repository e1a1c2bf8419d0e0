"""What commits changed below the stores, for the health pass: history, walked through once, when asked."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, date, datetime
from functools import partial
from itertools import islice

from wiki_hooks.git.remembered import Remembered
from wiki_hooks.plumbing.objects import Objects
from wiki_hooks.plumbing.process import Git
from wiki_hooks.plumbing.raw import kind
from wiki_hooks.plumbing.repository import Repository
from wiki_schema import text
from wiki_schema.policy import Policy
from wiki_schema.standing.view import Edit, History
from wiki_schema.value import Value

# Beyond so many files gone and new in one commit git pairs only those that are the same byte for byte.
_MOST_COMPARED = 200

_COMMITS = ("--no-merges", "--date-order", "--encoding=UTF-8", "--format=%H%x00%at%x00%aN", "HEAD", "--")
_CHANGES = (
    "--stdin", "--root", "-r", "-z", "--raw", "--no-abbrev", "--ignore-submodules=all", "-M50%",
    f"-l{_MOST_COMPARED}", "--format=%H", "--",
)  # fmt: skip


class _Commit(Value):
    oid: str
    day: date
    author: str


def history_of(repository: Repository | None, policy: Policy, state: str = "") -> History | None:
    """What gives every change of a file below the stores; None where not all is known.

    That is: without git, before the first commit, and in a shallow clone. Git runs when it is first asked.
    `state` is the folder in which what was learnt is kept for the next time; empty: nothing is written.
    """
    if repository is None or os.path.exists(os.path.join(repository.common_dir, "shallow")):
        return None
    git = repository.git
    if git.ask("rev-parse", "--verify", "--quiet", "HEAD^{commit}") is None:
        return None
    return History(partial(edits, git, _places(policy), state), partial(_texts, git))


def _places(policy: Policy) -> list[str]:
    """The folders and files that belong to the stores; nothing where one of them is the top."""
    if any(not store.path for store in policy.stores):
        return []
    places = (path for store in policy.stores for path in (store.path, store.log_path))
    return list(dict.fromkeys(places))


def edits(git: Git, places: Sequence[str] = (), state: str = "") -> Iterator[Edit]:
    """The changes that commits hold below some places, or all of them, newest first; no merges.

    A file that was renamed keeps its edits: each bears the newest name, and the one it had then. Raises
    `CannotCheck` where git fails.
    """
    commits = list(_commits(git))
    changes = _changes(git, [commit.oid for commit in commits], places, state)
    newest: dict[str, str] = {}  # the last name of what once bore another
    for commit in commits:
        moved: dict[str, str] = {}
        fields = iter(changes.get(commit.oid, b"").split(b"\0")[:-1])
        for field in fields:
            edit, before = _edit(field, fields, commit, newest)
            if before != edit.was:
                moved[before] = edit.path
            old, new = edit.blobs
            if old != new or not old:  # else only its bits changed
                yield edit
        newest.update(moved)


def _edit(field: bytes, fields: Iterator[bytes], commit: _Commit, newest: dict[str, str]) -> tuple[Edit, str]:
    """A row of what git tells of a commit, and the name that the file had before."""
    old_mode, new_mode, old, new, status = field[1:].decode("ascii").split(" ")
    before = after = text.decode(next(fields))
    if status[0] == "R":
        after = text.decode(next(fields))
    blobs = (old, new) if status[0] == "M" and kind(old_mode) == kind(new_mode) else ("", "")
    return Edit(newest.get(after, after), commit.day, commit.oid, commit.author, after, blobs), before


def _commits(git: Git) -> Iterator[_Commit]:
    """Every commit that is no merge, newest first."""
    lines = git.run("rev-list", *_COMMITS).split(b"\n")
    for line in islice(lines, 1, None, 2):  # before each git says `commit` and its name
        oid, seconds, author = line.split(b"\0")
        yield _Commit(oid.decode("ascii"), _day(seconds), text.decode(author))


def _changes(git: Git, commits: Sequence[str], places: Sequence[str], state: str) -> dict[str, bytes]:
    """What each commit changed, as git tells it, or told it when it was asked before."""
    remembered = Remembered(state, (git.ask("version") or "", *_CHANGES, *places))
    known = remembered.read()
    # All commits: to leave out those that touch none of the places, git would compare every tree twice.
    if new := [commit for commit in commits if commit not in known]:
        told = git.run("diff-tree", *_CHANGES, *places, feed="\n".join((*new, "")).encode("ascii"))
        known = dict.fromkeys(new, b"") | known | dict(_by_commit(told))
        remembered.write({commit: known[commit] for commit in commits})
    return known


def _by_commit(told: bytes) -> Iterator[tuple[str, bytes]]:
    """The answer of `diff-tree` in the parts that belong to one commit each."""
    fields = iter(told.split(b"\0"))
    commit, rows = "", list[bytes]()
    for field in fields:
        head = field.lstrip(b"\n")
        if head.startswith(b":"):
            names = 2 if head.rpartition(b" ")[2].startswith((b"R", b"C")) else 1
            rows += (head, *islice(fields, names))
        elif head:
            if commit:
                yield commit, b"".join(row + b"\0" for row in rows)
            commit, rows = head.decode("ascii"), []
    if commit:
        yield commit, b"".join(row + b"\0" for row in rows)


def _day(seconds: bytes) -> date:
    """The day of a time, UTC; one that no calendar holds is the first there is."""
    try:
        return datetime.fromtimestamp(int(seconds), UTC).date()
    except (ValueError, OverflowError, OSError):
        return date.min


def _texts(git: Git, blobs: Iterable[str]) -> Iterator[str | None]:
    """The texts of blobs, one after the other; None for one that is not in this clone."""
    with Objects(git) as objects:
        for blob in blobs:
            found = objects.find(blob)
            yield None if found is None else text.decode(found.data)
