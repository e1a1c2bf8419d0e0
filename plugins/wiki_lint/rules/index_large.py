"""index-large: an index that is longer than what is read of it as a session starts."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from wiki_lint.size import LOADER, READER, falls_off, limits, told
from wiki_schema.finding import WARNING, Finding
from wiki_schema.index import listings
from wiki_schema.telling import count

if TYPE_CHECKING:
    from wiki_schema.standing.view import StoreView


def check(view: StoreView) -> Iterator[Finding]:
    """One finding for each index past the limit. A nested one is read when it is asked for: a warning."""
    lines, size = limits(view, "index")
    for path in view.listed.indexes:
        text = view.read(path) or ""
        fall = falls_off(text, lines, size)
        if fall is None:
            continue
        lost = len({listing.target for listing in listings(text) if listing.line >= fall})
        is_root = path == view.store.index_path
        with_it = f", {count(lost, 'listing')} with it"
        message = told(text, fall, lines, size, LOADER if is_root else READER, with_it)
        hint = "list the notes of a folder in an index.md of that folder, and only this one here"
        yield Finding(path, fall, message, hint, level="" if is_root else WARNING, key="too large")
