"""Every new place where somebody's name stands for something."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wiki_schema.compare.matching import Sited
from wiki_schema.value import Value

if TYPE_CHECKING:
    from wiki_schema.compare.store_change import StoreChange


class Signature(Value):
    """A new place where somebody's name stands for something."""

    path: str
    line: int
    name: str
    """As written; may hold several names."""
    what: str
    """`fact`, `log line`, `mark`, `claim` or `answer`."""
    said: str


def find_signatures(seen: StoreChange) -> list[Signature]:
    """Every new name: of log lines, facts, marks, pending lines and their answers."""
    signed = [
        Signature(seen.log.path, entry.number, entry.who, "log line", entry.raw)
        for entry in seen.log.new_entries
        if entry.who
    ]
    for fate in seen.facts.signed:
        words = fate.now.item.words
        if words.names and (fate.before is None or words.names != fate.was.item.words.names):
            signed.append(_signature(fate.now, words.names, "fact"))
    for fate in [*seen.facts.superseded, *seen.facts.withdrawn, *seen.facts.added]:
        mark = fate.now.item.words.mark
        if mark is not None and mark.name:
            signed.append(_signature(fate.now, mark.name, "mark"))
    for sited in [*seen.facts.claims.new, *(pair.after for pair in seen.facts.claims.closed)]:
        claim = sited.item.words.claim
        if claim is not None and claim.by:
            signed.append(_signature(sited, claim.by, "answer"))
    for sited in seen.facts.claims.new:
        claim = sited.item.words.claim
        if claim is not None:
            signed.append(_signature(sited, claim.who, "claim"))
    return signed


def _signature(sited: Sited, name: str, what: str) -> Signature:
    return Signature(sited.path, sited.item.line, name, what, sited.item.words.said)
