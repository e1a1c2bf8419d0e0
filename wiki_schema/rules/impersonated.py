"""`impersonated`: something new in the name of somebody the actor does not act for."""

from __future__ import annotations

from collections.abc import Iterator

from wiki_schema.compare.store_change import StoreChange
from wiki_schema.finding import WARNING, Finding
from wiki_schema.telling import quoted


def check(seen: StoreChange) -> Iterator[Finding]:
    """New names of members other than the actor: refused to an agent, shown to a person."""
    if seen.change.first and not seen.actor.is_agent:
        return  # a wiki that comes to git with what everybody wrote
    level = "" if seen.actor.is_agent else WARNING
    who = seen.who
    for signature in seen.signatures:
        for name in seen.roster.names(signature.name):
            if _is_own(seen, name):
                continue
            message = (
                f"A new {signature.what} stands in the name of {name}, written by {who}: "
                f"{quoted(signature.said)}."
            )
            yield Finding(signature.path, signature.line, message, f"sign as {seen.signs}", level=level)


def _is_own(seen: StoreChange, name: str) -> bool:
    """Whether an actor may write in a name. An agent may not in one that reads like a member's, either."""
    roster = seen.roster
    if roster.find(name) is not None:
        return roster.acts_for(seen.actor, name)
    if not seen.actor.is_agent:
        return True
    held = (known for member in roster.members for known in member.names if len(known) > 2)
    read = name.casefold()
    meant = roster.nearest(name) or next((known for known in held if known.casefold() in read), None)
    return meant is None or roster.acts_for(seen.actor, meant)
