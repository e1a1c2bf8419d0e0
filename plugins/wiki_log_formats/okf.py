"""`## 2026-04-02`, and below it a bullet for each thing that happened that day."""

from __future__ import annotations

from collections.abc import Collection
from datetime import date

from wiki_log_formats.days import Head, after_bullet, after_heading, read_head, sentence
from wiki_schema.log import LogFormat, LogLine


def _heading(raw: str) -> Head | None:
    text = after_heading(raw, ("##",))
    return read_head(text) if text else None


def _read(number: int, raw: str) -> LogLine | None:
    text = after_bullet(raw)
    return LogLine(number, raw, None, what=text) if text else None


def _complain(raw: str, verbs: Collection[str]) -> str:
    heading = _heading(raw)
    return heading.complaint if heading is not None else ""


def _day_heading(raw: str) -> date | None:
    heading = _heading(raw)
    return heading.day if heading is not None else None


def _render(entry: LogLine) -> tuple[str, ...]:
    return (f"- **{entry.verb.capitalize()}** {entry.path}: {sentence(entry)}",)


def _write_heading(day: date) -> str:
    return f"## {day}"


FORMAT = LogFormat("okf", False, True, _read, _complain, _day_heading, _render, _write_heading)
