"""What became of the facts and pending lines of a store's notes."""

from __future__ import annotations

from collections import Counter
from datetime import date, timedelta
from functools import cached_property
from typing import TYPE_CHECKING

from wiki_schema.change import Tree, text_of
from wiki_schema.compare import matching
from wiki_schema.compare.claims import Claims, disputed_in, trace_claims
from wiki_schema.compare.copies import ANYWHERE, standing_after
from wiki_schema.compare.matching import Fate, Matcher, Relink, Sited
from wiki_schema.compare.redaction import OPENING, redactions
from wiki_schema.note import Item
from wiki_schema.words import PENDING, SUPERSEDED, UNSIGNED

if TYPE_CHECKING:
    from wiki_schema.compare.moves import Moves
    from wiki_schema.compare.store_change import StoreChange


class FactChanges:
    """The fate of every fact and pending line, worked out once."""

    def __init__(self, seen: StoreChange) -> None:
        """Nothing is matched before it is asked for."""
        self.seen = seen

    @cached_property
    def renames(self) -> dict[str, str]:
        """Notes that stand under another name now: path before → path after."""
        return self._matched[1]

    @cached_property
    def _relink(self) -> Relink | None:
        """Writes links to renamed notes in one way; None where no note was renamed."""
        if not self.renames:
            return None
        from wiki_schema.compare.renames import relinker

        return relinker(self.renames)

    @cached_property
    def _sites(self) -> tuple[list[Sited], list[Sited]]:
        """The items of both sides that something may have happened to."""
        before = [sited for note in self.seen.notes for sited in note.middle(0)]
        return before, [sited for note in self.seen.notes for sited in note.middle(1)]

    @cached_property
    def _matched(self) -> tuple[list[Fate], dict[str, str]]:
        before, after = ([s for s in side if s.item.words.is_fact] for side in self._sites)
        matcher = Matcher(before, after, self._claim_sites)
        matcher.unchanged()
        renames: dict[str, str] = {}
        if any(note.old is None for note in self.seen.notes) and any(
            note.new is None for note in self.seen.notes
        ):
            from wiki_schema.compare.renames import find_renames, relinker

            renames = find_renames(self.seen.notes, matcher.fates)
            if renames and matcher.before and matcher.after:
                matcher.relinked(relinker(renames))
        matcher.amended()
        matcher.resembling(self._may_update)
        if self.seen.store.originator_may_update:
            matcher.updated(self._may_update)
        matcher.displaced(self._may_update)
        return matcher.rest(self._has_twin), renames

    def _claim_sites(self) -> dict[tuple[str, int], tuple[str, int]]:
        """Where each claim that stood before stands now, as far as its own words tell."""
        traced = trace_claims(*self._pending)
        pairs = [*traced.kept, *traced.closed]
        return {(p.before.path, p.before.position): (p.after.path, p.after.position) for p in pairs}

    @property
    def _pending(self) -> tuple[list[Sited], list[Sited]]:
        """The pending lines of both sides that something may have happened to."""
        before, after = ([s for s in side if s.item.words.state == PENDING] for side in self._sites)
        return before, after

    def _may_update(self, sited: Sited) -> bool:
        """Whether the store lets the actor change a fact in place."""
        return self.seen.store.originator_may_update and self.seen.may_change(sited.item.words.names)

    def _has_twin(self, sited: Sited) -> bool:
        if sited.path not in self._standing:
            self._standing[sited.path] = standing_after(self.seen, sited.path)
        ident = sited.item.words.ident
        return not self._standing[sited.path].isdisjoint([(sited.item.place, ident), (ANYWHERE, ident)])

    @cached_property
    def _standing(self) -> dict[str, set[tuple[int | None, str]]]:
        return {}

    @cached_property
    def fates(self) -> dict[str, list[Fate]]:
        """What became of every fact of the changed notes, by kind (see `matching`)."""
        by_kind: dict[str, list[Fate]] = {}
        for fate in self._matched[0]:
            if not self._done_elsewhere(fate):
                by_kind.setdefault(fate.kind, []).append(fate)
        return by_kind

    def _done_elsewhere(self, fate: Fate) -> bool:
        """In a merge: whether another parent did it. What is gone against any parent stays gone.

        It did what it has and the merge base has not; and it can only have changed what stood in the base.
        """
        if not self.seen.change.others or fate.after is None:
            return False
        if fate.kind == matching.REWRITTEN and not self.seen.store.originator_may_update:
            return False
        base = self.seen.change.base
        if fate.before is not None and (base is None or not self._says(base, fate.before)):
            return False
        return self._brought(fate.after)

    def _brought(self, sited: Sited) -> bool:
        """In a merge: whether another parent has an item that was not in the merge base."""
        others, base = self.seen.change.others, self.seen.change.base
        if not any(self._stands_in(tree, sited) for tree in others):
            return False
        return base is not None and not self._stands_in(base, sited)

    def _stands_in(self, tree: Tree, sited: Sited) -> bool:
        place, said = sited.item.place, sited.item.words.said
        return any(i.place == place and i.words.said == said for i in self._items_in(tree, sited.path))

    def _says(self, tree: Tree, sited: Sited) -> bool:
        return any(i.words.said == sited.item.words.said for i in self._items_in(tree, sited.path))

    def _items_in(self, tree: Tree, path: str) -> tuple[Item, ...]:
        key = (id(tree), path)
        if key not in self._other_notes:
            note = self.seen.parse(text_of(tree.read(path)))
            self._other_notes[key] = note.items if note else ()
        return self._other_notes[key]

    @cached_property
    def _other_notes(self) -> dict[tuple[int, str], tuple[Item, ...]]:
        return {}

    @cached_property
    def added(self) -> list[Fate]:
        """Facts that are new."""
        return self.fates.get(matching.ADDED, [])

    @cached_property
    def erased(self) -> list[Fate]:
        """Facts that stand nowhere any more."""
        return self.fates.get(matching.ERASED, [])

    @cached_property
    def rewritten(self) -> list[Fate]:
        """Facts changed in place."""
        return self.fates.get(matching.REWRITTEN, [])

    @cached_property
    def signed(self) -> list[Fate]:
        """Facts that bear a new name or day: added ones, and those whose provenance changed in place."""
        changed = (f for f in self.rewritten if f.now.item.words.provenance != f.was.item.words.provenance)
        return [*self.added, *changed]

    @cached_property
    def deduplicated(self) -> list[Fate]:
        """Facts of which an equal one still stands in the same place."""
        return self.fates.get(matching.DEDUPLICATED, [])

    @cached_property
    def superseded(self) -> list[Fate]:
        """Facts that were struck, with their words unchanged."""
        return self.fates.get(matching.SUPERSEDED_NOW, [])

    @cached_property
    def passing(self) -> list[Fate]:
        """Facts that were said and superseded within this change, by one who may do both; no new notes'."""
        yesterday = self.seen.day - timedelta(days=1)
        new_paths = {note.path for note in self.seen.new_notes}
        return [
            fate
            for fate in self.added
            if fate.now.item.words.state == SUPERSEDED
            and fate.now.path not in new_paths
            and (provenance := fate.now.item.words.provenance) is not None
            and (provenance.day or date.min) >= yesterday
            and self.seen.may_change(provenance.names)
        ]

    @cached_property
    def replaced(self) -> list[Fate]:
        """Facts that stand struck now, with their words unchanged, and need a successor."""
        return [*self.superseded, *self.passing]

    @cached_property
    def mismarked(self) -> list[Fate]:
        """Facts whose strike or mark does not hold the old words."""
        return self.fates.get(matching.MISMARKED, [])

    @cached_property
    def withdrawn(self) -> list[Fate]:
        """Facts taken out, with `~~withdrawn~~` left in their place."""
        return self.fates.get(matching.WITHDRAWN_NOW, [])

    @cached_property
    def redacted(self) -> list[Fate]:
        """Facts of which a span was replaced by `[redacted: kind]`, superseded ones among them."""
        struck = [fate for fate in self.superseded if _covers(fate.was.item, fate.now.item)]
        return [*self.fates.get(matching.REDACTED, []), *struck]

    @cached_property
    def changed_in_place(self) -> bool:
        """Whether any fact was rewritten, rightly or not, or any words redacted."""
        return bool(self.rewritten or self.redacted or (self.has_pending and self.claims.redacted))

    @cached_property
    def strikes(self) -> list[Fate]:
        """Everything new that is struck, rightly or not."""
        new = [fate for fate in self.added if fate.now.item.words.state == SUPERSEDED]
        return [*self.struck, *self.mismarked, *new]

    @cached_property
    def has_pending(self) -> bool:
        """Whether a pending line stands anywhere near the change, on either side."""
        parsed = (side for note in self.seen.notes for side in (note.before, note.after) if side)
        return any(item.words.state == PENDING for note in parsed for item in note.items)

    @cached_property
    def moves(self) -> Moves:
        """Facts in another place: alone, or with their whole section."""
        from wiki_schema.compare.moves import sort_moves

        return sort_moves(self.fates.get(matching.MOVED, []), self._matched[0], self.seen.notes, self.renames)

    @cached_property
    def moved(self) -> list[Fate]:
        """Facts moved alone, not with their whole section, heading or note."""
        return self.moves.alone if matching.MOVED in self.fates else []

    @cached_property
    def struck(self) -> list[Fate]:
        """Every fact that a change took out of force, rightly or not."""
        return [*self.superseded, *self.withdrawn]

    @cached_property
    def added_words(self) -> list[Sited]:
        """New list items of notes that nobody signed."""
        before, after = ([s for s in side if s.item.words.state == UNSIGNED] for side in self._sites)
        stood = Counter(s.item.words.said for s in before)
        new = []
        for sited in after:
            said = sited.item.words.said
            if stood[said] > 0:
                stood[said] -= 1
            elif said and not self._brought(sited):
                new.append(sited)
        if new and self.seen.roster.is_admin(self.seen.actor):
            pairs = redactions(stood.elements(), (sited.item.words.said for sited in new))
            covers = {cover for _, cover in pairs}
            new = [sited for sited in new if sited.item.words.said not in covers]
        return new

    @cached_property
    def claims(self) -> Claims:
        """What became of the pending lines."""
        traced = trace_claims(*self._pending, self._relink)
        if not self.seen.change.others:
            return traced

        def ours(sited: Sited) -> bool:
            return not self._brought(sited)

        return Claims(
            tuple(filter(ours, traced.new)),
            tuple(pair for pair in traced.closed if ours(pair.after)),
            tuple(pair for pair in traced.dropped if pair[1] is None or ours(pair[1])),
            tuple(pair for pair in traced.kept if ours(pair.after)),
            tuple(pair for pair in traced.redacted if ours(pair.after)),
        )

    def disputed(self, sited: Sited, side: int = 1) -> Sited | None:
        """The fact a pending line disputes: the one it is nested under, or its elder sibling."""
        note = self.seen.note_at.get(sited.path)
        parsed = note and (note.before, note.after)[side]
        if not parsed:
            return None
        index = disputed_in(parsed, sited.position)
        return None if index < 0 else Sited(sited.path, index, parsed.items[index])


def _covers(was: Item, now: Item) -> bool:
    """Whether words of an item that were open to read are redacted now."""
    return now.words.said.count(OPENING) > was.words.said.count(OPENING)
