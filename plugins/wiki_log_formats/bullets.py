"""`- 2026-04-02 — text`: a list, each item with its day in front. Other dashes and a colon are read too."""

from __future__ import annotations

from wiki_log_formats.days import after_bullet, dated_format

FORMAT = dated_format("bullets", after_bullet)
