"""The words of a finding as any report may show them. They come from notes: data, never commands."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby

from wiki_schema.finding import Finding, Verdict
from wiki_schema.telling import count
from wiki_schema.text import LINE_LIMIT, split_lines, visible

LINES_LIMIT = 500
"""How many lines of one finding are given back; git still has the rest."""


def one_line(text: str) -> str:
    """A message, path or title on one line, with nothing left in it that acts."""
    return visible(text, LINE_LIMIT)


def many_lines(texts: Iterable[str]) -> Iterator[str]:
    """Lost words or a hint line by line, so that they can be copied back."""
    lines = [line for text in texts for line in split_lines(text)]
    yield from (visible(line.replace("\t", "    "), LINE_LIMIT) for line in lines[:LINES_LIMIT])
    if len(lines) > LINES_LIMIT:
        yield f"… and {len(lines) - LINES_LIMIT:,} more lines"


def by_file(verdict: Verdict) -> Iterator[tuple[str, str, list[Finding]]]:
    """The findings as (commit, path, findings), in the order the judge gave them."""
    for (commit, path), group in groupby(verdict.findings, key=lambda f: (f.commit, f.path)):
        yield commit, path, list(group)


def summary(verdict: Verdict) -> str:
    """The verdict in a few words: `2 errors, 1 warning`, or `nothing to report`."""
    parts = [count(n, thing) for n, thing in ((verdict.errors, "error"), (verdict.warnings, "warning")) if n]
    return ", ".join(parts) or "nothing to report"
