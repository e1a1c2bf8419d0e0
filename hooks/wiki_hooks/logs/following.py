"""Following logs as they grow: each new line once, and only when it is whole.

The files are looked at a few times a second, so it works without a watcher, on every file system, and
whether a line was appended or the file was replaced by another.
"""

from __future__ import annotations

import os
import signal
import threading
from collections import Counter
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager

from wiki_hooks.logs.log_filters import Filter
from wiki_hooks.logs.log_query import chosen
from wiki_hooks.logs.log_view import View
from wiki_hooks.logs.logbook import Entry, Logbook, archives, log_text, merge_by_day, parse_log
from wiki_schema.policy import Store
from wiki_schema.text import split_lines

EVERY = 0.25
"""Seconds between two looks."""

_Stat = tuple[int, int, int] | None


def follow(
    book: Logbook, filters_for: Callable[[Collection[Entry]], list[Filter]], newest: int | None, view: View
) -> None:
    """Show what stands in the logs, then what comes, until a signal ends it."""
    with _until_signal() as ended:
        followers = [Follower(book, store) for store in book.stores]
        entries = list(merge_by_day(follower.entries for follower in followers))
        filters = filters_for(entries)
        view.add(chosen(entries, filters, newest))
        while not ended.wait(EVERY):
            news = merge_by_day([list(follower.news()) for follower in followers])
            view.add(chosen(news, filters))


@contextmanager
def _until_signal() -> Iterator[threading.Event]:
    """An event that Ctrl-C, or whoever ends the process, sets: what is being shown is finished first."""
    ended = threading.Event()
    signals = (signal.SIGINT, signal.SIGTERM)
    before = {number: signal.signal(number, lambda *_: ended.set()) for number in signals}
    try:
        yield ended
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


class Follower:
    """One log that is followed from where it stands now."""

    def __init__(self, book: Logbook, store: Store) -> None:
        """What stands in the log and its archives by now is known; `entries` holds what the log shows."""
        self._book = book
        self._store = store
        self._archives = set(archives(book.wiki, store))
        self._stat = self._look()
        self._text = self._read(store.log_path)
        self._known = Counter(split_lines(self._text))
        self.entries = parse_log(self._text, store, store.log_path, book.format_of(store))
        """The entries that stood there when it began, the oldest first."""

    def news(self) -> Iterator[Entry]:
        """The entries that came since the last look, the oldest first."""
        stat = self._look()
        if stat == self._stat and stat is not None:
            return
        self._stat = stat
        text = self._read(self._store.log_path)
        if text == self._text:
            return
        yield from self._put_away(text)
        self._text = text
        yield from self._new_in(self._store.log_path, text)

    def _put_away(self, text: str) -> Iterator[Entry]:
        """Where the log was rotated: what came to it last, and then nothing is known of the new one.

        An archive that was brought from elsewhere holds other lines, and the log is the same as ever.
        """
        old, new = Counter(split_lines(self._text)), Counter(split_lines(text))
        paths = archives(self._book.wiki, self._store)
        for path in paths if old - new else ():
            archive = self._read(path) if path not in self._archives else ""
            put_away = Counter(split_lines(archive))
            if archive and not old - put_away - new:
                yield from self._new_in(path, archive)
                self._known = old - put_away
        self._archives = set(paths)

    def _new_in(self, path: str, text: str) -> Iterator[Entry]:
        """The entries of a text of which some line is new; of one that only goes on, the new lines."""
        left = self._known.copy()
        for entry in parse_log(text, self._store, path, self._book.format_of(self._store)):
            fresh = [line for line in entry.lines if line.strip() and not _take(left, line)]
            if entry.head.raw in fresh:
                yield entry
            elif fresh:
                yield entry._replace(head=entry.head._replace(raw=fresh[0]), body=tuple(fresh[1:]))
        # What was there once is known for good: a log that loses lines and gets them back shows nothing.
        self._known |= Counter(split_lines(text))

    def _read(self, path: str) -> str:
        """The whole lines of a file. One that is being written has no end yet, and has to wait."""
        text = log_text(self._book.wiki.tree, path) or ""
        return text[: text.rfind("\n") + 1]

    def _look(self) -> _Stat:
        try:
            found = os.stat(os.path.join(self._book.wiki.top, self._store.log_path), follow_symlinks=False)
        except OSError:
            return None
        return found.st_ino, found.st_size, found.st_mtime_ns


def _take(left: Counter[str], line: str) -> bool:
    """Whether a line is one of those that are left; if so it is taken."""
    if left[line] <= 0:
        return False
    left[line] -= 1
    return True
