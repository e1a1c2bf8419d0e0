"""Reading logs: their entries, each with all that belongs to it, of every store and its archives."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from datetime import date
from heapq import merge
from typing import TYPE_CHECKING

from wiki_schema.change import FILE, Tree
from wiki_schema.compare.log_diff import NEWEST_FIRST
from wiki_schema.finding import CannotCheck
from wiki_schema.judge import load_formats
from wiki_schema.log import Log, LogFormat, LogLine
from wiki_schema.log.archives import archive_age
from wiki_schema.paths import folder_of, join
from wiki_schema.policy import Store
from wiki_schema.text import split_lines, visible
from wiki_schema.value import Value

if TYPE_CHECKING:
    from wiki_hooks.place.wiki import Wiki


class Entry(Value):
    """One entry of a log, or a line that can be read as none."""

    store: Store
    path: str
    """The file it stands in, from the top: the log, or an archive of it."""
    head: LogLine
    """Its first line. One that cannot be read has nothing but a number and its text."""
    body: tuple[str, ...] = ()
    """The lines that follow it and belong to it, in a format that has such."""
    heading: str = ""
    """The line that dates it, where its own does not."""

    @property
    def lines(self) -> tuple[str, ...]:
        """All its lines as they stand in the file."""
        return (self.head.raw, *self.body)

    @property
    def note(self) -> str:
        """What it tells of, as a path from the top; empty where it names nothing."""
        inside = join(self.store.path, self.head.path) if self.head.path else None
        return inside or self.head.path


def parse_log(text: str, store: Store, path: str, log_format: LogFormat) -> list[Entry]:
    """The entries of a log, in the order in which they were written."""
    log = Log.parsed(text, log_format)
    heads = {entry.number: entry for entry in log.entries}
    found: list[Entry] = []
    bodies: list[list[str]] = []
    heading = ""
    for number, line in enumerate(log.lines[log.preamble_end :], log.preamble_end + 1):
        head = heads.get(number)
        if head is not None:
            dated = log_format.read(number, line)
            has_day = dated is not None and dated.day is not None
            found.append(Entry(store, path, head, (), "" if has_day else heading))
            bodies.append([])
        elif log_format.day_heading(line) is not None:
            heading = line
        elif log_format.has_bodies and found:
            bodies[-1].append(line)
        elif line.strip():
            found.append(Entry(store, path, LogLine(number, line, None)))
            bodies.append([])
    found = [entry._replace(body=_trimmed(body)) for entry, body in zip(found, bodies, strict=True)]
    return found[::-1] if store.log_order == NEWEST_FIRST else found


def _trimmed(body: Sequence[str]) -> tuple[str, ...]:
    """The lines of a body without the blank ones behind it."""
    stop = len(body)
    while stop and not body[stop - 1].strip():
        stop -= 1
    return tuple(body[:stop])


# Which files there are


def log_text(tree: Tree, path: str) -> str | None:
    """The text of a log; None where there is none. Raises `CannotCheck` for a link or a folder."""
    file = tree.read(path)
    if file is not None and file.mode != FILE:
        raise CannotCheck(f"{visible(path)} is no plain file: put the log itself there, not a link.")
    return None if file is None else file.text


def archives(wiki: Wiki, store: Store) -> list[str]:
    """The archives of a store's log that lie on disk, the oldest first."""
    folder = folder_of(store.log_path)
    try:
        names = os.listdir(os.path.join(wiki.top, folder))
    except OSError:
        return []
    paths = (join(folder, name) or "" for name in names)
    return sorted(filter(store.is_archive, paths), key=lambda path: archive_age(store.log_path, path))


def own_logs(stores: Iterable[Store]) -> list[Store]:
    """The stores without those whose log another one shares."""
    by_log: dict[str, Store] = {}
    for store in stores:
        by_log.setdefault(store.log_path, store)
    return list(by_log.values())


class Logbook:
    """The logs of some stores, as they lie on disk."""

    def __init__(self, wiki: Wiki, stores: Sequence[Store], with_archives: bool = False) -> None:
        """Raises `CannotCheck` where a store names a log format that no plugin gives."""
        self.wiki = wiki
        self.stores = own_logs(stores)
        self.with_archives = with_archives
        self.formats = load_formats(wiki.manager)
        for store in self.stores:
            if store.log_format not in self.formats:
                known = ", ".join(sorted(self.formats))
                raise CannotCheck(
                    f'{visible(store.log_path)}: log_format = "{visible(store.log_format)}" is given by no '
                    f"plugin; known: {known}"
                )

    def format_of(self, store: Store) -> LogFormat:
        """The format of a store's log."""
        return self.formats[store.log_format]

    def files(self, store: Store) -> list[str]:
        """The files that are read of a store, the oldest first."""
        return [*(archives(self.wiki, store) if self.with_archives else ()), store.log_path]

    def entries(self) -> list[Entry]:
        """All entries, the oldest first; those of one log in its own order."""
        return list(merge_by_day(self.entries_of(store) for store in self.stores))

    def entries_of(self, store: Store) -> list[Entry]:
        """The entries of one store, the oldest first."""
        found = []
        for path in self.files(store):
            text = log_text(self.wiki.tree, path)
            if text is not None:
                found += parse_log(text, store, path, self.format_of(store))
        return found

    def standing_at(self, tree: Tree, entries: Iterable[Entry]) -> set[Entry]:
        """Which of the entries stood in the logs of another side already; of equal ones the oldest."""
        left = {store: Counter(self._all_lines(tree, store)) for store in self.stores}
        stood = set()
        for entry in entries:
            counts = left[entry.store]
            if counts[entry.head.raw] > 0:
                counts[entry.head.raw] -= 1
                stood.add(entry)
        return stood

    def _all_lines(self, tree: Tree, store: Store) -> list[str]:
        folder = folder_of(store.log_path)
        near = (path for path in tree.paths() if folder_of(path) == folder and store.is_archive(path))
        paths = [*near, store.log_path] if self.with_archives else [store.log_path]
        return [line for path in paths for line in split_lines(log_text(tree, path) or "")]


def merge_by_day(logs: Iterable[Collection[Entry]]) -> Iterator[Entry]:
    """The entries of several logs by day. Within one log its own order holds, even where a day goes back."""
    dated = (list(_with_days(entries)) for entries in logs)
    return (entry for _, entry in merge(*dated, key=lambda pair: pair[0]))


def _with_days(entries: Iterable[Entry]) -> Iterator[tuple[date, Entry]]:
    newest = date.min
    for entry in entries:
        newest = max(newest, entry.head.day or newest)
        yield newest, entry
