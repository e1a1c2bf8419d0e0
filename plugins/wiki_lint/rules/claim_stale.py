"""claim-stale: a claim that nobody has answered for `[lint] claim_days`."""

from __future__ import annotations

import re
import shlex
from collections import defaultdict
from collections.abc import Iterator
from datetime import date
from typing import TYPE_CHECKING

from wiki_lint.logged import Place, command, key_of, written
from wiki_lint.owing import owner_of
from wiki_lint.renamed import Renamed
from wiki_schema.amend.naming import place_of
from wiki_schema.finding import Finding
from wiki_schema.members import ADMIN, Actor
from wiki_schema.paths import join
from wiki_schema.standing.waiting import Waiting, waiting
from wiki_schema.telling import quoted
from wiki_schema.text import name_key, normal, path_key, shifted, visible
from wiki_schema.words import read_words

if TYPE_CHECKING:
    from wiki_schema.standing.view import StoreView
    from wiki_schema.words import Claim

# A claim and its log line are written by one hand, if need be on both sides of midnight.
_NEAR = (-1, 0, 1)

# What people type for “ — ”.
_DASHES = re.compile(r"\s*(?:[―−]|&[mn]dash;)\s*|\s+(?:[—–]|-{1,3})\s+|(?<=\d)[—–](?=[a-z])")

_NO_ANSWERS = frozenset(["CLAIM", "LINT"])


def check(view: StoreView) -> Iterator[Finding]:
    """One finding for each claim: at its pending line, else at the log line that tells of it."""
    last = shifted(view.day, -int(str(view.policy.lint["claim_days"])))
    for each in waiting(view):
        claim = each.item.words.claim
        if claim is None or claim.day is None:
            yield _unreadable(view, each)
        elif claim.day < last:
            yield _pending(view, each, claim)
    if view.log_format.has_fields:
        yield from _logged(view, last)


def _unreadable(view: StoreView, each: Waiting) -> Finding:
    """A pending line of which nobody can say what it claims, who claims it, or since when."""
    said = each.item.words.said
    meant = _DASHES.sub(" — ", said)
    if read_words(meant).claim is not None:
        message = f"{quoted(said)} is no claim that anybody could answer: its dashes are not “ — ”."
        hint = f"write it like this: - {visible(meant, 1000)}"
    else:
        message = f"{quoted(said)} is no claim that anybody could answer: it lacks who says what since when."
        hint = "end it like this: - ⚠ claimed changed: … — name, YYYY-MM-DD — unconfirmed"
    owed = owner_of(view, each.fact) if each.fact is not None else ""
    return Finding(each.note.path, each.item.line, message, hint, owed_by=owed, key=key_of(said))


def _pending(view: StoreView, each: Waiting, claim: Claim) -> Finding:
    """A pending line that waits."""
    note, item, fact = each
    against = f" against {quoted(fact.words.said)}" if fact is not None else ""
    who = visible(claim.who)
    message = f"{who} claims {quoted(claim.what)}{against} since {claim.day}, and nobody has answered."
    where = f"{shlex.quote(note.path)} --line {place_of(item)}"
    hint = f"memwiki confirm {where}\nor, where the fact stands:\nmemwiki reject {where}"
    owed = owner_of(view, fact) if fact is not None else ""
    key = key_of(f"{normal(claim.what)}\x1f{claim.who}\x1f{claim.day}")
    return Finding(note.path, item.line, message, hint, owed_by=owed, key=key)


# Claims that only the log still tells of


def _logged(view: StoreView, last: date) -> Iterator[Finding]:
    """CLAIM lines whose pending line stands nowhere any more, and after which nothing tells of an answer."""
    entries = list(enumerate(written(view)))
    asked = [(at, place) for at, place in entries if _waits(place, last)]
    if not asked:
        return
    claims, names, later = _Claims(view), Renamed(view), defaultdict[str, list[tuple[int, Place]]](list)
    unnamed = names.last_unnamed(entries)
    for at, place in entries:
        if place.entry.verb not in _NO_ANSWERS:
            later[place.about].append((at, place))
    for at, place in asked:
        entry = place.entry
        note = names.now(join(view.store.path, entry.path) or "")
        if entry.day is None or claims.has(note, entry.who, entry.what, entry.day):
            continue
        about = dict.fromkeys((place.about, path_key(view.inside(note))))
        after = (each for name in about for when, each in later.get(name, ()) if when > at)
        standing = view.note_at.get(note)
        if standing is None and not any(after) and at > unnamed:
            yield _gone(view, place, note, f"the note {quoted(entry.path)} is gone, and the log does not say")
        if standing is not None and not any(
            _answers(each, place) and claims.may_answer(note, each.entry.who) for each in after
        ):
            gone = f"the pending line is gone from {quoted(note)}, and the log does not say"
            yield _gone(view, place, note, gone)


def _waits(place: Place, last: date) -> bool:
    return place.entry.verb == "CLAIM" and place.entry.day is not None and place.entry.day < last


def _answers(place: Place, claim: Place) -> bool:
    """Whether an entry behind a claim may be its answer: better one too many than a finding to wave away."""
    if place.entry.verb == "SUPERSEDE":
        return True
    said = normal(place.entry.what).casefold()
    return "claim" in said or normal(claim.entry.what).casefold() in said


def _gone(view: StoreView, place: Place, note: str, how: str) -> Finding:
    entry = place.entry
    message = f"{visible(entry.who)} claimed {quoted(entry.what)} on {entry.day}; {how} what became of it."
    owner = _owner(view, note)
    told = f"looked at the claim of {entry.day}: {entry.what}"
    say = command(view, owner or entry.who, view.inside(note), told)
    hint = f"memwiki history {shlex.quote(note)}\nshows when it went; put it back, or say what was decided"
    hint = f"{hint}:\n{say}" if say else hint
    also = ((note, 0),) if note in view.note_at else ()
    return Finding(place.path, entry.number, message, hint, owed_by=owner, also=also, key=key_of(entry.raw))


def _owner(view: StoreView, note: str) -> str:
    """Who can say: the one originator of all that stands in a note, else an admin; empty for nobody known."""
    standing = view.note_at.get(note)
    owners = dict.fromkeys(owner_of(view, item) for item in standing.note.facts()) if standing else {}
    owners.pop("", None)
    admins = [member.label for member in view.roster.members if member.role == ADMIN]
    return next(iter(owners)) if len(owners) == 1 else next(iter(admins), "")


class _Claims:
    """The pending lines of a store, answered or not."""

    def __init__(self, view: StoreView) -> None:
        self._view = view
        self._may: dict[tuple[str, str], bool] = {}
        self._said: set[tuple[str, str]] = set()
        self._days: dict[str, set[tuple[str, date]]] = defaultdict(set)
        for note in view.notes:
            for item in note.note.items:
                claim = item.words.claim
                if claim is None:
                    continue
                self._said.add((name_key(claim.who), normal(claim.what)))
                for who, day in ((claim.who, claim.day), (claim.by, claim.closed)):
                    if day is not None:
                        self._days[note.path].add((name_key(who), day))

    def has(self, note: str, who: str, what: str, day: date) -> bool:
        """Whether a claim stands in any note by its words, or in its own by who made or closed it when."""
        key = name_key(who)
        near = ((key, shifted(day, days)) for days in _NEAR)
        return (key, normal(what)) in self._said or any(each in self._days[note] for each in near)

    def may_answer(self, note: str, who: str) -> bool:
        """Whether somebody may answer claims in a note: an originator of what stands there, or an admin."""
        if (note, who) not in self._may:
            roster = self._view.roster
            facts = self._view.note_at[note].note.facts()
            actors = [Actor(member.label, member) for member in roster.originators(who)]
            self._may[note, who] = not (roster.members and facts) or any(
                roster.may_change(actor, fact.words.names) for actor in actors for fact in facts
            )
        return self._may[note, who]
