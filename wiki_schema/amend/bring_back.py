"""Bringing back what an old version of a note says and a newer one has lost, without losing what is newer.

Facts come back as they stood: same words, same provenance, in their place. What stands is left alone, and
so is what was superseded, moved, withdrawn or redacted since. A fact that was changed in place is put
right: struck over its newer words by one who may, else as it stood with the newer words claimed under it.
"""

from __future__ import annotations

from wiki_schema.amend.lines import edit
from wiki_schema.amend.losses import Context, Losses, find_losses, sites
from wiki_schema.amend.pieces import FRONT, HEADING, Cut, cut
from wiki_schema.amend.placing import Placer
from wiki_schema.amend.reading import Reading
from wiki_schema.amend.righting import CLAIMED, STANDS, Righted, claimed_under, right
from wiki_schema.amend.scene import Scene
from wiki_schema.amend.shortened import lengthened
from wiki_schema.amend.weaving import Weaver
from wiki_schema.markdown.commonmark import after_front_matter
from wiki_schema.text import BOM, split_lines
from wiki_schema.value import Value
from wiki_schema.words import PENDING

__all__ = ["Back", "Context", "bring_back", "sites"]

_MOST_ROUNDS = 4


class Returned(Value):
    """An old piece that stands again."""

    line: int
    """Its first line in the old version, from 1: what `Context.barred` names it by."""
    words: str
    """What it says, its lines joined."""
    height: int
    """How many lines it has."""
    is_fact: bool
    """Whether it is a fact or a pending line."""


class Back(Value):
    """A note with what it had lost."""

    text: str
    returned: tuple[Returned, ...] = ()
    righted: tuple[Righted, ...] = ()
    """Facts that were changed in place and are put right."""
    withheld: int = 0
    """How many facts stay out, because they were withdrawn or redacted."""
    left: tuple[Returned, ...] = ()
    """What could be put back nowhere, because of what stands around it now."""

    @property
    def claims(self) -> tuple[str, ...]:
        """What the pending lines claim that came with it."""
        return tuple(each.claim for each in self.righted if each.claim)


def bring_back(scene: Scene, old: str, new: str | None, base: str | None, context: Context) -> Back:
    """The newer version of a note with all that the old one says and it has lost.

    `new` is the note as it stands, None where it is gone. `base` is what the last commit holds of it, and
    may be None: what was changed in place since then is put right, what that commit holds stays as it is.
    Pure; what comes of it is still to be judged.
    """
    before = cut(old, scene.laid)
    if not (new or "").strip():
        whole = find_losses(before, cut("", scene.laid), context)
        if len(whole.lost) == len(before.pieces):
            return Back(old, tuple(_returned(before, at) for at in sorted(whole.lost)))
    to_claim: dict[tuple[str, str], None] = {}
    text, facts, returned = new or "", list[Righted](), list[Returned]()
    patient = True
    text = lengthened(scene, before, text, base, context)
    for number in range(1, _MOST_ROUNDS + 1):
        rights = right(scene, before, text, base, context)
        # Where a heading is back, what stands below it may be put right; so that is tried once more.
        waits = rights.waits if patient and number < _MOST_ROUNDS else frozenset()
        barred = context.barred | rights.stands | waits
        found = _woven(scene, before, rights.text, context._replace(barred=barred))
        facts += [each for each in rights.facts if each.how != STANDS]
        to_claim |= dict.fromkeys(rights.to_claim)
        returned += found.returned
        if found.text == text:
            if not waits:
                break
            patient = False
        text = found.text
    for said, what in to_claim:
        if grown := claimed_under(scene, text, said, what):
            text = grown
            facts.append(Righted(said, what, CLAIMED, what))
    facts += [each for each in rights.facts if each.how == STANDS]
    return found._replace(text=text, righted=tuple(facts), returned=tuple(returned))


def _woven(scene: Scene, old: Cut, text: str, context: Context) -> Back:
    losses = find_losses(old, cut(text, scene.laid), context)
    if not losses.lost:
        return Back(text, withheld=losses.withheld)
    if old.pieces[0].kind == FRONT and 0 in losses.lost:
        return _with_front(scene, old, text, context)
    reading = Reading(old, cut(text, scene.laid), losses)
    woven = Weaver(reading, text).weave()
    text, back = woven.text, woven.back
    if left := losses.lost - back:
        text, back = _placed(reading, text, back, left)
    return Back(
        text,
        tuple(_returned(old, at) for at in sorted(back)),
        withheld=losses.withheld,
        left=tuple(_returned(old, at) for at in sorted(losses.lost - back)),
    )


def _with_front(scene: Scene, old: Cut, text: str, context: Context) -> Back:
    """The front matter first: it is that only at the very top, where everything below it moves down."""
    front = _returned(old, 0)
    rows = old.own(old.pieces[0])
    lines = tuple(split_lines(text.removeprefix(BOM)))
    sizes = range(len(rows) - 1, 0, -1)
    # What is left of it at the top goes up in it.
    rest = next((size for size in sizes if lines[:size] in (rows[-size:], rows[:size])), 0)
    gone: dict[int, tuple[str, ...]] = dict.fromkeys(range(1, rest + 1), ())
    grown = edit(text, gone, {0: rows})
    held, stands = ([item.words.said for item in scene.laid(each).note.items] for each in (text, grown))
    is_front = after_front_matter(split_lines(grown.removeprefix(BOM))) == old.pieces[0].last
    if is_front and held == stands:
        found = _woven(scene, old, grown, context)
        return found._replace(returned=(front, *found.returned))
    found = _woven(scene, old, text, context._replace(barred=context.barred | {front.line}))
    return found._replace(left=(front, *found.left))


def _placed(
    reading: Reading, text: str, back: frozenset[int], left: frozenset[int]
) -> tuple[str, frozenset[int]]:
    """What did not fit where it stood: near to it, or at least somewhere.

    What finds a place may make room for another, so each is tried until none finds any.
    """
    placer = Placer(reading)
    loose: frozenset[int] = frozenset()
    waiting = sorted(left)
    while waiting:
        count = len(waiting)
        for at in list(waiting):
            grown = placer.place(text, at, back, loose)
            if grown is not None:
                text, back = grown, back | {at}
                waiting.remove(at)
        if len(waiting) < count:
            continue
        found = ((at, placer.place_loosely(text, at, back, loose)) for at in waiting)
        at, grown = next(((at, grown) for at, grown in found if grown is not None), (-1, None))
        if grown is None:
            break
        text, back, loose = grown, back | {at}, loose | {at}
        waiting.remove(at)
    # What came back somewhere else has its headings there.
    sections = reading.old.lay_out(text).note.sections
    titles = {at for at in waiting if reading.old.pieces[at].kind == HEADING}
    return text, back | {at for at in titles if reading.old.pieces[at].section in sections}


def _returned(old: Cut, at: int) -> Returned:
    piece, item = old.pieces[at], old.item(old.pieces[at])
    words = item.words.said if item is not None else " ".join(line.strip() for line in old.own(piece))
    is_fact = item is not None and (item.words.is_fact or item.words.state == PENDING)
    return Returned(piece.first, words, piece.last - piece.first + 1, is_fact)


def losses_of(scene: Scene, old: str, new: str, context: Context) -> Losses:
    """What an old version of a note says that a newer one does not."""
    return find_losses(cut(old, scene.laid), cut(new, scene.laid), context)
