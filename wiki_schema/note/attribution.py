"""Whether somebody stands behind a list item: the one judgement, of a change and of a store as it stands."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from wiki_schema.words import UNSIGNED

if TYPE_CHECKING:
    from wiki_schema.members import Roster
    from wiki_schema.note import Item

_LINK = re.compile(
    r"!?\[\[[^\[\]]*\]\]"
    r"|!?\[[^\[\]]*\](?:\((?:<[^<>]*>|[^()\s<]*)(?: +\"[^\"()]*\")?\)|\[[^\[\]]*\])"
    r"|<?https?://[^\s<>]+>?"
)
_LEADING = frozenset(
    "see also and or cf siehe auch und vgl s vedi anche e cfr ver véase también y voir aussi et "
    "见 参见 另见 和 与 及 参照 を参照 も参照 と を も".split()
)


def is_unattributed(item: Item, roster: Roster) -> bool:
    """Whether an item is meant to be a fact and has no provenance.

    Every list item is, one that only heads others too. A task is not, nor what asserts nothing: links and
    pictures alone, or a provenance made a bullet.
    """
    if item.words.state != UNSIGNED or not item.listed or item.box:
        return False
    return not is_bare_provenance(item, roster) and not is_pointer(item.words.said)


def is_pointer(said: str) -> bool:
    """Whether words hold nothing but links, pictures, and what leads to them: `See [a](a.md) and [[b]]`."""
    if not any(sign in said for sign in ("](", "][", "]]", "://")):
        return False
    rest = said
    for _ in range(2):  # a picture may stand within a link
        rest = _LINK.sub(" ", rest)
    return rest != said and all(word.casefold() in _LEADING for word in re.findall(r"\w+", rest))


def is_bare_provenance(item: Item, roster: Roster) -> bool:
    """Whether an item holds nothing but a member's name and a day: a provenance made a bullet."""
    name, comma, day = item.words.said.rpartition(", ")
    return bool(comma) and len(day) == 10 and roster.find(name.lstrip("—– -")) is not None
