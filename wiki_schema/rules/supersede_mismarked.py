"""`supersede-mismarked`: a strike or a mark that does not hold the old fact."""

from __future__ import annotations

from collections.abc import Iterator

from wiki_schema.compare.matching import Fate
from wiki_schema.compare.store_change import StoreChange
from wiki_schema.finding import Finding
from wiki_schema.telling import pointer, quoted
from wiki_schema.words import SUPERSEDED, Words


def check(seen: StoreChange) -> Iterator[Finding]:
    """Struck text that is not the old fact, marks without day or name, strikes changed or taken off."""
    for fate in seen.facts.mismarked:
        old = fate.was.item.words
        differs = fate.why or pointer(old.said, _struck(fate.now.item.words)) or "it was doubled"
        message = f"{quoted(old.said)} is not struck as it stood: {differs}."
        yield _finding(seen, fate, message, old.said)
    for fate in seen.facts.struck:
        fault = _mark_fault(seen, fate)
        if fault:
            yield _finding(
                seen, fate, f"{quoted(fate.now.item.words.said)}: {fault}.", fate.was.item.words.said
            )
    new_paths = {note.path for note in seen.new_notes}
    for fate in seen.facts.added:
        words = fate.now.item.words
        if words.state == SUPERSEDED and fate.now.path not in new_paths and fate not in seen.facts.passing:
            message = f"{quoted(words.said)} strikes a fact that never stood here."
            yield Finding(
                fate.now.path, fate.now.item.line, message, "add what is true now, signed and dated today"
            )


def _struck(words: Words) -> str:
    """What stands inside the tildes, its provenance too; all of it where nothing is struck."""
    return words.said[2:].rpartition("~~")[0] if words.state == SUPERSEDED else words.said


def _mark_fault(seen: StoreChange, fate: Fate) -> str:
    words = fate.now.item.words
    if words.mark is None or words.mark.fault:
        return words.mark.fault if words.mark else "it has no mark"
    old = fate.was.item.words
    if words.state == SUPERSEDED and words.provenance is None and old.provenance is not None:
        by = seen.roster.originators(words.mark.name)
        if not set(by) & set(seen.roster.originators(old.names)) and words.mark.name != old.names:
            return f"{words.mark.name} is not {old.names}, so the strike must keep the fact's provenance"
    return ""


def _finding(seen: StoreChange, fate: Fate, message: str, said: str) -> Finding:
    who = seen.signs
    inner = said if not said.startswith("~~") else ""
    hint = f"- ~~{inner}~~ — superseded {seen.day} by {who}" if inner else f"- {said}"
    return Finding(fate.now.path, fate.now.item.line, message, hint, (said,))
