"""Who the session acts for, and who the members are. Their private `notes` appear nowhere."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from wiki_schema.members import Actor, Member, Roster
from wiki_schema.prime import Section
from wiki_schema.standing.view import StoreView


def section(views: Sequence[StoreView], actor: Actor) -> Section:
    """A line for the actor, then one for each member in the order of the roster."""
    lines = tuple(_lines(views[0].roster, actor)) if views else ()
    return Section("roster", "Who acts here, and the members", lines, 20, "roster line")


def _lines(roster: Roster, actor: Actor) -> Iterator[str]:
    yield f"This session acts as {_acting(roster, actor)}"
    for member in roster.members:
        yield _told(roster, member)


def _acting(roster: Roster, actor: Actor) -> str:
    if actor.member is None:
        who = actor.given or "somebody unnamed"
        near = roster.nearest(actor.given)
        meant = f" (did you mean {near}?)" if near else ""
        return f"{who}, whom the roster does not know{meant}: to add and to claim is open to anybody"
    others = [member.label for member in roster.acts_as(actor) if member != actor.member]
    on_behalf = f", on behalf of {' and '.join(others)}" if others else ""
    return f"{actor.label} ({actor.member.role}){on_behalf}"


def _told(roster: Roster, member: Member) -> str:
    """`Anna Rossi: admin; also written anna, mum`; of an agent, for whom it acts."""
    also = [name for name in dict.fromkeys(member.names) if name != member.label]
    names = f"; also written {', '.join(also)}" if also else ""
    others = [found.label for name in member.acts_for if (found := roster.find(name))]
    on_behalf = f", acts for {' and '.join(others)}" if others else ""
    return f"{member.label}: {member.role}{on_behalf}{names}"
