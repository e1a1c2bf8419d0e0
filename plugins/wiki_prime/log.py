"""What happened last: the newest entries of the logs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date
from heapq import merge
from itertools import accumulate, islice

from wiki_schema.finding import CannotCheck
from wiki_schema.log import LogLine
from wiki_schema.prime import Section
from wiki_schema.standing.view import StoreView

_NEWEST = 100
"""How many entries are recent; older ones are history, and `memwiki log` shows them."""


def section(views: Sequence[StoreView]) -> Section:
    """A line for each recent entry, the newest first. Where there are several logs, each names its own."""
    logs = [_of_store(view) for view in views]
    newest = merge(*logs, key=lambda entry: entry[0], reverse=True)
    is_one = len(views) == 1
    lines = tuple(
        text if is_one and not text.startswith("(") else f"{path}: {text}"
        for _, path, text in islice(newest, _NEWEST)
    )
    return Section("log", "The newest log entries, newest first", lines, 50, "log line")


def _of_store(view: StoreView) -> Iterator[tuple[date, str, str]]:
    """Day, log and text of the newest entries; of a log without any, what is to be said of it."""
    path = view.store.log_path
    try:
        entries = view.log.entries if view.log else None
    except CannotCheck as error:
        yield date.max, path, f"(it is not known: {error})"
        return
    if not entries:
        yield date.max, path, f"({_nothing(view)})"
        return
    newest = entries[:_NEWEST] if view.store.log_order == "newest-first" else entries[: -_NEWEST - 1 : -1]
    # What was written later happened later, whatever day a line gives itself: no line hides those before it.
    days = list(accumulate((_day(view, entry) for entry in reversed(newest)), max))
    for day, entry in zip(reversed(days), newest, strict=True):
        yield day, path, _told(entry)


def _day(view: StoreView, entry: LogLine) -> date:
    """The day of an entry; one that is still to come counts as today."""
    return min(entry.day or date.min, view.day)


def _nothing(view: StoreView) -> str:
    log = view.log
    if log is None:
        return "there is no such file"
    if log.preamble_end < len(log.lines):
        return f"it has no entry that can be read as {view.store.log_format}"
    return "it has no entry yet"


def _told(entry: LogLine) -> str:
    """The line as it stands, with the day of the heading above it where it bears none."""
    day = "" if entry.day is None else str(entry.day)
    return entry.raw if day in entry.raw else f"{day}: {entry.raw}"
