"""The ledger against the logs: a line that a commit holds is settled, one that was wiped is put back.

A line is wiped by whoever saves an old version of the log, and by git: pre-commit rolls the working tree
back, `reset --hard`, `checkout` and `stash` take changes out of it. Where git took the change as well, its
line rests: it may come back with the change, and until then it would tell of what never was.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from wiki_hooks.place.environment import moment, today
from wiki_hooks.place.owing import owe
from wiki_hooks.place.wiki import Wiki
from wiki_hooks.plumbing.busy import busy
from wiki_hooks.plumbing.objects import Objects
from wiki_hooks.plumbing.trees import CommitTree
from wiki_schema.amend import add_log_lines
from wiki_schema.change import EmptyTree, Tree, text_of
from wiki_schema.disk import files, journal, ledger, revisions, shadow
from wiki_schema.disk.contents import hash_of
from wiki_schema.disk.files import CannotWrite, Changed
from wiki_schema.disk.journal import Deed, Edit
from wiki_schema.disk.ledger import OwedLine
from wiki_schema.disk.revisions import WATCH
from wiki_schema.log import LogFormat
from wiki_schema.policy import Store
from wiki_schema.telling import count
from wiki_schema.text import decode, encode, split_lines, visible
from wiki_schema.value import Value

if TYPE_CHECKING:
    import sqlite3

_UNMERGED = re.compile(rb"^(?:<{7}|>{7}) ", re.MULTILINE)


def reconcile(wiki: Wiki, db: sqlite3.Connection, whatever_git_does: bool = False) -> list[str]:
    """Bring ledger and logs together; gives a sentence for each log to which lines were written.

    While git is busy they wait, unless somebody asked for them outright. A log that is as memwiki left it
    lacks nothing, and is not even read. The caller holds the lock.
    """
    touched = [log for log in ledger.logs(db) if not ledger.is_as_left(db, wiki.top, log)]
    if not touched:
        return []
    waits = not whatever_git_does and busy(wiki) is not None
    told, waiting = [], 0
    with committed_side(wiki) as head:
        for log in touched:
            gap = _compare(wiki, db, log, head, settles=not waits)
            may_write = not waits and gap.is_plain and is_writable(gap.text, text_of(head.read(log)))
            if gap.due and may_write and _put_back(wiki, db, gap):
                told.append(f"{visible(log)} lacked {count(len(gap.due), 'line')} that the journal holds")
            else:
                waiting += len(gap.due)
    owe(wiki.state, waiting)
    return told


def is_writable(log: bytes | None, committed: str | None) -> bool:
    """Whether lines may be added to a log: not while it is gone, or in the middle of a merge."""
    if log is None:
        return committed is None
    return b"<<<<<<< " not in log or _UNMERGED.search(log) is None


@contextmanager
def committed_side(wiki: Wiki) -> Iterator[Tree]:
    """What the last commit holds; nothing where there is none."""
    if wiki.repository is None:
        yield EmptyTree()
        return
    with Objects(wiki.repository.git) as objects:
        yield CommitTree(objects, "HEAD") if objects.find("HEAD") else EmptyTree()


class _Gap(Value):
    """What a log lacks."""

    store: Store
    text: bytes | None
    """What the log holds; None where there is none."""
    due: tuple[OwedLine, ...]
    """The lines that belong into it now."""
    is_plain: bool = True
    """Whether it may be read: a link is not followed, and the rules tell of it."""


def _compare(wiki: Wiki, db: sqlite3.Connection, log: str, head: Tree, settles: bool) -> _Gap:
    """Settle what is committed of a log, and see what else it lacks."""
    store = wiki.setting.policy.store_of_log(log)
    if store is None:
        return _Gap(Store(""), None, ())
    if settles:
        ledger.settle(db, [line.id for line in ledger.held(db, log, text_of(head.read(log)) or "")])
    # Looked at before it is read: whoever writes in between is noticed the next time.
    try:
        stamp = files.stamp(wiki.top, log)
        text = files.read(wiki.top, log)
    except CannotWrite:
        return _Gap(store, None, tuple(ledger.lines(db, log)), is_plain=False)
    lacking = ledger.owed(db, log, decode(text or b""))
    if lacking and settles:
        log_format = wiki.format_of(store)
        known = ledger.held(db, log, decode(text or b""))
        others = _unknown(decode(text or b""), text_of(head.read(log)) or "", known)
        ours = [line for line in lacking if _is_watchers(db, line)]
        reworded = _reworded(ours, others, log_format)
        ledger.settle(db, [line.id for line in reworded])
        lacking = [line for line in lacking if line not in reworded]
    changes = _Changes(wiki, db, head)
    due = tuple(filter(changes.stands, lacking))
    if settles:
        ledger.settle(db, [line.id for line in lacking if line not in due and changes.is_over(line)])
    if stamp is not None and not lacking:
        ledger.leave(db, log, stamp)
    return _Gap(store, text, due)


def _is_watchers(db: sqlite3.Connection, line: OwedLine) -> bool:
    """Whether the watcher chose the words of a line; those that a person gave to a command are kept."""
    led = (revision for revision in revisions.of_path(db, line.note) if revision.after == line.state)
    return bool(line.note) and any(revision.through == WATCH for revision in led)


def _unknown(text: str, committed: str, known: Iterable[OwedLine]) -> list[str]:
    """The lines of a log that no commit holds and memwiki did not write."""
    left = Counter(split_lines(committed)) + Counter(line.line for line in known)
    others = []
    for line in split_lines(text):
        if left[line]:
            left[line] -= 1
        else:
            others.append(line)
    return others


def _reworded(lacking: Iterable[OwedLine], others: Iterable[str], log_format: LogFormat) -> list[OwedLine]:
    """The lines of which somebody has another one of the same day, verb, person and note: said better."""
    left = Counter(_subject(line, log_format) for line in others)
    found = []
    for line in lacking:
        subject = _subject(line.line, log_format)
        if subject is not None and left[subject]:
            left[subject] -= 1
            found.append(line)
    return found


def _subject(line: str, log_format: LogFormat) -> tuple[object, ...] | None:
    entry = log_format.read(1, line) if log_format.has_fields else None
    return (entry.day, entry.verb, entry.who, entry.path) if entry else None


def _put_back(wiki: Wiki, db: sqlite3.Connection, gap: _Gap) -> bool:
    """Write the lines that are due; whether that was done. Not where somebody is writing just now."""
    store, text, due, _ = gap
    log_format = wiki.format_of(store)
    raw = [line.line for line in due]
    if log_format.has_sections:  # the ledger keeps no blank lines, which stand around headings
        raw = [row for line in raw for row in ("", line)][1:]
    after = encode(add_log_lines(decode(text or b""), raw, log_format, store.log_order, today()))
    try:
        journal.carry_out(db, wiki.top, Deed((Edit(store.log_path, text, after),), "", "reconcile"), moment())
    except Changed:
        return False
    ledger.enter_again(db, due, after)
    stamp = files.stamp(wiki.top, store.log_path)
    if stamp is not None and files.read(wiki.top, store.log_path) == after:
        ledger.leave(db, store.log_path, stamp)
    return True


class _Changes:
    """Whether the changes that log lines tell of still stand on disk."""

    def __init__(self, wiki: Wiki, db: sqlite3.Connection, head: Tree) -> None:
        self._wiki = wiki
        self._db = db
        self._head = head

    def stands(self, line: OwedLine) -> bool:
        """Whether the note is as the line left it, or was changed further since."""
        if not line.note:
            return True
        now = self._now(line.note)
        return now == line.state or (not self._is_committed(line.note, now) and self._leads_to_now(line))

    def is_over(self, line: OwedLine) -> bool:
        """Of a line whose change does not stand: whether it cannot come back, because the note went on."""
        return not self._is_committed(line.note, self._now(line.note))

    def _now(self, note: str) -> str:
        try:
            return _hash(files.read(self._wiki.top, note))
        except CannotWrite:  # a link has taken its place, so the note is gone
            return ""

    def _is_committed(self, note: str, now: str) -> bool:
        """Whether a note is as the last commit has it: then git, or an undo, took its changes away."""
        if self._wiki.repository is None:
            return False
        text = text_of(self._head.read(note))
        return now == _hash(None if text is None else encode(text))

    def _leads_to_now(self, line: OwedLine) -> bool:
        """Whether each change since then began where the one before it had ended.

        Where git put something else in between, one of them began elsewhere. What the watcher saw last
        counts as well: what is on disk by now began there, and is not among the revisions yet.
        """
        known = revisions.of_path(self._db, line.note)
        seen = shadow.get(self._db, line.note)
        began = seen.hash if seen else known[0].after or "" if known else line.state
        for revision in known:
            if (revision.after or "") != began:
                return False
            if began == line.state:
                return True
            began = revision.before or ""
        return not known


def _hash(content: bytes | None) -> str:
    return "" if content is None else hash_of(content)
