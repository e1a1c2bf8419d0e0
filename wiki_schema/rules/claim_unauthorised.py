"""`claim-unauthorised`: a claim closed by somebody who may not."""

from __future__ import annotations

from collections.abc import Iterator

from wiki_schema.finding import Finding
from wiki_schema.matching import Sited
from wiki_schema.store_change import StoreChange
from wiki_schema.telling import bring_back, quoted


def check(seen: StoreChange) -> Iterator[Finding]:
    """Answers to claims by an actor who is neither originator of the disputed fact nor admin."""
    for pair in seen.facts.claims.closed:
        yield from _judge(seen, pair.after, seen.facts.disputed(pair.before, side=0))
    withdrawn = {fate.now: fate.was for fate in seen.facts.withdrawn}
    for sited in seen.facts.claims.new:
        claim = sited.item.words.claim
        if claim is not None and claim.status != "unconfirmed":
            fact = seen.facts.disputed(sited)
            yield from _judge(seen, sited, withdrawn.get(fact, fact) if fact is not None else None)


def _judge(seen: StoreChange, answer: Sited, fact: Sited | None) -> Iterator[Finding]:
    names = fact.item.words.names if fact is not None else ""
    if seen.may_change(names):
        return
    who = seen.who
    message = (
        f"{quoted(answer.item.words.said)} was answered by {who}; only {seen.who_may(names)} may answer it."
    )
    yield Finding(answer.path, answer.item.line, message, bring_back(seen, answer.path))
