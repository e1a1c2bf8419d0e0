"""A finding is known again: its name in the baseline stays when days pass, notes grow and lines move."""

from __future__ import annotations

from collections import Counter
from datetime import date, timedelta

import pytest

from tests.linting import lint_files
from tests.wiki_lint.test_pages import EXAMPLES, Example, store_of
from wiki_schema.standing.baseline import Name, names_of

FOUND = [example for example in EXAMPLES if example.verdict == "Found"]


def names(example: Example, later: int = 0, grown: bool = False) -> Counter[Name]:
    """By what the findings of a page's store are known again, so many days later, in notes that grew."""
    files, settings = store_of(example)
    if grown:
        files = {path: _grown(path, text) for path, text in files.items()}
    day = date.fromisoformat(str(settings.pop("day"))) + timedelta(days=later)
    found = lint_files(files, day=str(day), **settings)
    return names_of(finding for finding in found if finding.rule == example.rule)


def _grown(path: str, text: str) -> str:
    """A note with a line more under its first heading, where it has one."""
    head, heading, rest = text.partition("\n\n")
    if not path.endswith(".md") or not head.startswith("# ") or "log" in path or "index" in path:
        return text
    return f"{head}{heading}A line more.\n\n{rest}"


@pytest.mark.parametrize("example", FOUND, ids=str)
def test_the_next_day_it_is_the_same_finding(example: Example) -> None:
    assert names(example) - names(example, later=1) == Counter()


@pytest.mark.parametrize("example", FOUND, ids=str)
def test_where_a_note_grows_it_is_the_same_finding(example: Example) -> None:
    assert names(example) - names(example, grown=True) == Counter()
