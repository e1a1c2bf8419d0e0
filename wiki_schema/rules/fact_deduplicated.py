"""`fact-deduplicated`: one of two identical facts in one place was removed."""

from __future__ import annotations

from collections.abc import Iterator

from wiki_schema.compare.copies import is_copy
from wiki_schema.compare.store_change import StoreChange
from wiki_schema.finding import Finding
from wiki_schema.telling import quoted


def check(seen: StoreChange) -> Iterator[Finding]:
    """Facts of which an equal one still stands beside where they stood, but for those of a copy of a note."""
    for fate in seen.facts.deduplicated:
        if is_copy(fate.was.path):
            continue
        said = fate.was.item.words.said
        message = f"One of several equal facts was removed, one still stands: {quoted(said)}."
        yield Finding(fate.was.path, fate.was.item.line, message, "nothing to do if that was meant", (said,))
