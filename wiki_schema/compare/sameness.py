"""By what a fact of before and one of after are the same: keys that are equal, or words that cover others.

A key is None for a fact that it does not fit.
"""

from __future__ import annotations

from wiki_schema.compare.fates import Sited
from wiki_schema.compare.redaction import is_redaction_of
from wiki_schema.words import CURRENT, SUPERSEDED, unescaped


def current_key(sited: Sited) -> str | None:
    """A current fact, letter for letter."""
    return sited.item.words.key if sited.item.words.state == CURRENT else None


def plain_key(sited: Sited) -> str | None:
    """A current fact, its escapes undone."""
    return unescaped(sited.item.words.key) if sited.item.words.state == CURRENT else None


def current_text(sited: Sited) -> str | None:
    """The text of a current fact, its escapes undone."""
    return unescaped(sited.item.words.text) if sited.item.words.state == CURRENT else None


def struck_key(sited: Sited) -> str | None:
    """What is struck, letter for letter."""
    return sited.item.words.key if sited.item.words.state == SUPERSEDED else None


def unescaped_key(sited: Sited) -> str | None:
    """What is struck, its escapes undone."""
    return unescaped(sited.item.words.key) if sited.item.words.state == SUPERSEDED else None


def short_strike(sited: Sited) -> str | None:
    """What is struck without its provenance, its escapes undone."""
    words = sited.item.words
    return unescaped(words.text) if words.state == SUPERSEDED and words.provenance is None else None


def any_text(sited: Sited) -> str | None:
    """A text, in whatever state."""
    return sited.item.words.text or None


def covers(before: Sited, after: Sited) -> bool:
    """Whether a fact is another with nothing but spans redacted, and perhaps struck."""
    old, new = before.item.words, after.item.words
    if old.state == CURRENT and new.state == SUPERSEDED:
        return is_redaction_of(unescaped(old.key), unescaped(new.key))
    return is_redaction_of(old.said, new.said)


_MARKS = str.maketrans("", "", "*_`\\")


def bare(sited: Sited) -> str:
    """All words without Markdown's marks."""
    return sited.item.words.said.translate(_MARKS)


def contains(before: Sited, after: Sited) -> float:
    """1 where a struck line holds the old words among others: `~~old~~new`, or a doubled strike."""
    old, new = before.item.words.text, after.item.words.said
    return 1.0 if new.startswith("~~") and old and old in new else 0.0
