"""`claim-unlogged`: a pending line without its CLAIM log line, or the reverse."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from wiki_schema.compare.log_change import entry_path
from wiki_schema.compare.store_change import StoreChange
from wiki_schema.finding import Finding
from wiki_schema.telling import claim_line, log_line, quoted
from wiki_schema.text import path_key


def check(seen: StoreChange) -> Iterator[Finding]:
    """New pending lines and new CLAIM lines that are not as many for one note."""
    if not seen.log_format.has_fields:
        return
    logged = Counter(entry_path(entry) for entry in seen.log.telling_entries if entry.verb == "CLAIM")
    for sited in seen.facts.claims.new:
        path = path_key(seen.inside(sited.path))
        if logged[path] > 0:
            logged[path] -= 1
            continue
        claim = sited.item.words.claim
        message = f"The pending line {quoted(sited.item.words.said)} has no CLAIM line in the log."
        line = log_line(seen, "CLAIM", sited.path, claim.what if claim else "1 claim made")
        yield Finding(sited.path, sited.item.line, message, line)
    for entry in reversed(seen.log.new_entries):
        path = entry_path(entry)
        if entry.verb == "CLAIM" and logged[path] > 0:
            logged[path] -= 1
            message = (
                f"The log tells of a claim on {quoted(entry.path)}, but no pending line was added there."
            )
            hint = "add under the fact it disputes:\n" + claim_line("…", entry.who, seen.day)
            yield Finding(seen.log.path, entry.number, message, hint)
