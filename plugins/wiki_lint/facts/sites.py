"""The current facts of a store as they are compared, and whether two of them may speak of one thing."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from functools import cached_property
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

from wiki_lint.facts.lexicon import NO_LONGER_APPLIES
from wiki_lint.facts.tokens import is_link, lists_a_page, meaningful, tokens
from wiki_schema.words import CURRENT

if TYPE_CHECKING:
    from wiki_schema.standing.view import NoteView, StoreView

LONGEST = 200
"""Words of a fact past which it is no fact but a text: such are not compared."""

_ENOUGH = 2
_ENOUGH_ELSEWHERE = 4
_ENOUGH_BY_ITSELF = 8
# What a page or a section is called that says nothing of what it is about.
_NO_SUBJECT = frozenset(
    "note notes page part section chapter topic facts list notiz notizen seite teil kapitel abschnitt thema "
    "nota note pagina parte sezione capitolo".split()
)


class Fact:
    """A current fact of a note, its words read."""

    __slots__ = ("__dict__", "content", "item", "note", "position", "tokens")

    def __init__(self, note: NoteView, position: int) -> None:
        """The fact at a place among the items of a note."""
        self.note = note
        self.position = position
        self.item = note.note.items[position]
        self.tokens = tokens(self.item.words.text)
        self.content = meaningful(self.tokens)
        """Its words without those that may be left out."""

    @property
    def path(self) -> str:
        """Its note, from the top."""
        return self.note.path

    @property
    def line(self) -> int:
        """Its first line."""
        return self.item.line

    @property
    def text(self) -> str:
        """What it says, without its provenance."""
        return self.item.words.text

    @property
    def age(self) -> tuple[date, str, int]:
        """What facts are ordered by, the eldest first: its day, then where it stands."""
        provenance = self.item.words.provenance
        return ((provenance.day if provenance else None) or date.max, self.path, self.line)

    @property
    def weight(self) -> float:
        """How much it says: one for each word; a sign of a script without blanks is half of one."""
        return sum(0.5 if len(token.word) == 1 and ord(token.word) > 0x2E80 else 1 for token in self.content)

    @cached_property
    def above(self) -> str:
        """What the fact it is nested in says; empty at the top of a list."""
        parent = self.item.parent
        return self.note.note.items[parent].words.text if parent >= 0 else ""

    def is_below(self, other: Fact) -> bool:
        """Whether it is nested in another, however deep."""
        if self.note is not other.note:
            return False
        return other.position < self.position < _ends(self.note)[other.position]


_ENDS: WeakKeyDictionary[NoteView, list[int]] = WeakKeyDictionary()


def _ends(note: NoteView) -> list[int]:
    """For each item of a note the place behind the last one that is nested in it; worked out once a note."""
    if note not in _ENDS:
        items = note.note.items
        ends = list(range(1, len(items) + 1))
        for position in range(len(items) - 1, -1, -1):
            parent = items[position].parent
            if parent >= 0:
                ends[parent] = max(ends[parent], ends[position])
        _ENDS[note] = ends
    return _ENDS[note]


_GATHERED: WeakKeyDictionary[StoreView, tuple[Fact, ...]] = WeakKeyDictionary()


def gather(view: StoreView) -> tuple[Fact, ...]:
    """Every current fact of a store that is short enough to compare, in order; read once for all rules."""
    if view not in _GATHERED:
        _GATHERED[view] = tuple(_facts(view))
    return _GATHERED[view]


def _facts(view: StoreView) -> Iterator[Fact]:
    for note in view.notes:
        for position, item in enumerate(note.note.items):
            if item.words.state == CURRENT and _asserts(item.words.text):
                fact = Fact(note, position)
                if 0 < len(fact.content) <= LONGEST:
                    yield fact


def _asserts(text: str) -> bool:
    """Whether a text says something of the world: no link alone, and not that another fact has ended."""
    return (
        len(text) < LONGEST * 20 and not is_link(text) and not text.casefold().startswith(NO_LONGER_APPLIES)
    )


def share_subject(one: Fact, other: Fact, enough: float = _ENOUGH_ELSEWHERE) -> bool:
    """Whether two facts of the same words can be about the same thing, given where they stand.

    Under one heading and one parent they are; one word alone (“none”) is about nothing. Elsewhere a fact
    has to say `enough` by itself: “Port 8080” in two notes is about two hosts. And under two parents, or
    headings of one shape (“Room 1”, “Room 2”), each belongs to its own, unless it is a long sentence that
    stands without. A link with what is said of its page is a listing, and several notes may list one page.
    """
    least = min(one.weight, other.weight)
    if least < _ENOUGH or one.is_below(other) or other.is_below(one):
        return False
    if one.note is other.note and one.item.section == other.item.section and one.above == other.above:
        return True
    if least >= _ENOUGH_BY_ITSELF:
        return not lists_a_page(one.text)
    if least < enough or one.above != other.above or lists_a_page(one.text):
        return False
    return not _are_alike(one.item.section, other.item.section)


def _are_alike(one: tuple[str, ...], other: tuple[str, ...]) -> bool:
    """Whether two heading paths are members of a series: at some level all but one word is the same."""
    for ours, theirs in zip(one, other, strict=False):
        if ours == theirs:
            continue
        mine, yours = ([token.stem for token in tokens(heading)] for heading in (ours, theirs))
        if len(mine) != len(yours) or len(mine) < 2:
            continue
        differing = [at for at, (a, b) in enumerate(zip(mine, yours, strict=True)) if a != b]
        rest = {word for at, word in enumerate(mine) if at not in differing}
        if len(differing) == 1 and not rest <= _NO_SUBJECT:
            return True
    return False
