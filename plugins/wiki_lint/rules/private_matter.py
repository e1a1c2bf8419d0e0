"""private-matter: lines of a shared note that fail the table rule, told without repeating a word of them."""

from __future__ import annotations

import shlex
from collections import Counter
from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, cast

from wiki_lint.matters import Matters
from wiki_lint.owing import owner_of
from wiki_schema.amend.naming import place_of
from wiki_schema.finding import WARNING, Finding
from wiki_schema.value import Value
from wiki_schema.words import CURRENT, SUPERSEDED

if TYPE_CHECKING:
    from wiki_schema.note import Item
    from wiki_schema.standing.view import NoteView, StoreView

WHAT: Mapping[str, str] = MappingProxyType({
    "health": "one person's health",
    "school": "one person's results at school",
    "mood": "one person's mood or worries",
    "money": "one person's money",
    "opinion": "what one member thinks of another",
    "confidence": "something said in confidence",
    "inferred": "something inferred about a member",
    "own": "something this wiki calls private",
})  # fmt: skip
"""What each category is called. A message holds this and nothing of the note."""


class _Line(Value):
    number: int
    text: str
    owner: str
    place: str = ""
    """Of a fact that `memwiki withdraw` can take out: how it names it."""


def check(view: StoreView) -> Iterator[Finding]:
    """One finding for each such line or fact."""
    own = cast("Mapping[str, tuple[str, ...]]", view.policy.lint["words"])
    matters = Matters(view.roster, own["private"], own["allowed"])
    for note in view.notes:
        seen: Counter[str] = Counter()
        for line in _lines(view, note) if matters.may_hold(note.text) else ():
            matter = matters.find(line.text)
            if matter is None:
                continue
            which = f"{matter.category} {matter.member.id}"
            seen[which] += 1
            what = f"This looks as if it belongs in a private store: {WHAT[matter.category]}."
            key = f"{which} {seen[which]}"
            hint = _hint(note.path, line)
            found = Finding(note.path, line.number, what, hint, level=WARNING, owed_by=line.owner, key=key)
            yield found._replace(is_private=True)


def _lines(view: StoreView, note: NoteView) -> Iterator[_Line]:
    """Facts, struck and pending ones too, and every other line of prose or of a list, in order."""
    lines = [
        _Line(item.line, item.words.text, owner_of(view, item), _place(item))
        for item in note.note.items
        if item.words.provenance or item.words.mark or item.words.claim
    ]
    facts = {line.number for line in lines}
    prose = (_Line(number, text, "") for number, text in note.note.prose if number not in facts)
    return iter(sorted([*lines, *prose], key=lambda line: line.number))


def _place(item: Item) -> str:
    return place_of(item) if item.words.state in (CURRENT, SUPERSEDED) else ""


def _hint(path: str, line: _Line) -> str:
    """How to move it, without a word of it."""
    if line.place:
        return f"write it in a private store, then: memwiki withdraw {shlex.quote(path)} --line {line.place}"
    return "write it in a private store, take the line out here, and say so in the log without its words"
