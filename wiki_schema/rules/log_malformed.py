"""`log-malformed`: a new line of the log that is no log line."""

from __future__ import annotations

from collections.abc import Iterator

from wiki_schema.compare.log_change import entry_path
from wiki_schema.compare.store_change import StoreChange
from wiki_schema.finding import Finding
from wiki_schema.log import VERBS, LogLine
from wiki_schema.telling import quoted
from wiki_schema.text import path_key

# A path holds few pipes, and a log line may hold a hundred thousand.
_MOST_PIPES = 20
FIELDS = "YYYY-MM-DD | VERB | who | path | what"
_CONFLICT = ("<<<<<<< ", "=======", ">>>>>>> ", "||||||| ")


def check(seen: StoreChange) -> Iterator[Finding]:
    """New lines that the log's format does not know, and paths cut at a pipe."""
    verbs = (*VERBS, *seen.store.extra_verbs)
    hint = f"write it as {FIELDS}" if seen.log_format.has_fields else ""
    for number, raw in seen.log.new_lines:
        if raw.startswith(_CONFLICT):
            continue  # `conflict-marker` tells of it
        fault = seen.log_format.complain(raw, verbs)
        if fault:
            yield Finding(seen.log.path, number, f"New log line {quoted(raw)}: {fault}", hint)
    for entry in seen.log.new_entries if seen.log_format.has_fields else ():
        whole = _cut_path(seen, entry)
        if whole:
            escaped = whole.replace(" | ", " \\| ")
            message = f"The path {quoted(entry.path)} is cut at a pipe and names no file that changed."
            yield Finding(seen.log.path, entry.number, message, f"write the path as {escaped}")


def _cut_path(seen: StoreChange, entry: LogLine) -> str:
    """The changed path that an unescaped ` | ` cut in two, or nothing."""
    changed = seen.changed_paths
    path = entry_path(entry)
    if path in changed or " | " not in entry.what:
        return ""
    for part in entry.what.split(" | ", _MOST_PIPES)[:_MOST_PIPES]:
        path = f"{path} | {path_key(part)}"
        if path in changed:
            return path
    return ""
