"""The words of a finding as any report may show them. They come from notes: data, never commands."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby

from wiki_schema.finding import Finding, Verdict
from wiki_schema.telling import count
from wiki_schema.text import LINE_LIMIT, split_lines, visible

LINES_LIMIT = 500
"""How many lines of one finding are given back; git still has the rest."""


PLACES_LIMIT = 20
"""How many other places of one finding are named."""


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


def owner(name: str) -> str:
    """Who owes a decision, in words."""
    return one_line(name) or "whoever keeps the wiki"


def by_owner(verdict: Verdict) -> Iterator[tuple[str, Verdict]]:
    """The findings of a health pass by who owes the decision, in the order the pass gave them."""
    for name, group in groupby(verdict.findings, key=lambda f: f.owed_by):
        yield name, verdict._replace(findings=tuple(group))


def place_of(path: str, line: int) -> str:
    """A place as editors and people write it: `notes/a.md:3`, or the file alone."""
    return f"{path}:{line}" if line else path


def others(finding: Finding) -> Iterator[str]:
    """The other places that a finding is about; of many the first few."""
    places = [one_line(place_of(path, line)) for path, line in finding.also]
    yield from places[:PLACES_LIMIT]
    if len(places) > PLACES_LIMIT:
        yield f"and {len(places) - PLACES_LIMIT:,} more places"


def level_of(finding: Finding) -> str:
    """How bad it is, and whether somebody accepted that."""
    return f"{finding.level}, accepted" if finding.accepted else finding.level


def summary(verdict: Verdict) -> str:
    """The verdict in a few words: `2 errors, 1 warning`, or `nothing to report`."""
    parts = [count(n, thing) for n, thing in ((verdict.errors, "error"), (verdict.warnings, "warning")) if n]
    accepted = [f"{verdict.accepted:,} accepted"] if verdict.accepted else []
    return ", ".join([*(parts or ["nothing to report"]), *accepted])
