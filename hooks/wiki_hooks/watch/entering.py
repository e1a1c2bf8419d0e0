"""Entering what was saved before anything is done about it: revisions, owed lines, the shadow."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

from wiki_hooks.place.environment import moment
from wiki_hooks.place.listeners import tell_written
from wiki_hooks.place.owing import owing
from wiki_hooks.watch.batch import Settled
from wiki_hooks.watch.meaning import Wanted
from wiki_hooks.watch.who import Author
from wiki_hooks.writing.reconcile import reconcile
from wiki_schema.disk import contents, files, ledger, revisions, shadow
from wiki_schema.disk.contents import hash_of
from wiki_schema.disk.database import transaction
from wiki_schema.disk.files import CannotWrite
from wiki_schema.disk.ledger import LedgerLine
from wiki_schema.disk.revisions import WATCH
from wiki_schema.members import Actor
from wiki_schema.text import decode, encode

if TYPE_CHECKING:
    import sqlite3

    from wiki_hooks.writing.desk import Desk

FIRST_SEEN = "seen"
"""Through what a state came that stood there before anything was recorded."""


def see(db: sqlite3.Connection, change: Settled) -> None:
    """Let the shadow know a file as it is."""
    contents.keep(db, change.after, change.before)
    if change.seen is None:
        shadow.remove(db, change.path)
    else:
        shadow.put(db, change.seen)


def enter(
    desk: Desk,
    changes: Sequence[Settled],
    judged: Iterable[Settled],
    authors: Mapping[str, Author],
    wanted: Sequence[Wanted],
) -> None:
    """Enter changes and the log lines they lack: all of it, or nothing. The log itself is not written yet.

    `judged` are all files that the lines may tell of.
    """
    verbs = {want.note: want.entry.verb for want in wanted}
    states = {c.path: "" if c.after is None else hash_of(c.after) for c in (*judged, *changes)}
    lines: dict[str, list[LedgerLine]] = {}
    for store, note, _, raw in wanted:
        log = store.log_path
        told = (LedgerLine(log, line, note, states.get(note, "")) for line in raw if line.strip())
        lines.setdefault(log, []).extend(told)
    with transaction(desk.db):
        for change in changes:
            record(desk.db, change, authors[change.path], verbs.get(change.path, ""))
            see(desk.db, change)
        for log, new in lines.items():
            _owe(desk, log, new)


def record(db: sqlite3.Connection, change: Settled, author: Author, verb: str) -> None:
    """Enter a revision, and before it the state it began with, if nothing is known of that."""
    path, before, after, _ = change
    if before is not None and revisions.find(db, path, hash_of(before)) is None:
        revisions.record(db, path, None, before, "", FIRST_SEEN, "", moment())
    revisions.record(db, path, before, after, author.label, author.through, verb, moment())


def _owe(desk: Desk, log: str, new: list[LedgerLine]) -> None:
    """Enter lines that are still to be written."""
    if not new:
        return
    # As the log will be once everything that is owed stands in it.
    try:
        standing = decode(files.read(desk.wiki.top, log) or b"")
    except CannotWrite:  # a link has taken its place: the lines wait until the log is there again
        standing = ""
    owed = [line.line for line in ledger.owed(desk.db, log, standing)]
    then = "\n".join([standing, *owed, *(line.line for line in new)])
    ledger.enter(desk.db, new, log, encode(then), moment())
    ledger.doubt(desk.db, log)


def write(desk: Desk, wanted: Iterable[Wanted], actor: Actor) -> bool:
    """Write the lines that are owed, unless git is at work; whether none waits now."""
    logs = sorted({want.store.log_path for want in wanted if want.lines})
    if not logs:
        return True
    reconcile(desk.wiki, desk.db)
    if owing(desk.wiki.state):
        return False
    desk.unheard += tell_written(desk.wiki.manager, logs, actor, WATCH)
    return True
