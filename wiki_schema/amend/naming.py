"""Which fact is meant: named by its line, or by any part of its words that no other fact has."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

from wiki_schema.amend.scene import CannotAmend
from wiki_schema.matching import alike, tokens
from wiki_schema.note import Item, Note
from wiki_schema.telling import count, quoted
from wiki_schema.text import normal, visible
from wiki_schema.value import Value
from wiki_schema.words import CURRENT, PENDING

Candidate = tuple[int, str]
"""The line of a fact, and all it says."""

_MOST_SHOWN = 5


class FactName(Value):
    """What somebody calls a fact."""

    note: str
    """The note it stands in, from the top."""
    text: str = ""
    """Any part of its words."""
    line: int = 0
    """Its line, from 1; 0 where it is named by words alone."""


class NoSuchFact(CannotAmend):
    """No fact is called so. `candidates` holds the nearest ones, the nearest first."""

    def __init__(self, message: str, candidates: Sequence[Candidate] = ()) -> None:
        """A message that names the nearest facts below itself."""
        super().__init__(f"{message}{_shown('; the nearest are', candidates)}")
        self.candidates = tuple(candidates)


class Ambiguous(CannotAmend):
    """Several facts are called so. `candidates` holds them all, in the order of the note."""

    def __init__(self, message: str, candidates: Sequence[Candidate]) -> None:
        """A message that lists the facts below itself."""
        super().__init__(f"{message}{_shown('', candidates)}")
        self.candidates = tuple(candidates)


def _shown(intro: str, candidates: Sequence[Candidate]) -> str:
    lines = [f"\n  line {line}: {visible(words, 100)}" for line, words in candidates[:_MOST_SHOWN]]
    if len(candidates) > _MOST_SHOWN:
        lines.append(f"\n  and {len(candidates) - _MOST_SHOWN} more")
    return f"{intro}:{''.join(lines)}" if lines else "."


def find_fact(note: Note, name: FactName, states: Collection[str] = (CURRENT,)) -> tuple[int, Item]:
    """The item of a note that is meant, and its index; only items in one of these states are.

    A whole text wins over a part, and one in the same case over one in another. Raises `NoSuchFact` or
    `Ambiguous`.
    """
    items = [(index, item) for index, item in enumerate(note.items) if item.words.state in states]
    kind = "open claim" if PENDING in states else "current fact" if CURRENT in states else "fact"
    if name.line:
        return _at_line(items, name, kind)
    wanted = normal(name.text)
    if not items:
        raise NoSuchFact(f"{visible(name.note)} holds no {kind}")
    found = _named(items, wanted) if wanted else items
    if len(found) == 1 and wanted:
        return found[0]
    if not found:
        raise NoSuchFact(f"No {kind} of {visible(name.note)} says {quoted(wanted)}", _nearest(items, wanted))
    said = f"say {quoted(wanted)}" if wanted else "stand there"
    message = f"{count(len(found), kind)} of {visible(name.note)} {said}; name one by more words or its line"
    raise Ambiguous(message, [(item.line, item.words.said) for _, item in found])


def _at_line(items: Sequence[tuple[int, Item]], name: FactName, kind: str) -> tuple[int, Item]:
    """The item that begins in a line, and says what it is called besides."""
    wanted = normal(name.text)
    found = [each for each in items if each[1].line == name.line]
    if wanted:
        found = _named(found, wanted)
    if found:
        return found[-1]  # of items in one line the innermost
    near = sorted(items, key=lambda each: abs(each[1].line - name.line))[:3]
    said = f" that says {quoted(wanted)}" if wanted else ""
    raise NoSuchFact(
        f"In line {name.line} of {visible(name.note)} stands no {kind}{said}",
        [(item.line, item.words.said) for _, item in near],
    )


def _named(items: Sequence[tuple[int, Item]], wanted: str) -> list[tuple[int, Item]]:
    """The items that say this: wholly if any does, else in part."""
    folded = wanted.casefold()
    tests: tuple[Callable[[Item], bool], ...] = (
        lambda item: wanted in (item.words.text, item.words.said),
        lambda item: folded in (item.words.text.casefold(), item.words.said.casefold()),
        lambda item: wanted in item.words.said,
        lambda item: folded in item.words.said.casefold(),
    )
    for test in tests:
        found = [each for each in items if test(each[1])]
        if found:
            return found
    return []


def _nearest(items: Sequence[tuple[int, Item]], wanted: str) -> list[Candidate]:
    words = tokens(wanted.casefold())
    scored = [(alike(words, tokens(item.words.text.casefold())), item) for _, item in items]
    best = sorted((pair for pair in scored if pair[0] > 0), key=lambda pair: -pair[0])
    return [(item.line, item.words.said) for _, item in best[:3]]
