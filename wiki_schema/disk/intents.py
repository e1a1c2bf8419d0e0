"""Intents: deeds written down before they are done, with all that is needed to finish or undo them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING

from wiki_schema.disk import contents, ledger, revisions, shadow
from wiki_schema.disk.database import transaction
from wiki_schema.disk.deeds import Deed, Edit, Written
from wiki_schema.disk.ledger import LedgerLine
from wiki_schema.disk.mending import TODO, rest_of
from wiki_schema.disk.revisions import RESTORE
from wiki_schema.disk.shadow import Seen
from wiki_schema.text import decode
from wiki_schema.value import Value

if TYPE_CHECKING:
    import sqlite3


NONE: Mapping[str, tuple[str | None, str | None]] = MappingProxyType({})


class Intent(Value):
    """A deed that was begun, and may not be done."""

    id: int
    deed: Deed
    moment: str
    hashes: Mapping[str, tuple[str | None, str | None]] = NONE
    """Of what each file holds before and after, as far as they are at hand."""


def begin(db: sqlite3.Connection, deed: Deed, moment: str) -> Intent:
    """Write down what is about to be done."""
    import json

    # One file is written in one step; only of several could a power cut leave some behind.
    with transaction(db, durable=len(deed.edits) > 1):
        hashes = {
            path: (contents.keep(db, before), contents.keep(db, after, before))
            for path, before, after in deed.edits
        }
        told = json.dumps(deed._replace(edits=[(path, *both) for path, both in hashes.items()]))
        id = db.execute("INSERT INTO intent (time, deed) VALUES (?, ?)", (moment, told)).lastrowid
    assert id is not None
    return Intent(id, deed, moment, hashes)


def left(db: sqlite3.Connection) -> list[Intent]:
    """What killed processes left, oldest first."""
    rows = db.execute("SELECT id, time, deed FROM intent ORDER BY id").fetchall()
    return [Intent(id, _deed(db, told), moment) for id, moment, told in rows]


def _deed(db: sqlite3.Connection, told: str) -> Deed:
    import json

    edits, who, through, verb, lines = json.loads(told)
    held = [
        Edit(path, contents.needed(db, before), contents.needed(db, after)) for path, before, after in edits
    ]
    return Deed(tuple(held), who, through, verb, tuple(LedgerLine(*line) for line in lines))


def end(db: sqlite3.Connection, intent: Intent, done: Iterable[Written]) -> None:
    """Remember what was done, and forget that it was to be done."""
    deed = intent.deed
    with transaction(db, durable=False):
        for written in done:
            _remember(db, intent, written)
            lines = [line for line in deed.lines if line.log == written.path]
            if lines and written.ours is not None and written.trace is not None:
                was_as_left = ledger.was_left_as(db, written.path, written.trace.before)
                ledger.enter(db, lines, written.path, written.ours, intent.moment)
                # An editor that wrote it just before may have wiped lines, and nobody has looked yet.
                is_sure = was_as_left and written.after is written.ours
                ledger.leave(db, written.path, written.trace.after if is_sure else ledger.DOUBTED)
        forget(db, intent)


def forget(db: sqlite3.Connection, intent: Intent) -> None:
    """Forget an intent: it is done, or undone."""
    with transaction(db, durable=False):
        db.execute("DELETE FROM intent WHERE id = ?", (intent.id,))


def _remember(db: sqlite3.Connection, intent: Intent, written: Written) -> None:
    path, before, after, _, ours = written
    who, through, verb = intent.deed.who, intent.deed.through, intent.deed.verb
    hashes = intent.hashes.get(path) if after is ours else None
    if hashes is None:
        hashes = (contents.keep(db, before), contents.keep(db, after, before))
    revisions.enter(db, path, *hashes, who, through, verb, intent.moment)
    _give_up(db, path, before, ours)
    if shadow.is_kept(db):
        _show(db, written, through)


def _show(db: sqlite3.Connection, written: Written, through: str) -> None:
    """Let the shadow know what the deed did, and that alone.

    What others wrote before it or meanwhile is left for the watcher to see. Only a restoration answers for
    what it was made of.
    """
    path, before, after, trace, ours = written
    seen = shadow.get(db, path)
    known = contents.content(db, seen.hash) if seen is not None else None
    if known != before and through != RESTORE:
        rest = rest_of(before, ours, known)
        if rest.state != TODO or rest.content is None or known is None:
            return
        ours = rest.content
    if ours is None:
        shadow.remove(db, path)
    else:
        size, mtime_ns, inode = trace.after if trace is not None and after == ours else (0, 0, 0)
        shadow.put(db, Seen(path, size, mtime_ns, inode, contents.keep(db, ours, after) or ""))


def _give_up(db: sqlite3.Connection, path: str, before: bytes | None, after: bytes | None) -> None:
    """Forget the log lines that the deed itself takes out of a log, as a rotation or a redaction does."""
    if before is None or (after is not None and after.startswith(before)):
        return
    if known := ledger.lines(db, path):
        lacked = {line.id for line in ledger.lacking(known, decode(before))}
        lacks = {line.id for line in ledger.lacking(known, decode(after or b""))}
        ledger.settle(db, lacks - lacked)
