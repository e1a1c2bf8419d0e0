"""`- 2026-04-02 — text`: a list, each item with its day in front. Other dashes and a colon are read too."""

from __future__ import annotations

from wiki_log_formats.days import after_bullet, dated_format, sentence
from wiki_schema.log import LogLine


def _render(entry: LogLine) -> tuple[str, ...]:
    return (f"- {entry.day} — {entry.verb.lower()} {entry.path} — {sentence(entry)}",)


FORMAT = dated_format("bullets", after_bullet, _render)
