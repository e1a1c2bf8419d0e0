"""`log-backdated`: a new log line older than those before it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import date

from wiki_schema.compare.store_change import StoreChange
from wiki_schema.finding import Finding
from wiki_schema.log import LogLine, newest_day
from wiki_schema.telling import quoted
from wiki_schema.text import shifted

_GRACE = -1


def check(seen: StoreChange) -> Iterator[Finding]:
    """New entries more than a day older than the newest before them."""
    # Lines of today are older than nothing but what lies in the future, and cost no look into the log.
    if all(entry.day is None or entry.day >= seen.day for entry in seen.log.new_entries):
        return
    newest = newest_day(seen.log.before, seen.log_format)
    entries = seen.log.new_entries if seen.store.log_order == "oldest-first" else seen.log.new_entries[::-1]
    for entry, day, newest_before in out_of_order(entries, newest, seen.day):
        days = (newest_before - day).days
        message = (
            f"{quoted(entry.raw)} is dated {days} days before the newest line above it ({newest_before})."
        )
        yield Finding(
            seen.log.path, entry.number, message, f"write today's day, {seen.day}, if it was a slip"
        )


def out_of_order(
    entries: Iterable[LogLine], newest: date | None, today: date
) -> Iterator[tuple[LogLine, date, date]]:
    """Entries, in the order in which they were written, that are more than a day older than one before them.

    Each with its own day and the newest one before it, to begin with `newest`. A slip into the future
    makes nothing after it old.
    """
    newest = min(newest, today) if newest is not None else None
    for entry in entries:
        if entry.day is None:
            continue
        if newest is not None and entry.day < shifted(newest, _GRACE):
            yield entry, entry.day, newest
        newest = min(max(newest or entry.day, entry.day), today)
