"""Facts that were changed in place since the last commit, put right by the book.

One who may change the fact supersedes it: struck as it stood, the newer words its successor. For anybody
else it stands as it stood, and the newer words are claimed under it. Strikes and marks that do not hold the
old words come back as they were. What the last commit holds already is left as it is.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence

from wiki_schema.amend.losses import Context, altered_claims, find_losses
from wiki_schema.amend.pieces import Cut, cut
from wiki_schema.amend.reading import Reading, heirs_in
from wiki_schema.amend.replacing import Spot
from wiki_schema.amend.scene import CannotAmend, Scene
from wiki_schema.amend.wording import escaped, mark, pending_words
from wiki_schema.compare.matching import MISMARKED, REWRITTEN, Fate, Sited, alike, tokens
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
    waits: frozenset[int]
    """First lines of those that could not be put right: perhaps they can once all else is back."""
    to_claim: tuple[tuple[str, str], ...]
    """Facts (all that they say) beside which a newer, committed form stands: to be claimed under them."""


def right(scene: Scene, old: Cut, text: str, base: str | None, context: Context) -> Rights:
    """Put right what was changed in place in `text` since `base`, the last commit."""
    held = Counter(_idents(scene.laid(base).note)) if base is not None else Counter[str]()
    is_shared = scene.store.kind == "shared"  # elsewhere a fact may be changed in place
    facts: list[Righted] = []
    stands: set[int] = set()
    waits: set[int] = set()
    to_claim: list[tuple[str, str]] = []
    for fate in _changed(old, cut(text, scene.laid), held, context):
        was, now = fate.was.item.words, fate.now.item.words
        if fate.kind == REWRITTEN and was.state != CURRENT:
            continue  # history that is gone comes back, and whatever resembles it is a fact of its own
        is_new = _ident(fate.was.item) in held and _ident(fate.now.item) not in held
        done = _righted(scene, old, text, fate, context) if is_new and is_shared else None
        is_left = fate.kind == MISMARKED or scene.store.originator_may_update
        if done is not None:
            text, fact = done
            facts.append(fact)
        elif not is_shared or (is_left and not is_new):
            stands.add(fate.was.item.line)
            facts.append(Righted(was.said, now.said, STANDS))
        elif is_new:
            waits.add(fate.was.item.line)
        elif was.state == now.state == CURRENT:
            to_claim.append((was.said, _what(was, now)))
    return Rights(text, tuple(facts), frozenset(stands), frozenset(waits), tuple(to_claim))


def _changed(old: Cut, new: Cut, held: Mapping[str, int], context: Context) -> Iterator[Fate]:
    """The facts changed in place, those among them that lost their provenance by it; and claims."""
    losses = find_losses(old, new, context)
    gone = [old.pieces[at].item for at in sorted(losses.lost) if old.pieces[at].item >= 0]
    lost = [Sited(context.path, index, old.layout.note.items[index]) for index in gone]
    fresh = [
        Sited(context.path, index, item)
        for index, item in enumerate(new.layout.note.items)
        if item.words.said and _ident(item) not in held
    ]
    struck = list(_alike(lost, [s for s in fresh if s.item.words.said.startswith("~~")], SUPERSEDED, _said))
    yield from (Fate(MISMARKED, was, now) for was, now in struck)
    taken = {was for was, _ in struck} | {now for _, now in struck}
    known = [fate for fate in losses.rewritten if fate.was not in taken and fate.now not in taken]
    yield from known
    yield from (Fate(_CLAIM, was, now) for was, now in altered_claims(old, new, context))
    rest = [sited for sited in lost if all(fate.was != sited for fate in losses.rewritten)]
    unsigned = [sited for sited in fresh if sited.item.listed and sited.item.words.state == UNSIGNED]
    for was, now in _alike(rest, unsigned, CURRENT, lambda words: words.text):
        yield Fate(_UNSIGNED, was, now)


def _said(words: Words) -> str:
    return words.said


def _alike(
    lost: Sequence[Sited], fresh: Sequence[Sited], state: str, said: Callable[[Words], str]
) -> Iterator[tuple[Sited, Sited]]:
    """Lost items in a state, each with the new one that resembles it most."""
    left = list(fresh)
    for was in lost:
        if was.item.words.state != state:
            continue
        near = [sited for sited in left if sited.item.section == was.item.section] or left
        words = tokens(said(was.item.words))
        scores = [alike(words, tokens(said(sited.item.words))) for sited in near]
        if max(scores, default=0.0) >= _ALIKE:
            best = near[scores.index(max(scores))]
            left.remove(best)
            yield was, best


def _righted(scene: Scene, old: Cut, text: str, fate: Fate, context: Context) -> tuple[str, Righted] | None:
    """The text with one fact put right; None where it would not read as it should."""
    new = cut(text, scene.laid)
    was, now = fate.was.item, fate.now.item
    index = _find(new.layout.note, now)
    if index < 0 or not new.layout.spans[index].pieces or not _is_in_place(old, new, fate, context):
        return None
    may = _may_succeed(scene, was.words, now.words)
    for change in _ways(scene, old, new, fate, index, may, context):
        if _reads_well(new.layout.note, scene.laid(change.text).note, now, change.holds, change.needs_heir):
            return change.text, Righted(was.words.said, now.words.said, change.how, change.claim)
    return None


def _is_in_place(old: Cut, new: Cut, fate: Fate, context: Context) -> bool:
    """Whether what became of an item stands where the item belongs; elsewhere it would be moved by it."""
    losses = find_losses(old, new, context)
    return fate.now.item.place in Reading(old, new, losses).places(fate.was.position)


def _may_succeed(scene: Scene, was: Words, now: Words) -> bool:
    """Whether the actor may supersede a fact, and newer words may stand as they are in its place."""
    if not scene.roster.may_change(scene.actor, was.names):
        return False
    if now.provenance is None:
        return True
    names = scene.roster.names(now.names)
    may_sign = not scene.actor.is_agent or all(scene.roster.acts_for(scene.actor, name) for name in names)
    return may_sign and not now.provenance.fault


class _Way(Value):
    """One way to put a fact right."""

    text: str
    how: str
    holds: tuple[tuple[str, str], ...]
    """What stands in place of the changed item: state and words of each."""
    claim: str = ""
    needs_heir: bool = False
    """Whether it is right only where a successor stands behind it."""


def _ways(
    scene: Scene, old: Cut, new: Cut, fate: Fate, index: int, may: bool, context: Context
) -> Iterator[_Way]:
    was, now = fate.was.item.words, fate.now.item.words
    at = Spot(old, new, fate.was.position, index)
    struck = f"~~{escaped(was.said)}~~"
    if fate.kind in (MISMARKED, _CLAIM):
        is_marked = now.state == SUPERSEDED and now.mark is not None and not now.mark.fault
        if may and was.state == CURRENT and is_marked:
            said = f"{struck}{now.said.rpartition('~~')[2]}"
            text = at.replaced([at.prefix + said])
            yield _Way(text, AS_IT_STOOD, ((SUPERSEDED, said),), needs_heir=True)
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
    if fate.why:  # only its marks were changed, and nobody claims that
        yield _Way(at.replaced(at.old_rows()), AS_IT_STOOD, ((was.state, was.said),))
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
    is_signed = now.provenance is None or (same(now.names, was.names) and not now.provenance.fault)
    return now.text if now.text and is_signed and not same(now.text, was.text) else now.said


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
    place = Spot(new, new, index, index)
    grown = place.replaced([*place.own_rows(), *place.claim_rows(claim)])
    item = new.layout.note.items[index]
    holds = ((item.words.state, said), ("pending", claim))
    return grown if _reads_well(new.layout.note, scene.laid(grown).note, item, holds) else None


# What it should read as


def _reads_well(
    before: Note, after: Note, changed: Item, holds: Sequence[tuple[str, str]], needs_heir: bool = False
) -> bool:
    """Whether only one item changed, and into what was meant; no line outside facts did."""
    if needs_heir and not heirs_in(after).get(holds[0][1]):
        return False
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
