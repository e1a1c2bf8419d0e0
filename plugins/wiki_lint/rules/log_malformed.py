"""log-malformed: old lines of a log that cannot be read."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from typing import TYPE_CHECKING

from wiki_lint.logged import NEWEST_FIRST, accepting, few_or_one, is_told_here, key_of
from wiki_schema.finding import Finding
from wiki_schema.log import VERBS, outside_fences
from wiki_schema.markdown.merge_marks import DIVIDES, merge_marks
from wiki_schema.rules.log_malformed import FIELDS
from wiki_schema.telling import quoted
from wiki_schema.text import parse_day

if TYPE_CHECKING:
    from wiki_schema.log import Log
    from wiki_schema.standing.view import StoreView

_RULE = "log-malformed"


def check(view: StoreView) -> Iterator[Finding]:
    """One finding for each such line; for a whole log where they are many, or where nothing is an entry."""
    if not is_told_here(view):
        return
    name = view.log_format.name
    how = (
        f"add a line that says it as {FIELDS}" if view.log_format.has_fields else "add an entry with its day"
    )
    if view.log is None and _had_one(view):
        yield _gone(view)
    for path, log in view.logs:
        if not log.entries and (foreign := _foreign(view, path, log)):
            yield foreign
            continue
        message = "{count} lines cannot be read as entries of the format " + f"{name}."
        yield from few_or_one(_lines(view, path, log, how), message, f"{how}{_accept(path)}", "many lines")


def _accept(path: str, line: int = 0) -> str:
    return f"; old lines stay as they are; to accept this one:\n{accepting(_RULE, path, line)}"


def _had_one(view: StoreView) -> bool:
    """Whether commits tell of a log that is not there. A wiki that never had one lacks it, and no more."""
    path = view.store.log_path
    return view.history is not None and any(path in (edit.path, edit.was) for edit in view.history.edits)


def _gone(view: StoreView) -> Finding:
    """What is said of a store whose log is not there: then nothing tells what happened to its notes."""
    path = view.store.log_path
    file = view.tree.read(path)
    stands = "There is no log" if file is None else "A link or a folder stands in place of the log"
    hint = f"memwiki history {shlex.quote(path)}\nlists what it held: memwiki restore brings it back"
    return Finding(path, 0, f"{stands}, so nothing tells what happened to the notes.", hint, key="gone")


def _lines(view: StoreView, path: str, log: Log, how: str) -> Iterator[Finding]:
    verbs = (*VERBS, *view.store.extra_verbs)
    start = log.preamble_end
    # Where entries have bodies, code in them is theirs; in a log of single lines there is no code.
    rows = (
        outside_fences(log.lines, start)
        if view.log_format.has_bodies
        else enumerate(log.lines[start:], start)
    )
    merges = {number for number, _ in merge_marks("\n".join(log.lines))}  # conflict-marker's to tell
    for index, raw in rows:
        if index + 1 in merges or (merges and raw.rstrip() == DIVIDES):
            continue
        fault = view.log_format.complain(raw, verbs) if raw.strip() else ""
        if fault:
            message = f"The log line {quoted(raw)} cannot be read: {fault}."
            yield Finding(path, index + 1, message, f"{how}{_accept(path, index + 1)}", key=key_of(raw))


def _foreign(view: StoreView, path: str, log: Log) -> Finding | None:
    """What a log of which nothing is read seems to be; None where it is not begun, or nothing is dated."""
    from wiki_schema.recognise.log_style import recognise_log

    formats = view.formats
    style = recognise_log("\n".join(log.lines), formats.values())
    if style.format and style.format != view.log_format.name:
        read = formats[style.format]
        first = next(
            at for at, line in enumerate(log.lines, 1) if read.read(at, line) or read.day_heading(line)
        )
        order = f'\nlog_order = "{NEWEST_FIRST}"' if style.order == NEWEST_FIRST else ""
        seems = f"it seems to be in the format {style.format}"
        hint = f'in memwiki.toml, [[store]]:\nlog_format = "{style.format}"{order}'
    elif not style.format and (first := _dated(log)):
        known = ", ".join(formats)
        seems = "it seems to be in another one"
        hint = f"in memwiki.toml, [[store]]: log_format = one of {known}, or one that a plugin gives"
    else:
        return None
    line = quoted(log.lines[first - 1])
    message = f"No entry of the format {view.log_format.name} stands in it; {seems}: {line}."
    return Finding(path, first, message, hint, key="another format")


def _dated(log: Log) -> int:
    """The first line that begins with a mark and a day; 0 for none."""
    for number, line in enumerate(log.lines, 1):
        head = line.lstrip("#-*+ [")[:10]
        if line[:1] in ("#", "-", "*", "+") and parse_day(head) is not None:
            return number
    return 0
