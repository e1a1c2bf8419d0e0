"""Which notes a log speaks of, and when."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator
from datetime import date
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING

from wiki_lint.logged import written
from wiki_schema.text import parse_day, path_key, shifted

if TYPE_CHECKING:
    from wiki_schema.log import LogLine
    from wiki_schema.standing.view import Edit, StoreView

# A log line may be written the day before a commit, or days after it; in a log without paths, a day.
_BEFORE = 1
_AFTER = 7

_NAMED = re.compile(r"\[\[([^\[\]|#\n]{1,300})|`([^`\n]{1,300})`|([^\s,;()\[\]{}\"'`<>“”„«»→*]{1,300})")

# A commit is named by so many of its digits at least, as git does.
_DIGITS = 7
_COMMIT = re.compile(rf"(?<![0-9a-z])[0-9a-f]{{{_DIGITS},64}}(?![0-9a-z])")
_DAY = re.compile(r"(?<![0-9-])[0-9]{4}-[0-9]{2}-[0-9]{2}(?![0-9-])")

_Span = tuple[date, date]


class Mentions:
    """What the log of a store and its archives tell, by note."""

    def __init__(self, view: StoreView) -> None:
        """Of a view whose log is there."""
        self._view = view
        self._has_paths = view.log_format.has_fields
        entries = [place.entry for place in written(view)]
        days = sorted({entry.day for entry in entries if entry.day is not None})
        self._days = _merged((day, day) for day in days)
        self.first: date = days[0] if days else date.max
        """The day of its first entry."""
        self._by_name: dict[str, list[_Span]] = defaultdict(list)
        self._wide: dict[str, list[_Span]] = defaultdict(list)  # folders
        self._patterns: dict[str, list[_Span]] = defaultdict(list)
        self._known: dict[tuple[str, ...], tuple[bool, list[_Span]]] = {}
        lines = [line for _, log in view.logs for line in log.lines[log.preamble_end :]]
        self._commits = _commits_in(lines)
        self._words: frozenset[str] = frozenset()
        if self._has_paths:
            for entry in entries:
                self._add(entry)
        else:
            self._words = frozenset(name for line in lines for name in _names_in(line))

    def _add(self, entry: LogLine) -> None:
        if entry.day is None:
            return
        spans = [(entry.day, entry.day), *_span_in(entry.what)]
        for part in dict.fromkeys((entry.path, *entry.path.split(", "))):
            name = _key(part)
            self._by_name[name] += spans
            if entry.verb == "LINT":
                continue
            if "*" in part:
                self._patterns[name] += spans
            elif name == "." or not part.endswith(".md"):
                self._wide[name] += spans
        for name in _names_in(entry.what):
            self._by_name[name] += spans

    def tells(self, edit: Edit, with_log: bool) -> bool:
        """Whether the log speaks of an edit; `with_log`: its commit changed the log as well."""
        if any(edit.commit.startswith(name) for name in self._commits.get(edit.commit[:_DIGITS], ())):
            return True
        paths = (edit.path, edit.was or edit.path)
        names = tuple(dict.fromkeys(name for path in paths for name in self._names(path)))
        if not self._has_paths:
            is_near = with_log or _near(self._days, edit.day, _BEFORE)
            return is_near or any(name in self._words for name in names)
        if names not in self._known:
            self._known[names] = self._spans(names)
        is_named, spans = self._known[names]
        return (with_log and is_named) or _near(spans, edit.day, _AFTER)

    def _spans(self, names: tuple[str, ...]) -> tuple[bool, list[_Span]]:
        """Whether the log speaks of a note by name, and of which days, that of what is above it included."""
        named = [span for name in names for span in self._by_name.get(name, ())]
        above = {".", *(folder for name in names for folder in _folders(name))}
        wide = [span for folder in sorted(above) for span in self._wide.get(folder, ())]
        for pattern, spans in self._patterns.items():
            if any(fnmatchcase(name, pattern) for name in names):
                wide += spans
        return bool(named), _merged([*named, *wide])

    def _names(self, path: str) -> Iterator[str]:
        """What a note may be called in a log: by its path, or by its name alone."""
        yield _key(self._view.inside(path))
        yield _key(path)
        yield _key(path.rpartition("/")[2])


def _commits_in(lines: Iterable[str]) -> dict[str, list[str]]:
    """The commits that lines name, by their first digits."""
    found: dict[str, dict[str, None]] = defaultdict(dict)
    for line in lines:
        for match in _COMMIT.finditer(line):
            found[match[0][:_DIGITS]][match[0]] = None
    return {start: list(names) for start, names in found.items()}


def _span_in(words: str) -> Iterator[_Span]:
    """From the first to the last of the days that words name: what was written down later tells of then."""
    days = [day for match in _DAY.finditer(words) if (day := parse_day(match[0])) is not None]
    if days:
        yield min(days), max(days)


def _merged(spans: Iterable[_Span]) -> list[_Span]:
    """The same days in spans that lie apart, in order."""
    found: list[_Span] = []
    for first, last in sorted(spans):
        if found and first <= found[-1][1]:
            found[-1] = (found[-1][0], max(found[-1][1], last))
        else:
            found.append((first, last))
    return found


def _near(spans: list[_Span], day: date, after: int) -> bool:
    """Whether one of the spans, which lie apart and in order, has to do with a commit of a day."""
    # The last one that begins early enough also ends last.
    latest, earliest = shifted(day, after), shifted(day, -_BEFORE)
    at = bisect_right(spans, latest, key=lambda span: span[0]) - 1
    return at >= 0 and spans[at][1] >= earliest


def _key(path: str) -> str:
    """A path as it is compared: without `./`, a slash behind it, and `.md`."""
    return path_key(path.strip()).removeprefix("./").rstrip("/").removesuffix(".md")


def _folders(name: str) -> Iterator[str]:
    """The folders above a path, and the path itself."""
    at = len(name)
    while at > 0:
        yield name[:at]
        at = name.rfind("/", 0, at)


def _names_in(text: str) -> Iterator[str]:
    """What may be the name of a note in running words."""
    for match in _NAMED.finditer(text):
        name = _key((match[1] or match[2] or match[3]).rstrip(".:!?"))
        yield name
        if "/" in name:
            yield name.rpartition("/")[2]
