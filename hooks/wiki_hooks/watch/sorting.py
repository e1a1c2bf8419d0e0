"""Which of the files that settled a person saved, and which are as git or one of our tools left them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wiki_hooks.plumbing.busy import combines
from wiki_hooks.plumbing.holding import Holding
from wiki_hooks.watch.batch import AWAY, GIT, SAVE, Batch, Settled
from wiki_schema.disk import ledger, revisions
from wiki_schema.disk.contents import hash_of
from wiki_schema.disk.revisions import WATCH
from wiki_schema.value import Value

if TYPE_CHECKING:
    import sqlite3

    from wiki_hooks.place.wiki import Wiki


class Sorted(Value):
    """A batch, sorted by who did it."""

    own: tuple[Settled, ...]
    """What people saved."""
    by_git: tuple[Settled, ...]
    """What is as the last commit has it, or as a merge that is going on made it."""
    known: tuple[Settled, ...]
    """What was logged when it was written, or before git took it away for a while."""
    holding: Holding


def sort(wiki: Wiki, db: sqlite3.Connection, batch: Batch) -> Sorted:
    """Sort a batch. Raises `CannotCheck` where git cannot be asked."""
    holding = Holding(wiki.repository, [change.path for change in batch.changes])
    merging = wiki.repository is not None and combines(wiki.repository.git_dir)
    own, by_git, known = [], [], []
    for change in batch.changes:
        if _is_by_git(change, batch.cause, holding, merging):
            by_git.append(change)
        elif _is_known(wiki, db, change, holding):
            known.append(change)
        else:
            own.append(change)
    return Sorted(tuple(own), tuple(by_git), tuple(known), holding)


def _is_by_git(change: Settled, cause: str, holding: Holding, merging: bool) -> bool:
    path, before, after, _ = change
    if merging and holding.is_conflict(path, after):
        return True
    # `git add` stages what a person wrote as well, so it is to be what the merge made.
    if merging and cause != SAVE and holding.is_staged(path, after) and holding.is_combined(path, after):
        return True
    # Where git did nothing, whoever brings back what the last commit has took out what stood there.
    if cause not in (GIT, AWAY) or not holding.is_committed(path, after):
        return False
    # A file that no commit holds and that is gone was removed by a checkout, or by somebody: only what
    # git can bring back is git's to take away.
    return after is not None or holding.knows(before)


def _is_known(wiki: Wiki, db: sqlite3.Connection, change: Settled, holding: Holding) -> bool:
    state = "" if change.after is None else hash_of(change.after)
    if change.before is None:
        last = next(iter(revisions.of_path(db, change.path)), None)
        if last is not None and last.through != WATCH and (last.after or "") == state:
            return True
    logged = any(
        line.note == change.path and line.state == state
        for store in wiki.setting.policy.stores
        for line in ledger.lines(db, store.log_path)
    )
    return logged and holding.is_committed(change.path, change.before)
