"""fact-duplicate: two current facts that say the same, in the same words or in other ones."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from typing import TYPE_CHECKING

from wiki_lint.facts.near import clusters
from wiki_lint.facts.sites import Fact, gather
from wiki_lint.owing import owner_of
from wiki_schema.amend.naming import place_of
from wiki_schema.finding import Finding
from wiki_schema.telling import quoted

if TYPE_CHECKING:
    from wiki_schema.standing.view import StoreView

_FORM = 5
"""A line that so many notes have in common is part of their form, and says something of each."""


def check(view: StoreView) -> Iterator[Finding]:
    """One finding for each fact that an elder one makes needless."""
    for eldest, *younger in clusters(gather(view)):
        if len({fact.path for fact in (eldest, *younger)}) < _FORM:
            for fact in younger:
                yield _finding(view, fact, eldest)


def _finding(view: StoreView, fact: Fact, eldest: Fact) -> Finding:
    how = "the same" if fact.text == eldest.text else "in other words the same"
    where = "above" if fact.note is eldest.note and eldest.line < fact.line else f"in {eldest.path}"
    message = f"{quoted(fact.text)} says {how} as {quoted(eldest.text)} {where}, line {eldest.line}."
    note, kept = shlex.quote(fact.path), shlex.quote(eldest.path)
    hint = f"memwiki retire {note} --line {place_of(fact.item)} --same-as {kept}"
    owed = owner_of(view, fact.item)
    key = f"{fact.item.words.key} = {eldest.item.words.key}"
    return Finding(
        fact.path, fact.line, message, hint, owed_by=owed, also=((eldest.path, eldest.line),), key=key
    )
