"""`fact-unattributed`: a new list item of a shared note that nobody stands behind."""

from __future__ import annotations

from collections.abc import Iterator

from wiki_schema.compare.matching import Sited
from wiki_schema.compare.store_change import StoreChange
from wiki_schema.finding import Finding
from wiki_schema.note.attribution import is_unattributed
from wiki_schema.telling import quoted


def check(seen: StoreChange) -> Iterator[Finding]:
    """New list items without provenance, tasks left out, and those signed by what is nobody's name."""
    for sited in seen.facts.added_words:
        if not is_unattributed(sited.item, seen.roster):
            continue
        message = f"A new list item has no provenance: {quoted(sited.item.words.said)}."
        yield _finding(seen, sited, message, sited.item.words.said)
    for fate in seen.facts.signed:
        words = fate.now.item.words
        if seen.means_nobody(words.names):
            message = (
                f"{quoted(words.said)} ends in {quoted(words.names)} (member-unknown: nobody of that name), "
                "so nobody stands behind it."
            )
            yield _finding(seen, fate.now, message, words.said)


def _finding(seen: StoreChange, sited: Sited, message: str, said: str) -> Finding:
    who = seen.signs
    return Finding(sited.path, sited.item.line, message, f"- {said} — {who}, {seen.day}")
