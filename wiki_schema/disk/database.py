"""All that memwiki remembers of a wiki, in one SQLite database beside it.

Nothing in it is needed to judge a change: it may be moved aside at any time. Texts and paths are stored
as bytes, because those that are not UTF-8 must come back as they were.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager, suppress
from typing import TYPE_CHECKING

from wiki_schema.disk import effects, refusal
from wiki_schema.disk.locks import make_state
from wiki_schema.disk.refusal import CannotWrite, Damaged
from wiki_schema.text import visible

if TYPE_CHECKING:
    import sqlite3

NAME = "memwiki.db"
VERSION = 2

MEND = "`memwiki doctor --mend` moves the database aside and begins a new one; no check needs it."

_WAIT_SECONDS = 30

# Small pages, because a commit writes every page that it touched, and most touch little. What is deleted
# is wiped out, for it may have been a secret.
_AT_FIRST = ("page_size = 1024", "auto_vacuum = INCREMENTAL")
_SETTINGS = (
    "journal_mode = WAL",
    "synchronous = NORMAL",
    "wal_autocheckpoint = 4000",
    "secure_delete = ON",
)

# A content is kept whole, or as a splice: the beginning of `base`, then `data`, then the end of `base`.
# Every line that is appended is written here twice, so tables and indexes are few.
_TABLES = """
CREATE TABLE content (
    hash TEXT PRIMARY KEY, base TEXT, head INTEGER NOT NULL, tail INTEGER NOT NULL, depth INTEGER NOT NULL,
    data BLOB NOT NULL
) WITHOUT ROWID;
CREATE TABLE revision (
    id INTEGER PRIMARY KEY, path BLOB NOT NULL, time TEXT NOT NULL, who BLOB NOT NULL,
    through TEXT NOT NULL, verb TEXT NOT NULL, before TEXT, after TEXT
);
CREATE INDEX revision_path ON revision (path);
CREATE TABLE intent (id INTEGER PRIMARY KEY, time TEXT NOT NULL, deed TEXT NOT NULL);
CREATE TABLE ledger (
    id INTEGER PRIMARY KEY, log BLOB NOT NULL, line BLOB NOT NULL, nth INTEGER NOT NULL,
    note BLOB NOT NULL, state TEXT NOT NULL, time TEXT NOT NULL
);
CREATE INDEX ledger_line ON ledger (log, line);
CREATE TABLE stamp (
    path BLOB PRIMARY KEY, size INTEGER NOT NULL, mtime_ns INTEGER NOT NULL, inode INTEGER NOT NULL
) WITHOUT ROWID;
CREATE TABLE shadow (
    path BLOB PRIMARY KEY, size INTEGER NOT NULL, mtime_ns INTEGER NOT NULL, inode INTEGER NOT NULL,
    hash TEXT NOT NULL
) WITHOUT ROWID;
"""

# An announcement is about a file that held `before` and would hold `hash`, made after the revision `since`.
_ANNOUNCEMENTS = (
    "CREATE TABLE announcement ("
    "id INTEGER PRIMARY KEY, path BLOB NOT NULL, hash TEXT NOT NULL, who BLOB NOT NULL, "
    "through TEXT NOT NULL, agent BLOB NOT NULL, session BLOB NOT NULL, tool_use BLOB NOT NULL, "
    "time TEXT NOT NULL, before TEXT, since INTEGER NOT NULL)",
    "CREATE INDEX announcement_path ON announcement (path, hash)",
)


def open_database(state: str) -> sqlite3.Connection:
    """The database of a wiki, which is made where there is none. Its owner alone may read it.

    Raises `CannotWrite` where it cannot be opened, is damaged, or was made by a newer memwiki.
    """
    make_state(state)
    path = os.path.join(state, NAME)
    with explained(state):
        with refusal.explained(path, "opened"):
            if not os.path.lexists(path):
                _make(path)
            # Looked at, never opened: to close it would take away every lock of this process on it.
            if not stat.S_ISREG(os.lstat(path).st_mode):
                raise refusal.is_no_file(path)
        db = _connected(path, _SETTINGS)
        try:
            _check_version(db, path)
        except BaseException:
            db.close()
            raise
    return db


def _make(path: str) -> None:
    """Make a database beside its place and put it there whole. Others may be doing the same just now."""
    beside = f"{path}.{os.getpid()}"
    # SQLite gives its side files the mode of the database.
    os.close(os.open(beside, os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_NOFOLLOW | os.O_CLOEXEC, 0o600))
    with closing(_connected(beside, (*_AT_FIRST, *_SETTINGS))) as db:
        db.executescript(
            f"BEGIN; {_TABLES} {';'.join(_ANNOUNCEMENTS)}; PRAGMA user_version = {VERSION}; COMMIT"
        )
    with suppress(FileExistsError):
        os.link(beside, path)
    os.unlink(beside)


def _connected(path: str, pragmas: Iterable[str]) -> sqlite3.Connection:
    import sqlite3

    db = sqlite3.connect(path, timeout=_WAIT_SECONDS, isolation_level=None, cached_statements=256)
    for setting in pragmas:
        db.execute(f"PRAGMA {setting}")
    return db


def _check_version(db: sqlite3.Connection, path: str) -> None:
    version = db.execute("PRAGMA user_version").fetchone()[0]
    if version > VERSION:
        raise CannotWrite(
            f"{visible(path)} was made by a newer memwiki. Update this one (pip install -U memwiki)."
        )
    if version == 1:
        _renew(db)
    elif version < VERSION:
        raise Damaged(f"{visible(path)} is no database of memwiki. {MEND}")


def _renew(db: sqlite3.Connection) -> None:
    """Bring a database of version 1 up to date. Nobody announced anything then."""
    with transaction(db):
        if db.execute("PRAGMA user_version").fetchone()[0] == 1:
            for statement in ("DROP TABLE announcement", *_ANNOUNCEMENTS, f"PRAGMA user_version = {VERSION}"):
                db.execute(statement)


@contextmanager
def transaction(db: sqlite3.Connection, durable: bool = True) -> Iterator[None]:
    """All statements of the block, or none. One inside another is part of it.

    A transaction survives any kill of the process; with `durable` it survives a power cut as well, which
    is twenty times as slow.
    """
    if db.in_transaction:
        yield
        return
    if durable:
        db.execute("PRAGMA synchronous = FULL")
    try:
        db.execute("BEGIN IMMEDIATE")
        yield
        effects.boundary("commit")
        db.execute("COMMIT")
    except BaseException:
        if db.in_transaction:
            db.execute("ROLLBACK")
        raise
    finally:
        if durable:
            db.execute("PRAGMA synchronous = NORMAL")


@contextmanager
def explained(state: str) -> Iterator[None]:
    """Says of what SQLite refuses which database it was, and the way out."""
    import sqlite3

    path = visible(os.path.join(state, NAME))
    try:
        yield
    except sqlite3.Error as error:
        raise _told(f"{path}: {error}.", getattr(error, "sqlite_errorname", "")) from error


def _told(what: str, name: str) -> CannotWrite:
    """What SQLite refused, by the name of its error, with the way out."""
    if name.startswith(("SQLITE_CORRUPT", "SQLITE_NOTADB")):
        return Damaged(f"{what} It is damaged, so nothing was written. {MEND}")
    if name.startswith("SQLITE_FULL"):
        return CannotWrite(f"{what} Make room on the disk.")
    if name.startswith("SQLITE_BUSY"):
        return CannotWrite(f"{what} Another process holds it; wait for that, or end it.")
    return CannotWrite(f"{what} Look whether the disk is read-only or full, and whether the folder is yours.")


def fault_of(db: sqlite3.Connection) -> str:
    """What is wrong with the database by its own account; empty where nothing is."""
    import sqlite3

    try:
        answer: str = db.execute("PRAGMA quick_check(1)").fetchone()[0]
    except sqlite3.DatabaseError as error:
        return str(error)
    return "" if answer == "ok" else answer


def set_aside(state: str) -> str:
    """Move the database to a name of its own, so that a new one is begun; gives where it lies now."""
    path = os.path.join(state, NAME)
    number = next(n for n in range(1, 1_000_000) if not os.path.lexists(f"{path}.damaged-{n}"))
    aside = f"{path}.damaged-{number}"
    for end in ("", "-wal", "-shm"):
        with suppress(FileNotFoundError):
            os.rename(f"{path}{end}", f"{aside}{end}")
    return aside
