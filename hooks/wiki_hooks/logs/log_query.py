"""What somebody asks of the logs, and the filters that answer it."""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Iterable
from datetime import date
from typing import TYPE_CHECKING

from wiki_hooks.logs import log_filters
from wiki_hooks.logs.log_filters import Filter
from wiki_hooks.place.environment import today
from wiki_hooks.place.wiki import path_from_top
from wiki_hooks.plumbing.commits import commit_of
from wiki_hooks.plumbing.objects import Objects
from wiki_hooks.plumbing.trees import CommitTree
from wiki_schema.finding import CannotCheck
from wiki_schema.text import visible
from wiki_schema.value import Value

if TYPE_CHECKING:
    from wiki_hooks.logs.logbook import Entry, Logbook
    from wiki_hooks.place.wiki import Wiki


class Query(Value):
    """What is asked; an empty field asks nothing."""

    who: str = ""
    verbs: tuple[str, ...] = ()
    path: str = ""
    """As seen from the current folder."""
    grep: str = ""
    since: str = ""
    """A day, a span such as `2 weeks`, or a git revision."""
    until: str = ""

    @property
    def of_fields(self) -> list[str]:
        """The options that only entries with fields can answer."""
        asked = (("--who", self.who), ("--verb", self.verbs), ("--path", self.path))
        return [name for name, value in asked if value]


def filters_of(wiki: Wiki, book: Logbook, query: Query, entries: Collection[Entry]) -> list[Filter]:
    """All that an entry must satisfy; `entries` are those that stand in the logs now.

    Raises `CannotCheck` for a path outside the wiki and for a bound that is neither day nor revision.
    """
    filters: list[Filter] = []
    if query.who:
        filters.append(log_filters.by_who(query.who, wiki.setting.roster))
    if query.verbs:
        filters.append(log_filters.by_verb(query.verbs))
    if query.path:
        filters.append(log_filters.by_path(path_from_top(wiki, os.getcwd(), query.path)))
    if query.grep:
        filters.append(log_filters.by_text(query.grep))
    if query.since:
        filters.append(_bound(wiki, book, query.since, log_filters.since_day, entries, stood=False))
    if query.until:
        filters.append(_bound(wiki, book, query.until, log_filters.until_day, entries, stood=True))
    return filters


def chosen(entries: Iterable[Entry], filters: Collection[Filter], newest: int | None = None) -> list[Entry]:
    """The entries that satisfy all filters; of those only so many of the newest."""
    found = [entry for entry in entries if all(wants(entry) for wants in filters)]
    return found if newest is None else found[len(found) - min(newest, len(found)) :]


def _bound(
    wiki: Wiki,
    book: Logbook,
    words: str,
    by_day: Callable[[date], Filter],
    entries: Collection[Entry],
    stood: bool,
) -> Filter:
    """A bound in time. A revision bounds by what its log held, whatever days its lines bear."""
    day = log_filters.read_day(words, today())
    if day is not None:
        return by_day(day)
    then = _standing_at(wiki, book, words, entries)
    return lambda entry: (entry in then) is stood


def _standing_at(wiki: Wiki, book: Logbook, revision: str, entries: Collection[Entry]) -> set[Entry]:
    git = wiki.repository.git if wiki.repository else None
    commit = commit_of(git, revision) if git else None
    if git is None or commit is None:
        raise CannotCheck(
            f"{visible(revision)} is neither a day (2026-11-30, yesterday), nor a span (2 weeks), "
            "nor a git revision."
        )
    with Objects(git) as objects:
        return book.standing_at(CommitTree(objects, commit), entries)
