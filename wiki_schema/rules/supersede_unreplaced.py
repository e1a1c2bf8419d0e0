"""`supersede-unreplaced`: a superseded fact without a successor."""

from __future__ import annotations

from collections.abc import Iterator

from wiki_schema.compare.matching import Sited
from wiki_schema.compare.store_change import StoreChange
from wiki_schema.finding import Finding
from wiki_schema.note import Note
from wiki_schema.telling import quoted
from wiki_schema.words import CURRENT, PENDING, SUPERSEDED, WITHDRAWN


def check(seen: StoreChange) -> Iterator[Finding]:
    """Facts struck in this change after which no new fact stands, and whose mark links to no current one."""
    replaced: dict[str, list[int]] = {}
    facts = seen.facts
    new = {_site(fate.now) for fate in [*facts.added, *facts.rewritten, *facts.withdrawn]}
    for fate in seen.facts.replaced:
        now = fate.now
        mark = now.item.words.mark
        if mark is not None and mark.link:
            if _links_to_current(seen, now.path, mark.link):
                continue
            why = f"its link {quoted(mark.link)} leads to no note with a current fact"
        elif (now.path, _successor(seen, now, replaced, new)) in new or _is_kept_elsewhere(seen, now):
            continue
        else:
            why = "the next item after it is no fact added in this change"
        who = seen.signs
        message = f"{quoted(now.item.words.said)} has no successor: {why}."
        signed = f"— {who}, {seen.day}"
        hint = f"add below it: - … {signed}\nto end it without one: - No longer applies: … {signed}"
        lost = (fate.before.item.words.said,) if fate.before is not None else ()
        yield Finding(now.path, now.item.line, message, hint, lost)


def _site(sited: Sited) -> tuple[str, int]:
    return sited.path, sited.position


def _successor(seen: StoreChange, now: Sited, known: dict[str, list[int]], new: set[tuple[str, int]]) -> int:
    """The item that stands for a struck one, worked out once a note; -1 where none does."""
    if now.path not in known:
        note = seen.note_at[now.path].after
        here = {position for path, position in new if path == now.path}
        known[now.path] = _successors(note, here) if note is not None else []
    return known[now.path][now.position]


def _successors(note: Note, new: set[int]) -> list[int]:
    """For each item the next one at its level, past struck and pending ones; -1 where there is none.

    A successor may have been withdrawn within the same change: a new mark of that stands for it.
    """
    successors = [-1] * len(note.items)
    ahead: dict[int, int] = {}  # by parent, the first item behind the one at hand
    for position in range(len(note.items) - 1, -1, -1):
        item = note.items[position]
        following = ahead.get(item.parent, -1)
        ahead[item.parent] = position
        if following < 0:
            continue
        sibling = note.items[following]
        if sibling.section == item.section and not sibling.apart:
            passed = sibling.words.state in (SUPERSEDED, PENDING) or (
                sibling.words.state == WITHDRAWN and following not in new
            )
            successors[position] = successors[following] if passed else following
    return successors


def _is_kept_elsewhere(seen: StoreChange, now: Sited) -> bool:
    """Whether the successor was itself struck within the change, with a link to a note that says the same."""
    notes = seen.note_at[now.path]
    if notes.after is None:
        return False
    known = {item.words.said for item in notes.before.items} if notes.before is not None else set()
    for item in notes.after.items[now.position + 1 :]:
        if item.place == now.item.place and item.words.state not in (SUPERSEDED, PENDING):
            return False
        mark = item.words.mark if item.place == now.item.place else None
        if mark is not None and mark.link and item.words.said not in known:
            return _links_to_current(seen, now.path, mark.link)
    return False


def _links_to_current(seen: StoreChange, path: str, link: str) -> bool:
    target = seen.paths_after.resolve(link, "wikilink", path, seen.store.path)
    file = seen.read_after(target) if target else None
    if file is None or target is None or not seen.store.is_note(target):
        return False
    note = seen.parse(file.text)
    return note is not None and any(item.words.state == CURRENT for item in note.items)
