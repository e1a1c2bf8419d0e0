"""Logs written as a ledger: `2026-11-30 * ben: the trip to Rome`."""

from __future__ import annotations

from collections.abc import Collection

from wiki_schema import hookimpl
from wiki_schema.log import LogFormat, LogLine, day_complaint
from wiki_schema.text import parse_day


def read(number: int, raw: str) -> LogLine | None:
    """An entry, where the line is one."""
    day = parse_day(raw[:10])
    if day is None or raw[10:13] != " * ":
        return None
    who, _, what = raw[13:].partition(": ")
    return LogLine(number, raw, day, who=who, what=what)


def complain(raw: str, verbs: Collection[str]) -> str:
    """What is wrong with a new line."""
    if raw[10:13] != " * ":
        return "an entry of a ledger reads DAY * WHO: WHAT"
    return day_complaint(raw[:10])


def render(entry: LogLine) -> tuple[str, ...]:
    """A new entry."""
    return (f"{entry.day} * {entry.who}: {entry.what}",)


class Ledger:
    """The plugin is an object here, as an entry point may name one."""

    @hookimpl
    def wiki_provide_log_formats(self) -> tuple[LogFormat, ...]:
        """One format."""
        return (LogFormat("ledger", False, False, read, complain, lambda raw: None, render),)


ledger = Ledger()
