"""Which entries of a log are wanted: by whom, of what sort, about what, since when."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping
from datetime import date, timedelta

from wiki_hooks.logs.logbook import Entry
from wiki_schema.members import Member, Roster
from wiki_schema.paths import below
from wiki_schema.text import name_key, normal, parse_day, path_key

Filter = Callable[[Entry], bool]

_SPAN = re.compile(r"(\d{1,4})\s*(d|day|w|week|m|month|y|year)s?(?:\s+ago)?", re.IGNORECASE)
_DAYS = {"d": 1, "w": 7}


def by_verb(verbs: Collection[str]) -> Filter:
    """Entries with one of these verbs, in upper or lower case."""
    wanted = {verb.upper() for verb in verbs}
    return lambda entry: entry.head.verb.upper() in wanted


def by_who(name: str, roster: Roster) -> Filter:
    """Entries of a member, under whatever name; of somebody unknown, those that say that name."""
    member = member_called(name, roster)
    if member is not None:
        return lambda entry: member in roster.originators(entry.head.who)
    wanted = _folded(name)
    return lambda entry: any(_folded(each) == wanted for each in roster.names(entry.head.who))


def member_called(name: str, roster: Roster) -> Member | None:
    """The member of an id, name or alias; in another case only where no two are meant."""
    if found := roster.find(name):
        return found
    wanted = _folded(name)
    near = [member for member in roster.members if wanted in map(_folded, member.names)]
    return near[0] if len(near) == 1 else None


def _folded(name: str) -> str:
    return name_key(" ".join(name.split())).casefold()


def by_path(path: str) -> Filter:
    """Entries about a note, named with or without `.md`, or about what lies in a folder."""
    wanted = path_key(path.rstrip("/"))

    def is_about(entry: Entry) -> bool:
        # A path that was written from the top, by mistake, is meant all the same.
        told = {path_key(entry.note), path_key(entry.head.path)} - {""}
        return any(each in (wanted, f"{wanted}.md") or below(wanted, each) is not None for each in told)

    return is_about


def by_text(text: str) -> Filter:
    """Entries that hold a text somewhere, in upper or lower case."""
    wanted = normal(text).casefold()
    return lambda entry: wanted in normal("\n".join(entry.lines)).casefold()


def since_day(first: date) -> Filter:
    """Entries of a day and all days after it."""
    return lambda entry: entry.head.day is not None and entry.head.day >= first


def until_day(last: date) -> Filter:
    """Entries of a day and all days before it."""
    return lambda entry: entry.head.day is not None and entry.head.day <= last


def read_day(words: str, today: date) -> date | None:
    """The day that some words mean: a date, `today`, `yesterday`, `2 weeks`, `3 months ago`. None: no day."""
    said = normal(words).lower()
    named: Mapping[str, date] = {"today": today, "yesterday": today - timedelta(1)}
    span = _SPAN.fullmatch(said)
    if span is None:
        return named.get(said) or parse_day(words.strip())
    number, unit = int(span[1]), span[2][0]
    if unit in _DAYS:
        return today - timedelta(min(number * _DAYS[unit], today.toordinal() - 1))
    return _months_before(today, number * (12 if unit == "y" else 1))


def _months_before(day: date, months: int) -> date:
    """The same day some months ago; the last of the month where that one is shorter."""
    year, month = divmod(day.year * 12 + day.month - 1 - months, 12)
    if year < 1:
        return date.min
    following = date(year + month // 11, (month + 1) % 12 + 1, 1)
    return date(year, month + 1, min(day.day, (following - timedelta(1)).day))
