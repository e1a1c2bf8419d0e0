"""What every door that writes does: take the lock, mend what a killed process left, write, remember."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import closing, contextmanager
from typing import TYPE_CHECKING

from wiki_hooks.place.environment import moment
from wiki_hooks.place.listeners import tell_written
from wiki_hooks.place.wiki import Speaker, Wiki
from wiki_schema.disk import journal, revisions
from wiki_schema.disk.database import explained, open_database, transaction
from wiki_schema.disk.journal import Deed, Edit
from wiki_schema.disk.locks import locked
from wiki_schema.members import Actor

if TYPE_CHECKING:
    import sqlite3

_PRUNED_EVERY = 64


class Desk:
    """Where one door at a time writes. Its lock is held, and all that was left unfinished is mended."""

    def __init__(self, wiki: Wiki, db: sqlite3.Connection, mended: tuple[str, ...]) -> None:
        self.wiki = wiki
        self.db = db
        self.mended = mended
        """Sentences about what was mended or put back before anything else was done."""
        self.unheard: list[str] = []
        """Sentences about plugins that could not take notice of what was written."""
        self._written = 0

    def carry_out(self, deed: Deed) -> None:
        """Do a deed: all of it, or none; then tell the plugins that listen. Raises `CannotWrite`."""
        if self.wiki.speaker.agent:
            announce_edits(self.db, self.wiki.speaker, deed.edits, deed.who, deed.through)
        journal.carry_out(self.db, self.wiki.top, deed, moment())
        paths = [edit.path for edit in deed.edits if edit.before != edit.after]
        if paths:
            self._written += len(paths)
            actor = Actor(deed.who, self.wiki.setting.roster.find(deed.who))
            self.unheard += tell_written(self.wiki.manager, paths, actor, deed.through)

    def close(self) -> None:
        """Every so many revisions, see to it that what is remembered does not outgrow its bound."""
        if self._written and revisions.newest(self.db) % _PRUNED_EVERY < self._written:
            revisions.prune(self.db, self.wiki.setting.policy.history_bytes)


def announce_edits(
    db: sqlite3.Connection, speaker: Speaker, edits: Iterable[Edit], who: str, through: str
) -> None:
    """Enter in the attribution journal which bytes an agent is about to write, and over which."""
    from wiki_schema.disk.announcements import GONE, announce
    from wiki_schema.disk.contents import hash_of

    with transaction(db, durable=False):
        for edit in edits:
            before, after = (GONE if data is None else hash_of(data) for data in (edit.before, edit.after))
            call = (speaker.agent, speaker.session, speaker.use)
            announce(db, edit.path, after, who, through, *call, moment(), before)


@contextmanager
def writing(wiki: Wiki, timeout: float = 30.0) -> Iterator[Desk]:
    """The lock of a wiki, and its journal, for as long as the block lasts. Never wait for a person in it.

    Raises `CannotWrite` where somebody else writes all the time (`timeout` is in seconds), or nothing can
    be remembered.
    """
    from wiki_hooks.writing.reconcile import reconcile  # whoever only remembers needs no amendments

    with locked(wiki.state, timeout), remembered(wiki) as db:
        told = [recovered.told for recovered in journal.recover(db, wiki.top)]
        told += reconcile(wiki, db)
        desk = Desk(wiki, db, tuple(told))
        yield desk
        desk.close()


@contextmanager
def remembered(wiki: Wiki) -> Iterator[sqlite3.Connection]:
    """What memwiki remembers of a wiki, to be read; whoever is writing meanwhile is not waited for."""
    with explained(wiki.state), closing(open_database(wiki.state)) as db:
        yield db
