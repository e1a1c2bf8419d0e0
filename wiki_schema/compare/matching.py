"""What became of each fact: the before and the after of a store's notes, paired fact by fact.

Facts are compared as parsed wholes and counted, never through a printed diff: a fact is erased only when
it stands nowhere, and two equal facts are two. Pairs are looked for from the most certain to the least:
the same fact in its place, elsewhere, struck, and only then one that resembles it.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from itertools import pairwise

from wiki_schema.compare import sameness
from wiki_schema.compare.fates import (
    ADDED,
    DEDUPLICATED,
    ERASED,
    KEPT,
    MISMARKED,
    MOVED,
    REDACTED,
    REWRITTEN,
    SUPERSEDED_NOW,
    WITHDRAWN_NOW,
    Fate,
    Sited,
)
from wiki_schema.compare.gaps import pairs_between_neighbours
from wiki_schema.compare.redaction import OPENING
from wiki_schema.words import CURRENT, SUPERSEDED, WITHDRAWN

__all__ = [
    "ADDED",
    "DEDUPLICATED",
    "ERASED",
    "KEPT",
    "MISMARKED",
    "MOVED",
    "REDACTED",
    "REWRITTEN",
    "SUPERSEDED_NOW",
    "WITHDRAWN_NOW",
    "Fate",
    "Matcher",
    "Relink",
    "Sited",
    "alike",
    "tokens",
]

_ALIKE = 0.6
_MOST_COMPARISONS = 40_000


_Key = Callable[[Sited], Hashable]
_Sites = Mapping[tuple[str, int], tuple[str, int]]
"""Note and index of items before, and of the same ones after."""
Relink = Callable[[str, bool], str]
"""Writes the links of a text in one way: of the text before (True), of the text after."""


class Matcher:
    """Pairs the facts of two sides, stage by stage; what is left over at the end is lost or new.

    Facts that stand in the same place at the beginning or end of both sides need not be given.
    """

    def __init__(
        self, before: Sequence[Sited], after: Sequence[Sited], others: Callable[[], _Sites] = dict
    ) -> None:
        """`others` says where what is nested in but is no fact stands now: a claim, say."""
        self.others = others
        self.before = list(before)
        self.after = list(after)
        self.fates: list[Fate] = []

    def pair(self, kind: str, old: _Key, new: _Key, why: str = "") -> None:
        """Pairs what is left by equal keys, in order; a key of None pairs with nothing."""
        if not self.before or not self.after:
            return
        waiting: dict[Hashable, list[Sited]] = defaultdict(list)
        for sited in self.after:
            key = new(sited)
            if key is not None:
                waiting[key].append(sited)
        if not waiting:
            return
        for queue in waiting.values():
            queue.reverse()
        taken: set[tuple[str, int]] = set()
        left: list[Sited] = []
        for sited in self.before:
            key = old(sited)
            queue_for = waiting.get(key) if key is not None else None
            if queue_for:
                match = queue_for.pop()
                taken.add((match.path, match.position))
                self.fates.append(Fate(kind, sited, match, why))
            else:
                left.append(sited)
        self.before = left
        self.after = [s for s in self.after if (s.path, s.position) not in taken]

    def everywhere(self, kind: str, old: _Key, new: _Key, why: str = "") -> None:
        """Pairs by a key in the same place, then in the same note, then anywhere."""
        for site in (lambda s: s.place, lambda s: s.path, lambda s: ""):
            self.pair(kind, _at(site, old), _at(site, new), why)

    def in_place(self, kind: str, old: Callable[[Sited], bool], new: Callable[[Sited], bool]) -> None:
        """Pairs what fits by its place alone: the same headings, and around it the same fact as it is now."""
        if not any(map(new, self.after)):
            return
        heirs = self._heirs()
        while self.before and self.after:
            left = len(self.before)
            rest = [sited for sited in self.after if sited not in heirs]
            for was, now in list(pairs_between_neighbours(self.fates, self.before, rest)):
                if old(was) and new(now):
                    self.settle(kind, was, now)
            self.pair(kind, lambda s: s.place if old(s) else None, lambda s: s.place if new(s) else None)
            self.pair(kind, self._around(old), lambda s: (s.path, s.item.parent) if new(s) else None)
            if len(self.before) == left:
                return

    def _around(self, fits: Callable[[Sited], bool]) -> _Key:
        """Where the fact stands now that a fact of before is nested in, if that one fits."""
        heirs = {_site(fate.was): _site(fate.now) for fate in self.fates if fate.after is not None}
        heirs.update(self.others())
        return lambda s: heirs.get((s.path, s.item.parent)) if fits(s) else None

    def unchanged(self) -> None:
        """The same fact, in its place or elsewhere."""
        self.pair(KEPT, lambda s: (s.place, s.item.words.ident), lambda s: (s.place, s.item.words.ident))
        self.pair(MOVED, lambda s: (s.path, s.item.words.ident), lambda s: (s.path, s.item.words.ident))
        self.pair(MOVED, lambda s: s.item.words.ident, lambda s: s.item.words.ident)

    def relinked(self, relink: Relink) -> None:
        """The same, or the same struck, but for the links that a renamed note took with it."""
        self.everywhere(KEPT, _linked(relink, True, _ident), _linked(relink, False, _ident))
        self.everywhere(
            SUPERSEDED_NOW,
            _linked(relink, True, sameness.plain_key),
            _linked(relink, False, sameness.unescaped_key),
        )

    def amended(self) -> None:
        """The legal ways a fact changes, and marks that are wrong on exactly the old words."""
        self.everywhere(SUPERSEDED_NOW, sameness.current_key, sameness.struck_key)
        self.everywhere(SUPERSEDED_NOW, sameness.plain_key, sameness.unescaped_key)
        self.everywhere(SUPERSEDED_NOW, sameness.current_text, sameness.short_strike)
        self.everywhere(MISMARKED, sameness.struck_key, sameness.current_key, "the strike was taken off")
        self.everywhere(MISMARKED, sameness.struck_key, sameness.struck_key, "its mark was changed")
        self.redacted(sameness.covers)
        self.in_place(WITHDRAWN_NOW, lambda s: True, lambda s: _is(s, WITHDRAWN))

    def redacted(self, covers: Callable[[Sited, Sited], bool]) -> None:
        """What says the same but for spans replaced by `[redacted: kind]`, and perhaps was struck besides."""
        for after in [s for s in self.after if OPENING in s.item.words.said]:
            for before in self.before:
                if before.path == after.path and covers(before, after):
                    struck = _is(before, CURRENT) and _is(after, SUPERSEDED)
                    self.settle(SUPERSEDED_NOW if struck else REDACTED, before, after)
                    break

    def resembling(self, may_update: Callable[[Sited], bool]) -> None:
        """What still resembles the old fact: rewritten in place, or struck with other words.

        Of a fact that may be changed in place (`may_update`) it was the new words that were struck.
        """
        self.everywhere(
            REWRITTEN, sameness.any_text, lambda s: s.item.words.text if _is(s, CURRENT) else None
        )
        self.pair(
            REWRITTEN,
            _at(lambda s: s.path, sameness.bare),
            _at(lambda s: s.path, sameness.bare),
            "only Markdown marks differ",
        )
        scored = sorted(self.scores(), key=lambda triple: (-triple[0], triple[1], triple[2]))
        gone: set[Sited] = set()
        for _, b, a in scored:
            before, after = self.before[b], self.after[a]
            if before not in gone and after not in gone:
                gone |= {before, after}
                struck = after.item.words.said.startswith("~~")
                kind = MISMARKED if struck and not may_update(before) else REWRITTEN
                self.fates.append(Fate(kind, before, after))
        self.before = [s for s in self.before if s not in gone]
        self.after = [s for s in self.after if s not in gone]

    def scores(self) -> Iterable[tuple[float, int, int]]:
        """How much each left pair of one note shares, where it is enough; by position in both lists."""
        notes: dict[str, list[tuple[int, Sited, Counter[str]]]] = defaultdict(list)
        for index, sited in enumerate(self.after):
            notes[sited.path].append((index, sited, tokens(sited.item.words.text)))
        left = _MOST_COMPARISONS
        for index, before in enumerate(self.before):
            candidates = notes.get(before.path, ())
            left -= len(candidates)
            if left < 0:  # so much was rewritten at once that nothing is meant to resemble anything
                return
            words = tokens(before.item.words.text)
            for position, after, other in candidates:
                score = sameness.contains(before, after) or alike(words, other)
                if score >= _ALIKE:
                    yield score, index, position

    def updated(self, may_update: Callable[[Sited], bool]) -> None:
        """Facts that may be changed in place, and what stands there now, however little it resembles them."""
        self.in_place(REWRITTEN, may_update, self._updates())

    def displaced(self, may_update: Callable[[Sited], bool]) -> None:
        """Facts withdrawn or updated where headings, or what they are nested in, have other words by now."""
        self.pair(WITHDRAWN_NOW, lambda s: s.path, lambda s: s.path if _is(s, WITHDRAWN) else None)
        is_update = self._updates()
        old: _Key = _at(lambda s: s.path, lambda s: may_update(s) or None)
        self.pair(REWRITTEN, old, _at(lambda s: s.path, lambda s: is_update(s) or None))

    def _updates(self) -> Callable[[Sited], bool]:
        """Whether a fact may be another in new words: what stands behind one that was struck is its heir."""
        heirs = self._heirs() if self.before else set()
        return lambda s: not _is(s, WITHDRAWN) and s not in heirs

    def _heirs(self) -> set[Sited]:
        """The facts that stand next behind one that was struck."""
        struck = {fate.after for fate in self.fates if fate.kind == SUPERSEDED_NOW}
        matched = (fate.after for fate in self.fates if fate.after is not None)
        by_place = sorted([*matched, *self.after], key=lambda s: (s.place, s.position))
        return {heir for one, heir in pairwise(by_place) if one in struck and one.place == heir.place}

    def settle(self, kind: str, before: Sited, after: Sited) -> None:
        """Takes one pair out of what is left."""
        self.before.remove(before)
        self.after.remove(after)
        self.fates.append(Fate(kind, before, after))

    def rest(self, has_twin: Callable[[Sited], bool]) -> list[Fate]:
        """All fates: what is left before is gone, what is left after is new.

        `has_twin` says whether an equal fact still stands in the place of one that is gone.
        """
        for sited in self.before:
            self.fates.append(Fate(DEDUPLICATED if has_twin(sited) else ERASED, sited, None))
        self.fates.extend(Fate(ADDED, None, sited) for sited in self.after)
        return self.fates


def _at(site: Callable[[Sited], Hashable], key: _Key) -> _Key:
    def sited_key(sited: Sited) -> Hashable:
        inner = key(sited)
        return None if inner is None else (site(sited), inner)

    return sited_key


def _linked(relink: Relink, before: bool, key: Callable[[Sited], str | None]) -> _Key:
    def linked_key(sited: Sited) -> Hashable:
        words = key(sited)
        return None if words is None else relink(words, before)

    return linked_key


def _site(sited: Sited) -> tuple[str, int]:
    return sited.path, sited.position


def _ident(sited: Sited) -> str:
    return sited.item.words.ident


def _is(sited: Sited, state: str) -> bool:
    return sited.item.words.state == state


def tokens(text: str) -> Counter[str]:
    """The words of a text, counted; pairs of characters where it has too few blanks to tell words."""
    words = text.split()
    if len(words) < 3:
        words = [text[i : i + 2] for i in range(max(1, len(text) - 1))]
    return Counter(words)


def alike(one: Counter[str], other: Counter[str]) -> float:
    """How much two texts share, 0 to 1: twice the common tokens over all (Dice)."""
    total = one.total() + other.total()
    return 2 * (one & other).total() / total if total else 0.0
