"""Facts in another place: with their whole section, heading or note (free for all), or alone."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from wiki_schema.compare.matching import Fate, Sited
from wiki_schema.note import Note
from wiki_schema.value import Value

if TYPE_CHECKING:
    from wiki_schema.compare.note_change import NoteChange

Section = tuple[str, tuple[str, ...]]


class Moves(Value):
    """The moved facts of a change."""

    alone: list[Fate]
    together: list[Fate]
    """Moved with everything that stood under the same heading, to a place of its own."""


def sort_moves(
    moved: Sequence[Fate], fates: Sequence[Fate], notes: Sequence[NoteChange], renames: Mapping[str, str]
) -> Moves:
    """Sorts the moved facts of a change.

    A section moved together when all its facts that still stand went to one section that did not exist
    before: so a renamed heading, a renamed note and a section cut out into a note of its own are free,
    and facts slipped under another heading are not.
    """
    if not moved:
        return Moves([], [])
    before = {note.path: note.before for note in notes if note.before is not None}
    after = {note.path: note.after for note in notes if note.after is not None}
    went: dict[Section, set[Section]] = defaultdict(set)
    for note in notes:
        for section in note.kept_sections():
            went[note.path, section].add((note.path, section))
    for fate in fates:
        if fate.before is not None and fate.after is not None:
            went[_section(fate.before)].add(_section(fate.after))
    kept_parents = {
        (f.was.path, f.was.position): (f.now.path, f.now.position) for f in fates if f.before and f.after
    }
    for note in notes:
        kept_parents |= {(note.path, old): (note.path, new) for old, new in note.kept_indexes()}
    changed = {note.path: note for note in notes}
    alone, together = [], []
    for fate in moved:
        source, target = _section(fate.was), _section(fate.now)
        as_one = went[source] == {target} and (
            _is_new(target, changed) or (renames.get(source[0]) == target[0] and source[1] == target[1])
        )
        if _same_parent(fate, before, after, kept_parents) and (source == target or as_one):
            together.append(fate)
        else:
            alone.append(fate)
    return Moves(alone, together)


def _section(sited: Sited) -> Section:
    return sited.path, sited.item.section


def _is_new(target: Section, notes: Mapping[str, NoteChange]) -> bool:
    """Whether a section was not there before the change."""
    note = notes[target[0]].whole(0)
    return note is None or target[1] not in note.sections


def _same_parent(
    fate: Fate,
    before: Mapping[str, Note],
    after: Mapping[str, Note],
    kept: Mapping[tuple[str, int], tuple[str, int]],
) -> bool:
    """Whether a fact is nested under what it was nested under, in its present words."""
    old, new = fate.was.item.parent, fate.now.item.parent
    if old < 0 or new < 0:
        return old == new
    heir = kept.get((fate.was.path, old))
    if heir is not None:
        return heir == (fate.now.path, new)
    parent = before[fate.was.path].items[old]
    # A parent that is no fact may be reworded like any heading; a fact that is gone is reported itself.
    return parent.words.is_fact or not after[fate.now.path].items[new].words.is_fact
