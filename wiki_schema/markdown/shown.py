"""What a reader does not see as it is meant: strikes, bullets and facts that are none."""

from __future__ import annotations

from wiki_schema.characters import odd_bullet
from wiki_schema.markdown.commonmark import MARKER
from wiki_schema.markdown.openers import Ending, Opener
from wiki_schema.telling import quoted
from wiki_schema.text import BOM, split_lines
from wiki_schema.value import Value
from wiki_schema.words import CURRENT, PENDING, Words, read_words

STRIKE_REMEDY = "take the blanks out: ~~text~~"
BULLET_REMEDY = "type an ordinary blank (U+0020) after the bullet"

_OPENERS = ("```", "~~~", "<")


def strike_fault(words: Words) -> str:
    """Why the strike of a superseded fact does not strike, as a sentence; empty where it does."""
    if words.mark is None or words.mark.renders:
        return ""
    return f"{quoted(words.said)} shows its tildes: a strike has no blank inside them."


def bullet_fault(raw: str) -> str:
    """Why a line is no list item although it begins like one, as a sentence; empty where nothing is wrong."""
    if raw.isascii() or not odd_bullet().match(raw):
        return ""
    return f"{quoted(raw)} is no list item for a reader: the blank after the bullet is no ordinary one."


class Swallowed(Value):
    """The facts below something that is never closed."""

    opener: Opener
    facts: tuple[tuple[int, str], ...]
    """Their lines, by number: what would be a fact or a claim, did it not stand there."""


def swallowed(text: str) -> Swallowed | None:
    """What is never closed in a note and hides every fact below; None where nothing is."""
    if not any(mark in text for mark in _OPENERS):
        return None
    opener = Ending(text).hides_facts
    if opener is None:
        return None
    lines = split_lines(text.removeprefix(BOM))
    below = enumerate(lines[opener.line :], opener.line + 1)
    facts = tuple((number, raw) for number, raw in below if _is_fact(raw))
    return Swallowed(opener, facts)


def _is_fact(raw: str) -> bool:
    return read_words(MARKER.sub("", raw.strip(), count=1)).state in (CURRENT, PENDING)


def hidden_fault(raw: str, opener: Opener) -> tuple[str, str]:
    """A fact below an opener, as a sentence, and what to do."""
    message = f"{quoted(raw)} is no fact: {quoted(opener.words)} in line {opener.line} is never closed."
    return message, f"close it above this line, or mend line {opener.line}"
