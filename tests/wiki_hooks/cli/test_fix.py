"""`memwiki check --fix`: the missing lines are written, nothing is ever shortened, and one must look."""

from __future__ import annotations

import pytest

from tests.repository import FIRST_LINE, SECOND_LINE, Repository
from tests.wiki_hooks.cli.conftest import Run


@pytest.fixture
def unlogged(wiki: Repository) -> Repository:
    """A new note and a new fact staged, without their lines."""
    wiki.append("wiki/trips.md", "- The train leaves at nine — ben, 2026-11-30")
    wiki.write("wiki/new.md", "# A [new] note\n\n- A fact — ben, 2026-11-30\n")
    wiki.stage()
    return wiki


def test_the_missing_lines_are_written_and_the_change_passes(unlogged: Repository, memwiki: Run) -> None:
    index, log = unlogged.read("wiki/index.md"), unlogged.read("wiki/log.md")
    answer = memwiki("check", "--fix", cwd=unlogged.path)
    assert answer.code == 1, "so that one looks"
    assert "git add wiki/log.md" in answer.out
    assert unlogged.read("wiki/index.md") == f"{index}- [A \\[new\\] note](new.md)\n"
    written = unlogged.read("wiki/log.md").removeprefix(log).split("\n")
    assert [line.split(" | ")[:4] for line in written[:-1]] == [
        ["2026-11-30", "ADD", "Ben Okri", "new.md"],
        ["2026-11-30", "ADD", "Ben Okri", "trips.md"],
    ]
    unlogged.git("add", "--all")
    assert memwiki("check", "--fix", cwd=unlogged.path) == (
        0,
        "memwiki: the staged change: nothing to report.\n",
        "",
    )


@pytest.mark.parametrize("mode", [[], ["--hook"]])
def test_the_check_names_it_as_the_way_out(unlogged: Repository, memwiki: Run, mode: list[str]) -> None:
    pointer = "`memwiki check --fix` writes the missing log and index lines"
    assert pointer in memwiki("check", *mode, cwd=unlogged.path).out
    unlogged.git("restore", "--staged", "--worktree", ".")
    unlogged.append("wiki/log.md", "no log line")
    unlogged.stage()
    answer = memwiki("check", *mode, cwd=unlogged.path)
    assert (answer.code, pointer in answer.out) == (1, False)


def test_doing_it_again_before_they_are_staged_writes_nothing_twice(
    unlogged: Repository, memwiki: Run
) -> None:
    memwiki("check", "--fix", cwd=unlogged.path)
    log = unlogged.read("wiki/log.md")
    answer = memwiki("check", "--fix", cwd=unlogged.path)
    assert answer.code == 1
    assert "has the line on disk" in answer.out
    assert unlogged.read("wiki/log.md") == log


def test_the_staged_change_stays_as_it_is(unlogged: Repository, memwiki: Run) -> None:
    before = unlogged.git("diff", "--cached")
    memwiki("check", "--fix", "--hook", cwd=unlogged.path)
    assert unlogged.git("diff", "--cached") == before


def test_what_else_is_wrong_stays_a_finding(unlogged: Repository, memwiki: Run) -> None:
    unlogged.append("wiki/home.md", "- No name")
    unlogged.stage()
    answer = memwiki("check", "--fix", cwd=unlogged.path)
    assert answer.code == 1
    assert "fact-unattributed" in answer.out
    assert "error    log-missing" not in answer.out


def test_a_last_line_without_a_newline_is_ended_first(unlogged: Repository, memwiki: Run) -> None:
    unlogged.write("wiki/log.md", f"# Log\n\n{FIRST_LINE}\n{SECOND_LINE}")
    memwiki("check", "--fix", cwd=unlogged.path)
    assert f"\n{SECOND_LINE}\n2026-11-30 | ADD" in unlogged.read("wiki/log.md")


def test_in_a_newest_first_log_they_go_under_the_preamble(unlogged: Repository, memwiki: Run) -> None:
    unlogged.write("memwiki.toml", '[[store]]\npath = "wiki"\nlog_order = "newest-first"\n')
    unlogged.git("commit", "--no-verify", "-m", "newest first", "memwiki.toml")
    (unlogged.path / "wiki/log.md").chmod(0o640)
    memwiki("check", "--fix", cwd=unlogged.path)
    lines = unlogged.read("wiki/log.md").split("\n")
    assert lines[:2] == ["# Log", ""]
    assert [line[:16] for line in lines[2:4]] == ["2026-11-30 | ADD"] * 2
    assert lines[4:] == [FIRST_LINE, SECOND_LINE, ""]
    assert (unlogged.path / "wiki/log.md").stat().st_mode & 0o777 == 0o640


def test_nothing_is_written_through_a_link(unlogged: Repository, memwiki: Run) -> None:
    target = unlogged.path / "elsewhere.md"
    target.write_text("mine\n", encoding="utf-8")
    (unlogged.path / "wiki/log.md").unlink()
    (unlogged.path / "wiki/log.md").symlink_to(target)
    assert memwiki("check", "--fix", cwd=unlogged.path).code == 2
    assert target.read_text(encoding="utf-8") == "mine\n"


def test_a_clean_change_needs_no_fix(wiki: Repository, memwiki: Run) -> None:
    wiki.add_fact("trips.md", "The train leaves at nine")
    wiki.stage()
    assert memwiki("check", "--fix", cwd=wiki.path).code == 0
