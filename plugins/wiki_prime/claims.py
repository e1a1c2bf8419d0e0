"""Claims that wait for an answer: where, who, since when, what, and whose decision it is."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from wiki_schema.finding import CannotCheck
from wiki_schema.members import Actor
from wiki_schema.prime import Section
from wiki_schema.standing.view import StoreView
from wiki_schema.standing.waiting import waiting
from wiki_schema.value import Value
from wiki_schema.words import Claim

_LAST = "~"
"""Behind every day: what nobody can read has no right to come first."""


class _Waiting(Value):
    """One of them, in the order in which they are told."""

    is_for_others: bool
    since: str
    path: str
    line: int
    told: str


def section(views: Sequence[StoreView], actor: Actor) -> Section:
    """A line for each claim: those that the actor may answer first, then those that have waited longest."""
    found: list[_Waiting] = []
    unread: list[str] = []
    for view in views:
        try:
            found += _waiting(view, actor)
        except CannotCheck as error:
            unread.append(f"claims in {view.store.path or '.'} are not known: {error}")
    lines = (*unread, *(waiting.told for waiting in sorted(found)))
    return Section("claims", "Claims that wait for an answer", lines, 30, "claim")


def _waiting(view: StoreView, actor: Actor) -> Iterator[_Waiting]:
    for note, item, disputed in waiting(view):
        claim = item.words.claim
        fact = disputed.words if disputed is not None else None
        names = fact.names if fact else ""
        told = _told(claim, _deciders(view, names), fact.said if fact else "") if claim else item.words.said
        is_for_others = not view.roster.may_change(actor, names)
        since = str(claim.day) if claim else _LAST
        yield _Waiting(is_for_others, since, note.path, item.line, f"{note.path}:{item.line}: {told}")


def _told(claim: Claim, deciders: str, fact: str) -> str:
    against = f"; it disputes: {fact}" if fact else ""
    return f"{claim.who} claimed on {claim.day}, for {deciders} to answer: {claim.what}{against}"


def _deciders(view: StoreView, names: str) -> str:
    """Whose decision it is: an admin's always, and of those who signed the fact."""
    owners = [member.label for member in view.roster.originators(names)]
    return " or ".join([*(owners or ([names] if names else [])), "an admin"])
