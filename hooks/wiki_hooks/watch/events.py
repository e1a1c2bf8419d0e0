"""What the system tells about a folder tree: hints to look at a path, never more.

Every folder is watched by itself, so that those of git and other hidden ones cost no watch and no event,
and so that a folder that was moved away cannot go on reporting under its old name.
"""

from __future__ import annotations

import logging
import os
import threading
from collections.abc import Callable, Iterable

from watchdog.events import (
    DirCreatedEvent,
    DirDeletedEvent,
    DirMovedEvent,
    FileClosedEvent,
    FileCreatedEvent,
    FileDeletedEvent,
    FileModifiedEvent,
    FileMovedEvent,
    FileSystemEvent,
    FileSystemEventHandler,
)
from watchdog.observers import Observer
from watchdog.observers.api import ObservedWatch
from watchdog.utils import BaseThread

from wiki_hooks.watch.hints import LOST, CannotWatch, Hint, Hints, identity_of
from wiki_schema.text import visible

# Who asked for `opened` or `closed_no_write` would be woken by every reader, and by his own reading.
_WANTED: list[type[FileSystemEvent]] = [
    FileCreatedEvent, FileModifiedEvent, FileClosedEvent, FileMovedEvent, FileDeletedEvent,
    DirCreatedEvent, DirMovedEvent, DirDeletedEvent,
]  # fmt: skip


class Observed:
    """Folders that are watched. Everything that happens in them comes out of `hints`, on another thread.

    Raises `CannotWatch` where the system has no watches left.
    """

    def __init__(self, hints: Hints) -> None:
        self._handler = _Handler(hints.put)
        self._overflow = _Overflow(hints.put)
        self._watches: dict[str, tuple[ObservedWatch, tuple[int, int]]] = {}
        before = set(threading.enumerate())
        try:
            self._observer = Observer()
            self._observer.start()
        except (OSError, RuntimeError) as error:
            raise CannotWatch(_reason(error)) from error
        self._threads = {t for t in threading.enumerate() if isinstance(t, BaseThread)} - before
        logging.getLogger("watchdog.observers").addHandler(self._overflow)

    def watch(self, folders: Iterable[str]) -> bool:
        """Watch these folders and no others; whether one of them was not watched before.

        What stood in a new one already is told by nobody: whoever asked must look.
        """
        wanted = {folder: identity for folder in folders if (identity := identity_of(folder))}
        alive = {emitter.watch for emitter in self._observer.emitters if emitter.is_alive()}
        for folder, (watch, identity) in list(self._watches.items()):
            # Another folder may stand at the same place by now, and its watch died with the old one.
            if wanted.get(folder) != identity or watch not in alive:
                del self._watches[folder]
                self._observer.unschedule(watch)
        new = [folder for folder in wanted if folder not in self._watches]
        for folder in new:
            self._add(folder, wanted[folder])
        return bool(new)

    def _add(self, folder: str, identity: tuple[int, int]) -> None:
        try:
            watch = self._observer.schedule(self._handler, folder, event_filter=_WANTED)
        except (FileNotFoundError, NotADirectoryError):
            return  # it went away just now; whatever took it told so
        except (OSError, RuntimeError) as error:
            raise CannotWatch(_reason(error)) from error
        self._watches[folder] = (watch, identity)

    def fault(self) -> str:
        """Why events can no longer be trusted; "" while all is well."""
        alive = all(thread.is_alive() for thread in self._threads)
        return "" if alive else "the thread that reads events has died"

    def is_patchy(self) -> bool:
        """Whether a folder stands that is watched no more: it was removed and made anew in no time."""
        dead = (emitter.watch.path for emitter in self._observer.emitters if not emitter.is_alive())
        return any(map(os.path.isdir, dead))

    def stop(self) -> None:
        """Stop watching."""
        logging.getLogger("watchdog.observers").removeHandler(self._overflow)
        self._observer.stop()
        self._observer.join()


class _Handler(FileSystemEventHandler):
    """Passes on both paths of every event, and does nothing else: what it raised would end all watching."""

    def __init__(self, put: Callable[[Hint], None]) -> None:
        self._put = put

    def dispatch(self, event: FileSystemEvent) -> None:
        """Called by watchdog for each event, on its thread."""
        for path in (event.src_path, event.dest_path):
            if path:
                self._put(Hint(os.fsdecode(path), event.is_directory))


class _Overflow(logging.Handler):
    """When the system drops events, watchdog says so only to its log."""

    def __init__(self, put: Callable[[Hint], None]) -> None:
        super().__init__(logging.WARNING)
        self._put = put

    def emit(self, record: logging.LogRecord) -> None:
        """Called for each warning of watchdog."""
        self._put(LOST)


def _reason(error: Exception) -> str:
    import errno

    limits = {
        errno.ENOSPC: "the system has no watches left (raise fs.inotify.max_user_watches)",
        errno.EMFILE: "the system has no inotify instances left (raise fs.inotify.max_user_instances)",
    }
    number = error.errno if isinstance(error, OSError) else None
    return limits.get(number or 0, f"the system gives no events: {visible(str(error))}")
