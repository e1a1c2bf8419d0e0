"""`supersede-unreplaced`: a superseded fact without a successor."""

from __future__ import annotations

from collections.abc import Iterator

from wiki_schema.finding import Finding
from wiki_schema.matching import Fate
from wiki_schema.note import Note
from wiki_schema.store_change import StoreChange
from wiki_schema.telling import quoted
from wiki_schema.words import CURRENT, PENDING, SUPERSEDED, WITHDRAWN


def check(seen: StoreChange) -> Iterator[Finding]:
    """Facts struck in this change after which no new fact stands, and whose mark links to no current one."""
    after = {note.path: note.after for note in seen.notes if note.after is not None}
    added = {(fate.now.path, fate.now.position) for fate in seen.facts.added}
    for fate in seen.facts.superseded:
        now = fate.now
        mark = now.item.words.mark
        if mark is not None and mark.link:
            if _links_to_current(seen, now.path, mark.link):
                continue
            why = f"its link {quoted(mark.link)} leads to no note with a current fact"
        elif _successor(after[now.path], fate, added):
            continue
        else:
            why = "the next item after it is no fact added in this change"
        who = seen.actor.label or "name"
        message = f"{quoted(now.item.words.said)} has no successor: {why}."
        signed = f"— {who}, {seen.day}"
        hint = f"add below it: - … {signed}\nto end it without one: - No longer applies: … {signed}"
        yield Finding(now.path, now.item.line, message, hint, (fate.was.item.words.said,))


def _successor(note: Note, fate: Fate, added: set[tuple[str, int]]) -> bool:
    """Whether the next item at the same level, past other struck ones, is a new fact."""
    item = fate.now.item
    for index in range(fate.now.position + 1, len(note.items)):
        sibling = note.items[index]
        if sibling.parent != item.parent:
            if sibling.parent < item.parent:
                return False
            continue
        if sibling.section != item.section or sibling.apart:
            return False
        if sibling.words.state in (SUPERSEDED, WITHDRAWN, PENDING):
            continue
        return sibling.words.state == CURRENT and (fate.now.path, index) in added
    return False


def _links_to_current(seen: StoreChange, path: str, link: str) -> bool:
    target = seen.paths_after.resolve(link, "wikilink", path, seen.store.path)
    file = seen.read_after(target) if target else None
    if file is None or target is None or not seen.store.is_note(target):
        return False
    note = seen.parse(file.text)
    return note is not None and any(item.words.state == CURRENT for item in note.items)
