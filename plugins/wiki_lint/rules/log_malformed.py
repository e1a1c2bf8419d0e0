"""log-malformed: old lines of a log that cannot be read."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from wiki_lint.logged import few_or_one, is_told_here, key_of
from wiki_schema.finding import Finding
from wiki_schema.log import VERBS
from wiki_schema.rules.log_malformed import FIELDS
from wiki_schema.telling import quoted

if TYPE_CHECKING:
    from wiki_schema.log import Log
    from wiki_schema.store_view import StoreView

_ACCEPT = "; old lines stay as they are, and `memwiki lint --write-baseline` accepts them"


def check(view: StoreView) -> Iterator[Finding]:
    """One finding for each such line; for a whole log where they are many, or where nothing is an entry."""
    if not is_told_here(view):
        return
    name = view.log_format.name
    how = (
        f"add a line that says it as {FIELDS}" if view.log_format.has_fields else "add an entry with its day"
    )
    for path, log in view.logs:
        if not log.entries and (foreign := _foreign(log)):
            line = quoted(log.lines[foreign - 1])
            message = f"No entry of the format {name} stands in it; it seems to be in another one: {line}."
            hint = "in memwiki.toml, [[store]]: log_format = headings, okf, bullets, or one a plugin gives"
            yield Finding(path, foreign, message, hint, key="another format")
            continue
        message = "{count} lines cannot be read as entries of the format " + f"{name}."
        yield from few_or_one(_lines(view, path, log, how), message, f"{how}{_ACCEPT}", "many lines")


def _lines(view: StoreView, path: str, log: Log, how: str) -> Iterator[Finding]:
    verbs = (*VERBS, *view.store.extra_verbs)
    for number, raw in enumerate(log.lines[log.preamble_end :], log.preamble_end + 1):
        fault = view.log_format.complain(raw, verbs) if raw.strip() else ""
        if fault:
            message = f"The log line {quoted(raw)} cannot be read: {fault}."
            yield Finding(path, number, message, f"{how}{_ACCEPT}", key=key_of(raw))


def _foreign(log: Log) -> int:
    """The first line with a day near its beginning, in a log of which nothing is read; 0 for none."""
    for number, line in enumerate(log.lines, 1):
        head = line.lstrip("#-*+ [")[:10]
        if (
            line[:1] in ("#", "-", "*", "+")
            and len(head) == 10
            and head[4] == head[7] == "-"
            and head[:4].isdigit()
        ):
            return number
    return 0
