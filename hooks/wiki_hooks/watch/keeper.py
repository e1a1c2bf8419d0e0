"""Keeps what was saved: works out what it means, enters it in journal and revisions, writes the log line.

The order is what makes a kill harmless. Revision, log line and shadow are entered in one transaction; only
then is the log written, by `reconcile`, which also does it after a kill, a rollback, or when git rests again.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from wiki_hooks.place.environment import today
from wiki_hooks.plumbing.busy import busy
from wiki_hooks.watch import entering, saying
from wiki_hooks.watch.as_committed import as_committed
from wiki_hooks.watch.batch import AWAY, Batch, Event, Settled
from wiki_hooks.watch.handwritten import Credits, new_lines
from wiki_hooks.watch.meaning import Meaning, understand
from wiki_hooks.watch.restoring import Restored, Restorer
from wiki_hooks.watch.sorting import Sorted, sort
from wiki_hooks.watch.who import Author, Authors
from wiki_schema import paths
from wiki_schema.disk import files, ledger
from wiki_schema.disk.database import transaction
from wiki_schema.disk.files import CannotWrite
from wiki_schema.judge import load_formats

if TYPE_CHECKING:
    from wiki_hooks.writing.desk import Desk

_AWAY_REMARK = " (while away)"


class Keeper:
    """Keeps one batch after the other. While it lives it remembers what was lost and is not mended yet."""

    def __init__(self, environ: Mapping[str, str], who: str = "", restores: bool = False) -> None:
        """`who` is whom to write for where nobody else is known; `restores` brings back what rules lost."""
        self._environ = environ
        self._who = who
        self._credits = Credits()
        self._restorer = Restorer() if restores else None
        # Notes that lost facts, as they were before: until these are back, a save is held against that.
        self._whole: dict[str, bytes | None] = {}

    def keep(self, desk: Desk, batch: Batch) -> list[Event]:
        """Keep what settled. The caller holds the lock; the shadow knows all of it afterwards.

        Raises `CannotCheck` where something cannot be judged or entered; then all of it is seen again.
        """
        found = sort(desk.wiki, desk.db, batch)
        with transaction(desk.db):
            for change in (*found.by_git, *found.known):
                entering.see(desk.db, change)
        for change in found.by_git:
            self._whole.pop(change.path, None)
        events = list(saying.by_git(found.by_git, batch.moved))
        return events + (self._keep(desk, found, batch.cause) if found.own else [])

    def _keep(self, desk: Desk, found: Sorted, cause: str) -> list[Event]:
        """Keep what people saved."""
        wiki, authors = desk.wiki, Authors(desk.wiki, desk.db, self._who, self._environ)
        whose = {change.path: authors.of(change, cause) for change in found.own}
        judged = list(self._with_open(desk, found.own))
        remark = _AWAY_REMARK if cause == AWAY else ""
        undone = as_committed(desk.db, found.own, whose, found.holding, wiki)
        meaning = understand(wiki, judged, whose, today(), self._credits, remark, undone)
        back = self._restore(desk, judged, found, meaning, whose)
        self._remember(desk, judged, meaning, back)
        rest = [change for change in found.own if change.path not in back.paths]
        meaning = meaning.without(back.paths)
        open_ = {change.path for change in judged if change.path not in whose}
        shown = tuple(finding for finding in meaning.findings if finding.path not in open_)
        entering.enter(desk, rest, judged, whose, meaning.wanted)
        actor = wiki.actor(next(iter(whose.values())).evidence)
        is_written = entering.write(desk, meaning.wanted, actor)
        told = saying.saved(rest, whose, Meaning(shown, meaning.wanted), cause, is_written, undone)
        return [*told, *back.events]

    def _with_open(self, desk: Desk, changes: Sequence[Settled]) -> Iterator[Settled]:
        """The changes as they are judged: held against what was whole, with the losses that are still open.

        A fact that was cut from one note may come to stand in another one with the next save.
        """
        saved = {change.path: change for change in changes}
        for path in dict.fromkeys([*saved, *self._whole]):
            change = saved.get(path) or Settled(path, None, _standing(desk, path))
            whole = self._whole.get(path, change.before)
            if whole != change.after:
                yield change._replace(before=whole)

    def _restore(
        self,
        desk: Desk,
        changes: Sequence[Settled],
        found: Sorted,
        meaning: Meaning,
        whose: Mapping[str, Author],
    ) -> Restored:
        """Bring back what was lost, if that is wanted; never what git did, and not while it is at work."""
        if self._restorer is None or not meaning.findings or busy(desk.wiki) is not None:
            return Restored()
        may = [change for change in changes if change.path in whose and not _is_gits(change, found)]
        return self._restorer.restore(desk, may, meaning.findings, whose)

    def _remember(self, desk: Desk, changes: Sequence[Settled], meaning: Meaning, back: Restored) -> None:
        """Remember which notes lack facts now, and which log lines were written before their change."""
        lacking = {finding.path for finding in meaning.findings if finding.rule == "fact-erased"}
        changed = {change.path: change for change in changes}
        self._whole = {
            path: change.before
            for path, change in changed.items()
            if path in lacking and path not in back.paths
        }
        formats = load_formats(desk.wiki.manager)
        for store in desk.wiki.setting.policy.stores:
            log = changed.get(store.log_path)
            if log is None or log.after is None:
                continue
            log_format = formats[store.log_format]
            ours = {line.line for line in ledger.lines(desk.db, store.log_path)}
            lines = [line for line in new_lines(log, store, log_format, today()) if line not in ours]
            named = [(line, entry.path if (entry := log_format.read(1, line)) else "") for line in lines]
            self._credits.add(
                store, [pair for pair in named if paths.join(store.path, pair[1]) not in changed]
            )


def _standing(desk: Desk, path: str) -> bytes | None:
    """What a file holds; nothing where a link has taken its place, whatever that leads to."""
    try:
        return files.read(desk.wiki.top, path)
    except CannotWrite:
        return None


def _is_gits(change: Settled, found: Sorted) -> bool:
    """Whether git put a file so, or somebody told it to: the index has it thus, and no commit does."""
    path, after = change.path, change.after
    return found.holding.is_staged(path, after) and not found.holding.is_committed(path, after)
