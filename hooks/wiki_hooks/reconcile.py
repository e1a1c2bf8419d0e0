"""The ledger against the logs: a line that a commit holds is settled, one that was wiped is put back."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from wiki_hooks.environment import moment
from wiki_hooks.git.objects import Objects
from wiki_hooks.git.trees import CommitTree
from wiki_hooks.wiki import Wiki
from wiki_schema.amend import add_log_lines
from wiki_schema.change import EmptyTree, Tree, text_of
from wiki_schema.disk import files, journal, ledger
from wiki_schema.disk.journal import Deed, Edit
from wiki_schema.disk.ledger import LedgerLine, OwedLine
from wiki_schema.judge import load_formats
from wiki_schema.telling import count
from wiki_schema.text import decode, encode, visible

if TYPE_CHECKING:
    import sqlite3


def reconcile(wiki: Wiki, db: sqlite3.Connection) -> list[str]:
    """Bring ledger and logs together; gives a sentence for each log to which lines were put back.

    A log that is as memwiki left it lacks nothing, and is not even read. The caller holds the lock.
    """
    touched = [log for log in ledger.logs(db) if not ledger.is_as_left(db, wiki.top, log)]
    if not touched:
        return []
    with _head(wiki) as head:
        return [told for log in touched if (told := _put_back(wiki, db, log, head))]


@contextmanager
def _head(wiki: Wiki) -> Iterator[Tree]:
    if wiki.repository is None:
        yield EmptyTree()
        return
    with Objects(wiki.repository.git) as objects:
        yield CommitTree(objects, "HEAD") if objects.find("HEAD") else EmptyTree()


def _put_back(wiki: Wiki, db: sqlite3.Connection, log: str, head: Tree) -> str:
    """Settle what is committed of a log, and put back what else it lacks."""
    ledger.settle(db, [line.id for line in ledger.held(db, log, text_of(head.read(log)) or "")])
    store = next((store for store in wiki.setting.policy.stores if store.is_log(log)), None)
    # Looked at before it is read: whoever writes in between is noticed the next time.
    stamp = files.stamp(wiki.top, log)
    before = files.read(wiki.top, log)
    if store is None or before is None:
        return ""
    owed = ledger.owed(db, log, decode(before))
    if owed:
        log_format = load_formats(wiki.manager)[store.log_format]
        after = add_log_lines(decode(before), [line.line for line in owed], log_format, store.log_order)
        lines = tuple(LedgerLine(log, line.line, line.note, line.state) for line in owed)
        deed = Deed((Edit(log, before, encode(after)),), "", "reconcile", "", lines)
        journal.carry_out(db, wiki.top, deed, moment())
        ledger.settle(db, [line.id for line in owed])
        return _told(log, owed)
    if stamp is not None:
        ledger.leave(db, log, stamp)
    return ""


def _told(log: str, owed: list[OwedLine]) -> str:
    return f"{visible(log)} had lost {count(len(owed), 'line')} that memwiki wrote: put back"
