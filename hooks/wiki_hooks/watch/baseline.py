"""What counts as known where the watcher has never looked: what the last commit holds.

Not what lies on disk, or damage that is already done would pass for the way things always were.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from wiki_hooks.place.wiki import Wiki
from wiki_hooks.plumbing.left_out import not_checked_out
from wiki_hooks.plumbing.objects import Objects
from wiki_hooks.plumbing.raw import kind
from wiki_hooks.plumbing.repository import Repository
from wiki_hooks.watch.ground import Survey, concerns
from wiki_hooks.watch.look import Look, look
from wiki_schema.change import FILE
from wiki_schema.disk import contents, shadow
from wiki_schema.disk.database import transaction
from wiki_schema.disk.files import CannotWrite
from wiki_schema.disk.shadow import Seen
from wiki_schema.text import decode, encode
from wiki_schema.value import Value

if TYPE_CHECKING:
    import sqlite3

# A stamp that no file bears: it will be found to differ.
_UNLIKE = (-1, 0, 0)


class Baseline(Value):
    """What was taken as known."""

    files: int
    """How many files."""
    is_committed: bool
    """Whether they are as the last commit holds them; else as they lie on disk."""


def lay(db: sqlite3.Connection, wiki: Wiki, found: Survey) -> Baseline | None:
    """Fill the shadow for stores that it knows nothing of; None where it knows something of each.

    The caller holds the lock. Raises `CannotCheck` where git cannot be read.
    """
    known = shadow.all(db)
    policy = wiki.setting.policy
    new = {store.path for store in policy.stores} - {
        store.path for path in known if (store := policy.store_of(path))
    }
    if not new:
        return None

    def is_wanted(path: str) -> bool:
        store = policy.store_of(path)
        return path not in known and concerns(policy, path) and (store is None or store.path in new)

    committed = _committed(wiki.repository) if wiki.repository else None
    with transaction(db):
        if committed is None:
            return Baseline(sum(_put(db, _read(wiki.top, p)) for p in found.files if is_wanted(p)), False)
        wanted = {path: oid for path, oid in committed.items() if is_wanted(path)}
        assert wiki.repository
        return Baseline(_put_all(db, wiki.repository, wiki.top, wanted), True)


def _committed(repository: Repository) -> Mapping[str, str] | None:
    """The blob of every plain file of the last commit; None before the first one."""
    git = repository.git
    if git.ask("rev-parse", "--quiet", "--verify", "HEAD^{commit}") is None:
        return None
    blobs: dict[str, str] = {}
    for line in git.run("ls-tree", "-r", "-z", "--full-tree", "HEAD").split(b"\0")[:-1]:
        about, _, path = line.partition(b"\t")
        mode, _, oid = about.decode("ascii").split(" ")
        if kind(mode) == FILE:
            blobs[decode(path)] = oid
    return blobs


def _put_all(db: sqlite3.Connection, repository: Repository, top: str, wanted: Mapping[str, str]) -> int:
    """Enter files as a commit holds them. Those that lie on disk just so are not asked of git."""
    others: dict[str, str] = {}
    missing: list[str] = []
    for path, oid in wanted.items():
        found = _read(top, path)
        if found.data is None:
            missing.append(path)
        if found.seen is None or found.data is None or not _is_blob(oid, found.data):
            others[path] = oid
        else:
            _put(db, found)
    for path in not_checked_out(repository.git, missing):
        del others[path]
    if others:
        with Objects(repository.git) as objects:
            objects.prefetch(others.values())
            for path, oid in others.items():
                name = contents.keep(db, encode(objects.text(oid)))
                assert name
                shadow.put(db, Seen(path, *_UNLIKE, name))
    return len(wanted)


def _is_blob(oid: str, data: bytes) -> bool:
    """Whether git holds these bytes under a name, perhaps with line ends of its own."""
    algorithm: Callable[[bytes], hashlib._Hash] = hashlib.sha1 if len(oid) == 40 else hashlib.sha256
    forms = [data, data.replace(b"\r\n", b"\n")] if b"\r\n" in data else [data]
    return any(algorithm(b"blob %d\0" % len(form) + form).hexdigest() == oid for form in forms)


def _read(top: str, path: str) -> Look:
    try:
        return look(top, path)
    except CannotWrite:
        return Look(None)


def _put(db: sqlite3.Connection, found: Look) -> bool:
    if found.seen is None:
        return False
    contents.keep(db, found.data)
    shadow.put(db, found.seen)
    return True
