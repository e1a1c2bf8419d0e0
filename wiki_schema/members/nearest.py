"""Which name of the roster an unknown name plausibly means: a suggestion, never an identification."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache

from wiki_schema.members import Member
from wiki_schema.text import normal

# Past this length nothing is a misspelt name.
_LONGEST = 80
_DASHES = [0x5F, *range(0x2010, 0x2016), 0x2212, 0xFF0D]
_APOSTROPHES = [0x60, 0xB4, 0x02BC, 0x2018, 0x2019, 0x2032, 0xFF07]
# Zero-width characters: two names look like one.
_UNSEEN = [0x200B, 0x200C, 0x200D, 0x2060, 0xFEFF]
_LOOSE = {**dict.fromkeys(_DASHES, "-"), **dict.fromkeys(_APOSTROPHES, "'"), **dict.fromkeys(_UNSEEN)}


def nearest_name(name: str, members: Sequence[Member]) -> str | None:
    """The name, id or alias that is meant, as the roster writes it; None where none or several are near.

    Looks, in this order, for another case, dash, apostrophe or blank; initials; a slip of the pen; a
    remark after the name, as in `agent-7 (opus)`; a part of the name.
    """
    if not name.strip() or len(name) > _LONGEST:
        return None
    given = _fold(name)
    known = [(_fold(called), called, member) for member in members for called in member.names]
    for is_near in (_is_same, _is_initials, _is_slip, _is_with_remark, _is_part):
        found = {member.id: (called, member) for form, called, member in known if is_near(given, form)}
        if found:
            return _in_full(*next(iter(found.values())), given) if len(found) == 1 else None
    return None


def _in_full(called: str, member: Member, given: str) -> str:
    """`Ana Ruiz` rather than her id `ana` where somebody wrote `Ana`."""
    short, label = _fold(called), _fold(member.label)
    return member.label if _is_same(given, short) and _is_part(short, label) else called


@lru_cache(4096)
def _fold(name: str) -> str:
    """A name without what people get wrong: case, kinds of dash and apostrophe, a leading @."""
    return normal(name.translate(_LOOSE)).casefold().strip("@.,;:!?*_\"' ")


def _squeezed(name: str) -> str:
    return re.sub(r"[\s.'-]", "", name)


def _is_same(given: str, known: str) -> bool:
    return given == known or (_squeezed(given) == _squeezed(known) != "")


def _is_with_remark(given: str, known: str) -> bool:
    """`agent-7 (opus)`, `agent-7/opus`, `agent-7 opus`: a name and more after it."""
    return len(known) > 2 and given.startswith(known) and given[len(known)] in " (/[@:"


def _words(name: str) -> list[str]:
    return [word for word in re.split(r"[\s.]+", name) if word]


def _is_initials(given: str, known: str) -> bool:
    """`A. Ruiz`, `Ana R.`: each word or its first letter, and at least one word whole."""
    ours, theirs = _words(given), _words(known)
    if len(ours) != len(theirs) or len(ours) < 2:
        return False
    pairs = list(zip(ours, theirs, strict=True))
    return any(a == b and len(a) > 1 for a, b in pairs) and all(
        a == b or (len(a) == 1 and b.startswith(a)) for a, b in pairs
    )


def _is_part(given: str, known: str) -> bool:
    """`Ana` for `Ana Ruiz`: some of the words of the name, and no other."""
    ours = _words(given)
    return bool(ours) and max(map(len, ours)) > 1 and set(ours) <= set(_words(known))


def is_slip(given: str, known: str) -> bool:
    """Whether a name is another one with a letter or two wrong."""
    return not _is_same(_fold(given), _fold(known)) and _is_slip(_fold(given), _fold(known))


def _is_slip(given: str, known: str) -> bool:
    """One wrong letter in a short name, two in a longer one; never in a number."""
    if re.findall(r"\d+", given) != re.findall(r"\d+", known):
        return False
    allowed = 0 if len(known) < 4 else 1 if len(known) < 8 else 2
    return abs(len(given) - len(known)) <= allowed and _distance(given, known, allowed) <= allowed


def _distance(one: str, other: str, limit: int) -> int:
    """How many letters to add, drop, change or swap; anything above the limit once that is passed."""
    rows = [list(range(len(other) + 1))]
    for i, letter in enumerate(one, 1):
        rows.append([i, *_steps(rows, i, letter, one, other)])
        if min(rows[-1]) > limit and min(rows[-2]) > limit:
            return limit + 1
    return rows[-1][-1]


def _steps(rows: list[list[int]], i: int, letter: str, one: str, other: str) -> Iterator[int]:
    before, left = rows[i - 1], i
    for j, wanted in enumerate(other, 1):
        best = min(before[j] + 1, left + 1, before[j - 1] + (letter != wanted))
        if i > 1 and j > 1 and letter == other[j - 2] and one[i - 2] == wanted:
            best = min(best, rows[i - 2][j - 2] + 1)
        yield best
        left = best
