"""`fact-backdated`: a new fact with an old date."""

from __future__ import annotations

from collections.abc import Iterator

from wiki_schema.compare.store_change import StoreChange
from wiki_schema.finding import Finding
from wiki_schema.telling import quoted
from wiki_schema.text import shifted
from wiki_schema.words import CURRENT

_GRACE = -1


def check(seen: StoreChange) -> Iterator[Finding]:
    """New current facts dated more than a day before the change."""
    if seen.change.first:
        return  # a wiki that comes to git with its past
    for fate in seen.facts.added:
        words = fate.now.item.words
        provenance = words.provenance
        if words.state != CURRENT or provenance is None or provenance.day is None:
            continue
        if provenance.day < shifted(seen.day, _GRACE):
            days = (seen.day - provenance.day).days
            message = f"A new fact is dated {days} days before this change: {quoted(words.said)}."
            yield Finding(fate.now.path, fate.now.item.line, message, f"date it {seen.day} if it was a slip")
