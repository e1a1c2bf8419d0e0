"""fact-contradiction: two current facts on one subject that cannot both hold."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from itertools import combinations
from typing import TYPE_CHECKING

from wiki_lint.facts.frames import frames
from wiki_lint.facts.said import NAME, NEGATION, Frame
from wiki_lint.facts.sites import Fact, gather, share_subject
from wiki_lint.owing import owner_of
from wiki_schema.amend.naming import place_of
from wiki_schema.finding import Finding
from wiki_schema.telling import quoted

if TYPE_CHECKING:
    from wiki_schema.members import Roster
    from wiki_schema.standing.view import StoreView

_ENOUGH_ELSEWHERE = 3
_Said = tuple[Fact, Frame]


def check(view: StoreView) -> Iterator[Finding]:
    """One finding for each pair, at the younger of the two."""
    told = set()
    for elder, younger in _pairs(view):
        pair = (elder[0].age, younger[0].age)
        if pair not in told:
            told.add(pair)
            yield _finding(view, elder, younger)


def _pairs(view: StoreView) -> Iterator[tuple[_Said, _Said]]:
    """What is said in one frame with two values, eldest first. With three values it is a list."""
    said: dict[tuple[str, ...], list[_Said]] = {}
    for fact in gather(view):
        for frame in frames(fact.text, fact.tokens):
            said.setdefault(frame.key, []).append((fact, frame))
    for group in said.values():
        if len({frame.same for _, frame in group}) == 2:
            group.sort(key=lambda each: each[0].age)
            yield from _differing(group, view.roster)


def _differing(group: list[_Said], roster: Roster) -> Iterator[tuple[_Said, _Said]]:
    """The eldest two that differ and are about one thing."""
    for one, other in combinations(group[:20], 2):
        if one[1].same == other[1].same or not share_subject(one[0], other[0], _ENOUGH_ELSEWHERE):
            continue
        if one[1].key[0] != NAME or _are_two(one[1].value, other[1].value, roster):
            yield one, other
            return


def _are_two(one: str, other: str, roster: Roster) -> bool:
    """Whether two names are not those of one person: Ana may be Ana Ruiz."""
    ours, theirs = set(one.split()), set(other.split())
    member = roster.find(one)
    return not (ours <= theirs or theirs <= ours) and (member is None or member is not roster.find(other))


def _retire(fact: Fact) -> str:
    return f"memwiki retire {shlex.quote(fact.path)} --line {place_of(fact.item)}"


def _finding(view: StoreView, elder: _Said, younger: _Said) -> Finding:
    (old, was), (new, now) = elder, younger
    where = "above" if new.note is old.note and old.line < new.line else f"in {old.path}"
    if was.key[0] == NEGATION:
        what = f"one says {quoted(was.value or now.value)}, the other does not"
    else:
        what = f"{quoted(now.value)} against {quoted(was.value)}"
    message = f"{quoted(new.text)} cannot hold beside {quoted(old.text)} {where}, line {old.line}: {what}."
    owed = owner_of(view, old.item)
    hint = f"find out which holds. If it is the younger: {_retire(old)}\nif it is the elder: {_retire(new)}"
    key = f"{new.item.words.key} / {old.item.words.key}"
    return Finding(new.path, new.line, message, hint, owed_by=owed, also=((old.path, old.line),), key=key)
