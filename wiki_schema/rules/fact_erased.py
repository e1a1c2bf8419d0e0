"""`fact-erased`: a fact that stands nowhere any more."""

from __future__ import annotations

from collections.abc import Iterator

from wiki_schema.compare.hiding import hides_until
from wiki_schema.compare.note_change import NoteChange
from wiki_schema.compare.store_change import StoreChange
from wiki_schema.finding import Finding
from wiki_schema.telling import bring_back, count, quoted
from wiki_schema.text import normal, split_lines


def check(seen: StoreChange) -> Iterator[Finding]:
    """Every fact, current or struck, that is in the before and not in the after, or no longer to be seen."""
    shown = {note.path: normal(note.new) for note in seen.notes if note.new and _holds_erased(seen, note)}
    for fate in seen.facts.erased:
        words = fate.was.item.words
        owner = words.names or "the store"
        how = _HIDDEN if words.said in shown.get(fate.was.path, "") else "would be gone"
        message = (
            f"A fact of {owner} {how}: {quoted(words.said)}. "
            f"Facts are superseded, never erased, and only by {seen.who_may(words.names)}."
        )
        yield Finding(
            fate.was.path, fate.was.item.line, message, bring_back(seen, fate.was.path), (words.said,)
        )
    yield from _swallowed(seen)


_HIDDEN = "would be hidden in code, a comment, a quote or front matter"
_MOST_SEARCHED = 500


def _holds_erased(seen: StoreChange, note: NoteChange) -> bool:
    """Whether the words of erased facts are worth looking for in a note: not after a bulk loss."""
    lost = sum(fate.was.path == note.path for fate in seen.facts.erased[:_MOST_SEARCHED])
    return lost > 0 and len(seen.facts.erased) <= _MOST_SEARCHED


def _swallowed(seen: StoreChange) -> Iterator[Finding]:
    """Facts below a new line of raw HTML, or of an editor's comment mark, that hides what follows."""
    for path, number, raw in seen.new_lines:
        closing = hides_until(raw)
        note = seen.note_at.get(path) if closing and not _hid_before(seen, path, number, closing) else None
        after = note.whole(1) if note is not None else None
        if note is None or after is None or note.new is None:
            continue
        lines = split_lines(note.new)
        ends = next((n for n, line in enumerate(lines[number:], number + 1) if closing in line.lower()), None)
        hidden = [item for item in after.facts() if number < item.line < (ends or len(lines) + 1)]
        if hidden:
            message = f"{quoted(raw)} hides {count(len(hidden), 'fact')} below it from readers."
            lost = tuple(item.words.said for item in hidden)
            hint = "close it on the line; a tag that is only spoken of stands in backticks: `<title>`"
            yield Finding(path, number, message, hint, lost)


def _hid_before(seen: StoreChange, path: str, number: int, closing: str) -> bool:
    """Whether a new line is one of a fact that was struck, and hid as much before it was."""
    struck = [fate for fate in seen.facts.superseded if fate.now.path == path]
    above = [fate for fate in struck if fate.now.item.line <= number]
    nearest = max(above, key=lambda fate: fate.now.item.line, default=None)
    return nearest is not None and hides_until(nearest.was.item.words.said) == closing
