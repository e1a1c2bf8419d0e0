"""How findings are put into words: one plain sentence, the lost words whole, the command that mends it."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import TYPE_CHECKING

from wiki_schema.log import render_line
from wiki_schema.text import normal, visible

if TYPE_CHECKING:
    from wiki_schema.compare.matching import Sited
    from wiki_schema.compare.store_change import StoreChange

_SHORT = 100


def quoted(words: str) -> str:
    """Words of a note inside a sentence: marked as such, harmless, cut."""
    return f"“{visible(words, _SHORT)}”"


def bring_back(seen: StoreChange, path: str) -> str:
    """The command that undoes the change to a file, or what to do where there is none."""
    if seen.change.restore is None:
        return "put the lost words back as they were"
    return seen.change.restore(path)


def strike_lines(sited: Sited, new: str, who: str, day: date) -> str:
    """The two lines that supersede a fact by the book."""
    return f"- ~~{sited.item.words.said}~~ — superseded {day} by {who}\n- {new} — {who}, {day}"


def claim_line(what: str, who: str, day: date) -> str:
    """The pending line that disputes a fact without changing it."""
    return f"  - ⚠ claimed changed: {what} — {who}, {day} — unconfirmed"


def claim_instead(seen: StoreChange, path: str, what: str) -> str:
    """How somebody who may not change a fact disputes it: as it was, a pending line, a line in the log."""
    claim = claim_line(what, seen.signs, seen.day)
    logged = log_line(seen, "CLAIM", path, what)
    return f"{bring_back(seen, path)}\nthen under the fact:\n{claim}\nand in the log:\n{logged}"


def log_line(seen: StoreChange, verb: str, path: str, what: str) -> str:
    """The log line that tells what happened to a file, ready to append; empty where none can."""
    try:
        return render_line(seen.day, verb, seen.actor.label, seen.inside(path), what)
    except ValueError:  # a name that cannot stand in a log line is `encoding`'s to tell
        return ""


def pointer(old: str, new: str) -> str:
    """Which words differ: `“run” became “ran”, “db-1” became “db1”`; empty when only layout does."""
    from difflib import SequenceMatcher

    one, other = normal(old[:4000]).split(), normal(new[:4000]).split()
    parts = []
    for kind, a, b, c, d in SequenceMatcher(None, one, other, autojunk=False).get_opcodes():
        was, now = " ".join(one[a:b]), " ".join(other[c:d])
        if kind == "replace":
            parts.append(f"{quoted(was)} became {quoted(now)}")
        elif kind == "delete":
            parts.append(f"{quoted(was)} is gone")
        elif kind == "insert":
            parts.append(f"{quoted(now)} is new")
    if len(parts) > 4:
        parts[4:] = [f"and {len(parts) - 4} more"]
    return ", ".join(parts)


def either(names: Sequence[str]) -> str:
    """Names joined for a sentence: `a`, `a or b`, `a, b or c`."""
    *first, last = names
    return f"{', '.join(first)} or {last}" if first else last


def count(number: int, noun: str) -> str:
    """A number with its noun: `1 fact`, `3 facts`, `3 entries`."""
    if number == 1:
        return f"1 {noun}"
    return f"{number:,} {noun[:-1]}ies" if noun.endswith("ry") else f"{number:,} {noun}s"
