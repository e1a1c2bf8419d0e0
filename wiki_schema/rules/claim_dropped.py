"""`claim-dropped`: a pending line gone, reworded, or away from the fact it disputes."""

from __future__ import annotations

from collections.abc import Iterator

from wiki_schema.compare.claims import Traced
from wiki_schema.compare.copies import original_of
from wiki_schema.compare.matching import Sited
from wiki_schema.compare.store_change import StoreChange
from wiki_schema.finding import Finding
from wiki_schema.telling import bring_back, quoted
from wiki_schema.words import CURRENT, PENDING, SUPERSEDED


def check(seen: StoreChange) -> Iterator[Finding]:
    """Pending lines that vanished, changed or left their fact, and confirmed ones whose fact still stands."""
    for sited, now in seen.facts.claims.dropped:
        said = sited.item.words.said
        original = original_of(seen, sited.path) if now is None else None
        if original is not None and any(item.words.said == said for item in original.items):
            continue
        where = now or sited
        what = "reworded" if now is not None else "gone"
        message = (
            f"A pending line is {what}: {quoted(said)}. It closes by its last word: confirmed or rejected."
        )
        yield Finding(where.path, where.item.line, message, _hint(seen, sited), (said,))
    yield from _half_confirmed(seen)
    yield from _displaced(seen)


def _hint(seen: StoreChange, sited: Sited) -> str:
    """The command that brings the line back, and to who may answer it the answer."""
    undo = bring_back(seen, sited.path)
    fact = seen.facts.disputed(sited, side=0)
    if not seen.may_change(fact.item.words.names if fact else ""):
        return undo
    head = sited.item.words.said.rpartition(" — ")[0]
    return f"{undo}\nto answer it:\n  - {head} — rejected {seen.day} by {seen.signs}"


def _half_confirmed(seen: StoreChange) -> Iterator[Finding]:
    """Confirmed claims whose fact was not superseded."""
    updated = (fate for fate in seen.facts.rewritten if fate.now.item.words.state == SUPERSEDED)
    ended = {_site(fate.was) for fate in [*seen.facts.struck, *updated]}
    for pair in seen.facts.claims.closed:
        words = pair.after.item.words
        fact = seen.facts.disputed(pair.before, side=0)
        if words.claim is None or words.claim.status != "confirmed" or fact is None:
            continue
        if fact.item.words.state == CURRENT and _site(fact) not in ended:
            by = words.claim.by
            message = f"{quoted(words.said)} is confirmed, but the fact it disputes was not superseded."
            hint = (
                f"- ~~{fact.item.words.said}~~ — superseded {seen.day} by {by}\n"
                f"- {words.claim.what} — {by}, {seen.day}"
            )
            yield Finding(pair.after.path, pair.after.item.line, message, hint)


def _displaced(seen: StoreChange) -> Iterator[Finding]:
    """Pending lines that stand under another fact now: its originator could answer them."""
    pairs = [*seen.facts.claims.kept, *seen.facts.claims.closed, *_below_the_change(seen)]
    heirs = _heirs(seen) if pairs else {}
    added = {_site(fate.now) for fate in seen.facts.added} if pairs else set()
    for pair in pairs:
        fact, now = seen.facts.disputed(pair.before, side=0), seen.facts.disputed(pair.after)
        if fact is None or (now is not None and now.item.words.text == fact.item.words.text):
            continue
        heir = heirs.get(_site(fact), fact)
        if heir is None or heir == now:
            continue  # its fact is gone, which is reported, or has changed
        if now is not None and heir.item.words.state != CURRENT and _site(now) in added:
            continue  # it stands under the successor of its fact
        said = pair.before.item.words.said
        message = f"A pending line left the fact it disputes, {quoted(fact.item.words.said)}: {quoted(said)}."
        yield Finding(pair.after.path, pair.after.item.line, message, bring_back(seen, pair.before.path))


def _below_the_change(seen: StoreChange) -> Iterator[Traced]:
    """Pending lines behind all that changed in their note: what they stand under may be new."""
    for note in seen.notes:
        if note.before is None or note.after is None:
            continue
        shift = len(note.after.items) - len(note.before.items)
        for position in range(len(note.after.items) - note.tail, len(note.after.items)):
            item = note.after.items[position]
            if item.words.state == PENDING:
                before = Sited(note.path, position - shift, note.before.items[position - shift])
                yield Traced(before, Sited(note.path, position, item))


def _heirs(seen: StoreChange) -> dict[tuple[str, int], Sited | None]:
    """What stands for each fact that something happened to; None where nothing does."""
    fates = (fate for some in seen.facts.fates.values() for fate in some)
    return {_site(fate.was): fate.after for fate in fates if fate.before is not None}


def _site(sited: Sited) -> tuple[str, int]:
    return sited.path, sited.position
