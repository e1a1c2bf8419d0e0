"""Who saved a file. The system does not say, so it is what somebody announced, wrote down, or set."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import TYPE_CHECKING

from wiki_hooks.place import wiki as wikis
from wiki_hooks.place.wiki import Wiki
from wiki_hooks.watch.batch import AWAY, Settled
from wiki_schema.disk import announcements, revisions
from wiki_schema.disk.contents import hash_of
from wiki_schema.disk.revisions import WATCH
from wiki_schema.members import Evidence
from wiki_schema.text import visible
from wiki_schema.value import Value

if TYPE_CHECKING:
    import sqlite3

UNKNOWN = "unknown"


class Author(Value):
    """Whose a change is."""

    evidence: Evidence
    """By what the rules judge it."""
    label: str
    """The name for the log, with nothing in it that hides or acts."""
    through: str = WATCH
    """The tool or agent that announced it."""


class Authors:
    """Whose the changes of one batch are."""

    def __init__(self, wiki: Wiki, db: sqlite3.Connection, who: str, environ: Mapping[str, str]) -> None:
        """`who` is whom the watcher was told to write for; it goes before the owner of the policy."""
        self._wiki = wiki
        self._db = db
        self._who = who or str(wiki.setting.policy.watch["owner"])
        self._environ = environ

    def of(self, change: Settled, cause: str) -> Author:
        """Whose a change is. What happened while nobody looked is nobody's, unless somebody is named."""
        author = self._announced(change) or self._recorded(change)
        if author is not None:
            return author
        if cause == AWAY and not self._who:
            # Whoever commits it will be git's user: the rules may judge by that, the log may not say so.
            return self._usual._replace(label=UNKNOWN)
        return self._usual

    @cached_property
    def _usual(self) -> Author:
        # An agent that the environment names started the watcher. That says nothing of who saves.
        evidence = wikis.evidence(self._wiki, self._who, self._environ)
        return self._author(evidence._replace(agent="", agents=()), WATCH)

    def _announced(self, change: Settled) -> Author | None:
        """Whoever announced how a file came from what was seen last to what it is: all of the way."""
        start, end = _state(change.before), _state(change.after)
        way = announcements.way(self._db, change.path, (start,), (end,))
        found = way.writes[0] if way.writes else None
        if found is None or not way.whole or not (found.who or found.agent):
            return None
        if announcements.has_landed(found, revisions.of_path(self._db, change.path)):
            return None  # that was the write that was announced; this is somebody who came back to it
        return self._author(Evidence(found.who, agent=found.agent), found.through or WATCH)

    def _recorded(self, change: Settled) -> Author | None:
        """Whoever wrote just this through one of our tools, and nothing else since."""
        last = next(iter(revisions.of_path(self._db, change.path)), None)
        if last is None or last.through == WATCH or not last.who or change.after is None:
            return None
        return self._author(Evidence(last.who), last.through) if last.after == hash_of(change.after) else None

    def _author(self, evidence: Evidence, through: str) -> Author:
        label = " ".join(visible(self._wiki.actor(evidence).label).split())
        return Author(evidence, label or UNKNOWN, through)


def _state(content: bytes | None) -> str:
    return announcements.GONE if content is None else hash_of(content)
