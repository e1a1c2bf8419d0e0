"""Keeps what was saved: works out what it means, enters it in journal and revisions, writes the log line.

The order is what makes a kill harmless. Revision, log line and shadow are entered in one transaction; only
then is the log written, by `reconcile`, which also does it after a kill, a rollback, or when git rests again.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from wiki_hooks.environment import today
from wiki_hooks.git.busy import busy
from wiki_hooks.watch import entering, saying
from wiki_hooks.watch.batch import AWAY, Batch, Event, Settled
from wiki_hooks.watch.handwritten import Credits, new_lines
from wiki_hooks.watch.meaning import Meaning, understand
from wiki_hooks.watch.restoring import Restored, Restorer
from wiki_hooks.watch.sorting import Sorted, sort
from wiki_hooks.watch.who import Author, Authors
from wiki_schema import paths
from wiki_schema.disk import ledger
from wiki_schema.disk.database import transaction
from wiki_schema.judge import load_formats

if TYPE_CHECKING:
    from wiki_hooks.writing import Desk

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
        told = [c._replace(before=self._whole.get(c.path, c.before)) for c in found.own]
        told = [change for change in told if change.before != change.after]
        remark = _AWAY_REMARK if cause == AWAY else ""
        meaning = understand(wiki, told, whose, today(), self._credits, remark)
        back = self._restore(desk, told, found, meaning, whose)
        rest = [change for change in found.own if change.path not in back.paths]
        self._remember(desk, told, meaning, back)
        meaning = meaning.without(back.paths)
        entering.enter(desk, rest, whose, meaning.wanted)
        actor = wiki.actor(next(iter(whose.values())).evidence)
        is_written = entering.write(desk, meaning.wanted, actor)
        return [*saying.saved(rest, whose, meaning, cause, is_written), *back.events]

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
        may = [change for change in changes if not _is_gits(change, found)]
        return self._restorer.restore(desk, may, meaning.findings, whose)

    def _remember(self, desk: Desk, changes: Sequence[Settled], meaning: Meaning, back: Restored) -> None:
        """Remember which notes lack facts now, and which log lines were written before their change."""
        lacking = {finding.path for finding in meaning.findings if finding.rule == "fact-erased"}
        changed = {change.path: change for change in changes}
        for path, change in changed.items():
            self._whole.pop(path, None)
            if path in lacking and path not in back.paths:
                self._whole[path] = change.before
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


def _is_gits(change: Settled, found: Sorted) -> bool:
    """Whether git put a file so, or somebody told it to: the index has it thus, and no commit does."""
    path, after = change.path, change.after
    return found.holding.is_staged(path, after) and not found.holding.is_committed(path, after)
