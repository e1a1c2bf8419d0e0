"""`fact-erased`: a fact that stands nowhere any more."""

from __future__ import annotations

from collections.abc import Iterator

from wiki_schema.finding import Finding
from wiki_schema.matching import Sited
from wiki_schema.store_change import StoreChange
from wiki_schema.telling import bring_back, quoted
from wiki_schema.text import normal


def check(seen: StoreChange) -> Iterator[Finding]:
    """Every fact, current or struck, that is in the before and not in the after."""
    for fate in seen.facts.erased:
        words = fate.was.item.words
        owner = words.names or "the store"
        message = (
            f"A fact of {owner} {_how(seen, fate.was)}: {quoted(words.said)}. "
            f"Facts are superseded, never erased, and only by {seen.who_may(words.names)}."
        )
        yield Finding(
            fate.was.path, fate.was.item.line, message, bring_back(seen, fate.was.path), (words.said,)
        )


def _how(seen: StoreChange, was: Sited) -> str:
    """Whether its words are gone or only out of sight."""
    new = next((note.new for note in seen.notes if note.path == was.path), None)
    if new is not None and was.item.words.said in normal(new):
        return "would be hidden in code, a comment, a quote or front matter"
    return "would be gone"
