"""What happened to each note of a change, in the log's terms: which line it needs, with which verb."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from wiki_schema.compare import matching
from wiki_schema.compare.copies import is_copy
from wiki_schema.compare.note_change import NoteChange, wording
from wiki_schema.compare.store_change import StoreChange
from wiki_schema.log import LogLine
from wiki_schema.telling import count
from wiki_schema.text import path_key
from wiki_schema.value import Value

CREATED = "created"
RENAMED = "renamed"
REMOVED = "removed"
SUPERSEDED = "superseded"
REDACTED = "redacted"
WITHDRAWN = "withdrawn"
CLAIMED = "claimed"
ANSWERED = "answered"
MOVED = "moved"
ADDED = "added"
CHANGED = "changed"
LOST = "lost"
WORDING = "wording"

# What an entry must say where this happened, the most telling first: one of these verbs.
_VERBS: dict[str, tuple[str, ...]] = {
    REDACTED: ("CONFLICT",),
    SUPERSEDED: ("SUPERSEDE",),
    CREATED: ("ADD",),
    RENAMED: ("UPDATE", "ADD"),
    WITHDRAWN: ("SUPERSEDE", "UPDATE", "CONFLICT"),
    REMOVED: ("UPDATE", "SUPERSEDE", "CONFLICT", "LINT"),
    MOVED: ("UPDATE", "SUPERSEDE", "ADD", "CONFLICT"),
    ADDED: ("ADD", "UPDATE", "SUPERSEDE"),
    CLAIMED: ("CLAIM",),
    ANSWERED: ("UPDATE", "SUPERSEDE", "CLAIM", "CONFLICT"),
    CHANGED: ("UPDATE", "SUPERSEDE", "CONFLICT", "LINT"),
    LOST: ("UPDATE", "SUPERSEDE", "CONFLICT", "LINT"),
    WORDING: ("UPDATE", "ADD", "SUPERSEDE", "CONFLICT", "LINT", "CLAIM"),
}

_SAID = {
    REDACTED: "a secret redacted",
    CREATED: "new note",
    RENAMED: "note renamed",
    REMOVED: "note removed",
    WITHDRAWN: "a private matter withdrawn",
    ANSWERED: "a claim answered",
    MOVED: "facts moved",
    LOST: "facts lost",
    WORDING: "text changed",
}


class Happening(Value):
    """What happened to one note."""

    path: str
    counts: Counter[str]
    renamed: str = ""
    """The other name of a renamed note."""

    @property
    def verbs(self) -> tuple[str, ...]:
        """The verbs that fit, the best first: those of the most telling thing that happened."""
        return next(verbs for kind, verbs in _VERBS.items() if self.counts[kind])

    @property
    def summary(self) -> str:
        """What happened, for a log line: `2 facts added, 1 fact superseded`."""
        numbers = {ADDED: "fact", SUPERSEDED: "fact", CHANGED: "fact", CLAIMED: "claim"}
        words = {ADDED: "added", SUPERSEDED: "superseded", CHANGED: "changed", CLAIMED: "made"}
        parts = [
            f"{count(self.counts[kind], numbers[kind])} {words[kind]}" if kind in numbers else _SAID[kind]
            for kind in _VERBS
            if self.counts[kind]
        ]
        if self.counts[SUPERSEDED] and self.counts[ADDED] == self.counts[SUPERSEDED]:
            parts = [part for part in parts if not part.endswith(" added")]
        return ", ".join(parts)


def happenings(seen: StoreChange) -> list[Happening]:
    """What happened to each note of which more than layout changed; ticked boxes are layout.

    A renamed note is told once, under its new path; that a copy of a sync tool is gone is not told.
    """
    counts: dict[str, Counter[str]] = {note.path: Counter() for note in seen.notes}
    if seen.store.kind == "shared":
        _count_facts(seen, counts)
    found = []
    origins = {new: old for old, new in seen.facts.renames.items()}
    for note in seen.notes:
        if note.new is None and is_copy(note.path):  # it was no note
            continue
        if note.path in seen.facts.renames or (seen.change.others and seen.from_other(note.path)):
            continue
        tally = counts[note.path]
        origin = origins.get(note.path, "")
        _count_file(note, tally, origin)
        if not tally and note.old is not None and note.new is not None:
            tally[WORDING] = int(wording(note.old) != wording(note.new))
        if tally.total():
            found.append(Happening(note.path, tally, origin))
    return found


def _count_file(note: NoteChange, tally: Counter[str], origin: str) -> None:
    if origin:
        tally[RENAMED] += 1
    elif note.old is None:
        # A note made of facts that stood elsewhere was moved here; saying UPDATE fits as well as ADD.
        tally[RENAMED if tally[MOVED] else CREATED] += 1
    elif note.new is None:
        tally[REMOVED] += 1


def _count_facts(seen: StoreChange, counts: dict[str, Counter[str]]) -> None:
    def tell(kind: str, paths: Iterable[str]) -> None:
        for path in paths:
            if path in counts:
                counts[path][kind] += 1

    tell(REDACTED, (fate.now.path for fate in seen.facts.redacted))
    tell(REDACTED, (pair.after.path for pair in seen.facts.claims.redacted))
    tell(SUPERSEDED, (fate.now.path for fate in [*seen.facts.superseded, *seen.facts.mismarked]))
    tell(WITHDRAWN, (fate.now.path for fate in seen.facts.withdrawn))
    tell(ADDED, (fate.now.path for fate in seen.facts.added))
    tell(CHANGED, (fate.was.path for fate in seen.facts.rewritten))
    tell(LOST, (fate.was.path for fate in [*seen.facts.erased, *seen.facts.deduplicated]))
    for fate in seen.facts.fates.get(matching.MOVED, ()):
        tell(MOVED, {fate.was.path, fate.now.path})
    tell(CLAIMED, (sited.path for sited in seen.facts.claims.new))
    tell(ANSWERED, (pair.after.path for pair in seen.facts.claims.closed))


def entries_for(seen: StoreChange, happening: Happening) -> list[LogLine]:
    """The new log entries about a note, under either of its names."""
    names = {path_key(seen.inside(path)) for path in (happening.path, happening.renamed) if path}
    return [entry for name in names for entry in seen.log.entries_by_path.get(name, ())]
