"""What the health pass advises, done as it is printed: every command means what it was printed for."""

from __future__ import annotations

import shlex
from collections.abc import Iterator

import pytest

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


@pytest.mark.parametrize(
    "listed",
    [
        ROSTER,
        "# Team\n\n| Name | Role |\n|---|---|\n| Anna Rossi | admin |\n| Ben | |\n| agent-7 | agent |\n",
    ],
    ids=["a list", "a table"],
)
def test_a_list_of_the_members_gives_way_to_the_block_that_is_advised(
    wiki: Repository, memwiki: Run, listed: str
) -> None:
    wiki.commit("people", {"wiki/home.md": listed, "members.toml": THREE})
    out = memwiki("lint", "wiki/home.md", cwd=wiki.path).out
    assert "This lists 3 members" in out
    assert "put these two lines in its place, log an UPDATE, and run memwiki render" in out
    title = listed.partition("\n")[0]
    block = f"{title}\n\n<!-- memwiki:roster -->\n<!-- /memwiki:roster -->\n"
    logged = wiki.read("wiki/log.md") + "2026-11-30 | UPDATE | ben | home.md | the members are rendered\n"
    assert done(wiki, memwiki, {"wiki/home.md": block, "wiki/log.md": logged}) == 0
    assert "| Ben Okri |" in wiki.read("wiki/home.md")
    assert "members" not in memwiki("lint", "wiki/home.md", cwd=wiki.path).out


@pytest.mark.parametrize(
    "lost",
    [
        "The key hangs in the hall.\n",
        "- Anna has the key of the cellar and Ben that of the house\n",
        ROSTER[11:] * 20,
    ],
    ids=["prose", "what members do", "more than the table says"],
)
def test_a_block_stands_for_no_other_lines(wiki: Repository, memwiki: Run, lost: str) -> None:
    wiki.commit("people", {"wiki/home.md": f"# Members\n\n{lost}", "members.toml": THREE})
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


def test_of_two_facts_that_contradict_each_other_either_is_retired_by_the_command_of_the_hint(
    wiki: Repository, memwiki: Run
) -> None:
    ports = (
        "# Hosts\n\n- The admin port is 80 — ben, 2026-10-01\n- The admin port is 8080 — ben, 2026-10-02\n"
    )
    logged = wiki.read("wiki/log.md")
    wiki.commit("ports", {"wiki/home.md": ports})
    out = memwiki("lint", "wiki/home.md", cwd=wiki.path).out
    retire = [line.partition(": memwiki ")[2] for line in out.split("\n") if ": memwiki retire" in line]
    assert len(retire) == 2
    for command, gone in zip(retire, ("80 ", "8080 "), strict=True):
        wiki.write("wiki/home.md", ports)
        wiki.write("wiki/log.md", logged)
        assert memwiki(*shlex.split(command), "--who", "ben", cwd=wiki.path).code == 0
        assert f"~~The admin port is {gone}" in wiki.read("wiki/home.md")
        wiki.git("add", "-A")
        assert memwiki("check", "--who", "ben", cwd=wiki.path).code == 0
        assert "cannot hold beside" not in memwiki("lint", "wiki/home.md", cwd=wiki.path).out


def test_a_copy_of_a_sync_tool_is_merged_and_removed_as_the_hint_says(wiki: Repository, memwiki: Run) -> None:
    copy = "wiki/home.sync-conflict-20261101-120000-ABCDEFG.md"
    fact = "- The filter is new — ben, 2026-11-01\n"
    wiki.commit("copy", {copy: wiki.read("wiki/home.md") + fact})
    out = memwiki("lint", copy, cwd=wiki.path).out
    (remove,) = (line.partition("then: ")[2] for line in out.split("\n") if "then: git rm" in line)
    (say,) = (line.partition("memwiki append ")[2] for line in out.split("\n") if "out of a copy" in line)
    wiki.write("wiki/home.md", wiki.read("wiki/home.md") + fact)
    assert memwiki("append", *shlex.split(say), "--who", "ben", cwd=wiki.path).code == 0
    wiki.git(*shlex.split(remove)[1:])
    wiki.git("add", "-A")
    answer = memwiki("check", "--who", "ben", cwd=wiki.path)
    assert (answer.code, "log-" in answer.out) == (0, False), answer.out


def test_what_the_log_left_out_is_told_by_the_command_of_the_hint(wiki: Repository, memwiki: Run) -> None:
    wiki.commit(
        "untold", {"wiki/home.md": wiki.read("wiki/home.md") + "- The filter is new — ben, 2026-11-01\n"}
    )
    conflict = "2026-11-03 | CONFLICT | ben | trips.md | two hotels\n"
    wiki.commit("conflict", {"wiki/log.md": wiki.read("wiki/log.md") + conflict})
    out = memwiki("lint", cwd=wiki.path).out
    said = [line.partition("memwiki append ")[2] for line in out.split("\n") if "memwiki append " in line]
    assert said
    for words in said:
        assert memwiki("append", *shlex.split(words), "--who", "ben", cwd=wiki.path).code == 0
    logged = wiki.read("wiki/log.md")
    wiki.write("wiki/log.md", f"{logged}2026-11-30 | UPDATE | ben | trips.md | both, one for each week\n")
    wiki.git("add", "-A")
    answer = memwiki("check", "--who", "ben", cwd=wiki.path)
    assert (answer.code, "nothing to report" in answer.out) == (0, True), answer.out
    wiki.commit("told")
    out = memwiki("lint", cwd=wiki.path).out
    assert ("log-gap" in out, "conflict-open" in out) == (False, False)


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
