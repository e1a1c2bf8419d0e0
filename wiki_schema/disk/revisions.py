"""What every file of a wiki held, when, and who wrote it through what: by the tools, never by a model."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from wiki_schema.disk import contents
from wiki_schema.disk.contents import content as content
from wiki_schema.disk.database import transaction
from wiki_schema.text import decode, encode
from wiki_schema.value import Value

if TYPE_CHECKING:
    import sqlite3

_COLUMNS = "id, path, time, who, through, verb, before, after"


class Revision(Value):
    """One change of one file."""

    id: int
    path: str
    """From the top."""
    time: str
    """UTC, in seconds, as ISO 8601 writes it."""
    who: str
    through: str
    """The door it came through: `add`, `append`, `watch`, …"""
    verb: str
    """The log verb, where one was given."""
    before: str | None
    """The hash of what the file held, None where there was none."""
    after: str | None
    """The hash of what it held afterwards, None where it was removed."""


def record(
    db: sqlite3.Connection,
    path: str,
    before: bytes | None,
    after: bytes | None,
    who: str,
    through: str,
    verb: str,
    moment: str,
) -> None:
    """Enter a change of one file, with both contents."""
    with transaction(db, durable=False):
        old = contents.keep(db, before)
        new = contents.keep(db, after, before)
        db.execute(
            "INSERT INTO revision (path, time, who, through, verb, before, after) "
            "VALUES (?, ?, ?, ?, ?, ?, ?)",
            (encode(path), moment, encode(who), through, verb, old, new),
        )


def of_path(db: sqlite3.Connection, path: str) -> list[Revision]:
    """The revisions of a file, newest first."""
    rows = db.execute(f"SELECT {_COLUMNS} FROM revision WHERE path = ? ORDER BY id DESC", (encode(path),))
    return list(map(_revision, rows))


def find(db: sqlite3.Connection, path: str, name: str) -> Revision | None:
    """A revision of a file by its number, or by the beginning of the hash that it led to; the newest such."""
    for revision in of_path(db, path):
        is_hash = len(name) >= 4 and (revision.after or "").startswith(name.lower())
        if name == str(revision.id) or is_hash:
            return revision
    return None


def _revision(row: tuple[int, bytes, str, bytes, str, str, str | None, str | None]) -> Revision:
    id, path, time, who, through, verb, before, after = row
    return Revision(id, decode(path), time, decode(who), through, verb, before, after)


def newest(db: sqlite3.Connection) -> int:
    """The number of the last revision; 0 before the first."""
    number: int = db.execute("SELECT coalesce(max(id), 0) FROM revision").fetchone()[0]
    return number


def size(db: sqlite3.Connection) -> int:
    """How many bytes the kept contents take."""
    total: int = db.execute("SELECT coalesce(sum(length(data)), 0) FROM content").fetchone()[0]
    return total


def prune(db: sqlite3.Connection, max_bytes: int) -> int:
    """Forget the oldest revisions until their contents take no more than so many bytes; gives how many.

    The newest revision of a path is never forgotten, nor what the watcher or an unfinished deed needs.
    """
    forgotten = 0
    while size(db) > max_bytes:
        with transaction(db, durable=False):
            if db.execute("SELECT 1 FROM intent").fetchone():
                break
            batch = _oldest(db)
            db.executemany("DELETE FROM revision WHERE id = ?", batch)
            freed = _drop_unneeded(db)
        db.execute("PRAGMA incremental_vacuum").fetchall()
        forgotten += len(batch)
        if not batch and not freed:
            break
    return forgotten


def _oldest(db: sqlite3.Connection) -> list[tuple[int]]:
    """The oldest eighth of the revisions that may be forgotten, at least one."""
    newest = "SELECT max(id) FROM revision GROUP BY path"
    old = f"FROM revision WHERE id NOT IN ({newest})"
    number: int = db.execute(f"SELECT count(*) {old}").fetchone()[0]
    return db.execute(f"SELECT id {old} ORDER BY id LIMIT ?", (number // 8 + 1,)).fetchall()


_NEEDED = """
    SELECT before FROM revision WHERE before IS NOT NULL UNION SELECT after FROM revision
        WHERE after IS NOT NULL
    UNION SELECT hash FROM shadow
"""


def _drop_unneeded(db: sqlite3.Connection) -> int:
    """Forget every content that nothing names any more; gives how many."""
    unneeded = f"SELECT hash FROM content WHERE hash NOT IN ({_NEEDED})"
    heirs = f"SELECT hash FROM content WHERE base IN ({unneeded}) AND hash IN ({_NEEDED})"
    _free(db, [name for (name,) in db.execute(heirs).fetchall()])
    return db.execute(f"DELETE FROM content WHERE hash IN ({unneeded})").rowcount


def _free(db: sqlite3.Connection, names: Iterable[str]) -> None:
    """Keep contents whole whose base is about to go."""
    for name in names:
        contents.keep_whole(db, name)
