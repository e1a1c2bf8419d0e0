"""`render`: a line that a reader does not see as it is meant."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise

from wiki_schema.characters import odd_bullet
from wiki_schema.compare.note_change import NoteChange
from wiki_schema.compare.store_change import StoreChange
from wiki_schema.finding import Finding
from wiki_schema.markdown.commonmark import MARKER
from wiki_schema.markdown.openers import Ending
from wiki_schema.telling import quoted
from wiki_schema.text import normal, split_lines
from wiki_schema.words import CURRENT, PENDING, read_words

_OPENERS = ("```", "~~~", "<")


def check(seen: StoreChange) -> Iterator[Finding]:
    """Strikes with blanks inside the tildes, bullets whose blank is none, lost line breaks, hidden facts."""
    for fate in [*seen.facts.superseded, *seen.facts.added]:
        mark = fate.now.item.words.mark
        if mark is not None and not mark.renders:
            message = (
                f"{quoted(fate.now.item.words.said)} shows its tildes: a strike has no blank inside them."
            )
            yield Finding(fate.now.path, fate.now.item.line, message, "take the blanks out: ~~text~~")
    for path, number, raw in seen.new_lines:
        if not raw.isascii() and odd_bullet().match(raw):
            message = (
                f"{quoted(raw)} is no list item for a reader: the blank after the bullet is no ordinary one."
            )
            yield Finding(path, number, message, "type an ordinary blank (U+0020) after the bullet")
    for note in seen.notes:
        yield from _lost_breaks(note)
        if note.new is not None and any(mark in note.new for mark in _OPENERS):
            yield from _swallowed(seen, note.path, note.new)


def _swallowed(seen: StoreChange, path: str, text: str) -> Iterator[Finding]:
    """New facts below something that is never closed, and such an opener itself."""
    opener = Ending(text).hides_facts
    if opener is None:
        return
    for of, number, raw in seen.new_lines:
        if of != path or number < opener.line:
            continue
        if number == opener.line:
            message = f"{quoted(opener.words)} is never closed: what is added below it will be no fact."
            yield Finding(path, number, message, "close it, or put a backslash before it")
        elif read_words(MARKER.sub("", raw.strip(), count=1)).state in (CURRENT, PENDING):
            message = (
                f"{quoted(raw)} is no fact: {quoted(opener.words)} in line {opener.line} is never closed."
            )
            yield Finding(path, number, message, f"close it above this line, or mend line {opener.line}")


def _lost_breaks(note: NoteChange) -> Iterator[Finding]:
    """Hard line breaks that are gone while the words on both sides of them stand as they did."""
    if note.old is None or note.new is None:
        return
    old = _breaks(note.old)
    if not old:
        return
    kept = Counter(_neighbours(*lines) for _, *lines in _breaks(note.new))
    said = ""
    for number, above, below in old:
        words = _neighbours(above, below)
        if kept[words] > 0:
            kept[words] -= 1
            continue
        said = said or normal(note.new)
        if f"{above} {below}" in said:
            message = f"The line break before {quoted(below)} is lost: a reader sees one line now."
            yield Finding(note.path, number, message, "end the line above with a backslash, and leave it so")


def _breaks(text: str) -> list[tuple[int, str, str]]:
    """The hard line breaks of a text, two blanks or a backslash: number, words of the line, words below."""
    if "  \n" not in text and "\\\n" not in text and "\r" not in text:
        return []
    found = []
    for number, (line, below) in enumerate(pairwise(split_lines(text)), 1):
        if line.endswith(("  ", "\\")) and not MARKER.match(below.lstrip()):
            above = normal(MARKER.sub("", line.removesuffix("\\").strip(), count=1))
            if above and below.strip():
                found.append((number, above, normal(below)))
    return found


def _neighbours(above: str, below: str) -> tuple[str, str]:
    """The words next to a break, which stay there however the lines are wrapped."""
    return above.rsplit(" ", 1)[-1], below.split(" ", 1)[0]
