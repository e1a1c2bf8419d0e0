"""`fact-moved`: a fact in another place, by somebody who may not move it."""

from __future__ import annotations

from collections.abc import Iterator

from wiki_schema.compare.matching import Sited
from wiki_schema.compare.store_change import StoreChange
from wiki_schema.finding import Finding
from wiki_schema.telling import bring_back, quoted


def check(seen: StoreChange) -> Iterator[Finding]:
    """Facts moved alone by an actor who is neither originator nor admin."""
    for fate in seen.facts.moved:
        words = fate.was.item.words
        if seen.may_change(words.names):
            continue
        message = (
            f"{quoted(words.said)} moved from {_place(seen, fate.was)} to {_place(seen, fate.now)}. "
            f"Only {seen.who_may(words.names)} may move it; a whole section may be moved by anybody."
        )
        yield Finding(
            fate.now.path, fate.now.item.line, message, bring_back(seen, fate.was.path), (words.said,)
        )


def _place(seen: StoreChange, sited: Sited) -> str:
    heading = " › ".join(sited.item.section) or "the top"
    nested = ", nested" if sited.item.parent >= 0 else ""
    return f"{seen.inside(sited.path)} ({heading}{nested})"
