"""`## [2026-04-02] ingest | Title`: a heading begins an entry, and whatever follows is its body."""

from __future__ import annotations

from wiki_log_formats.days import after_heading, dated_format


def _text(raw: str) -> str | None:
    return after_heading(raw, ("##", "###"))


FORMAT = dated_format("headings", _text, has_sections=True)
