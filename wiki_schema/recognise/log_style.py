"""In which style, and in which order, a log is written."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from datetime import date
from itertools import pairwise

from wiki_schema.log import MEMWIKI, Log, LogFormat
from wiki_schema.text import split_lines, visible
from wiki_schema.value import Value

OLDEST_FIRST = "oldest-first"
NEWEST_FIRST = "newest-first"

NAMES = (
    "log.md", "_log.md", "00-log.md", "journal.md", "logbook.md", "changelog.md", "changes.md", "history.md",
    "activity.md",
)  # fmt: skip
"""What a log may be called, likeliest first; case does not count."""

_NEWEST_BY_CONVENTION = frozenset({"okf"})
_YEAR = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)")
_MOST_STRAYS = 3


class LogStyle(Value):
    """How a log is written."""

    format: str
    """The name of the format; empty where there is none that reads it."""
    order: str
    """`oldest-first` or `newest-first`."""
    entries: int
    is_sure: bool
    """Whether the days show the order; else it is the convention of the format."""
    strays: tuple[tuple[int, str], ...] = ()
    """Lines that are meant as entries and are not read as such: number from 1, and the words, cut."""
    stray_count: int = 0


def is_log_name(path: str) -> bool:
    """Whether a file is called as logs are."""
    return path.rpartition("/")[2].lower() in NAMES


def recognise_log(text: str, formats: Iterable[LogFormat]) -> LogStyle:
    """The format that reads most of a log, and its order."""
    known = (MEMWIKI, *(each for each in formats if each.name != MEMWIKI.name))
    format, log = _best([(each, Log.parsed(text, each)) for each in known])
    if format is None or log is None:
        strays = tuple(_dated_lines(text))
        return LogStyle("", OLDEST_FIRST, 0, False, strays[:_MOST_STRAYS], len(strays))
    order, is_sure = _order(_days(log), format.name)
    strays = tuple(_strays(log, format))
    return LogStyle(format.name, order, len(log.entries), is_sure, strays[:_MOST_STRAYS], len(strays))


def _best(read: list[tuple[LogFormat, Log]]) -> tuple[LogFormat | None, Log | None]:
    """The format that finds most entries. Dated headings that say something are entries themselves.

    Where they only date what stands below them, the items there are the entries.
    """
    titled = next((log for format, log in read if format.has_sections and _days(log)), None)
    if titled is not None:
        says = sum(bool(entry.what) for entry in titled.entries) * 2 > len(titled.entries)
        read = [(format, log) for format, log in read if not _is_dated_above(format, log) or not says]
        if not says and any(_is_dated_above(format, log) for format, log in read):
            read = [(format, log) for format, log in read if not format.has_sections]
    best = max(read, key=lambda pair: len(_days(pair[1])), default=(None, None))
    return best if best[1] is not None and _days(best[1]) else (None, None)


def _is_dated_above(format: LogFormat, log: Log) -> bool:
    """Whether a heading above its entries dates them, in a format where it may."""
    return bool(_days(log)) and bool(format.write_heading(date.min))


def _days(log: Log) -> list[date]:
    return [entry.day for entry in log.entries if entry.day is not None]


def _order(days: list[date], format: str) -> tuple[str, bool]:
    """By which way most steps from day to day go; by convention where none goes anywhere."""
    steps = [(after > before) - (after < before) for before, after in pairwise(days)]
    lean = sum(steps)
    if lean:
        return (OLDEST_FIRST if lean > 0 else NEWEST_FIRST), True
    return (NEWEST_FIRST if format in _NEWEST_BY_CONVENTION else OLDEST_FIRST), False


def _strays(log: Log, format: LogFormat) -> Iterator[tuple[int, str]]:
    """Lines that begin as its entries do, or are written wrongly, and are read as none."""
    marks = {entry.raw.partition(" ")[0] for entry in log.entries}
    marks |= {"##"} if format.write_heading(date.min) else set()
    for number, line in enumerate(log.lines[log.preamble_end :], log.preamble_end + 1):
        if format.read(number, line) is not None or format.day_heading(line) is not None:
            continue
        begins = line.partition(" ")[0] in marks
        if _is_meant(line) if format.has_fields else begins or format.complain(line, ()):
            yield number, visible(line, 80)


def _is_meant(line: str) -> bool:
    """Whether a line of a log of single lines is more than a heading or a remark."""
    return bool(line.strip()) and not line.startswith(("#", " ", "\t", "<!--", "```"))


def _dated_lines(text: str) -> Iterator[tuple[int, str]]:
    """Lines of a log in no known style that seem to begin an entry: they hold a year."""
    for number, line in enumerate(split_lines(text), 1):
        if _YEAR.search(line[:80]):
            yield number, visible(line.strip(), 80)
