"""`supersede-unauthorised`: a fact superseded by somebody who may not."""

from __future__ import annotations

from collections.abc import Iterator

from wiki_schema.compare.store_change import StoreChange
from wiki_schema.finding import Finding
from wiki_schema.telling import claim_instead, quoted


def check(seen: StoreChange) -> Iterator[Finding]:
    """Facts struck or withdrawn by an actor who is neither originator nor admin."""
    for fate in seen.facts.struck:
        words = fate.was.item.words
        if seen.may_change(words.names):
            continue
        who = seen.who
        message = (
            f"{quoted(words.said)} was superseded by {who}. Only {seen.who_may(words.names)} may do that; "
            "anybody may leave a claim under it."
        )
        hint = claim_instead(seen, fate.was.path, "…")
        yield Finding(fate.now.path, fate.now.item.line, message, hint, (words.said,))
