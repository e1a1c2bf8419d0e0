"""Contents of files by their hash: each kept once, compressed, or as what it differs from another by."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

from wiki_schema.disk.database import MEND
from wiki_schema.disk.refusal import Damaged

if TYPE_CHECKING:
    import sqlite3

# A log grows by a line at a time: what it held before serves as base. So many bases are looked through.
_DEEPEST = 40

# Splicing pays where it leaves out more than a base costs to look up.
_WORTH = 512


def hash_of(content: bytes) -> str:
    """The name of a content: its SHA-256, in hex.

    A log is named before and after each line that it grows by; only the line is read then.
    """
    for known, state in _recent:
        if content == known:
            return state.hexdigest()
        if content.startswith(known):
            state = state.copy()
            state.update(memoryview(content)[len(known) :])
            break
    else:
        state = hashlib.sha256(content)
    if _SHORT < len(content) < _LONG:
        _recent[:] = [(content, state), *_recent[:1]]
    return state.hexdigest()


_SHORT, _LONG = 1 << 12, 1 << 23
_recent: list[tuple[bytes, hashlib._Hash]] = []
"""The last contents that were named, where it pays to remember them, each with how its name came about."""


def keep(db: sqlite3.Connection, content: bytes | None, base: bytes | None = None) -> str | None:
    """Keep a content; gives its hash. `base` is one that it was made from, if there is one."""
    if content is None:
        return None
    name = hash_of(content)
    if not is_kept(db, name):
        _insert(db, name, content, base)
    return name


def is_kept(db: sqlite3.Connection, name: str) -> bool:
    """Whether a content is kept."""
    return db.execute("SELECT 1 FROM content WHERE hash = ?", (name,)).fetchone() is not None


def content(db: sqlite3.Connection, name: str | None) -> bytes | None:
    """The content of a hash, None where it is not kept. Raises `Damaged` where it is damaged."""
    splices: list[tuple[int, int, bytes]] = []
    base = name
    while base is not None:
        row = db.execute("SELECT base, head, tail, data FROM content WHERE hash = ?", (base,)).fetchone()
        if row is None:
            break
        base, head, tail, data = row
        splices.append((head, tail, _expanded(data)))
    if not splices:
        return None
    whole = b""
    for head, tail, data in reversed(splices):
        whole = b"".join((whole[:head], data, whole[len(whole) - tail :]))
    if hash_of(whole) != name:
        raise Damaged(f"What was remembered of a file ({name}) is damaged. {MEND}")
    return whole


def needed(db: sqlite3.Connection, name: str | None) -> bytes | None:
    """The content of a hash, None for none. Raises `Damaged` where it should be kept, and is not."""
    found = content(db, name)
    if found is None and name is not None:
        raise Damaged(f"What was remembered of a file ({name}) is gone. {MEND}")
    return found


def keep_whole(db: sqlite3.Connection, name: str) -> None:
    """Keep a content as it is, so that it needs no base."""
    whole = content(db, name)
    if whole is not None:
        db.execute(
            "UPDATE content SET base = NULL, head = 0, tail = 0, depth = 0, data = ? WHERE hash = ?",
            (_compressed(whole), name),
        )


def _insert(db: sqlite3.Connection, name: str, content: bytes, base: bytes | None) -> None:
    splice = None if base is None else _splice(db, base, content)
    if splice is None:
        row: tuple[object, ...] = (name, None, 0, 0, 0, _compressed(content))
    else:
        base_name, depth, head, tail = splice
        data = _compressed(content[head : len(content) - tail])
        row = (name, base_name, head, tail, depth + 1, data)
    db.execute("INSERT INTO content (hash, base, head, tail, depth, data) VALUES (?, ?, ?, ?, ?, ?)", row)


def _splice(db: sqlite3.Connection, base: bytes, content: bytes) -> tuple[str, int, int, int] | None:
    """Hash and depth of the base, and how many bytes both begin and end with, where that pays."""
    room = min(len(base), len(content))
    if room < _WORTH:
        return None
    name = hash_of(base)
    row = db.execute("SELECT depth FROM content WHERE hash = ?", (name,)).fetchone()
    if row is None or row[0] >= _DEEPEST:
        return None
    head = len(base) if content.startswith(base) else common_head(base, content)
    tail = common_tail(base, content, room - head)
    return (name, row[0], head, tail) if head + tail >= _WORTH else None


def common_head(one: bytes, other: bytes) -> int:
    """How many equal bytes two contents begin with."""
    low, high = 0, min(len(one), len(other))
    while low < high:
        middle = (low + high + 1) // 2
        if one[low:middle] == other[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low


def common_tail(one: bytes, other: bytes, most: int) -> int:
    """How many equal bytes two contents end with, at most so many."""
    low, high = 0, most
    while low < high:
        middle = (low + high + 1) // 2
        if one[len(one) - middle : len(one) - low] == other[len(other) - middle : len(other) - low]:
            low = middle
        else:
            high = middle - 1
    return low


def _compressed(data: bytes) -> bytes:
    """One byte that says how, then the data."""
    import zlib

    if len(data) > 128:
        small = zlib.compress(data, 6)
        if len(small) < len(data):
            return b"z" + small
    return b"=" + data


def _expanded(stored: bytes) -> bytes:
    import zlib

    if stored[:1] != b"z":
        return stored[1:]
    try:
        return zlib.decompress(stored[1:])
    except zlib.error:
        return b""  # which has another hash
