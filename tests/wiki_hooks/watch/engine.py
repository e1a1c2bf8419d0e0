"""The engine with a keeper that only takes notes: what was handed over, in which order."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from queue import SimpleQueue

from tests.patience import SECONDS
from tests.repository import Repository
from wiki_hooks.place.wiki import Wiki, find_wiki
from wiki_hooks.watch.batch import Batch, Event, Settled
from wiki_hooks.watch.hints import Hints
from wiki_hooks.watch.loop import Loop
from wiki_hooks.watch.options import Options, Rhythm
from wiki_hooks.watch.settle import Patience
from wiki_hooks.writing.desk import Desk
from wiki_schema.disk import contents, shadow
from wiki_schema.plugins import get_plugin_manager

QUICK = Patience(quiet=0.05, longest=1.0, gone=0.6, empty=0.5)
"""Like the real one, in a hurry."""
SELDOM = Rhythm(alive=0.2, rescan=600.0, thorough=600.0, poll=0.1)
"""So that what is seen was told by events."""

NOTE = "wiki/trips.md"


class Recorder:
    """Remembers every batch, and lets the shadow know it."""

    def __init__(self) -> None:
        self.batches: list[Batch] = []
        self.events: list[Event] = []

    def keep(self, desk: Desk, batch: Batch) -> Iterable[Event]:
        for change in batch.changes:
            if change.seen is None:
                shadow.remove(desk.db, change.path)
            else:
                contents.keep(desk.db, change.after, change.before)
                shadow.put(desk.db, change.seen)
        self.batches.append(batch)
        return ()

    def show(self, events: Iterable[Event]) -> None:
        self.events += events

    @property
    def told(self) -> str:
        """All that was said."""
        return "\n".join(event.told for event in self.events)

    @property
    def changes(self) -> list[Settled]:
        return [change for batch in self.batches for change in batch.changes]

    def of(self, path: str) -> list[tuple[bytes | None, bytes | None]]:
        """Before and after of each change of a path."""
        return [(change.before, change.after) for change in self.changes if change.path == path]

    @property
    def paths(self) -> set[str]:
        return {change.path for change in self.changes}

    def cause_of(self, path: str) -> str:
        """Why the last batch with a path came about."""
        return next(b.cause for b in reversed(self.batches) if any(c.path == path for c in b.changes))


class Watched(Recorder):
    """A wiki with the engine running on a thread of this process."""

    def __init__(self, wiki: Repository, options: Options, folder: Path | None = None) -> None:
        super().__init__()
        self.wiki = wiki
        self.hints: Hints = SimpleQueue()
        self.end: str | None = None
        self._stopped = False
        manager = get_plugin_manager()

        def find() -> Wiki:
            return find_wiki(str(folder or wiki.path), wiki.environ, manager)

        self.loop = Loop(find, self, self.show, self.hints, options)
        self._thread = threading.Thread(target=self._run)
        self._thread.start()

    def _run(self) -> None:
        self.end = self.loop.run(lambda: self._stopped)

    def stop(self) -> None:
        self._stopped = True
        self.hints.put(None)
        self._thread.join(SECONDS)
        assert not self._thread.is_alive()

    def wait_for(self, condition: Callable[[], object], what: str = "") -> None:
        """Waits until something is so."""
        end = time.monotonic() + SECONDS
        while not condition():
            assert time.monotonic() < end, f"{what or 'it'} never came; handed over: {self.batches}"
            if not self._thread.is_alive():
                assert condition(), f"the watcher ended: {self.end}"
                return
            time.sleep(0.01)

    def wait_for_state(self, path: str, after: bytes | None) -> None:
        """Waits until a path was handed over as it stands."""
        self.wait_for(lambda: self.of(path) and self.of(path)[-1][1] == after, f"{path} as {after!r}")

    def let_rest(self) -> None:
        """Waits until all that has happened so far was looked at: a later save has been handed over."""
        mark = self.wiki.path / "wiki" / "home.md"
        mark.write_bytes(mark.read_bytes() + b"- One more thing.\n")
        self.wait_for_state("wiki/home.md", mark.read_bytes())


@contextmanager
def watching(
    wiki: Repository, rhythm: Rhythm = SELDOM, poll: bool = False, folder: Path | None = None
) -> Iterator[Watched]:
    """Watches a wiki for as long as the block lasts."""
    watched = Watched(wiki, Options(QUICK, rhythm, poll), folder)
    try:
        watched.wait_for(lambda: "watching" in watched.told)
        yield watched
    finally:
        watched.stop()
