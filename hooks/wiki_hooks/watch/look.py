"""Looking at one file: what it holds, read while it held still, and how that compares with what was known."""

from __future__ import annotations

import os
import stat
from hashlib import sha256

from wiki_hooks.watch.settle import CHANGED, EMPTY, GONE, NEW, SAME, UNSTEADY
from wiki_schema.disk import files
from wiki_schema.disk.files import CannotWrite
from wiki_schema.disk.shadow import Seen
from wiki_schema.text import encode
from wiki_schema.value import Value


class Look(Value):
    """One file as it was read."""

    data: bytes | None
    """What it holds; None where nothing stands, or no plain file."""
    seen: Seen | None = None
    """How it looked meanwhile; None where nothing stands, or it did not hold still."""


def look(top: str, path: str) -> Look:
    """Read a file. Raises `CannotWrite` where it may not be read."""
    try:
        before = files.stamp(top, path)
        data = files.read(top, path)
        after = files.stamp(top, path)
    except CannotWrite:
        if _is_plain(top, path):
            raise
        return Look(None)
    if data is None or after is None:
        return Look(data)
    if before != after or after.size != len(data):
        return Look(data)
    return Look(data, Seen(path, after.size, after.mtime_ns, after.inode, sha256(data).hexdigest()))


def sight(found: Look, known: Seen | None) -> str:
    """What a look shows, compared with what was known. Content decides, never a date."""
    if found.data is None:
        return SAME if known is None else GONE
    if found.seen is None:
        return UNSTEADY
    if known is not None and known.hash == found.seen.hash:
        return SAME
    if not found.data:
        return EMPTY
    return NEW if known is None else CHANGED


def _is_plain(top: str, path: str) -> bool:
    """Whether a plain file stands at a path, reached through no link."""
    full = os.path.join(top, os.fsdecode(encode(path)))
    folder = os.path.dirname(full)
    try:
        return os.path.realpath(folder) == folder and stat.S_ISREG(os.lstat(full).st_mode)
    except OSError:
        return False
