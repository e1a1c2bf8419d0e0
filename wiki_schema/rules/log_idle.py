"""`log-idle`: a new log line about a note that did not change."""

from __future__ import annotations

import re
from collections.abc import Iterator

from wiki_schema.change import text_of
from wiki_schema.compare.log_change import entry_path
from wiki_schema.compare.log_diff import NEWEST_FIRST
from wiki_schema.compare.store_change import StoreChange
from wiki_schema.finding import Finding
from wiki_schema.log import Log, LogLine
from wiki_schema.log.archives import archive_age
from wiki_schema.paths import join
from wiki_schema.telling import quoted

_COMMIT = re.compile(r"\bcommits? [0-9a-f]{7,64}\b")


def check(seen: StoreChange) -> Iterator[Finding]:
    """New ADD, UPDATE and SUPERSEDE entries whose path is none of the changed ones, and that say not why."""
    idle = [entry for entry in seen.log.new_entries if _is_idle(seen, entry)]
    answered = _disputed(seen) if idle else frozenset()
    for entry in idle:
        if entry_path(entry) in answered:
            continue
        inside = seen.store.relative(entry.path)
        if inside is not None and inside in seen.changed_paths:
            message = f"{quoted(entry.path)} is written from the top; the log counts paths from its store."
            yield Finding(seen.log.path, entry.number, message, f"write {inside}")
            continue
        message = f"The log says {entry.verb} for {quoted(entry.path)}, which this change does not touch."
        hint = "log a change together with it, under its path; of an earlier one say which commit it was"
        yield Finding(seen.log.path, entry.number, message, hint)


def _is_idle(seen: StoreChange, entry: LogLine) -> bool:
    if entry.verb not in ("ADD", "UPDATE", "SUPERSEDE") or entry_path(entry) in seen.changed_paths:
        return False
    return not _tells_of_a_commit(seen, entry)


def _tells_of_a_commit(seen: StoreChange, entry: LogLine) -> bool:
    """Whether an entry makes good for a commit that the log did not tell of, by its number.

    Of a note that there is; of a commit that changed many, the line is about the whole store.
    """
    if not _COMMIT.search(entry.what):
        return False
    path = join(seen.store.path, entry.path)
    return entry.path == "." or (path is not None and text_of(seen.read_after(path)) is not None)


def _disputed(seen: StoreChange) -> frozenset[str]:
    """The paths of CONFLICT lines that no line answered: what was decided may be that nothing changes."""
    near = filter(seen.store.is_archive, seen.paths_before)
    archives = sorted(near, key=lambda path: archive_age(seen.store.log_path, path))
    texts = [text_of(seen.read_before(path)) or "" for path in archives]
    disputed: dict[str, bool] = {}
    for text in (*texts, seen.log.before):
        entries = Log.parsed(text, seen.log_format).entries
        for entry in entries[::-1] if seen.store.log_order == NEWEST_FIRST else entries:
            if entry.verb != "LINT":
                disputed[entry_path(entry)] = entry.verb == "CONFLICT"
    return frozenset(path for path, is_open in disputed.items() if is_open)
