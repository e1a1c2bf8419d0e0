"""`provenance-malformed`: a provenance or pending line that is meant but not right."""

from __future__ import annotations

from collections.abc import Iterator

from wiki_schema.compare.matching import KEPT, MOVED, Sited
from wiki_schema.compare.store_change import StoreChange
from wiki_schema.finding import WARNING, Finding
from wiki_schema.note.attribution import is_bare_provenance
from wiki_schema.rules.elision import is_elided
from wiki_schema.telling import claim_line, quoted
from wiki_schema.text import parse_day


def check(seen: StoreChange) -> Iterator[Finding]:
    """New or newly broken provenances, bullets that hold one alone, pending lines that cannot be read."""
    for sited in _written(seen):
        provenance = sited.item.words.provenance
        if provenance is None or seen.means_nobody(provenance.names):
            continue
        if is_elided(provenance.tail):
            provenance = provenance._replace(tail="")  # `elision` tells of what stands there
        words = sited.item.words
        if not words.text:
            yield _bullet(sited)
        elif provenance.fault:
            message = f"The provenance of {quoted(words.said)} is not right: {provenance.fault}."
            day = parse_day(provenance.meant_day) or seen.day
            right = f"- {words.text} — {provenance.names}, {day}"
            yield Finding(sited.path, sited.item.line, message, right)
    yield from (
        _bullet(sited) for sited in seen.facts.added_words if is_bare_provenance(sited.item, seen.roster)
    )
    for sited in seen.facts.claims.new:
        if sited.item.words.claim is None:
            message = f"The pending line {quoted(sited.item.words.said)} cannot be read."
            yield Finding(sited.path, sited.item.line, message, claim_line("…", seen.signs, seen.day))


def _bullet(sited: Sited) -> Finding:
    """A provenance alone. It asserts nothing; the item that lacks it is told by `fact-unattributed`."""
    message = f"{quoted(sited.item.words.said)} looks like a provenance line written as a bullet."
    hint = "put it at the end of the fact above, behind “ — ”"
    return Finding(sited.path, sited.item.line, message, hint, level=WARNING)


def _written(seen: StoreChange) -> Iterator[Sited]:
    """Facts that are new, or whose provenance is."""
    for fate in seen.facts.signed:
        yield fate.now
    for kind in (KEPT, MOVED):
        for fate in seen.facts.fates.get(kind, ()):
            old, new = fate.was.item.words, fate.now.item.words
            if new is not old and new.provenance != old.provenance:
                yield fate.now
