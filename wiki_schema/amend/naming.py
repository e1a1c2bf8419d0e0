"""Which fact is meant: named by its line, or by any part of its words that no other fact has."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Sequence
from itertools import pairwise

from wiki_schema.amend.scene import CannotAmend
from wiki_schema.compare.claims import disputed_in
from wiki_schema.note import Item, Note
from wiki_schema.telling import count, quoted
from wiki_schema.text import normal, visible
from wiki_schema.value import Value
from wiki_schema.words import CURRENT

Candidate = tuple[int, str]
"""The line of a fact, and all it says."""

_MOST_SHOWN = 5
_DIGITS = 6


class FactName(Value):
    """What somebody calls a fact."""

    note: str
    """The note it stands in, from the top."""
    text: str = ""
    """Any part of its words."""
    line: int = 0
    """Its line, from 1; 0 where it is named by words alone."""
    digest: str = ""
    """Of the words that stood in that line, as in `place_of`: where lines were added it is found again."""


def place_of(item: Item) -> str:
    """Where an item stands, as `--line` takes it: `12:3fa94c`, its line and a digest of its words.

    A command that was advised some changes ago then never falls on another fact.
    """
    return f"{item.line}:{_digest(item)}"


def read_place(place: str) -> tuple[int, str]:
    """The line and the digest (or none) that somebody gave: `12`, `12:3fa94c`. Else raises ValueError."""
    line, colon, digest = place.partition(":")
    is_digest = len(digest) == _DIGITS and all(digit in "0123456789abcdef" for digit in digest)
    if not (line.isascii() and line.isdigit() and 0 < len(line) < 10 and int(line)):
        raise ValueError(place)
    if bool(colon) != is_digest:
        raise ValueError(place)
    return int(line), digest


def _digest(item: Item) -> str:
    from hashlib import sha256

    return sha256(item.words.said.encode("utf-8", "surrogatepass")).hexdigest()[:_DIGITS]


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
    kind = "current fact" if CURRENT in states else "fact"
    if not items:
        raise NoSuchFact(f"{visible(name.note)} holds no {kind}")
    wanted = normal(name.text)
    found = _fitting(items, name, wanted)
    if name.line and not name.digest:
        found = found[-1:]  # of items in one line the innermost
    return _only(found, items, name, wanted, kind)


def find_claim(note: Note, name: FactName) -> tuple[int, Item]:
    """The open claim that is meant, and its index: named by its own words or line, or by those of its fact.

    Raises `NoSuchFact` or `Ambiguous`.
    """
    claims = [(index, item) for index, item in enumerate(note.items) if _is_open(item)]
    kind = "open claim"
    if not claims:
        raise NoSuchFact(f"{visible(name.note)} holds no {kind}")
    wanted = normal(name.text)
    found = _fitting(claims, name, wanted)
    if not found:
        pairs = [(index, disputed_in(note, index)) for index, _ in claims]
        facts = [(fact, note.items[fact]) for fact in dict.fromkeys(fact for _, fact in pairs) if fact >= 0]
        meant = {fact for fact, _ in _fitting(facts, name, wanted)}
        found = [(index, note.items[index]) for index, fact in pairs if fact in meant]
    return _only(found, claims, name, wanted, kind)


def _is_open(item: Item) -> bool:
    words = item.words
    return words.mark is None and words.claim is not None and words.claim.status == "unconfirmed"


def _fitting(items: Sequence[tuple[int, Item]], name: FactName, wanted: str) -> list[tuple[int, Item]]:
    """The items that begin in a line (0: anywhere) and say this; by a digest those of elsewhere as well."""
    found = [each for each in items if name.line in (0, each[1].line)]
    if name.digest:
        stand = [each for each in found if _digest(each[1]) == name.digest]
        return stand or [each for each in items if _digest(each[1]) == name.digest]
    return _named(found, wanted) if wanted else found


def _only(
    found: Sequence[tuple[int, Item]],
    items: Sequence[tuple[int, Item]],
    name: FactName,
    wanted: str,
    kind: str,
) -> tuple[int, Item]:
    """The one item that was found, where it was named and is the only one."""
    if name.digest and len(found) != 1:
        raise CannotAmend(
            f"Line {name.line} of {visible(name.note)} no longer holds the {kind.split()[-1]} that is meant, "
            "nor does one other line; run memwiki lint again."
        )
    where = f"Line {name.line} of {visible(name.note)}" if name.line else visible(name.note)
    said = f" with the words {quoted(wanted)}" if wanted else ""
    if not found:
        near = (
            sorted((item for _, item in items), key=lambda item: abs(item.line - name.line))
            if name.line
            else _nearest(items, wanted)
        )
        raise NoSuchFact(f"{where} holds no {kind}{said}", _candidates(near[:3]))
    if len(found) == 1 and (wanted or name.line):
        return found[0]
    message = f"{where} holds {count(len(found), kind)}{said}; name one by more words or its line"
    raise Ambiguous(message, _candidates(item for _, item in found))


def _candidates(items: Iterable[Item]) -> list[Candidate]:
    return [(item.line, item.words.said) for item in items]


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


def _nearest(items: Sequence[tuple[int, Item]], wanted: str) -> list[Item]:
    """The items that hold most of a text, the nearest first; those that hold next to nothing are left out."""
    pairs = _pairs(wanted)
    scored = [((pairs & _pairs(item.words.said)).total(), item) for _, item in items]
    near = [(shared, item) for shared, item in scored if shared * 3 > pairs.total()]
    return [item for _, item in sorted(near, key=lambda pair: -pair[0])]


def _pairs(text: str) -> Counter[str]:
    """The pairs of characters in a text, whatever their case."""
    folded = f" {text.casefold()} "
    return Counter(map("".join, pairwise(folded)))
