"""`claim-dropped`: a pending line gone or reworded."""

from __future__ import annotations

from collections.abc import Iterator

from wiki_schema.finding import Finding
from wiki_schema.store_change import StoreChange
from wiki_schema.telling import bring_back, quoted


def check(seen: StoreChange) -> Iterator[Finding]:
    """Pending lines that vanished or changed, and confirmed ones whose fact still stands."""
    for sited, now in seen.facts.claims.dropped:
        said = sited.item.words.said
        where = now or sited
        what = "reworded" if now is not None else "gone"
        message = f"A pending line is {what}: {quoted(said)}. It closes only by its last word: confirmed or rejected."
        yield Finding(where.path, where.item.line, message, bring_back(seen, sited.path), (said,))
    ended = {(fate.was.path, fate.was.position) for fate in seen.facts.struck}
    for pair in seen.facts.claims.closed:
        claim = pair.after.item.words.claim
        fact = seen.facts.disputed(pair.before, side=0)
        if claim is None or claim.status != "confirmed" or fact is None:
            continue
        if fact.item.words.state == "current" and (fact.path, fact.position) not in ended:
            message = f"{quoted(pair.after.item.words.said)} is confirmed, but the fact it disputes was not superseded."
            hint = f"- ~~{fact.item.words.said}~~ — superseded {seen.day} by {claim.by}\n- {claim.what} — {claim.by}, {seen.day}"
            yield Finding(pair.after.path, pair.after.item.line, message, hint)
