"""What every file of a wiki held, when, and who wrote it through what: by the tools, never by a model."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import TYPE_CHECKING

from wiki_schema.disk import contents
from wiki_schema.disk.contents import content as content
from wiki_schema.disk.database import transaction
from wiki_schema.text import decode, encode
from wiki_schema.value import Value

if TYPE_CHECKING:
    import sqlite3

WATCH = "watch"
"""Through what a change came that the watcher saw, and nobody announced."""

RESTORE = "restore"
"""Through what came a change that brought back what others had lost."""

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
        enter(db, path, old, new, who, through, verb, moment)


def enter(
    db: sqlite3.Connection,
    path: str,
    before: str | None,
    after: str | None,
    who: str,
    through: str,
    verb: str,
    moment: str,
) -> None:
    """Enter a change of one file, by the hashes of contents that are kept already."""
    db.execute(
        "INSERT INTO revision (path, time, who, through, verb, before, after) VALUES (?, ?, ?, ?, ?, ?, ?)",
        (encode(path), moment, encode(who), through, verb, before, after),
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


def number(db: sqlite3.Connection) -> int:
    """How many revisions are remembered."""
    found: int = db.execute("SELECT count(*) FROM revision").fetchone()[0]
    return found


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
            freed = _drop(db, _unneeded(db))
        db.executescript("PRAGMA incremental_vacuum")  # `execute` would stop after one page
        forgotten += len(batch)
        if not batch and not freed:
            break
    return forgotten


def erase(db: sqlite3.Connection, holds: Callable[[str], bool]) -> int:
    """Forget every content, and every log line to be put back, that holds a secret; gives how many contents.

    `holds` says of a text whether it does. The revisions stay, with hashes that lead to nothing. What the
    watcher saw last is forgotten as well, so that it looks anew.
    """
    with transaction(db):
        names = [name for (name,) in db.execute("SELECT hash FROM content").fetchall()]
        secret = [name for name in names if holds(decode(contents.content(db, name) or b""))]
        owed = db.execute("SELECT id, line FROM ledger").fetchall()
        db.executemany("DELETE FROM ledger WHERE id = ?", [(id,) for id, line in owed if holds(decode(line))])
        db.executemany("DELETE FROM shadow WHERE hash = ?", [(name,) for name in secret])
        _drop(db, secret)
    # The journal of SQLite holds what was there before.
    db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
    return len(secret)


def _oldest(db: sqlite3.Connection) -> list[tuple[int]]:
    """The oldest eighth of the revisions that may be forgotten, at least one."""
    newest = "SELECT max(id) FROM revision GROUP BY path"
    old = f"FROM revision WHERE id NOT IN ({newest})"
    number: int = db.execute(f"SELECT count(*) {old}").fetchone()[0]
    return db.execute(f"SELECT id {old} ORDER BY id LIMIT ?", (number // 8 + 1,)).fetchall()


def _unneeded(db: sqlite3.Connection) -> list[str]:
    """The contents that nothing names any more."""
    needed = (
        "SELECT before FROM revision WHERE before IS NOT NULL "
        "UNION SELECT after FROM revision WHERE after IS NOT NULL UNION SELECT hash FROM shadow"
    )
    return [name for (name,) in db.execute(f"SELECT hash FROM content WHERE hash NOT IN ({needed})")]


def _drop(db: sqlite3.Connection, names: Collection[str]) -> int:
    """Forget contents; gives how many. Those that were kept as a splice of one of them are kept whole."""
    gone = set(names)
    spliced = db.execute("SELECT hash, base FROM content WHERE base IS NOT NULL").fetchall()
    for name, base in spliced:
        if base in gone and name not in gone:
            contents.keep_whole(db, name)
    db.executemany("DELETE FROM content WHERE hash = ?", [(name,) for name in gone])
    return len(gone)
