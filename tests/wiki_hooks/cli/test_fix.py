"""`memwiki check --fix`: the missing lines are written, nothing is ever shortened, and one must look."""

from __future__ import annotations

import subprocess

import pytest

from tests.repository import BOILER, FIRST_LINE, HOTEL, ROME, SECOND_LINE, Repository
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
    assert "git add :/wiki/log.md :/wiki/index.md" in answer.out
    assert "what else there is in the staged change: nothing to report" in answer.out
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


class TestUntilItIsStaged:
    """What was written, by `--fix` or by hand, is not asked for again: it only has to be staged."""

    @pytest.mark.parametrize("mode", [[], ["--hook"], ["--quiet"]])
    def test_one_error_a_file_says_so(self, unlogged: Repository, memwiki: Run, mode: list[str]) -> None:
        memwiki("check", "--fix", cwd=unlogged.path)
        answer = memwiki("check", *mode, cwd=unlogged.path)
        assert answer.code == 1
        assert "2 lines that this change needs are written, but not staged." in answer.out
        assert "do: git add :/wiki/log.md\n" in answer.out
        assert "do: git add :/wiki/index.md\n" in answer.out
        assert "2 errors." in answer.out
        assert "--fix" not in answer.out

    def test_own_words_are_as_good(self, unlogged: Repository, memwiki: Run) -> None:
        memwiki("check", "--fix", cwd=unlogged.path)
        unlogged.replace("wiki/log.md", "trips.md | 1 fact added", "trips.md | when the train leaves")
        log = unlogged.read("wiki/log.md")
        assert "not staged" in memwiki("check", "--fix", cwd=unlogged.path).out
        assert unlogged.read("wiki/log.md") == log

    def test_a_line_on_disk_that_does_not_fit_is_not_the_one(self, wiki: Repository, memwiki: Run) -> None:
        wiki.write("wiki/new.md", "# New\n\n- A fact — ben, 2026-11-30\n")
        wiki.append("wiki/index.md", "- [New](new.md)")
        wiki.stage()
        wiki.append("wiki/log.md", "2026-11-30 | LINT | ben | new.md | looked at")
        answer = memwiki("check", cwd=wiki.path)
        assert "log-missing" in answer.out
        assert "not staged" not in answer.out
        memwiki("check", "--fix", cwd=wiki.path)
        wiki.stage()
        assert memwiki("check", cwd=wiki.path).code == 0

    def test_what_is_left_out_of_a_partial_commit_is_named(self, wiki: Repository, memwiki: Run) -> None:
        wiki.add_fact("trips.md", "The train leaves at nine")
        wiki.git("read-tree", "HEAD", GIT_INDEX_FILE=".git/next-index-1.lock")
        wiki.git("add", "wiki/trips.md", GIT_INDEX_FILE=".git/next-index-1.lock")
        answer = memwiki("check", cwd=wiki.path, GIT_INDEX_FILE=".git/next-index-1.lock")
        assert answer.code == 1
        assert "then commit without naming files" in answer.out

    def test_nothing_is_staged_and_no_object_made_by_looking(
        self, unlogged: Repository, memwiki: Run
    ) -> None:
        memwiki("check", "--fix", cwd=unlogged.path)
        before = unlogged.git("ls-files", "--stage"), unlogged.git("count-objects", "-v")
        memwiki("check", cwd=unlogged.path)
        assert (unlogged.git("ls-files", "--stage"), unlogged.git("count-objects", "-v")) == before

    def test_files_that_are_named_narrow_it_too(self, unlogged: Repository, memwiki: Run) -> None:
        memwiki("check", "--fix", cwd=unlogged.path)
        answer = memwiki("check", "wiki/trips.md", cwd=unlogged.path)
        assert answer.code == 1
        assert "1 line that this change needs is written, but not staged." in answer.out


class TestTheLinesOfADay:
    """A line is missing as often as it is needed, however many like it stand in the log."""

    @pytest.mark.parametrize("order", ["oldest-first", "newest-first"])
    def test_the_second_like_change_of_a_day_gets_a_second_like_line(
        self, wiki: Repository, memwiki: Run, order: str
    ) -> None:
        wiki.commit("x", {"memwiki.toml": f'[[store]]\npath = "wiki"\nlog_order = "{order}"\n'})
        for number in (1, 2, 3):
            wiki.append("wiki/trips.md", f"- Train {number} leaves at nine — ben, 2026-11-30")
            wiki.stage()
            assert memwiki("check", "--fix", cwd=wiki.path).code == 1
            assert memwiki("check", "--fix", cwd=wiki.path).code == 1, "looking again writes nothing"
            assert wiki.read("wiki/log.md").count("trips.md | 1 fact added\n") == number
            wiki.stage()
            assert memwiki("check", cwd=wiki.path).code == 0
            wiki.git("commit", "--no-verify", "-m", "a train")

    def test_every_claim_gets_its_line_and_none_two(self, wiki: Repository, memwiki: Run) -> None:
        claim = "  - ⚠ claimed changed: it is later — ben, 2026-11-30 — unconfirmed\n"
        wiki.replace("wiki/home.md", f"- {BOILER}\n", f"- {BOILER}\n{claim}")
        wiki.replace("wiki/trips.md", f"- {ROME}\n", f"- {ROME}\n{claim}")
        wiki.replace("wiki/trips.md", f"- {HOTEL}\n", f"- {HOTEL}\n{claim}- A bus — ben, 2026-11-30\n")
        wiki.stage()
        memwiki("check", "--fix", cwd=wiki.path)
        written = wiki.read("wiki/log.md").split(f"{SECOND_LINE}\n")[1].split("\n")[:-1]
        assert sorted(line.split(" | ", 3)[1] + " " + line.split(" | ", 3)[3] for line in written) == [
            "ADD trips.md | 1 fact added, 2 claims made",
            "CLAIM home.md | it is later",
            "CLAIM trips.md | it is later",
            "CLAIM trips.md | it is later",
        ]
        wiki.stage()
        assert memwiki("check", cwd=wiki.path).code == 0

    def test_a_claim_line_without_its_claim_is_nothing_to_write(self, wiki: Repository, memwiki: Run) -> None:
        wiki.append("wiki/log.md", "2026-11-30 | CLAIM | ben | home.md | it is later")
        wiki.stage()
        log = wiki.read("wiki/log.md")
        answer = memwiki("check", "--fix", cwd=wiki.path)
        assert (answer.code, "claim-unlogged" in answer.out) == (1, True)
        assert wiki.read("wiki/log.md") == log


def test_of_many_notes_only_some_lines_are_shown(wiki: Repository, memwiki: Run) -> None:
    for number in range(30):
        wiki.write(f"wiki/note-{number}.md", f"# Note {number}\n\n- A fact — ben, 2026-11-30\n")
    wiki.stage()
    answer = memwiki("check", "--fix", cwd=wiki.path)
    lines = answer.out.split("\n")
    assert max(map(len, lines)) < 100
    assert "note: wrote 30 lines to wiki/log.md:" in lines
    assert "note:   … and 22 more" in lines
    assert len(lines) < 30


@pytest.mark.parametrize(("left", "said"), [("", False), ("- No name", True)])
def test_a_quiet_fix_says_only_what_is_left(
    unlogged: Repository, memwiki: Run, left: str, said: bool
) -> None:
    if left:
        unlogged.append("wiki/home.md", left)
        unlogged.stage()
    answer = memwiki("check", "--fix", "--quiet", cwd=unlogged.path)
    assert (answer.code, bool(answer.out)) == (1, said)
    assert "wrote" not in answer.out
    assert "wrote" not in memwiki("check", "--fix", "--quiet", cwd=unlogged.path).out


def test_a_hook_that_fixes_is_never_silent(unlogged: Repository, memwiki: Run) -> None:
    assert "wrote 2 lines to wiki/log.md" in memwiki("check", "--fix", "--hook", cwd=unlogged.path).out


def test_what_an_admin_may_do_is_not_offered_for_what_is_mended(unlogged: Repository, memwiki: Run) -> None:
    assert "may override" in memwiki("check", "--who", "anna", cwd=unlogged.path).out
    assert "may override" not in memwiki("check", "--fix", "--who", "anna", cwd=unlogged.path).out


def test_before_anything_is_staged_the_files_on_disk_are_mended(unlogged: Repository, memwiki: Run) -> None:
    unlogged.git("reset", "-q")
    assert "`memwiki check --worktree --fix`" in memwiki("check", "--worktree", cwd=unlogged.path).out
    answer = memwiki("check", "--worktree", "--fix", cwd=unlogged.path / "wiki")
    assert answer.code == 1
    assert "stage it with your change: git add :/wiki/log.md :/wiki/index.md" in answer.out
    assert memwiki("check", "--worktree", "--fix", cwd=unlogged.path).code == 0
    unlogged.stage()
    assert memwiki("check", cwd=unlogged.path).code == 0


def test_what_it_prints_works_in_any_folder(unlogged: Repository, memwiki: Run) -> None:
    """A store whose name git would read as a pattern, and a user who stands in another folder."""
    unlogged.git("mv", "wiki", "_[a] wiki")
    unlogged.write("memwiki.toml", '[[store]]\npath = "_[a] wiki"\n')
    unlogged.write("deep/er/x.txt", "x")
    unlogged.commit("moved", {"_[a] wiki/more.md": "# More\n"})
    unlogged.stage({"_[a] wiki/last.md": "# Last\n"})
    answer = memwiki("check", "--fix", cwd=unlogged.path / "deep/er")
    command = answer.out.split("then: ")[1].split("\n")[0]
    subprocess.run(command, shell=True, cwd=unlogged.path / "deep/er", env=unlogged.environ, check=True)
    assert memwiki("check", cwd=unlogged.path).code == 0


def test_doing_it_again_before_they_are_staged_writes_nothing_twice(
    unlogged: Repository, memwiki: Run
) -> None:
    memwiki("check", "--fix", cwd=unlogged.path)
    log = unlogged.read("wiki/log.md")
    answer = memwiki("check", "--fix", cwd=unlogged.path)
    assert answer.code == 1
    assert "written before, but not staged: wiki/log.md" in answer.out
    assert "git add :/wiki/index.md :/wiki/log.md" in answer.out
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
