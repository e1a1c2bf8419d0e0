"""`## [2026-04-02] ingest | Title`: a heading begins an entry, and whatever follows is its body."""

from __future__ import annotations

from wiki_log_formats.days import after_heading, dated_format, sentence
from wiki_schema.log import LogLine


def _text(raw: str) -> str | None:
    return after_heading(raw, ("##", "###"))


def _render(entry: LogLine) -> tuple[str, ...]:
    # The body is an item, so that no words can begin another entry.
    return f"## [{entry.day}] {entry.verb.lower()} | {entry.path}", "", f"- {sentence(entry)}"


FORMAT = dated_format("headings", _text, _render, has_sections=True)
