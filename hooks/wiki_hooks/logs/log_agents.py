"""Which agent wrote what a line of a log tells of: known where it announced that, and nobody else fits."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import TYPE_CHECKING

from wiki_schema.disk.asking import ask
from wiki_schema.finding import CannotCheck
from wiki_schema.text import decode
from wiki_schema.value import Value

if TYPE_CHECKING:
    import sqlite3

    from wiki_hooks.logs.logbook import Entry
    from wiki_hooks.place.wiki import Wiki


class Writer(Value):
    """An agent, and its session."""

    agent: str = ""
    session: str = ""


NOBODY = Writer()

Agents = Mapping[tuple[str, date | None, str, str], Writer]
"""Of each note, day, verb and name, as lines have them, the agent that did it."""

_WRITTEN = """
    SELECT r.path, substr(r.time, 1, 10), r.verb, r.who, a.agent, a.session
    FROM revision r LEFT JOIN announcement a
    ON a.path = r.path AND a.hash = coalesce(r.after, '') AND a.through = r.through AND a.since <= r.id
    WHERE r.path IN (SELECT path FROM announcement)
"""


def agents_of(wiki: Wiki) -> Agents:
    """The agents of a wiki's lines; none where nothing is remembered or that cannot be read."""
    try:
        return ask(wiki.state, _written) or {}
    except CannotCheck:
        return {}


def key_of(entry: Entry) -> tuple[str, date | None, str, str]:
    """By what a line finds its agent."""
    return (entry.note, entry.head.day, entry.head.verb, entry.head.who)


def _written(db: sqlite3.Connection) -> Agents:
    found: dict[tuple[str, date | None, str, str], set[Writer]] = {}
    for path, day, verb, who, agent, session in db.execute(_WRITTEN):
        writer = NOBODY if agent is None else Writer(decode(agent), decode(session))
        found.setdefault((decode(path), date.fromisoformat(day), verb, decode(who)), set()).add(writer)
    # A person may have done the like on that day.
    return {key: writers.pop() for key, writers in found.items() if len(writers) == 1}
