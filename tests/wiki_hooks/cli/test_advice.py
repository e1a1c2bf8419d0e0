"""What the health pass advises, done as it is printed: every command means what it was printed for."""

from __future__ import annotations

import shlex
from collections.abc import Iterator

from tests.linting import lint_files
from tests.repository import Repository
from tests.wiki_hooks.cli.conftest import Run
from tests.wiki_lint.test_pages import EXAMPLES, store_of
from wiki_schema.amend import read_place

OVER = """# Trips

- We go to Rome on 2 October 2026 — ben, 2026-09-01
- The hotel is near the station — anna, 2026-09-01
- We go to Bern on 9 October 2026 — ben, 2026-09-01
- The ferry to Elba leaves on 16 October 2026 — ben, 2026-09-01
"""


def advised(out: str) -> Iterator[list[str]]:
    """The commands that a report advises, of each finding the first."""
    for line in out.split("\n"):
        if line.strip().startswith("do: memwiki "):
            yield shlex.split(line.partition("memwiki ")[2])


def test_each_command_means_the_fact_it_was_printed_for_whatever_the_ones_before_added(
    wiki: Repository, memwiki: Run
) -> None:
    wiki.commit("trips", {"wiki/trips.md": OVER})
    commands = [c for c in advised(memwiki("lint", cwd=wiki.path).out) if c[0] == "retire"]
    assert len(commands) == 3
    for command in commands:
        assert memwiki(*command, "--who", "ben", cwd=wiki.path).code == 0
    rows = wiki.read("wiki/trips.md").split("\n")
    assert sum(row.startswith("- ~~") for row in rows) == 3
    assert "- The hotel is near the station — anna, 2026-09-01" in rows
    again = memwiki(*commands[0], "--who", "ben", cwd=wiki.path)
    assert again.code == 2
    assert "no longer holds the fact that is meant" in again.err


def test_every_hint_that_names_a_line_names_the_fact_as_well() -> None:
    named = []
    for example in EXAMPLES:
        if example.verdict == "Found":
            files, settings = store_of(example)
            hints = "\n".join(found.hint for found in lint_files(files, **settings))
            named += [(example.rule, words.split()[0]) for words in hints.split("--line ")[1:]]
    assert {rule for rule, _ in named} >= {
        "claim-stale",
        "date-passed",
        "fact-duplicate",
        "private-matter",
        "superseded-current",
    }
    assert [rule for rule, place in named if not read_place(place)[1]] == []
