"""What tells that files changed: events of the system, and, where it gives none or lost some, looking."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from wiki_hooks.place.wiki import Wiki
from wiki_hooks.watch import baseline
from wiki_hooks.watch.ground import Survey, survey
from wiki_hooks.watch.hints import CannotWatch, Hints, identity_of
from wiki_hooks.watch.mounts import blindness
from wiki_hooks.watch.options import Options
from wiki_hooks.watch.scan import Found, differing
from wiki_hooks.writing.desk import remembered, writing
from wiki_schema.disk import database
from wiki_schema.telling import count
from wiki_schema.text import visible

if TYPE_CHECKING:
    from wiki_hooks.watch.events import Observed

# Of so much time looking may take one part: where nothing tells, and where folders come and go all the time.
_SHARE, _SHARE_IN_UPHEAVAL = 20, 5


class Lookout:
    """Keeps every folder of a wiki watched, and knows when to look at all files again."""

    def __init__(self, wiki: Wiki, hints: Hints, options: Options, say: Callable[[str], None]) -> None:
        self._top = identity_of(wiki.top)
        self._memory: tuple[int, int] | None = None
        self._rhythm = options.rhythm
        self._say = say
        self._said: set[str] = set()
        self._observed: Observed | None = None
        self._files = 0
        self.next_scan = self.rested = self._next_thorough = time.monotonic()
        self.blind = "that was asked for" if options.poll else _blindness(wiki)
        """Why nothing tells, so that one has to look; "" while events are given."""
        if not self.blind:
            from wiki_hooks.watch.events import Observed

            try:
                self._observed = Observed(hints)
            except CannotWatch as error:
                self.blind = str(error)

    def fault(self, wiki: Wiki) -> str:
        """Why this can no longer be relied on; "" while all is well."""
        if identity_of(wiki.top) != self._top:
            return f"{visible(wiki.top)} is another folder now, or gone"
        if self._memory != identity_of(os.path.join(wiki.state, database.NAME)):
            return "what was remembered was moved away"
        return self._observed.fault() if self._observed else ""

    def is_patchy(self) -> bool:
        """Whether looking at everything would watch a folder again that is watched no more."""
        return self._observed is not None and self._observed.is_patchy()

    def stop(self) -> None:
        """Give back what the system lent."""
        if self._observed is not None:
            self._observed.stop()
            self._observed = None

    def begin(self, wiki: Wiki) -> list[Found]:
        """The first look, or one under a new setting: whatever was never seen is entered as known."""
        self._next_thorough = time.monotonic()
        found = self._cover(wiki)
        with writing(wiki) as desk:
            laid = baseline.lay(desk.db, wiki, found)
            mended = desk.mended
        self._memory = identity_of(os.path.join(wiki.state, database.NAME))
        for told in mended:
            self._say(told)
        if laid is not None:
            how = "the last commit has them" if laid.is_committed else "they lie here: nothing is committed"
            self._say(f"first start: {count(laid.files, 'file')} known, as {how}")
        return self._compare(wiki, found, time.monotonic())

    def described(self, wiki: Wiki) -> str:
        """What is watched, and how."""
        stores = count(len(wiki.setting.policy.stores), "store")
        how = f", by looking again and again: {self.blind}" if self.blind else ""
        return f"watching {count(self._files, 'file')} of {stores}{how}"

    def scan(self, wiki: Wiki) -> list[Found]:
        """Look at everything: the paths that do not look as they are known, and since when."""
        began = time.monotonic()
        return self._compare(wiki, self._cover(wiki), began)

    def tell_copy(self, path: str) -> None:
        """Say that a sync tool left something to be merged."""
        self._say_once(
            f"{visible(path)} was put there by a sync tool, because two machines wrote at once: "
            "merge it into the file it is a copy of, then remove it"
        )

    def _cover(self, wiki: Wiki) -> Survey:
        """See to it that every folder is watched; then what lies in them. Nothing slips in between."""
        while True:
            found = survey(wiki)
            if self._observed is None:
                return found
            try:
                if not self._observed.watch(os.path.join(wiki.top, folder) for folder in found.folders):
                    return found
            except CannotWatch as error:
                self.stop()
                self.blind = str(error)
                self._say(f"looking again and again from now on: {self.blind}")

    def _compare(self, wiki: Wiki, found: Survey, began: float) -> list[Found]:
        thorough = began >= self._next_thorough
        with remembered(wiki) as db:
            changed = list(differing(db, wiki, found, thorough))
        for path in found.copies:
            self.tell_copy(path)
        for folder in found.unreadable:
            self._say_once(f"{visible(folder)} may not be read, so nothing in it is watched")
        self._files = len(found.files)
        now = time.monotonic()
        took = now - began
        self.rested = now + took * _SHARE_IN_UPHEAVAL
        self.next_scan = now + (max(self._rhythm.poll, took * _SHARE) if self.blind else self._rhythm.rescan)
        if thorough:
            self._next_thorough = now + self._rhythm.thorough
        return changed

    def _say_once(self, words: str) -> None:
        if words not in self._said:
            self._said.add(words)
            self._say(words)


def _blindness(wiki: Wiki) -> str:
    """Why events cannot be trusted in some store; "" where they can."""
    folders = [wiki.top, *(os.path.join(wiki.top, store.path) for store in wiki.setting.policy.stores)]
    return next(filter(None, map(blindness, folders)), "")
