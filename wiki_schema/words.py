"""What one list item or paragraph says: a fact, a superseded fact, a pending line, or plain words.

Read once for each distinct text and shared, because a change mostly holds the same items twice.
"""

from __future__ import annotations

import re
from datetime import date
from functools import cache, lru_cache

from wiki_schema.provenance import Provenance, read_provenance
from wiki_schema.text import normal, parse_day
from wiki_schema.value import Value

CURRENT = "current"
SUPERSEDED = "superseded"
WITHDRAWN = "withdrawn"
PENDING = "pending"
UNSIGNED = "unsigned"

_STRIKE = "~~"
_RIGHT_MARK = "~~ — superseded "
_WARNING_SIGN = "⚠"
_CLAIMED = "claimed changed:"


class Mark(Value):
    """The end of a superseded fact: ` — superseded YYYY-MM-DD by name → [[note]]`."""

    day: date | None
    name: str
    link: str = ""
    """The target of the link, where the mark ends in one."""
    fault: str = ""
    """What is wrong with it, as the end of a sentence."""
    renders: bool = True
    """Whether the strike strikes: blanks inside the tildes leave them as they are."""


class Claim(Value):
    """A pending line, read from the right."""

    what: str
    who: str
    day: date | None
    status: str
    """`unconfirmed`, `confirmed` or `rejected`."""
    by: str = ""
    closed: date | None = None


class Words(Value):
    """What one item says."""

    said: str
    """All of it, as normal text."""
    text: str
    """Without its provenance; of a superseded fact what is struck, without its provenance."""
    state: str
    provenance: Provenance | None = None
    """Of a superseded fact: the one inside the strike, None in the short form."""
    mark: Mark | None = None
    claim: Claim | None = None
    """Of a pending line; None where it cannot be read as one. One that was struck has a mark as well."""
    key: str = ""
    """What makes it the same fact: its text, names and day, however dash and tail are written."""

    @property
    def is_fact(self) -> bool:
        """Whether it is a fact, current or struck."""
        return self.state in (CURRENT, SUPERSEDED, WITHDRAWN)

    @property
    def ident(self) -> str:
        """What makes it unchanged: the key of a current fact, all that a struck or pending one says."""
        return self.key if self.state == CURRENT else self.said

    @property
    def names(self) -> str:
        """Who stands behind it, as written; empty where nobody does."""
        return self.provenance.names if self.provenance else ""


def key_of(text: str, provenance: Provenance | None) -> str:
    """The identity of a fact. Words after the provenance count as its text, punctuation does not."""
    if provenance is None:
        return text
    tail = provenance.tail
    if tail and any(map(str.isalnum, tail)):
        text = f"{text} {tail}"
    return f"{text}\x1f{provenance.names}\x1f{provenance.meant_day}"


@lru_cache(maxsize=1 << 17)
def read_words(content: str) -> Words:
    """What an item says. `content` is its text without marker and box, its lines ended by LF.

    A backslash at a line's end is a hard line break, layout like the break itself.
    """
    if "\n" in content:
        lines = [normal(line.removesuffix("\\")) for line in content.split("\n")]
        said = " ".join(line for line in lines if line)
    else:
        lines = []
        said = normal(content)
    if said.startswith(_STRIKE):
        struck = _read_struck(said, lines)
        if struck is not None:
            return struck
    elif _is_pending(said):
        return Words(said, said, PENDING, claim=_read_claim(said), key=said)
    found = read_provenance(said)
    if found is None:
        return Words(said, said, UNSIGNED, None, None, None, said)
    text, provenance = found
    return Words(said, text, CURRENT, provenance, None, None, key_of(text, provenance))


def unescaped(words: str) -> str:
    """Words with the one escape undone that a strike may add."""
    return words.replace("\\~", "~")


@cache
def _meant_mark() -> re.Pattern[str]:
    return re.compile(r"~~ ?(?:—|–|―|−|-{1,2}|&mdash;)? ?superseded\b ?", re.IGNORECASE)


def _read_struck(said: str, lines: list[str]) -> Words | None:
    """A struck item, right or meant; None where what is struck is only a part of the line."""
    at = said.rfind(_RIGHT_MARK)
    fault = ""
    if at > 0:
        end = at + len(_RIGHT_MARK)
    else:
        meant = [m for m in _meant_mark().finditer(said) if m.start() > 0]
        if meant:
            at, end = meant[-1].span()
            fault = "the mark is not written “ — superseded YYYY-MM-DD by name”"
        elif said.endswith(_STRIKE) and len(said) > 4:
            at = end = len(said) - 2
        else:
            return None
    inner = said[2:at]
    mark = _read_mark(said[end:], _line_rest(lines, len(said) - end), fault)
    mark = mark._replace(renders=inner == inner.strip())
    return _struck_words(said, inner.strip(), mark)


def _struck_words(said: str, inner: str, mark: Mark) -> Words:
    if inner == "withdrawn":
        return Words(said, inner, WITHDRAWN, mark=mark, key=said)
    if _is_pending(inner):  # a claim is answered, not struck: so it still waits
        return Words(said, inner, PENDING, mark=mark, claim=_read_claim(inner), key=said)
    found = read_provenance(inner)
    if found is None:
        return Words(said, inner, SUPERSEDED, mark=mark, key=inner)
    text, provenance = found
    return Words(said, text, SUPERSEDED, provenance, mark, key=key_of(text, provenance))


def _line_rest(lines: list[str], rest: int) -> int:
    """How many of the last `rest` characters belong to the physical line on which they begin."""
    tail = 0
    for line in reversed(lines):
        if tail + len(line) >= rest:
            return rest - tail
        tail += len(line) + 1
    return rest


def _read_mark(rest: str, on_line: int, fault: str) -> Mark:
    """Day, name and link behind `superseded`; what stands on further lines after them is a reason."""
    first = rest[:on_line].strip()
    if " by " not in first or rest[on_line:].lstrip().startswith("→"):
        first = rest  # the mark itself is wrapped
    day = parse_day(first[:10])
    by = first[10:].strip()
    if day is None or not by.startswith("by "):
        return Mark(day, "", fault=fault or "it names no day and no person (“superseded YYYY-MM-DD by name”)")
    name, arrow, link = by[3:].partition("→")
    target = link.strip()
    if arrow:
        if not (target.startswith("[[") and target.endswith("]]")):
            fault = fault or "the link behind → is not written [[note]]"
        target = target.removeprefix("[[").removesuffix("]]").partition("|")[0].strip()
    if not name.strip():
        fault = fault or "it names no person"
    return Mark(day, name.strip(), target, fault)


def _is_pending(said: str) -> bool:
    """Whether words begin like a pending line: `⚠ claimed changed:`, the sign with or without a selector."""
    return said.startswith(_WARNING_SIGN) and said[1:].lstrip("\ufe0e\ufe0f ").startswith(_CLAIMED)


def _read_claim(said: str) -> Claim | None:
    """A pending line, from the right; None where it cannot be read."""
    head, dash, status = said.partition(_CLAIMED)[2].strip().rpartition(" — ")
    found = read_provenance(head)
    if not dash or found is None or found[1].fault or not found[0].strip():
        return None
    what, provenance = found
    if status == "unconfirmed":
        return Claim(what, provenance.names, provenance.day, status)
    word, _, closing = status.partition(" ")
    if word not in ("confirmed", "rejected"):
        return None
    # Both orders are in use: `confirmed 2026-11-30 by anna` and `confirmed by anna, 2026-11-30`.
    day, by = parse_day(closing[:10]), closing[10:].strip().removeprefix("by ")
    if day is None and closing.startswith("by "):
        day, by = parse_day(closing[-10:]), closing[3:-10].rstrip().removesuffix(",")
    if day is None or not by.strip():
        return None
    return Claim(what, provenance.names, provenance.day, word, by.strip(), day)
