"""The log lines that memwiki wrote and no commit holds yet: what an editor wipes can be put back."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from wiki_schema.disk import files
from wiki_schema.disk.database import transaction
from wiki_schema.disk.files import Stamp
from wiki_schema.text import decode, encode, split_lines
from wiki_schema.value import Value

if TYPE_CHECKING:
    import sqlite3


DOUBTED = Stamp(-1, 0, 0)
"""The stamp of no file: nobody has looked yet whether it holds all that is owed."""


class LedgerLine(Value):
    """A log line that is about to be written."""

    log: str
    """The path of the log, from the top."""
    line: str
    """As it stands in the log, without its end."""
    note: str = ""
    """The note it tells of, from the top; empty where it tells of none."""
    state: str = ""
    """The hash of that note after the change; empty where there is none."""


class OwedLine(Value):
    """A log line that was written and is in no commit yet, as far as is known."""

    id: int
    line: str
    note: str
    state: str
    nth: int
    """The how manieth of equal lines it is: a log may rightly hold the same line twice."""


def enter(db: sqlite3.Connection, lines: Sequence[LedgerLine], log: str, held: bytes, moment: str) -> None:
    """Enter the lines that were just written to a log, which now holds these bytes."""
    db.execute(
        "INSERT OR IGNORE INTO stamp (path, size, mtime_ns, inode) VALUES (?, -1, 0, 0)", (encode(log),)
    )
    for line, nth in zip(lines, _numbers([line.line for line in lines], held), strict=True):
        where = (encode(log), encode(line.line))
        # An editor may have wiped an equal one just before: it is owed all the same.
        known = "SELECT coalesce(max(nth), 0) FROM ledger WHERE log = ? AND line = ?"
        nth = max(nth, db.execute(known, where).fetchone()[0] + 1)
        db.execute(
            "INSERT INTO ledger (log, line, nth, note, state, time) VALUES (?, ?, ?, ?, ?, ?)",
            (*where, nth, encode(line.note), line.state, moment),
        )


def enter_again(db: sqlite3.Connection, lines: Sequence[OwedLine], held: bytes) -> None:
    """The same for lines that are known and were written once more."""
    for line, nth in zip(lines, _numbers([line.line for line in lines], held), strict=True):
        db.execute("UPDATE ledger SET nth = ? WHERE id = ?", (nth, line.id))


def _numbers(new: Sequence[str], held: bytes) -> Iterator[int]:
    """The how manieth of its equals each new line of a log is: of equal lines the last ones are the new."""
    left = Counter(new)
    for line in new:
        left[line] -= 1
        yield max(count_line(held, encode(line)) - left[line], 1)


def lines(db: sqlite3.Connection, log: str) -> list[OwedLine]:
    """All lines of a log that are in no commit yet, as far as is known, in the order they were written."""
    rows = db.execute(
        "SELECT id, line, note, state, nth FROM ledger WHERE log = ? ORDER BY id", (encode(log),)
    )
    return [OwedLine(id, decode(line), decode(note), state, nth) for id, line, note, state, nth in rows]


def logs(db: sqlite3.Connection) -> list[str]:
    """Every log that the ledger has lines of; each has a stamp, if only one in doubt."""
    rows = db.execute("SELECT path FROM stamp WHERE EXISTS (SELECT 1 FROM ledger WHERE log = path)")
    return [decode(log) for (log,) in rows]


def owed(db: sqlite3.Connection, log: str, text: str) -> list[OwedLine]:
    """The lines that a log's text lacks; the k-th of equal lines where fewer than k stand there."""
    return lacking(lines(db, log), text)


def held(db: sqlite3.Connection, log: str, text: str) -> list[OwedLine]:
    """The lines that a log's text holds, such as those that a commit has taken up."""
    known = lines(db, log)
    owed_ids = {line.id for line in lacking(known, text)}
    return [line for line in known if line.id not in owed_ids]


def lacking(known: Iterable[OwedLine], text: str) -> list[OwedLine]:
    """Those of some lines that a text lacks."""
    standing = Counter(split_lines(text))
    return [line for line in known if standing[line.line] < line.nth]


def settle(db: sqlite3.Connection, ids: Iterable[int]) -> None:
    """Forget lines: a commit holds them, or they are given up."""
    with transaction(db, durable=False):
        db.executemany("DELETE FROM ledger WHERE id = ?", [(id,) for id in ids])


def count_line(text: bytes, line: bytes) -> int:
    """How often a line stands in a text, whole."""
    found, at = 0, text.find(line)
    while at >= 0:
        end = at + len(line)
        begins = at == 0 or text[at - 1 : at] == b"\n"
        ends = end == len(text) or text[end : end + 1] == b"\n" or text[end : end + 2] == b"\r\n"
        found += begins and ends
        at = text.find(line, at + 1)
    return found


# Whether anybody else has written a log since


def leave(db: sqlite3.Connection, path: str, stamp: Stamp) -> None:
    """Remember how we left a file."""
    db.execute(
        "INSERT OR REPLACE INTO stamp (path, size, mtime_ns, inode) VALUES (?, ?, ?, ?)",
        (encode(path), *stamp),
    )


def is_as_left(db: sqlite3.Connection, top: str, path: str) -> bool:
    """Whether a file is as we left it, by its stamp: no line of it can be missing then."""
    row = db.execute("SELECT size, mtime_ns, inode FROM stamp WHERE path = ?", (encode(path),)).fetchone()
    return row is not None and files.stamp(top, path) == Stamp(*row)


def was_left_as(db: sqlite3.Connection, path: str, stamp: Stamp | None) -> bool:
    """Whether a file of this stamp is as we left it, or holds nothing of ours yet."""
    row = db.execute("SELECT size, mtime_ns, inode FROM stamp WHERE path = ?", (encode(path),)).fetchone()
    return row is None or stamp == Stamp(*row)


def doubt(db: sqlite3.Connection, path: str) -> None:
    """Forget how we left a file: a line was entered that is still to be written there."""
    leave(db, path, DOUBTED)
