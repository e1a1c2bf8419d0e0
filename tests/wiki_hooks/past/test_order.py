"""The order of commits and of what was written: what led to what decides, clocks only where it does not."""

from __future__ import annotations

import pytest

from wiki_hooks.past.order import in_order
from wiki_hooks.past.version import Version

# name, second, before, after; the oldest first. Commits are called c…, revisions r….
CASES: dict[str, tuple[list[tuple[str, int, str, str]], str]] = {
    "a commit in the same second as the step behind it": (
        [("c1", 5, "", "a"), ("r1", 5, "a", "b"), ("r2", 6, "b", "c"), ("c2", 6, "a", "c")],
        "c1 r1 r2 c2",
    ),
    "a clock of git that is ahead": (
        [("c1", 99, "", "a"), ("r1", 5, "a", "b"), ("r2", 6, "b", "c"), ("c2", 100, "a", "c")],
        "c1 r1 r2 c2",
    ),
    "a clock of git that is behind": (
        [("c1", 1, "", "a"), ("r1", 5, "a", "b"), ("c2", 2, "a", "b"), ("r2", 6, "b", "c")],
        "c1 r1 c2 r2",
    ),
    "an edit that nobody saw, committed": (
        [("c1", 1, "", "a"), ("r1", 5, "a", "b"), ("c2", 2, "b", "x"), ("r2", 6, "x", "c")],
        "c1 r1 c2 r2",
    ),
    "where nothing leads to anything, the time": (
        [("r1", 1, "a", "b"), ("c1", 3, "m", "n"), ("r2", 6, "c", "d")],
        "r1 c1 r2",
    ),
    "the same text twice, told apart by the time": (
        [("r1", 1, "a", "b"), ("r2", 3, "b", "a"), ("c1", 4, "x", "a"), ("r3", 6, "a", "c")],
        "r1 r2 c1 r3",
    ),
    "no commits": ([("r1", 1, "a", "b")], "r1"),
    "nothing written": ([("c1", 1, "a", "b"), ("c2", 1, "b", "a")], "c1 c2"),
}


@pytest.mark.parametrize("case", CASES)
def test_order(case: str) -> None:
    steps, wanted = CASES[case]
    versions = [
        Version(name, f"2026-11-30T00:00:{second:03}Z", "ben", "", "n.md", before or None, after)
        for name, second, before, after in steps
    ]
    newest_first = versions[::-1]
    commits = [one for one in newest_first if one.name.startswith("c")]
    written = [one for one in newest_first if one.name.startswith("r")]
    found = [one.name for one in in_order(commits, written)]
    assert " ".join(found[::-1]) == wanted
