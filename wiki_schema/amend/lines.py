"""Texts with lines put in, or changed where they stand: every other byte stays as it is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date

from wiki_schema.amend.layout import lay_out
from wiki_schema.compare.log_diff import NEWEST_FIRST
from wiki_schema.index import listings
from wiki_schema.log import Log, LogFormat
from wiki_schema.text import BOM, split_lines


def insert(text: str, after: int | None, lines: Sequence[str]) -> str:
    """A text with whole lines put in after so many of its lines; None for its end.

    They end as the text's own lines do. A last line without a newline is ended first.
    """
    ending = ending_of(text)
    added = "".join(f"{line}{ending}" for line in lines)
    at = len(text)
    if after is not None:
        at = 0
        for _ in range(after):
            at = text.find("\n", at) + 1 or len(text)
    before = text[:at]
    if before and not before.endswith("\n"):
        before += _end_for(before, ending)
    return before + added + text[at:]


def edit(text: str, changed: Mapping[int, Sequence[str]], added: Mapping[int, Sequence[str]]) -> str:
    """A text with some lines changed, by number from 1, and others put in after a number (0: before all).

    A line that becomes several, or none, is one that changed. Old line ends stay, and where the last line
    had none, the last one has none.
    """
    bom = BOM if text.startswith(BOM) else ""
    ending = ending_of(text)
    rows = text.removeprefix(BOM).split("\n")
    closed = rows[-1] == ""
    if closed:
        rows.pop()
    written = [(line, ending) for line in added.get(0, ())]
    for number, row in enumerate(rows, 1):
        line, own = (row[:-1], "\r\n") if row.endswith("\r") else (row, "\n")
        if number == len(rows) and not closed:
            line, own = row, _end_for(row, ending)
        now = changed.get(number, (line,))
        written.extend((each, ending) for each in now[:-1])
        written.extend((each, own) for each in now[-1:])
        written.extend((each, ending) for each in added.get(number, ()))
    if written and rows and not closed:
        written[-1] = (written[-1][0], "")
    return bom + "".join(line + end for line, end in written)


def _end_for(line: str, ending: str) -> str:
    """What ends a line that has no end: a lone CR at its end must not become a part of that."""
    return "\r\n" if line.endswith("\r") else ending


def ending_of(text: str) -> str:
    """How a text ends its lines: CRLF where any line of it does."""
    return "\r\n" if "\r\n" in text else "\n"


# The log


def add_log_lines(
    text: str, lines: Sequence[str], log_format: LogFormat, order: str, day: date | None = None
) -> str:
    """A log with new lines at its open end: the end of the text, or directly under the preamble.

    In a format that dates its entries by headings they come under the heading of `day`, which is made
    where it is not there yet. Without a `day` no heading is looked for.
    """
    heading = log_format.write_heading(day) if day is not None else ""
    if order == NEWEST_FIRST:
        log = Log.parsed(text, log_format)
        if log.entries or log.preamble_end < len(log.lines):
            return _on_top(text, log, lines, heading, log_format)
    if heading and _newest_heading(text, log_format) != day:
        lines = (heading, "", *lines)
    if heading or log_format.has_sections:
        lines = _apart(split_lines(text)[-1:], lines, log_format)
    return insert(text, None, lines)


def _on_top(text: str, log: Log, lines: Sequence[str], heading: str, log_format: LogFormat) -> str:
    """A log of which the newest entries come first, with new ones on top."""
    start = log.preamble_end
    if not heading:
        return insert(text, start, (*lines, "") if log_format.has_sections else lines)
    if log_format.day_heading(log.lines[start]) != log_format.day_heading(heading):
        return insert(text, start, (heading, "", *lines, ""))
    under = start + 1
    while under < len(log.lines) and not log.lines[under].strip():
        under += 1
    return insert(text, under, lines)


def _newest_heading(text: str, log_format: LogFormat) -> date | None:
    """The day of the last heading of a log whose newest entries come last."""
    days = map(log_format.day_heading, reversed(split_lines(text.removeprefix(BOM))))
    return next((day for day in days if day is not None), None)


def _apart(before: Sequence[str], lines: Sequence[str], log_format: LogFormat) -> Sequence[str]:
    """The lines with a blank one in front, where a heading begins them and none stands there."""
    begins = log_format.day_heading(lines[0]) is not None or log_format.has_sections
    return ("", *lines) if begins and before and before[0].strip() else lines


# The index


def add_index_lines(text: str, lines: Sequence[str]) -> str:
    """An index with new lines behind its last listing of their sort, else at its end.

    A row of a table comes behind the last row that lists something, whatever else follows the table.
    """
    for in_table in (True, False):
        added = [line for line in lines if is_row(line) == in_table]
        if added:
            found = listings(text)
            alike = [listing.line for listing in found if is_row(listing.text) == in_table]
            last = max(alike or (listing.line for listing in found), default=0)
            text = insert(text, item_end(text, last) if last else None, added)
    return text


def is_row(line: str) -> bool:
    """Whether a line of an index is a row of a table."""
    return line.lstrip().startswith("|")


def item_end(index: str, line: int) -> int:
    """The last line of the words of the item that a line of an index belongs to."""
    layout = lay_out(index, bool)
    at = layout.at_line(line)
    span = layout.spans[at] if at >= 0 else None
    return span.words_end if span is not None and span.pieces else line
