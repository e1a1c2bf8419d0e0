"""`memwiki fix`: what `check --fix` writes, as a command of its own."""

from __future__ import annotations

import pytest

from tests.repository import Repository
from tests.wiki_hooks.cli.conftest import Run

LOGGED = "2026-11-30 | ADD | Ben Okri | trips.md | 1 fact added\n"


@pytest.fixture
def unlogged(wiki: Repository) -> Repository:
    """A new note and a new fact on disk, without their lines."""
    wiki.append("wiki/trips.md", "- The train leaves at nine — ben, 2026-11-30")
    wiki.write("wiki/new.md", "# New\n\n- A fact — ben, 2026-11-30\n")
    return wiki


WAYS = pytest.mark.parametrize("way", [[], ["--worktree"]], ids=["staged", "worktree"])


@WAYS
def test_it_writes_what_is_missing_and_says_what_comes_next(
    unlogged: Repository, memwiki: Run, way: list[str]
) -> None:
    unlogged.stage()
    answer = memwiki("fix", *way, cwd=unlogged.path)
    assert (answer.code, answer.err) == (0, "")
    assert "note: wrote 2 lines to wiki/log.md:" in answer.out
    assert "note: wrote 1 line to wiki/index.md:" in answer.out
    assert "git add :/wiki/log.md :/wiki/index.md" in answer.out
    assert unlogged.read("wiki/log.md").endswith(LOGGED)
    unlogged.stage()
    assert memwiki("check", cwd=unlogged.path).code == 0
    assert "nothing to report" in memwiki("fix", *way, cwd=unlogged.path).out


@WAYS
def test_a_dry_run_says_what_would_be_written(unlogged: Repository, memwiki: Run, way: list[str]) -> None:
    unlogged.stage()
    before = unlogged.git("status", "--porcelain")
    answer = memwiki("fix", "--dry-run", *way, cwd=unlogged.path)
    assert (answer.code, answer.err) == (1, "")
    assert "note: would write 2 lines to wiki/log.md:" in answer.out
    assert f"note:   {LOGGED}" in answer.out
    assert "git add" not in answer.out
    assert unlogged.git("status", "--porcelain") == before
    assert not (unlogged.path / ".git/memwiki").exists()


def test_what_no_line_mends_is_left_to_whoever_asked(unlogged: Repository, memwiki: Run) -> None:
    unlogged.append("wiki/home.md", "- No name")
    unlogged.stage()
    answer = memwiki("fix", cwd=unlogged.path)
    assert (answer.code, "fact-unattributed" in answer.out) == (1, True)
    assert LOGGED in unlogged.read("wiki/log.md")


def test_log_and_index_are_written_together_or_not_at_all(unlogged: Repository, memwiki: Run) -> None:
    unlogged.stage()
    log = unlogged.read("wiki/log.md")
    (unlogged.path / "wiki/index.md").unlink()
    (unlogged.path / "wiki/index.md").mkdir()
    answer = memwiki("fix", cwd=unlogged.path)
    assert (answer.code, "wiki/index.md" in answer.err) == (2, True)
    assert unlogged.read("wiki/log.md") == log


@pytest.mark.parametrize("ending", ["\n", "\r\n"])
def test_lines_end_as_those_of_the_file(wiki: Repository, memwiki: Run, ending: str) -> None:
    for path in ("wiki/log.md", "wiki/index.md"):
        wiki.write(path, wiki.read(path).replace("\n", ending))
    wiki.commit("line ends")
    wiki.write("wiki/new.md", "# New\n\n- A fact — ben, 2026-11-30\n")
    assert memwiki("fix", "--worktree", cwd=wiki.path).code == 0
    for path in ("wiki/log.md", "wiki/index.md"):
        data = (wiki.path / path).read_bytes().decode()
        assert data.count(ending) == data.count("\n")
