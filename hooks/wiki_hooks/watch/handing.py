"""Looking at what is due, and handing the keeper what is ripe."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Protocol

from wiki_hooks.place.owing import owing
from wiki_hooks.place.wiki import Wiki
from wiki_hooks.plumbing.busy import busy
from wiki_hooks.plumbing.left_out import ignored, not_checked_out
from wiki_hooks.watch.batch import MENDED, STATE, Batch, Event, Settled
from wiki_hooks.watch.look import Look, look, sight
from wiki_hooks.watch.settle import CHANGED, GONE, NEW, SAME, UNSTEADY, Settling
from wiki_hooks.writing.desk import Desk, remembered, writing
from wiki_schema.disk import contents, shadow
from wiki_schema.disk.database import transaction
from wiki_schema.disk.files import CannotWrite
from wiki_schema.disk.shadow import Seen
from wiki_schema.finding import CannotCheck

if TYPE_CHECKING:
    import sqlite3

Show = Callable[[Iterable[Event]], None]

# After so many seconds what could not be handed over is tried again.
_RETRY = 5.0


class Keeper(Protocol):
    """Works out what settled files mean, and enters it in journal, revisions, shadow and log."""

    def keep(self, desk: Desk, batch: Batch) -> Iterable[Event]:
        """Keep a batch. The lock is held: the shadow must know all of it afterwards."""
        ...


class Handing:
    """The way of a path from the dirty set to the keeper. Judges content against the shadow, nothing else."""

    def __init__(self, keeper: Keeper, show: Show, settling: Settling) -> None:
        self._keeper = keeper
        self._show = show
        self._settling = settling
        self._told: set[str] = set()
        self.trouble = ""
        """Why something could not be handed over; "" once it could."""

    def look(self, wiki: Wiki, now: float) -> None:
        """Look at every path whose time has come."""
        due = self._settling.due(now)
        if not due:
            return
        with remembered(wiki) as db:
            touched = [seen for path in due if (seen := self._look(wiki, db, path, now))]
            if touched:
                with transaction(db, durable=False):
                    for seen in touched:
                        shadow.restamp(db, seen)

    def _look(self, wiki: Wiki, db: sqlite3.Connection, path: str, now: float) -> Seen | None:
        """Look at one path. Gives how it looks where that alone is new: else every scan would read it."""
        found = self._read(wiki, path)
        if found is None:
            return None
        known = shadow.get(db, path)
        shown = sight(found, known)
        self._settling.seen(path, shown, now)
        return found.seen if shown == SAME and found.seen != known else None

    def _read(self, wiki: Wiki, path: str) -> Look | None:
        """What a path holds; None where it may not be read: that is told, and looked at when it changes."""
        try:
            found = look(wiki.top, path)
        except CannotWrite as error:
            self._tell_once(path, str(error))
            self._settling.forget([path])
            return None
        self._told.discard(path)
        return found

    def hand_over(self, wiki: Wiki, ripe: Mapping[str, str], cause: str, moved: str, now: float) -> None:
        """Hand the keeper what is ripe, if under the lock it still is as it was seen."""
        try:
            events = self._hand_over(wiki, ripe, cause, moved, now)
        except CannotCheck as error:
            self.trouble = str(error)
            self._tell_once("", self.trouble)
            self._settling.look_again(now + _RETRY)
        else:
            self.trouble = ""
            self._told.discard("")
            self._tell(events)

    def pay(self, wiki: Wiki) -> None:
        """Write the log lines that waited for git, once it rests."""
        if not owing(wiki.state) or busy(wiki) is not None:
            return
        try:
            with writing(wiki) as desk:
                events = [Event(MENDED, told) for told in desk.mended]
        except CannotCheck as error:
            self._tell_once("", str(error))
        else:
            self._tell(events)

    def _hand_over(
        self, wiki: Wiki, ripe: Mapping[str, str], cause: str, moved: str, now: float
    ) -> list[Event]:
        away = _left_away(wiki, [path for path, shown in ripe.items() if shown == GONE])
        unwanted = _ignored(wiki, [path for path, shown in ripe.items() if shown == NEW])
        with writing(wiki) as desk:
            events = [Event(MENDED, told) for told in desk.mended]
            for path in away:
                shadow.remove(desk.db, path)
            wanted = {path: shown for path, shown in ripe.items() if path not in away | unwanted}
            changes = tuple(self._settled(desk, wanted, now))
            if changes:
                events += self._keeper.keep(desk, Batch(changes, cause, moved))
            events += [Event(STATE, told) for told in desk.unheard]
        self._settling.forget([*away, *unwanted, *(change.path for change in changes)])
        return events

    def _settled(self, desk: Desk, ripe: Mapping[str, str], now: float) -> Iterator[Settled]:
        """Those that still are as they were seen; the others go on waiting."""
        for path, expected in ripe.items():
            known = shadow.get(desk.db, path)
            found = self._read(desk.wiki, path)
            if found is None:
                continue
            shown = sight(found, known)
            if shown == expected or shown in (CHANGED, NEW):
                before = contents.content(desk.db, known.hash) if known else None
                yield Settled(path, before, found.data, found.seen)
            elif shown == SAME:
                self._settling.forget([path])
            elif shown == UNSTEADY:
                self._settling.touch(path, now)
            else:
                self._settling.seen(path, shown, now)

    def _tell_once(self, path: str, words: str) -> None:
        if path not in self._told:
            self._told.add(path)
            self._tell([Event(STATE, words, path)])

    def _tell(self, events: list[Event]) -> None:
        if events:
            self._show(events)


def _ignored(wiki: Wiki, paths: list[str]) -> frozenset[str]:
    """New files that git ignores: they are nobody's but their writer's."""
    if wiki.repository is None or not paths:
        return frozenset()
    return ignored(wiki.repository.git, paths)


def _left_away(wiki: Wiki, paths: list[str]) -> frozenset[str]:
    """Missing files that git has only left away from this checkout."""
    if wiki.repository is None or not paths:
        return frozenset()
    return not_checked_out(wiki.repository.git, paths)
