"""What an old version of a note says that stands nowhere in the newer one, and where the rest of it went.

Facts are paired as the rules pair them, so that what a rule would call erased is what is missed here.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Callable, Collection, Hashable, Iterable, Sequence

from wiki_schema.amend.pieces import FRONT, HEADING, ITEM, PROSE, ZONE, Cut, Piece
from wiki_schema.claims import trace_claims
from wiki_schema.matching import ERASED, MISMARKED, REWRITTEN, Fate, Matcher, Sited, alike, tokens
from wiki_schema.note import Item
from wiki_schema.prose import compare_prose
from wiki_schema.redaction import OPENING, is_redaction_of
from wiki_schema.text import normal
from wiki_schema.value import Value
from wiki_schema.words import PENDING, UNSIGNED, WITHDRAWN

_ALIKE = 0.6
_MOST_COMPARED = 20_000
_TELLING = 4
"""So many letters and digits a line of a zone must have for it to be known again."""


class Context(Value):
    """What is known besides the two versions. Paths count from the top."""

    path: str
    elsewhere: tuple[Sited, ...] = ()
    """Items of other notes of the store that came there since: what stands there is not lost."""
    taken_out: frozenset[str] = frozenset()
    """The facts (`Words.ident`) that were withdrawn or redacted since: they stay out."""
    barred: frozenset[int] = frozenset()
    """First lines of pieces of the old version that are not to come back."""


class Losses(Value):
    """What became of the pieces of an old version. Pieces and items are named by their index."""

    lost: frozenset[int]
    """The old pieces that stand nowhere."""
    twins: dict[int, int]
    """Old pieces that stand in the new version, each with the piece it is there."""
    items: dict[int, int]
    """Old items of any state, each with the item of the new version that it is."""
    rewritten: tuple[Fate, ...]
    """Facts whose words or marks were changed; they are lost pieces, too."""
    withheld: int
    """How many facts were taken out on purpose."""


def find_losses(old: Cut, new: Cut, context: Context) -> Losses:
    """Compares an old version of a note with the newer one."""
    facts = _Facts(old, new, context)
    prose = _lost_prose(old, new)
    items = facts.standing | _same_pending(old, new, context) | _same_unsigned(old, new, prose)
    lost = set()
    for at, piece in enumerate(old.pieces):
        item = old.item(piece)
        if piece.first in context.barred or (item is not None and piece.item in items):
            continue
        if item is not None and item.words.is_fact:
            gone = piece.item in facts.missing
        elif item is not None and item.words.state == PENDING:
            gone = not _stands_elsewhere(item, context)
        else:
            gone = _is_gone(piece, old, new, prose)
        if gone:
            lost.add(at)
    edited = _edited(old, new, lost)
    lost -= edited.keys()
    twins = _twins(old, new, items, lost, edited)
    return Losses(frozenset(lost), twins, items, tuple(facts.rewritten), facts.withheld)


def sites(cut: Cut, path: str, *states: str) -> list[Sited]:
    """The facts of a note, or its items in certain states."""
    items = enumerate(cut.layout.note.items)
    return [
        Sited(path, at, item)
        for at, item in items
        if (item.words.state in states if states else item.words.is_fact)
    ]


class _Facts:
    """What became of the facts."""

    def __init__(self, old: Cut, new: Cut, context: Context) -> None:
        self.standing: dict[int, int] = {}
        self.missing: set[int] = set()
        self.rewritten: list[Fate] = []
        self.withheld = 0
        elsewhere = [sited for sited in context.elsewhere if sited.item.words.is_fact]
        matcher = Matcher(sites(old, context.path), [*sites(new, context.path), *elsewhere])
        matcher.unchanged()
        matcher.before = [sited for sited in matcher.before if not self._withheld(sited, context)]
        # Which fact a withdrawal took out is known from where it was done, not from where it stands.
        matcher.after = [sited for sited in matcher.after if sited.item.words.state != WITHDRAWN]
        matcher.amended()
        matcher.resembling(lambda sited: False)
        held = {(item.place, item.words.ident) for item in new.layout.note.items}
        for fate in matcher.rest(lambda sited: (sited.item.place, sited.item.words.ident) in held):
            if fate.before is not None and fate.was.path == context.path:
                self._settle(fate, context.path)

    def _withheld(self, sited: Sited, context: Context) -> bool:
        words = sited.item.words
        is_out = words.ident in context.taken_out or any(
            OPENING in other.item.words.said and is_redaction_of(words.said, other.item.words.said)
            for other in context.elsewhere
        )
        self.withheld += is_out
        return is_out

    def _settle(self, fate: Fate, path: str) -> None:
        here = fate.after is not None and fate.now.path == path
        if fate.kind in (REWRITTEN, MISMARKED):
            self.missing.add(fate.was.position)
            if here:
                self.rewritten.append(fate)
        elif fate.kind == ERASED:
            self.missing.add(fate.was.position)
        elif here:
            self.standing[fate.was.position] = fate.now.position


def _same_pending(old: Cut, new: Cut, context: Context) -> dict[int, int]:
    """The pending lines that stand, answered or not."""
    matcher = Matcher(sites(old, context.path, PENDING), sites(new, context.path, PENDING))
    matcher.everywhere("", lambda sited: sited.item.words.said, lambda sited: sited.item.words.said)
    claims = trace_claims(matcher.before, matcher.after)
    pairs = [(fate.was, fate.now) for fate in matcher.fates]
    pairs += [(pair.before, pair.after) for pair in (*claims.kept, *claims.closed)]
    return {was.position: now.position for was, now in pairs}


def altered_claims(old: Cut, new: Cut, context: Context) -> list[tuple[Sited, Sited]]:
    """The pending lines whose answer or mark was changed, before and after."""
    matcher = Matcher(sites(old, context.path, PENDING), sites(new, context.path, PENDING))
    matcher.everywhere("", lambda sited: sited.item.words.said, lambda sited: sited.item.words.said)
    claims = trace_claims(matcher.before, matcher.after)
    pairs = [(was, now) for was, now in claims.dropped if now is not None]
    return [(was, now) for was, now in pairs if _what(was) == _what(now)]


def _what(sited: Sited) -> str:
    claim = sited.item.words.claim
    return claim.what if claim else ""


def _stands_elsewhere(item: Item, context: Context) -> bool:
    return any(sited.item.words.said == item.words.said for sited in context.elsewhere)


def _same_unsigned(old: Cut, new: Cut, prose: set[int]) -> dict[int, int]:
    """The items that nobody signed and that say the same, in their place if they can."""
    gone = {piece.item for piece in old.pieces if not prose.isdisjoint(range(piece.first, piece.last + 1))}
    standing = [sited for sited in sites(old, "", UNSIGNED) if sited.position not in gone]
    matcher = Matcher(standing, sites(new, "", UNSIGNED))
    matcher.everywhere("", lambda s: s.item.words.said or None, lambda s: s.item.words.said or None)
    return {fate.was.position: fate.now.position for fate in matcher.fates}


# Besides facts


def _lost_prose(old: Cut, new: Cut) -> set[int]:
    """The numbers of the old lines outside facts that are gone; what somebody signed since is not."""
    lost = compare_prose(old.layout.note.prose, new.layout.note.prose).lost
    signed = {item.words.text for item in new.layout.note.facts()} if lost else set()
    return {number for number, text in lost if text not in signed}


def _is_gone(piece: Piece, old: Cut, new: Cut, prose: set[int]) -> bool:
    if piece.kind == FRONT:
        return not any(other.kind == FRONT for other in new.pieces)
    if piece.kind == ZONE:
        lines = {line.strip() for line in old.own(piece)}
        telling = {line for line in lines if sum(map(str.isalnum, line)) >= _TELLING} or lines
        return telling.isdisjoint(line.strip() for line in new.layout.lines)
    if piece.kind == HEADING and (piece.section in new.layout.note.sections or not piece.section[-1]):
        return piece.section not in new.layout.note.sections
    return not prose.isdisjoint(range(piece.first, piece.last + 1))


def _edited(old: Cut, new: Cut, lost: Collection[int]) -> dict[int, int]:
    """The lost pieces outside facts that stand in other words, and where: what was edited is not gone."""
    known = {old.said(piece) for piece in old.pieces}
    fresh = [
        (at, piece.kind, tokens(new.said(piece)))
        for at, piece in enumerate(new.pieces)
        if _is_loose(new, piece) and new.said(piece) not in known
    ]
    gone = [at for at in sorted(lost) if _is_loose(old, old.pieces[at])]
    if len(fresh) * len(gone) > _MOST_COMPARED:  # so much was rewritten that nothing is an edit of anything
        return {}
    edited = {}
    for at in gone:
        words, kind = tokens(old.said(old.pieces[at])), old.pieces[at].kind
        scores = [alike(words, other) if kind == its else 0.0 for _, its, other in fresh]
        best = max(scores, default=0.0)
        if best >= _ALIKE:
            edited[at] = fresh.pop(scores.index(best))[0]
    return edited


def _is_loose(cut: Cut, piece: Piece) -> bool:
    item = cut.item(piece)
    return piece.kind in (PROSE, HEADING) or (item is not None and item.words.state == UNSIGNED)


# Which piece is which


def _twins(
    old: Cut, new: Cut, items: dict[int, int], lost: Collection[int], edited: dict[int, int]
) -> dict[int, int]:
    """The old pieces that stand, each with the new piece that it is."""
    at_item = {piece.item: at for at, piece in enumerate(new.pieces) if piece.kind == ITEM}
    twins = dict(edited)
    for at, piece in enumerate(old.pieces):
        found = at_item.get(items.get(piece.item, -1)) if piece.kind == ITEM and at not in lost else None
        if found is not None:
            twins[at] = found
    twins |= _at_the_ends(old, new, twins, lost)
    for key in (lambda cut, piece: piece.section, lambda cut, piece: cut.said(piece)):
        taken = set(twins.values())
        waiting: dict[Hashable, list[int]] = defaultdict(list)
        for at in range(len(new.pieces) - 1, -1, -1):
            if new.pieces[at].kind != ITEM and at not in taken:
                waiting[_key(new, new.pieces[at], key)].append(at)
        for at, piece in enumerate(old.pieces):
            queue = waiting[_key(old, piece, key)] if piece.kind != ITEM and at not in twins else []
            if queue and at not in lost:
                twins[at] = queue.pop()
    return twins


def _at_the_ends(old: Cut, new: Cut, twins: dict[int, int], lost: Collection[int]) -> dict[int, int]:
    """The pieces that both versions begin and end with, so that equal lines are not taken for each other."""
    found: dict[int, int] = {}
    sizes = (len(old.pieces), len(new.pieces))
    for step in (1, -1):
        one, other = (0, 0) if step > 0 else (sizes[0] - 1, sizes[1] - 1)
        while 0 <= one < sizes[0] and 0 <= other < sizes[1] and one not in lost and one not in found:
            a, b = old.pieces[one], new.pieces[other]
            if a.kind != b.kind or old.said(a) != new.said(b) or twins.get(one, other) != other:
                break
            found[one] = other
            one, other = one + step, other + step
    return found


def _key(cut: Cut, piece: Piece, of_heading: Callable[[Cut, Piece], Hashable]) -> Hashable:
    """What makes a piece the same; of a heading its section at first, then its words."""
    return piece.kind, of_heading(cut, piece) if piece.kind == HEADING else tuple(map(normal, cut.own(piece)))


def rising(pairs: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """The longest row of pairs in which both sides rise."""
    given = sorted(pairs)
    ends: list[int] = []  # the smallest end of a row of each length
    last: list[int] = []  # which pair that is
    before: list[int] = []
    for index, (_, place) in enumerate(given):
        length = bisect_left(ends, place)
        before.append(last[length - 1] if length else -1)
        if length == len(ends):
            ends.append(place)
            last.append(index)
        else:
            ends[length], last[length] = place, index
    return list(_row(given, before, last[-1] if last else -1))[::-1]


def _row(given: Sequence[tuple[int, int]], before: Sequence[int], index: int) -> Iterable[tuple[int, int]]:
    while index >= 0:
        yield given[index]
        index = before[index]
