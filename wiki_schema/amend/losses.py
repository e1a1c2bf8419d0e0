"""What an old version of a note says that stands nowhere in the newer one, and where the rest of it went.

Facts are paired as the rules pair them, so that what a rule would call erased is what is missed here.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection

from wiki_schema.amend.pieces import FRONT, HEADING, ITEM, PROSE, ZONE, Cut, Piece
from wiki_schema.amend.twins import pair_pieces
from wiki_schema.compare.claims import trace_claims
from wiki_schema.compare.matching import ERASED, MISMARKED, REWRITTEN, Fate, Matcher, Sited, alike, tokens
from wiki_schema.compare.prose import compare_prose
from wiki_schema.compare.redaction import OPENING, is_redaction_of
from wiki_schema.note import Item
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
    """What was withdrawn or redacted since and stays out: items by `Words.key`, lines as normal text."""
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
    edited: dict[int, int]
    """Old pieces outside facts that stand in other words, each with the new piece."""
    withheld: int
    """How many pieces were taken out on purpose."""


def find_losses(old: Cut, new: Cut, context: Context) -> Losses:
    """Compares an old version of a note with the newer one."""
    facts = _Facts(old, new, context)
    prose = _lost_prose(old, new)
    items = facts.standing | _same_pending(old, new, context) | _same_unsigned(old, new, prose)
    lost, withheld = set(), facts.withheld
    for at, piece in enumerate(old.pieces):
        item = old.item(piece)
        if piece.first in context.barred or (item is not None and piece.item in items):
            continue
        if item is None or not item.words.is_fact:
            is_out = _is_taken_out(old, piece, new, context)
            withheld += is_out
            if is_out:
                continue
        if item is not None and item.words.is_fact:
            gone = piece.item in facts.missing
        elif item is not None and item.words.state == PENDING:
            gone = not _stands_elsewhere(item, context)
        else:
            gone = _is_gone(piece, old, new, prose)
        if gone:
            lost.add(at)
    edited = _retitled(old, new, items, lost)
    edited |= _edited(old, new, lost - edited.keys())
    lost -= edited.keys()
    twins = pair_pieces(old, new, items, lost, edited)
    return Losses(frozenset(lost), twins, items, tuple(facts.rewritten), edited, withheld)


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
        is_out = words.key in context.taken_out or any(
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


def _is_taken_out(old: Cut, piece: Piece, new: Cut, context: Context) -> bool:
    """Whether something of a piece was withdrawn or redacted."""
    lines = {normal(line) for line in old.own(piece)}
    item = old.item(piece)
    if not lines.isdisjoint(context.taken_out) or (item is not None and item.words.key in context.taken_out):
        return True
    redacted = [normal(line) for line in new.layout.lines if OPENING in line]
    return any(is_redaction_of(line, other) for other in redacted for line in lines)


def _lost_prose(old: Cut, new: Cut) -> set[int]:
    """The numbers of the old lines outside facts that are gone; what somebody signed since is not."""
    lost = compare_prose(old.layout.note.prose, new.layout.note.prose).lost
    known = {item.words.key for item in old.layout.note.facts()} if lost else set()
    fresh = [item.words for item in new.layout.note.facts() if item.words.key not in known] if lost else []
    signed = {words.text for words in fresh if words.provenance and not words.provenance.fault}
    items = {number for p in old.pieces if p.kind == ITEM for number in range(p.first, p.last + 1)}
    said = Counter(text for _, text in old.layout.note.prose)  # of equal lines it is anybody's guess which
    return {n for n, text in lost if n not in items or text not in signed or said[text] > 1}


def _is_gone(piece: Piece, old: Cut, new: Cut, prose: set[int]) -> bool:
    if piece.kind == FRONT:
        return not any(other.kind == FRONT for other in new.pieces)
    if piece.kind == ZONE:
        lines = {line.strip() for line in old.own(piece)}
        telling = {line for line in lines if sum(map(str.isalnum, line)) >= _TELLING} or lines
        return telling.isdisjoint(line.strip() for line in new.layout.lines)
    if piece.kind == HEADING and piece.section in new.layout.note.sections:
        return False
    return not prose.isdisjoint(range(piece.first, piece.last + 1))


def _retitled(old: Cut, new: Cut, items: dict[int, int], lost: Collection[int]) -> dict[int, int]:
    """The lost headings that were renamed over items that stayed, each with the new one."""
    homes: dict[tuple[str, ...], Counter[tuple[str, ...]]] = defaultdict(Counter)
    for index, twin in items.items():
        homes[old.layout.note.items[index].section][new.layout.note.items[twin].section] += 1
    headings = {piece.section: at for at, piece in enumerate(new.pieces) if piece.kind == HEADING}
    found: dict[int, int] = {}
    for at in sorted(lost):
        home = homes.get(old.pieces[at].section) if old.pieces[at].kind == HEADING else None
        section = home.most_common(1)[0][0] if home else ()
        if section in headings and section not in old.layout.note.sections:
            found.setdefault(at, headings[section])
    return found


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
