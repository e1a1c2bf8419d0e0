"""Saves that put a file back to what the last commit has."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from wiki_hooks.place.wiki import Wiki
from wiki_hooks.plumbing.holding import Holding
from wiki_hooks.watch.batch import Settled
from wiki_hooks.watch.who import Author
from wiki_schema.disk import revisions
from wiki_schema.disk.contents import hash_of
from wiki_schema.members import Actor

if TYPE_CHECKING:
    import sqlite3


def as_committed(
    db: sqlite3.Connection,
    changes: Iterable[Settled],
    authors: Mapping[str, Author],
    holding: Holding,
    wiki: Wiki,
) -> dict[str, bool]:
    """The files that a save put back to what the last commit has; whether all that went was the saver's."""
    return {
        change.path: _is_alone(db, change, wiki, wiki.actor(authors[change.path].evidence))
        for change in changes
        if change.after is not None and holding.is_committed(change.path, change.after)
    }


def _is_alone(db: sqlite3.Connection, change: Settled, wiki: Wiki, actor: Actor) -> bool:
    """Whether nobody else wrote to a file since it was as it is again."""
    assert change.after is not None
    committed = hash_of(change.after)
    for revision in revisions.of_path(db, change.path):
        if revision.after == committed:
            return True
        if not (revision.who and wiki.setting.roster.acts_for(actor, revision.who)):
            return False
        if revision.before == committed:
            return True
    return False
