"""Which notes a log speaks of, and when."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterator
from datetime import date, timedelta
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING

from wiki_lint.logged import written
from wiki_schema.text import path_key

if TYPE_CHECKING:
    from wiki_schema.log import LogLine
    from wiki_schema.store_view import Edit, StoreView

# A log line may be written the day before a commit, or days after it; in a log without paths, a day.
_BEFORE = timedelta(days=1)
_AFTER = timedelta(days=7)

_NAMED = re.compile(r"\[\[([^\[\]|#\n]{1,300})|`([^`\n]{1,300})`|([^\s,;()\[\]{}\"'`<>“”„«»→*]{1,300})")


class Mentions:
    """What the log of a store and its archives tell, by note."""

    def __init__(self, view: StoreView) -> None:
        """Of a view whose log is there."""
        self._view = view
        self._has_paths = view.log_format.has_fields
        entries = [place.entry for place in written(view)]
        self._days = sorted({entry.day for entry in entries if entry.day is not None})
        self.first: date = self._days[0] if self._days else date.max
        """The day of its first entry."""
        self._by_name: dict[str, set[date]] = defaultdict(set)
        self._wide: dict[str, set[date]] = defaultdict(set)  # folders and patterns
        if self._has_paths:
            for entry in entries:
                self._add(entry)
            self._words: frozenset[str] = frozenset()
        else:
            lines = (line for _, log in view.logs for line in log.lines[log.preamble_end :])
            self._words = frozenset(name for line in lines for name in _names_in(line))

    def _add(self, entry: LogLine) -> None:
        if entry.day is None:
            return
        for part in dict.fromkeys((entry.path, *entry.path.split(", "))):
            name = _key(part)
            self._by_name[name].add(entry.day)
            if entry.verb != "LINT" and (name == "." or "*" in part or not part.endswith(".md")):
                self._wide[name].add(entry.day)
        for name in _names_in(entry.what):
            self._by_name[name].add(entry.day)

    def tells(self, edit: Edit, with_log: bool) -> bool:
        """Whether the log speaks of an edit; `with_log`: its commit changed the log as well."""
        names = list(
            dict.fromkeys(name for path in (edit.path, edit.was or edit.path) for name in self._names(path))
        )
        if not self._has_paths:
            return (
                with_log or self._near(self._days, edit.day, _BEFORE) or any(n in self._words for n in names)
            )
        days = set().union(*(self._by_name.get(name, ()) for name in names))
        if with_log and days:
            return True
        for wide, when in self._wide.items():
            if any(_covers(wide, name) for name in names):
                days |= when
        return self._near(sorted(days), edit.day, _AFTER)

    def _names(self, path: str) -> Iterator[str]:
        """What a note may be called in a log: by its path, or by its name alone."""
        yield _key(self._view.inside(path))
        yield _key(path)
        yield _key(path.rpartition("/")[2])

    def _near(self, days: list[date], day: date, after: timedelta) -> bool:
        at = bisect_left(days, day - _BEFORE)
        return at < len(days) and days[at] <= day + after


def _key(path: str) -> str:
    """A path as it is compared: without `./`, a slash behind it, and `.md`."""
    return path_key(path.strip()).removeprefix("./").rstrip("/").removesuffix(".md")


def _covers(wide: str, name: str) -> bool:
    if wide == ".":
        return True
    return fnmatchcase(name, wide) if "*" in wide else name.startswith(f"{wide}/")


def _names_in(text: str) -> Iterator[str]:
    """What may be the name of a note in running words."""
    for match in _NAMED.finditer(text):
        name = _key((match[1] or match[2] or match[3]).rstrip(".:!?"))
        yield name
        if "/" in name:
            yield name.rpartition("/")[2]
