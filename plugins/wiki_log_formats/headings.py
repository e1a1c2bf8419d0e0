"""`## [2026-04-02] ingest | Title`: a heading begins an entry, and whatever follows is its body."""

from __future__ import annotations

from collections.abc import Collection

from wiki_log_formats.days import Head, after_heading, read_head
from wiki_schema.log import LogFormat, LogLine


def _head(raw: str) -> Head | None:
    text = after_heading(raw, ("##", "###"))
    return read_head(text) if text else None


def _read(number: int, raw: str) -> LogLine | None:
    head = _head(raw)
    if head is None or head.day is None:
        return None
    return LogLine(number, raw, head.day, what=head.rest)


def _complain(raw: str, verbs: Collection[str]) -> str:
    head = _head(raw)
    return head.complaint if head is not None else ""


def _day_heading(raw: str) -> None:
    return None


FORMAT = LogFormat("headings", False, True, _read, _complain, _day_heading, has_sections=True)
