"""member-unknown: names in notes and in the log that the roster does not know; one finding a file."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from wiki_schema.finding import Finding
from wiki_schema.members.nearest import is_slip
from wiki_schema.telling import quoted
from wiki_schema.text import name_key

if TYPE_CHECKING:
    from wiki_schema.note import Item
    from wiki_schema.standing.view import StoreView
    from wiki_schema.words import Words

_SHOWN = 8

Signed = Iterable[tuple[int, str]]
"""Lines, and names as they are written there, one or several."""


def check(view: StoreView) -> Iterator[Finding]:
    """One finding for each note, and for the log, that names somebody unknown."""
    if not view.roster.members:
        return
    for note in view.notes:
        yield from _unknown(view, note.path, _signed(note.note.items))
    log = view.log
    if log is not None and view.log_format.has_fields and view.tells(view.store.log_path):
        yield from _unknown(view, view.store.log_path, ((entry.number, entry.who) for entry in log.entries))


def _signed(items: Iterable[Item]) -> Iterator[tuple[int, str]]:
    for item in items:
        for names in _names(item.words):
            if names:
                yield item.line, names


def _names(words: Words) -> Iterator[str]:
    """All the names in an item: who stands behind it, who struck it, who claimed it, who answered."""
    yield words.names
    if words.mark is not None:
        yield words.mark.name
    if words.claim is not None:
        yield words.claim.who
        yield words.claim.by


def _unknown(view: StoreView, path: str, signed: Signed) -> Iterator[Finding]:
    counts: Counter[str] = Counter()
    first: dict[str, int] = {}
    for line, names in signed:
        for name in view.roster.names(names):
            if view.roster.find(name) is None:
                counts[name_key(name)] += 1
                first.setdefault(name_key(name), line)
    if not counts:
        return
    unknown = sorted(counts, key=lambda name: first[name])
    told = [f"{quoted(name)} ({counts[name]:,}×)" if counts[name] > 1 else quoted(name) for name in unknown]
    more = f" and {len(told) - _SHOWN:,} more" if len(told) > _SHOWN else ""
    are = "is" if len(told) == 1 else "are"
    message = f"{', '.join(told[:_SHOWN])}{more} {are} not in {view.policy.members_file}."
    also = tuple((path, first[name]) for name in unknown[1:])
    key = "\x1f".join(sorted(unknown))
    yield Finding(path, first[unknown[0]], message, _hint(view, unknown), also=also, key=key)


def _hint(view: StoreView, unknown: list[str]) -> str:
    """What each name is near to; all that are known by another way are for an admin to add."""
    near = [(name, nearest) for name in unknown if (nearest := view.roster.nearest(name))]
    meant = [f"{quoted(name)} may mean {quoted(nearest)}: {_way(name, nearest)}" for name, nearest in near]
    if len(near) < len(unknown):
        meant.append(f"who else is somebody, an admin adds to {view.policy.members_file}")
    return "\n".join(meant[:_SHOWN])


def _way(name: str, nearest: str) -> str:
    """What is done about a name that is near to another. What was written stays as it is, in any case."""
    if is_slip(name, nearest):
        return "if it is a slip of the pen, accept it; if it comes again, let an admin add it as an alias"
    return "let an admin add it as an alias"
