"""What the watcher saw last of every file: so it knows what a save changed, and what is a save at all."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wiki_schema.text import decode, encode
from wiki_schema.value import Value

if TYPE_CHECKING:
    import sqlite3

_COLUMNS = "path, size, mtime_ns, inode, hash"


class Seen(Value):
    """A file as it was seen last. Its content is kept under the hash."""

    path: str
    """From the top."""
    size: int
    mtime_ns: int
    inode: int
    hash: str


def get(db: sqlite3.Connection, path: str) -> Seen | None:
    """What was seen last of a file, None where nothing was."""
    row = db.execute(f"SELECT {_COLUMNS} FROM shadow WHERE path = ?", (encode(path),)).fetchone()
    return None if row is None else _seen(row)


def put(db: sqlite3.Connection, seen: Seen) -> None:
    """Remember what was seen. The content itself is kept with `contents.keep`."""
    path, *rest = seen
    db.execute(f"INSERT OR REPLACE INTO shadow ({_COLUMNS}) VALUES (?, ?, ?, ?, ?)", (encode(path), *rest))


def restamp(db: sqlite3.Connection, seen: Seen) -> None:
    """Remember how a file looks now, if it still holds what is known: somebody only touched it."""
    db.execute(
        "UPDATE shadow SET size = ?, mtime_ns = ?, inode = ? WHERE path = ? AND hash = ?",
        (seen.size, seen.mtime_ns, seen.inode, encode(seen.path), seen.hash),
    )


def remove(db: sqlite3.Connection, path: str) -> None:
    """Forget a file that is gone."""
    db.execute("DELETE FROM shadow WHERE path = ?", (encode(path),))


def is_kept(db: sqlite3.Connection) -> bool:
    """Whether a watcher has seen this wiki at all."""
    return db.execute("SELECT 1 FROM shadow LIMIT 1").fetchone() is not None


def all(db: sqlite3.Connection) -> dict[str, Seen]:
    """Everything that was seen, by path."""
    rows = db.execute(f"SELECT {_COLUMNS} FROM shadow ORDER BY path")
    return {seen.path: seen for seen in map(_seen, rows)}


def _seen(row: tuple[bytes, int, int, int, str]) -> Seen:
    path, size, mtime_ns, inode, hash = row
    return Seen(decode(path), size, mtime_ns, inode, hash)
