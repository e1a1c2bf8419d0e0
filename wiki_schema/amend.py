"""The legal edits, as pure functions from text to text. None of them ever shortens a text."""

from __future__ import annotations

from collections.abc import Sequence

from wiki_schema.index import listings
from wiki_schema.log import Log, LogFormat


def add_log_lines(text: str, lines: Sequence[str], log_format: LogFormat, order: str) -> str:
    """A log with new lines at its open end: the end of the text, or directly under the preamble."""
    if order == "newest-first":
        log = Log.parsed(text, log_format)
        if log.entries:
            return insert(text, log.preamble_end, lines)
    return insert(text, None, lines)


def add_index_lines(text: str, lines: Sequence[str]) -> str:
    """An index with new lines after its last listing, or at its end where it lists nothing yet."""
    listed = listings(text)
    return insert(text, max(listing.line for listing in listed) if listed else None, lines)


def insert(text: str, after: int | None, lines: Sequence[str]) -> str:
    """A text with whole lines put in after so many of its lines; None for its end.

    They end as the text's own lines do. A last line without a newline is ended first.
    """
    ending = "\r\n" if "\r\n" in text else "\n"
    added = "".join(f"{line}{ending}" for line in lines)
    at = len(text)
    if after is not None:
        at = 0
        for _ in range(after):
            at = text.find("\n", at) + 1 or len(text)
    before = text[:at]
    if before and not before.endswith("\n"):
        before += ending
    return before + added + text[at:]
