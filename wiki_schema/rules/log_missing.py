"""`log-missing`: a note changed and the log does not say so."""

from __future__ import annotations

from collections.abc import Iterator

from wiki_schema.compare.happenings import Happening, entries_for, happenings
from wiki_schema.compare.store_change import StoreChange
from wiki_schema.finding import Finding
from wiki_schema.telling import either, log_line


def check(seen: StoreChange) -> Iterator[Finding]:
    """Notes that changed without a new log line for their path, or with a verb that does not fit."""
    if seen.change.first or not seen.log_format.has_fields:
        return
    # What is refused as a loss must be mended first: a log line would only make it look done.
    lost = {fate.was.path for fate in seen.facts.erased} if seen.store.kind == "shared" else set()
    for happening in happenings(seen):
        if happening.path in lost or happening.renamed in lost:
            continue
        entries = entries_for(seen, happening)
        fitting = (*happening.verbs, *seen.store.extra_verbs)
        if not entries:
            message = (
                f"{seen.inside(happening.path)} changed ({happening.summary}) "
                f"and the log has no new line for it."
            )
            yield Finding(happening.path, 0, message, suggested_line(seen, happening))
        elif not any(entry.verb in fitting for entry in entries):
            message = (
                f"The log calls this {entries[0].verb}, but what happened to {seen.inside(happening.path)} "
                f"({happening.summary}) is logged as {either(happening.verbs)}."
            )
            yield Finding(seen.log.path, entries[0].number, message, suggested_line(seen, happening))


def suggested_line(seen: StoreChange, happening: Happening) -> str:
    """The log line that says what happened, ready to append."""
    verb, what = happening.verbs[0], happening.summary
    if verb == "CLAIM":  # in the words `claim-unlogged` asks for, so that one line answers both
        claims = (sited.item.words.claim for sited in seen.facts.claims.new if sited.path == happening.path)
        what = next((claim.what for claim in claims if claim), what)
    return log_line(seen, verb, happening.path, what)
