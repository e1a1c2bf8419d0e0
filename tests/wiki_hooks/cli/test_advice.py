"""What the health pass advises, done as it is printed: every command means what it was printed for."""

from __future__ import annotations

import shlex
from collections.abc import Iterator

from tests.linting import lint_files
from tests.repository import MEMBERS, Repository
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


THREE = f'{MEMBERS}\n[[member]]\nid = "agent-7"\nrole = "agent"\n'
ROSTER = "# Members\n\n- Anna Rossi\n- Ben Okri\n- agent-7\n"


def done(wiki: Repository, memwiki: Run, files: dict[str, str]) -> int:
    """What the check says of files that a person saved and staged after they had memwiki render."""
    for path, text in files.items():
        wiki.write(path, text)
    assert memwiki("render", cwd=wiki.path).code == 0
    wiki.git("add", "-A")
    return memwiki("check", "--who", "ben", cwd=wiki.path).code


def test_a_list_of_the_members_gives_way_to_the_block_that_is_advised(wiki: Repository, memwiki: Run) -> None:
    wiki.commit("people", {"wiki/home.md": ROSTER, "members.toml": THREE})
    out = memwiki("lint", "wiki/home.md", cwd=wiki.path).out
    assert "This lists 3 members" in out
    assert "put these two lines in its place, log an UPDATE, and run memwiki render" in out
    block = "# Members\n\n<!-- memwiki:roster -->\n<!-- /memwiki:roster -->\n"
    logged = wiki.read("wiki/log.md") + "2026-11-30 | UPDATE | ben | home.md | the members are rendered\n"
    assert done(wiki, memwiki, {"wiki/home.md": block, "wiki/log.md": logged}) == 0
    assert "| Ben Okri |" in wiki.read("wiki/home.md")
    assert "members" not in memwiki("lint", "wiki/home.md", cwd=wiki.path).out


def test_a_block_stands_for_no_more_lines_than_it_has(wiki: Repository, memwiki: Run) -> None:
    rows = "".join(f"A line of prose, and number {number} of it.\n\n" for number in range(20))
    wiki.commit("people", {"wiki/home.md": f"# Members\n\n{rows}"})
    logged = wiki.read("wiki/log.md") + "2026-11-30 | UPDATE | ben | home.md | the members are rendered\n"
    block = "# Members\n\n<!-- memwiki:roster -->\n<!-- /memwiki:roster -->\n"
    assert done(wiki, memwiki, {"wiki/home.md": block, "wiki/log.md": logged}) == 1


def test_a_list_that_somebody_signed_is_retired_by_the_commands_that_are_advised(
    wiki: Repository, memwiki: Run
) -> None:
    signed = ROSTER.replace("\n- ", "\n* ").replace("Rossi\n", "Rossi — ben, 2026-11-01\n")
    signed = signed.replace("Okri\n", "Okri — ben, 2026-11-01\n").replace("-7\n", "-7 — ben, 2026-11-01\n")
    wiki.commit("people", {"wiki/home.md": signed, "members.toml": THREE})
    out = memwiki("lint", "wiki/home.md", cwd=wiki.path).out
    commands = [
        shlex.split(line.partition("memwiki ")[2]) for line in out.split("\n") if "memwiki retire" in line
    ]
    assert len(commands) == 3
    for command in commands:
        assert memwiki(*command, "--who", "ben", cwd=wiki.path).code == 0
    block = "\n<!-- memwiki:roster -->\n<!-- /memwiki:roster -->\n"
    assert done(wiki, memwiki, {"wiki/home.md": wiki.read("wiki/home.md") + block}) == 0
    assert "members" not in memwiki("lint", "wiki/home.md", cwd=wiki.path).out


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
