"""`date-future`: a new date later than tomorrow, or one that never comes."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, timedelta

from wiki_schema.compare.matching import Sited
from wiki_schema.compare.store_change import StoreChange
from wiki_schema.finding import Finding


def check(seen: StoreChange) -> Iterator[Finding]:
    """Dates of new log lines, facts, marks and claims."""
    tomorrow = seen.day + timedelta(days=1)
    for path, line, day, text in _dates(seen):
        if day is None:
            message = f"{text} is no day of the calendar, so it never comes."
        elif day > tomorrow:
            message = f"{day} is later than tomorrow; only what has happened can be dated."
        else:
            continue
        yield Finding(path, line, message, f"write today's day, {seen.day}")


def _dates(seen: StoreChange) -> Iterator[tuple[str, int, date | None, str]]:
    for entry in seen.log.new_entries:
        if entry.day is not None:
            yield seen.log.path, entry.number, entry.day, ""
    for fate in seen.facts.signed:
        provenance = fate.now.item.words.provenance
        if provenance is None or seen.means_nobody(provenance.names):
            continue
        if provenance.day is not None or _is_shaped(provenance.day_text):
            yield *_where(fate.now), provenance.day, provenance.day_text
    for fate in [*seen.facts.struck, *seen.facts.added]:
        mark = fate.now.item.words.mark
        if mark is not None and mark.day is not None:
            yield *_where(fate.now), mark.day, ""
    for sited in [*seen.facts.claims.new, *(pair.after for pair in seen.facts.claims.closed)]:
        claim = sited.item.words.claim
        for day in (claim.day, claim.closed) if claim else ():
            if day is not None:
                yield *_where(sited), day, ""


def _where(sited: Sited) -> tuple[str, int]:
    return sited.path, sited.item.line


def _is_shaped(text: str) -> bool:
    """Ten ASCII characters in the shape of a day."""
    return len(text) == 10 and text.isascii() and text.replace("-", "").isdigit()
