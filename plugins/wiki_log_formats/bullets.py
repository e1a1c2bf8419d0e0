"""`- 2026-04-02 — text`: a list, each item with its day in front. Other dashes and a colon are read too."""

from __future__ import annotations

from collections.abc import Collection

from wiki_log_formats.days import Head, after_bullet, read_head
from wiki_schema.log import LogFormat, LogLine


def _head(raw: str) -> Head | None:
    text = after_bullet(raw)
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


FORMAT = LogFormat("bullets", False, True, _read, _complain, _day_heading)
