"""`log-idle`: a new log line about a note that did not change."""

from __future__ import annotations

from collections.abc import Iterator

from wiki_schema.compare.log_change import entry_path
from wiki_schema.compare.store_change import StoreChange
from wiki_schema.finding import Finding
from wiki_schema.telling import quoted


def check(seen: StoreChange) -> Iterator[Finding]:
    """New ADD, UPDATE and SUPERSEDE entries whose path is none of the changed ones."""
    for entry in seen.log.new_entries:
        if entry.verb not in ("ADD", "UPDATE", "SUPERSEDE") or entry_path(entry) in seen.changed_paths:
            continue
        inside = seen.store.relative(entry.path)
        if inside is not None and inside in seen.changed_paths:
            message = f"{quoted(entry.path)} is written from the top; the log counts paths from its store."
            yield Finding(seen.log.path, entry.number, message, f"write {inside}")
            continue
        message = f"The log says {entry.verb} for {quoted(entry.path)}, which this change does not touch."
        yield Finding(seen.log.path, entry.number, message, "log a change together with it, under its path")
