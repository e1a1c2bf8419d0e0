"""claim-stale: a claim that nobody has answered for `[lint] claim_days`."""

from __future__ import annotations

import shlex
from collections import defaultdict
from collections.abc import Iterator
from datetime import date, timedelta
from typing import TYPE_CHECKING

from wiki_lint.logged import Place, key_of, written
from wiki_lint.owing import owner_of
from wiki_schema.amend.naming import place_of
from wiki_schema.compare.claims import disputed_in
from wiki_schema.finding import Finding
from wiki_schema.paths import join
from wiki_schema.telling import quoted
from wiki_schema.text import name_key, normal, visible
from wiki_schema.words import CURRENT, PENDING

if TYPE_CHECKING:
    from wiki_schema.note import Item
    from wiki_schema.store_view import NoteView, StoreView
    from wiki_schema.words import Claim

# A claim and its log line are written by one hand, if need be on both sides of midnight.
_NEAR = timedelta(days=1)


def check(view: StoreView) -> Iterator[Finding]:
    """One finding for each claim: at its pending line, else at the log line that tells of it."""
    last = view.day - timedelta(days=int(str(view.policy.lint["claim_days"])))
    for note in view.notes:
        for index, item in enumerate(note.note.items):
            claim = item.words.claim if item.words.state == PENDING else None
            if claim is None or claim.status != "unconfirmed" or claim.day is None or claim.day >= last:
                continue
            if found := _pending(view, note, index, item, claim):
                yield found
    if view.log_format.has_fields:
        yield from _logged(view, last)


def _pending(view: StoreView, note: NoteView, index: int, item: Item, claim: Claim) -> Finding | None:
    """A pending line that waits; None where the fact it disputes has been superseded."""
    at = disputed_in(note.note, index)
    fact = note.note.items[at] if at >= 0 else None
    if fact is not None and fact.words.state != CURRENT:
        return None
    against = f" against {quoted(fact.words.said)}" if fact is not None else ""
    who = visible(claim.who)
    message = f"{who} claims {quoted(claim.what)}{against} since {claim.day}, and nobody has answered."
    where = f"{shlex.quote(note.path)} --line {place_of(item)}"
    hint = f"memwiki confirm {where}\nor, where the fact stands: memwiki reject {where}"
    owed = owner_of(view, fact) if fact is not None else ""
    key = key_of(f"{normal(claim.what)}\x1f{claim.who}\x1f{claim.day}")
    return Finding(note.path, item.line, message, hint, owed_by=owed, key=key)


# Claims that only the log still tells of


def _logged(view: StoreView, last: date) -> Iterator[Finding]:
    """CLAIM lines whose pending line stands nowhere any more, and after which nothing tells of an answer."""
    waiting: dict[str, list[Place]] = defaultdict(list)
    for place in written(view):
        entry = place.entry
        if entry.verb == "CLAIM" and entry.day is not None:
            waiting[place.about].append(place)
        elif waiting.get(place.about):
            waiting[place.about] = [each for each in waiting[place.about] if not _answers(place, each)]
    claims = _Claims(view) if any(waiting.values()) else None
    for places in waiting.values():
        for place in places:
            day = place.entry.day
            note = join(view.store.path, place.entry.path) or ""
            # A note that was renamed or removed took its claims along.
            if day is None or day >= last or note not in view.note_at or claims is None:
                continue
            if not claims.has(note, place.entry.who, place.entry.what, day):
                yield _gone(note, place)


def _answers(place: Place, claim: Place) -> bool:
    """Whether an entry behind a claim may be its answer: better one too many than a finding to wave away."""
    if place.entry.verb == "SUPERSEDE":
        return True
    said = normal(place.entry.what).casefold()
    return place.entry.verb != "LINT" and ("claim" in said or normal(claim.entry.what).casefold() in said)


def _gone(note: str, place: Place) -> Finding:
    entry = place.entry
    message = (
        f"{visible(entry.who)} claimed {quoted(entry.what)} on {entry.day}; the pending line is gone from "
        f"{quoted(note)}, and the log tells of no answer."
    )
    hint = f"memwiki history {shlex.quote(note)}\nshows when it went; put it back, or log what was decided"
    return Finding(place.path, entry.number, message, hint, also=((note, 0),), key=key_of(entry.raw))


class _Claims:
    """The pending lines of a store, answered or not."""

    def __init__(self, view: StoreView) -> None:
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
        near = ((key, day + shift) for shift in (-_NEAR, timedelta(0), _NEAR))
        return (key, normal(what)) in self._said or any(each in self._days[note] for each in near)
