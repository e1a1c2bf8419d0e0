"""`index-dropped`: the listing of a note is gone while the note stands."""

from __future__ import annotations

from collections.abc import Iterator

from wiki_schema.compare.store_change import StoreChange
from wiki_schema.finding import Finding
from wiki_schema.telling import bring_back


def check(seen: StoreChange) -> Iterator[Finding]:
    """Notes that the index listed before and does not list after, though they are still there."""
    index = seen.store.index_path
    for path, listing in seen.index.before.notes.items():
        if path in seen.index.after.notes or path not in seen.paths_after:
            continue
        if seen.index.taken_out(path):
            continue
        message = (
            f"{seen.inside(index)} does not list {seen.inside(path)} any more, and the note still stands."
        )
        yield Finding(index, listing.line, message, bring_back(seen, index), (listing.text,))
