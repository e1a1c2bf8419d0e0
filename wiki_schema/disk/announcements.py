"""Who announced a write of these bytes to this path: the attribution journal of agents and tools."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wiki_schema.text import decode, encode
from wiki_schema.value import Value

if TYPE_CHECKING:
    import sqlite3

# An announcement is answered within seconds; so many are kept.
_KEPT = 10_000


class Announcement(Value):
    """A write that somebody said they would make."""

    path: str
    """From the top."""
    hash: str
    """Of the bytes that the file would hold."""
    who: str
    through: str
    agent: str
    session: str
    tool_use: str
    time: str


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
) -> None:
    """Enter that somebody is about to write bytes of this hash to a file."""
    said = (
        encode(path),
        hash,
        encode(who),
        through,
        encode(agent),
        encode(session),
        encode(tool_use),
        moment,
    )
    number = db.execute(
        "INSERT INTO announcement (path, hash, who, through, agent, session, tool_use, time) "
        "VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        said,
    ).lastrowid
    db.execute("DELETE FROM announcement WHERE id <= ?", ((number or 0) - _KEPT,))


def announced(db: sqlite3.Connection, path: str, hash: str) -> Announcement | None:
    """The last announcement of these bytes for this file, None where nobody made one."""
    row = db.execute(
        "SELECT path, hash, who, through, agent, session, tool_use, time FROM announcement "
        "WHERE path = ? AND hash = ? ORDER BY id DESC LIMIT 1",
        (encode(path), hash),
    ).fetchone()
    if row is None:
        return None
    path_, hash_, who, through, agent, session, tool_use, time = row
    return Announcement(
        decode(path_), hash_, decode(who), through, decode(agent), decode(session), decode(tool_use), time
    )
