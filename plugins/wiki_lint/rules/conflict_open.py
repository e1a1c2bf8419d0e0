"""conflict-open: a CONFLICT line with nothing after it for its path."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from wiki_lint.logged import Place, command, key_of, written
from wiki_schema.finding import Finding
from wiki_schema.paths import join
from wiki_schema.telling import quoted

if TYPE_CHECKING:
    from wiki_schema.log import LogLine
    from wiki_schema.standing.view import StoreView

_TELLS_NOTHING = frozenset(["CONFLICT", "LINT"])

# A redaction is told of by a CONFLICT line, which is its record: nothing is left to decide.
_REDACTION = re.compile(r"^an? [^.;:]{1,60} redacted\b")


def check(view: StoreView) -> Iterator[Finding]:
    """One finding for each path, at the newest CONFLICT line that is open."""
    if not view.log_format.has_fields:
        return
    waiting: dict[str, list[Place]] = {}
    for place in written(view):
        entry = place.entry
        if entry.verb == "CONFLICT" and not _REDACTION.match(entry.what):
            waiting.setdefault(place.about, []).append(place)
        elif entry.verb not in _TELLS_NOTHING:
            waiting.pop(place.about, None)
    for places in waiting.values():
        found = _finding(view, places)
        if found is not None:
            yield found


def _finding(view: StoreView, places: list[Place]) -> Finding | None:
    """What is open for a path; None where another store that shares the log is asked."""
    last = places[-1]
    entry = last.entry
    path = join(view.store.path, entry.path) or entry.path
    owner = view.policy.store_of(path)
    first = view.policy.store_of_log(view.store.log_path)
    if (owner if owner is not None and owner.is_log(view.store.log_path) else first) is not view.store:
        return None
    more = f", and {len(places) - 1} more before it" if len(places) > 1 else ""
    message = (
        f"{quoted(entry.what)} is open since {places[0].entry.day}: "
        f"the log says nothing of {quoted(entry.path)} after it{more}."
    )
    also = tuple((place.path, place.entry.number) for place in places[:-1][-4:])
    return Finding(last.path, entry.number, message, _hint(view, entry), also=also, key=key_of(entry.raw))


def _hint(view: StoreView, entry: LogLine) -> str:
    how = "look at it, then say in the log what was decided, in your own name"
    members = view.roster.originators(entry.who)
    who = members[0].label if members else entry.who
    say = command(view, who, entry.path, f"looked at: {entry.what}")
    return f"{how}:\n{say}" if say else how
