"""The shadow against the disk: what changed while nobody looked."""

from __future__ import annotations

import os
import time
from collections.abc import Collection, Iterator
from typing import TYPE_CHECKING

from wiki_hooks.place.wiki import Wiki
from wiki_hooks.watch.ground import Survey, concerns
from wiki_hooks.watch.look import look
from wiki_schema.disk import shadow
from wiki_schema.disk.files import CannotWrite
from wiki_schema.disk.shadow import Seen
from wiki_schema.text import encode
from wiki_schema.value import Value

if TYPE_CHECKING:
    import sqlite3


class Found(Value):
    """A path that does not look as the shadow has it."""

    path: str
    age: float
    """For how many seconds it has been so, at least."""


def differing(db: sqlite3.Connection, wiki: Wiki, found: Survey, thorough: bool = False) -> Iterator[Found]:
    """Every path whose file may hold something else than the shadow.

    By the stamp of each file; `thorough` reads them all, because a hard link or a restored date hides a
    change from the stamp.
    """
    known = shadow.all(db)
    now = time.time()
    for path, stamp in found.files.items():
        seen = known.pop(path, None)
        if seen is None or stamp != tuple(seen)[1:4] or (thorough and _holds_other(wiki.top, seen)):
            yield Found(path, _age(wiki.top, path, now))
    for path in known:
        if concerns(wiki.setting.policy, path) and not _lies_below(path, found.unreadable):
            yield Found(path, _age(wiki.top, path, now))


def _holds_other(top: str, seen: Seen) -> bool:
    try:
        found = look(top, seen.path)
    except CannotWrite:
        return True
    return found.seen is None or found.seen.hash != seen.hash


def _age(top: str, path: str, now: float) -> float:
    """Since when nothing happened to a file; of one that is gone, to the folder that held it.

    The time of its last change of any sort: no program can set that.
    """
    while True:
        try:
            changed = os.lstat(os.path.join(top, os.fsdecode(encode(path)))).st_ctime
        except OSError:
            if not path:
                return 0.0
            path = os.path.dirname(path)
        else:
            return max(now - changed, 0.0)


def _lies_below(path: str, folders: Collection[str]) -> bool:
    return any(path.startswith(f"{folder}/") for folder in folders)
