"""log-order: entries of a log that stand after newer ones, and days that have not come yet."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from wiki_lint.logged import NEWEST_FIRST, accepting, few_or_one, is_told_here, key_of
from wiki_schema.finding import Finding
from wiki_schema.rules.log_backdated import out_of_order
from wiki_schema.telling import quoted
from wiki_schema.text import shifted

if TYPE_CHECKING:
    from wiki_schema.log import Log, LogLine
    from wiki_schema.standing.view import StoreView

_RULE = "log-order"
_TURN = "in memwiki.toml, [[store]]: log_order = "


def check(view: StoreView) -> Iterator[Finding]:
    """One finding for each such entry, or for a whole log where they are many."""
    if not is_told_here(view):
        return
    for path, log in view.logs:
        found = list(_out_of_order(view, path, log))
        if len(found) > 1 and _is_turned(view, log, len(found)):
            message = "{count} entries are out of order: the log seems to be written the other way round."
            other = "oldest-first" if view.store.log_order == NEWEST_FIRST else NEWEST_FIRST
            yield from _as_one(found, message, f'{_TURN}"{other}"')
        else:
            message = "{count} entries are dated before others that were written earlier."
            yield from few_or_one(found, message, _accept(path), "out of order")
        message = "{count} entries are dated in the future."
        yield from few_or_one(_to_come(view, path, log), message, _accept(path), "in the future")


def _accept(path: str, line: int = 0) -> str:
    return f"old lines stay as they are; to accept what is so:\n{accepting(_RULE, path, line)}"


def _as_one(found: list[Finding], message: str, hint: str) -> Iterator[Finding]:
    first = found[0]
    yield Finding(first.path, first.line, message.replace("{count}", f"{len(found):,}"), hint, key="turned")


def _out_of_order(view: StoreView, path: str, log: Log) -> Iterator[Finding]:
    for entry, day, newest in out_of_order(_in_order(view, log), None, view.day):
        days = (newest - day).days
        message = f"{quoted(entry.raw)} is dated {days} days before one that was written earlier ({newest})."
        yield Finding(path, entry.number, message, _accept(path, entry.number), key=key_of(entry.raw))


def _in_order(view: StoreView, log: Log) -> tuple[LogLine, ...]:
    return log.entries[::-1] if view.store.log_order == NEWEST_FIRST else log.entries


def _is_turned(view: StoreView, log: Log, faults: int) -> bool:
    """Whether the log, read from its other end, would have far fewer faults."""
    turned = _in_order(view, log)[::-1]
    return sum(1 for _ in out_of_order(turned, None, view.day)) * 4 < faults


def _to_come(view: StoreView, path: str, log: Log) -> Iterator[Finding]:
    tomorrow = shifted(view.day, 1)
    for entry in log.entries:
        if entry.day is not None and entry.day > tomorrow:
            message = f"{quoted(entry.raw)} is dated {entry.day}, which has not come yet."
            yield Finding(path, entry.number, message, _accept(path, entry.number), key=key_of(entry.raw))
