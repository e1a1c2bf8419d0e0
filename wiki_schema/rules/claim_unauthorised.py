"""`claim-unauthorised`: a claim closed by somebody who may not."""

from __future__ import annotations

from collections.abc import Iterator

from wiki_schema.compare.matching import Sited
from wiki_schema.compare.store_change import StoreChange
from wiki_schema.finding import Finding
from wiki_schema.telling import bring_back, quoted


def check(seen: StoreChange) -> Iterator[Finding]:
    """Answers to claims by an actor who is neither originator of the disputed fact nor admin."""
    for pair in seen.facts.claims.closed:
        yield from _judge(seen, pair.after, _names(seen.facts.disputed(pair.before, side=0)))
    for sited in seen.facts.claims.new:
        claim = sited.item.words.claim
        if claim is not None and claim.status != "unconfirmed":
            yield from _judge(seen, sited, _names_of_new(seen, seen.facts.disputed(sited)))


def _names(fact: Sited | None) -> str:
    return fact.item.words.names if fact is not None else ""


def _names_of_new(seen: StoreChange, fact: Sited | None) -> str:
    """Who stands behind a fact as it is now; behind one withdrawn in this change who stood behind it."""
    was = next((fate.was for fate in seen.facts.withdrawn if fate.now == fact), None)
    names = _names(was or fact)
    if names or fact is None or not any(fate.now == fact for fate in seen.facts.added):
        return names
    # What was said and withdrawn within this change bears no name but that of whoever withdrew it.
    mark = fact.item.words.mark
    return mark.name if mark is not None else ""


def _judge(seen: StoreChange, answer: Sited, names: str) -> Iterator[Finding]:
    if seen.may_change(names):
        return
    who = seen.who
    message = (
        f"{quoted(answer.item.words.said)} was answered by {who}; only {seen.who_may(names)} may answer it."
    )
    yield Finding(answer.path, answer.item.line, message, bring_back(seen, answer.path))
