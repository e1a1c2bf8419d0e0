"""Who announced a write of these bytes to this path: the attribution journal of agents and tools."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import TYPE_CHECKING

from wiki_schema.disk import revisions
from wiki_schema.disk.contents import hash_of
from wiki_schema.text import decode, encode
from wiki_schema.value import Value

if TYPE_CHECKING:
    import sqlite3

    from wiki_schema.disk.revisions import Revision

GONE = ""
"""The hash of a file that is not there."""

# What was announced long ago is committed, or it never came; so many are kept.
_KEPT = 10_000

_NEVER = 1 << 62

_COLUMNS = "path, hash, who, through, agent, session, tool_use, time, before, since, id"


class Announcement(Value):
    """A write that somebody said they would make."""

    path: str
    """From the top."""
    hash: str
    """Of the bytes that the file would hold; `GONE` where it would be removed."""
    who: str
    through: str
    agent: str
    session: str
    tool_use: str
    time: str
    before: str | None = None
    """Of the bytes that it held just then; `GONE` where there was none, None where nobody said."""
    since: int = 0
    """The number of the last revision of all just then."""
    id: int = 0


class Announced(Value):
    """How a file came from one state to another, as far as it was announced."""

    writes: tuple[Announcement, ...] = ()
    """The newest first, each of which began with what the next one left."""
    whole: bool = False
    """Whether they are the whole way: nobody else wrote the file in between."""


def announce(
    db: sqlite3.Connection,
    path: str,
    hash: str,
    who: str,
    through: str,
    agent: str = "",
    session: str = "",
    tool_use: str = "",
    moment: str = "",
    before: str | None = None,
) -> None:
    """Enter that somebody is about to write bytes of this hash to a file, which holds those of `before`.

    A tool call that several hooks tell of is entered once.
    """
    call = (encode(path), hash, encode(who), through, encode(agent), encode(session), encode(tool_use))
    same = "path = ? AND hash = ? AND who = ? AND through = ? AND agent = ? AND session = ? AND tool_use = ?"
    if tool_use and db.execute(f"SELECT 1 FROM announcement WHERE {same}", call).fetchone():
        return
    number = db.execute(
        "INSERT INTO announcement (path, hash, who, through, agent, session, tool_use, time, before, since) "
        "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (*call, moment, before, revisions.newest(db)),
    ).lastrowid
    db.execute("DELETE FROM announcement WHERE id <= ?", ((number or 0) - _KEPT,))


def announced(db: sqlite3.Connection, path: str, hash: str) -> Announcement | None:
    """The last announcement of these bytes for this file, None where nobody made one."""
    return _last(db, path, (hash,))


def way(db: sqlite3.Connection, path: str, start: Collection[str], end: Collection[str]) -> Announced:
    """The announced writes by which a file came from one state to another, as far as they go back.

    `start` and `end` are the hashes that a state may have, whatever its line ends.
    """
    writes: list[Announcement] = []
    found = _last(db, path, end)
    while found is not None:
        writes.append(found)
        # One that does not say with what it began is taken at its word: all of it.
        if found.before is None or found.before in start:
            return Announced(tuple(writes), whole=True)
        found = _last(db, path, (found.before,), found.id)
    return Announced(tuple(writes))


def states_of(text: str | None) -> Collection[str]:
    """The hashes that a file of some text may have, whatever its line ends on disk."""
    if text is None:
        return (GONE,)
    kept = encode(text)
    return {hash_of(form) for form in (kept, kept.replace(b"\r\n", b"\n").replace(b"\n", b"\r\n"))}


def paths(db: sqlite3.Connection, session: str = "") -> frozenset[str]:
    """Every file that anybody announced a write of, or one session with all whom it sent out."""
    within = encode(f"{session}/")
    rows = db.execute(
        "SELECT DISTINCT path FROM announcement WHERE ? OR session = ? OR substr(session, 1, ?) = ?",
        (not session, encode(session), len(within), within),
    )
    return frozenset(decode(path) for (path,) in rows)


def has_landed(found: Announcement, known: Iterable[Revision]) -> bool:
    """Whether a revision of the file is the write that was announced: the next one of these bytes is not."""
    return any(one.id > found.since and (one.after or GONE) == found.hash for one in known)


def _last(
    db: sqlite3.Connection, path: str, hashes: Iterable[str], before: int = _NEVER
) -> Announcement | None:
    """The last announcement of one of some states, before the one of a number."""
    found = [row for hash in hashes if (row := _row(db, path, hash, before)) is not None]
    return max(found, key=lambda one: one.id, default=None)


def _row(db: sqlite3.Connection, path: str, hash: str, before: int) -> Announcement | None:
    asked = f"SELECT {_COLUMNS} FROM announcement WHERE path = ? AND hash = ? AND id < ?"
    row = db.execute(f"{asked} ORDER BY id DESC LIMIT 1", (encode(path), hash, before)).fetchone()
    if row is None:
        return None
    path_, hash_, who, through, agent, session, tool_use, *rest = row
    return Announcement(
        decode(path_), hash_, decode(who), through, decode(agent), decode(session), decode(tool_use), *rest
    )
