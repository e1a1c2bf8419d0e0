"""Facts that were changed in place since the last commit, put right by the book.

One who may change the fact supersedes it: struck as it stood, the newer words its successor. For anybody
else it stands as it stood, and the newer words are claimed under it. Strikes and marks that do not hold the
old words come back as they were. What the last commit holds already is left as it is.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from wiki_schema.amend.lines import edit
from wiki_schema.amend.losses import Context, Losses, altered_claims, find_losses
from wiki_schema.amend.pieces import ITEM, Cut, cut
from wiki_schema.amend.scene import CannotAmend, Scene
from wiki_schema.amend.wording import escaped, mark, pending_words
from wiki_schema.matching import MISMARKED, Fate, Sited, alike, tokens
from wiki_schema.note import Item, Note
from wiki_schema.text import same
from wiki_schema.value import Value
from wiki_schema.words import CURRENT, SUPERSEDED, UNSIGNED, Words

SUPERSEDED_BY = "superseded"
CLAIMED = "claimed"
AS_IT_STOOD = "as it stood"
STANDS = "stands"

_CLAIM, _UNSIGNED = "claim", "unsigned"
_ALIKE = 0.6


class Righted(Value):
    """What became of a fact that was changed in place."""

    old: str
    """All that the fact said."""
    new: str
    """What it had become."""
    how: str
    """`superseded`, `claimed`, `as it stood`; or `stands`: its newer form is committed, and is left."""
    claim: str = ""
    """What the pending line claims that was put under it."""


class Rights(Value):
    """A note in which what was changed in place is put right."""

    text: str
    facts: tuple[Righted, ...]
    stands: frozenset[int]
    """First lines of the old pieces that stand in a newer form."""
    to_claim: tuple[tuple[str, str], ...]
    """Facts (all that they say) beside which a newer, committed form stands: to be claimed under them."""


def right(scene: Scene, old: Cut, text: str, base: str | None, context: Context) -> Rights:
    """Put right what was changed in place in `text` since `base`, the last commit."""
    held = Counter(_idents(scene.laid(base).note)) if base is not None else Counter[str]()
    facts: list[Righted] = []
    stands: set[int] = set()
    to_claim: list[tuple[str, str]] = []
    for fate in _changed(old, cut(text, scene.laid), held, context):
        was, now = fate.was.item.words, fate.now.item.words
        is_new = _ident(fate.was.item) in held and _ident(fate.now.item) not in held
        done = _righted(scene, old, text, fate, context) if is_new else None
        if done is not None:
            text, fact = done
            facts.append(fact)
        elif fate.kind == MISMARKED or (scene.store.originator_may_update and _ident(fate.now.item) in held):
            stands.add(old.layout.note.items[fate.was.position].line)
            facts.append(Righted(was.said, now.said, STANDS))
        elif was.state == now.state == CURRENT:
            to_claim.append((was.said, _what(was, now)))
    return Rights(text, tuple(facts), frozenset(stands), tuple(to_claim))


def _changed(old: Cut, new: Cut, held: Mapping[str, int], context: Context) -> Iterator[Fate]:
    """The facts changed in place, those among them that lost their provenance by it."""
    losses = find_losses(old, new, context)
    yield from losses.rewritten
    yield from (Fate(_CLAIM, was, now) for was, now in altered_claims(old, new, context))
    known = {fate.was.position for fate in losses.rewritten}
    gone = [old.pieces[at].item for at in sorted(losses.lost) if old.pieces[at].item >= 0]
    items = [(index, old.layout.note.items[index]) for index in gone if index not in known]
    unsigned = [
        Sited(context.path, index, item)
        for index, item in enumerate(new.layout.note.items)
        if item.words.state == UNSIGNED and item.listed and item.words.said and _ident(item) not in held
    ]
    for index, item in items:
        if item.words.state != CURRENT:
            continue
        near = [sited for sited in unsigned if sited.item.section == item.section]
        scores = [alike(tokens(item.words.text), tokens(sited.item.words.said)) for sited in near]
        if max(scores, default=0.0) >= _ALIKE:
            best = near[scores.index(max(scores))]
            unsigned.remove(best)
            yield Fate(_UNSIGNED, Sited(context.path, index, item), best)


def _righted(scene: Scene, old: Cut, text: str, fate: Fate, context: Context) -> tuple[str, Righted] | None:
    """The text with one fact put right; None where it would not read as it should."""
    new = cut(text, scene.laid)
    was, now = fate.was.item, fate.now.item
    index = _find(new.layout.note, now)
    if index < 0 or not new.layout.spans[index].pieces:
        return None
    may = scene.roster.may_change(scene.actor, was.words.names)
    for change in _ways(scene, old, new, fate, index, may, context):
        if _reads_well(new.layout.note, scene.laid(change.text).note, now, change.holds):
            return change.text, Righted(was.words.said, now.words.said, change.how, change.claim)
    return None


class _Way(Value):
    """One way to put a fact right."""

    text: str
    how: str
    holds: tuple[tuple[str, str], ...]
    """What stands in place of the changed item: state and words of each."""
    claim: str = ""


def _ways(
    scene: Scene, old: Cut, new: Cut, fate: Fate, index: int, may: bool, context: Context
) -> Iterator[_Way]:
    was, now = fate.was.item.words, fate.now.item.words
    at = _Place(old, new, fate.was.position, index)
    struck = f"~~{escaped(was.said)}~~"
    if fate.kind in (MISMARKED, _CLAIM):
        is_marked = now.state == SUPERSEDED and now.mark is not None and not now.mark.fault
        if may and was.state == CURRENT and is_marked:
            said = f"{struck}{now.said.rpartition('~~')[2]}"
            yield _Way(at.replaced([at.prefix + said]), AS_IT_STOOD, ((SUPERSEDED, said),))
        yield _Way(at.replaced(at.old_rows()), AS_IT_STOOD, ((was.state, was.said),))
        return
    if may:
        said = f"{struck}{mark(scene)}"
        heir = now.said if now.state == CURRENT else f"{now.said} — {scene.signs}, {scene.day}"
        kids = at.old_children(find_losses(old, new, context))
        rows = at.own_rows() if now.state == CURRENT else [at.prefix + heir]
        text = at.superseded(at.prefix + said, rows, kids)
        yield _Way(text, SUPERSEDED_BY, ((SUPERSEDED, said), (CURRENT, heir)))
        return
    what = _what(was, now)
    try:
        claim, _ = pending_words(scene, what)
    except CannotAmend:  # words that no claim can hold stay where they are
        return
    rows = [*at.old_rows(), *at.claim_rows(claim)]
    yield _Way(at.replaced(rows), CLAIMED, ((was.state, was.said), ("pending", claim)), what)


def _what(was: Words, now: Words) -> str:
    """What newer words claim; with their provenance where that is what is new."""
    is_plain = now.text and not same(now.text, was.text) and same(now.names or was.names, was.names)
    return now.text if is_plain else now.said


class _Place:
    """A changed item of the newer version, and the old one that it was."""

    def __init__(self, old: Cut, new: Cut, was: int, now: int) -> None:
        self._old, self._new = old, new
        self._was, self._now = was, now
        self._span = new.layout.spans[now]
        self._line = self._span.pieces[0][0]
        self.prefix = new.layout.lines[self._line - 1][: self._span.start]
        """What stands before its words."""

    def own_rows(self) -> list[str]:
        """Its lines."""
        return [row for first, last in self._span.pieces for row in self._new.rows(first, last)]

    def old_rows(self) -> list[str]:
        """The lines of the old item, set like the new one."""
        piece = next(p for p in self._old.pieces if p.kind == ITEM and p.item == self._was)
        span = self._old.layout.spans[self._was]
        if self._old.layout.lines[piece.first - 1][: span.start] == self.prefix:
            return list(self._old.own(piece))
        return [self.prefix + self._old.layout.note.items[self._was].words.said]

    def claim_rows(self, claim: str) -> list[str]:
        """A pending line nested in it; behind a paragraph, which holds nothing, the next item."""
        if self._span.marker:
            return [f"{self._span.inner}- {claim}"]
        below = self._new.rows(self._span.words_end + 1, self._span.words_end + 1)
        return ["", f"{self._span.indent}- {claim}", *([""] if below and below[0].strip() else [])]

    def old_children(self, losses: Losses) -> list[int]:
        """What was nested in the old item and is in the new one."""
        twins = {losses.items.get(child) for child in self._old.layout.children(self._was)}
        return [child for child in self._new.layout.children(self._now) if child in twins]

    def replaced(self, rows: Sequence[str]) -> str:
        """The text with other lines in place of its own."""
        changed: dict[int, Sequence[str]] = dict.fromkeys(self._numbers(), ())
        return edit(self._new.text, {**changed, self._line: rows}, {})

    def superseded(self, struck: str, heir: Sequence[str], kids: Sequence[int]) -> str:
        """The text with a struck line above it; what was nested in the old item stays with that."""
        changed: dict[int, Sequence[str]] = dict.fromkeys(self._numbers(), ())
        kept: list[str] = []
        for kid in kids:
            first, last = self._new.layout.note.items[kid].line, self._new.layout.spans[kid].end
            kept += self._new.rows(first, last)
            changed.update(dict.fromkeys(range(first, last + 1), ()))
        between = [] if self._span.marker else [""]
        return edit(self._new.text, {**changed, self._line: (struck, *kept, *between, *heir)}, {})

    def _numbers(self) -> Iterator[int]:
        for first, last in self._span.pieces:
            yield from range(first, last + 1)


def claimed_under(scene: Scene, text: str, said: str, what: str) -> str | None:
    """The text with a pending line under a fact, given all that it says; None where that cannot be."""
    new = cut(text, scene.laid)
    index = next((i for i, item in enumerate(new.layout.note.items) if item.words.said == said), -1)
    if index < 0 or not new.layout.spans[index].pieces:
        return None
    try:
        claim, _ = pending_words(scene, what)
    except CannotAmend:
        return None
    place = _Place(new, new, index, index)
    grown = place.replaced([*place.own_rows(), *place.claim_rows(claim)])
    item = new.layout.note.items[index]
    holds = ((item.words.state, said), ("pending", claim))
    return grown if _reads_well(new.layout.note, scene.laid(grown).note, item, holds) else None


# What it should read as


def _reads_well(before: Note, after: Note, changed: Item, holds: Sequence[tuple[str, str]]) -> bool:
    """Whether only one item changed, and into what was meant; no line outside facts did."""
    wanted = Counter((item.section, item.words.state, item.words.said) for item in before.items)
    wanted[changed.section, changed.words.state, changed.words.said] -= 1
    for state, said in holds:
        wanted[changed.section, state, said] += 1
    found = Counter((item.section, item.words.state, item.words.said) for item in after.items)
    lost = Counter(text for _, text in before.prose) - Counter(text for _, text in after.prose)
    return found == +wanted and (not lost or changed.words.state == UNSIGNED)


def _find(note: Note, item: Item) -> int:
    """Where an item stands now, by index; -1 where it does not."""
    alike = (
        index
        for index, other in enumerate(note.items)
        if (other.section, other.words.said) == (item.section, item.words.said)
    )
    return next(alike, -1)


def _ident(item: Item) -> str:
    return f"{item.words.state} {item.words.ident}"


def _idents(note: Note) -> list[str]:
    return list(map(_ident, note.items))
