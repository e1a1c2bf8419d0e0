"""`render`: a line that a reader does not see as it is meant."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise

from wiki_schema.compare.note_change import NoteChange
from wiki_schema.compare.store_change import StoreChange
from wiki_schema.finding import Finding
from wiki_schema.markdown import shown
from wiki_schema.markdown.commonmark import MARKER
from wiki_schema.telling import quoted
from wiki_schema.text import normal, split_lines


def check(seen: StoreChange) -> Iterator[Finding]:
    """Strikes with blanks inside the tildes, bullets whose blank is none, lost line breaks, hidden facts."""
    for fate in [*seen.facts.superseded, *seen.facts.added]:
        if message := shown.strike_fault(fate.now.item.words):
            yield Finding(fate.now.path, fate.now.item.line, message, shown.STRIKE_REMEDY)
    for path, number, raw in seen.new_lines:
        if message := shown.bullet_fault(raw):
            yield Finding(path, number, message, shown.BULLET_REMEDY)
    for note in seen.notes:
        yield from _lost_breaks(note)
        if note.new is not None:
            yield from _swallowed(seen, note.path, note.new)


def _swallowed(seen: StoreChange, path: str, text: str) -> Iterator[Finding]:
    """New facts below something that is never closed, and such an opener itself."""
    found = shown.swallowed(text)
    if found is None:
        return
    facts = dict(found.facts)
    for of, number, _ in seen.new_lines:
        if of == path and number == found.opener.line:
            message = f"{quoted(found.opener.words)} is never closed: what is added below it will be no fact."
            yield Finding(path, number, message, "close it, or put a backslash before it")
        elif of == path and number in facts:
            message, hint = shown.hidden_fault(facts[number], found.opener)
            yield Finding(path, number, message, hint)


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
