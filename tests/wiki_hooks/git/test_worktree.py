"""The files on disk against HEAD: as a commit of everything there would record them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pluggy
import pytest

from tests.repository import FILES, ROME, TODAY, Repository, empty_repository
from tests.wiki_hooks.git.conftest import errors
from wiki_hooks.git import worktree
from wiki_hooks.plumbing.repository import NoRepository
from wiki_schema.finding import Verdict


@pytest.fixture
def check(manager: pluggy.PluginManager) -> Callable[[Repository], Verdict]:
    def check(repository: Repository) -> Verdict:
        return worktree.check(str(repository.path), repository.environ, "", TODAY, manager)

    return check


Check = Callable[[Repository], Verdict]


def test_what_is_on_disk_counts_and_the_index_does_not(wiki: Repository, check: Check) -> None:
    wiki.stage({"wiki/trips.md": "# Trips\n"})
    wiki.write("wiki/trips.md", FILES["wiki/trips.md"])
    assert check(wiki) == Verdict()
    wiki.git("reset", "-q")
    wiki.replace("wiki/trips.md", f"- {ROME}\n", "")
    assert "fact-erased" in errors(check(wiki))


def test_a_note_that_git_does_not_know_yet_counts(wiki: Repository, check: Check) -> None:
    wiki.write("wiki/garden.md", "# Garden\n\n- Tulips in March\n")
    assert {"note-unindexed", "fact-unattributed"} <= errors(check(wiki))


@pytest.mark.parametrize("path", ["wiki/ignored.md", "wiki/nested/.git/note.md"])
def test_what_git_ignores_does_not(wiki: Repository, check: Check, path: str) -> None:
    wiki.commit("Ignore", {".gitignore": "ignored.md\n"})
    wiki.write(path, "- Tulips in March\n")
    assert check(wiki) == Verdict()


def test_a_nested_repository_is_none_of_ours(wiki: Repository, check: Check) -> None:
    empty_repository(wiki.path / "wiki/nested").commit("Its own", {"note.md": "- Tulips in March\n"})
    assert check(wiki) == Verdict()


def test_a_deleted_log_is_missed(wiki: Repository, check: Check) -> None:
    (wiki.path / "wiki/log.md").unlink()
    assert "log-shortened" in errors(check(wiki))


def test_what_a_sparse_checkout_leaves_out_is_not_gone(wiki: Repository, check: Check) -> None:
    wiki.git("sparse-checkout", "set", "--no-cone", "/memwiki.toml", "/wiki/index.md")
    (notice,) = check(wiki).notices
    assert notice.startswith("not looked at: 4 files that are left out of this checkout")
    assert "wiki/trips.md" in notice
    assert check(wiki).findings == ()


@pytest.mark.parametrize("mark", ["--assume-unchanged", "--skip-worktree"])
def test_what_git_was_told_not_to_look_at_is_looked_at(wiki: Repository, check: Check, mark: str) -> None:
    wiki.git("update-index", mark, "wiki/trips.md", "wiki/home.md")
    assert check(wiki) == Verdict()
    wiki.write("wiki/trips.md", "")
    assert {"note-emptied", "fact-erased"} <= errors(check(wiki))
    assert {finding.path for finding in check(wiki).findings if finding.lost} == {"wiki/trips.md"}
    assert not wiki.git("status", "--short")


def test_one_that_is_only_assumed_to_be_there_may_be_gone(wiki: Repository, check: Check) -> None:
    wiki.git("update-index", "--assume-unchanged", "wiki/trips.md")
    (wiki.path / "wiki/trips.md").unlink()
    assert "note-deleted" in errors(check(wiki))


def test_one_that_is_skipped_and_not_there_is_named(wiki: Repository, check: Check) -> None:
    wiki.git("update-index", "--skip-worktree", "wiki/trips.md", "members.toml")
    (wiki.path / "wiki/trips.md").unlink()
    assert check(wiki).notices == (
        "not looked at: 1 file that is left out of this checkout (skip-worktree): wiki/trips.md",
    )


def test_a_link_in_a_notes_place_is_not_followed(wiki: Repository, check: Check) -> None:
    wiki.write("elsewhere.md", FILES["wiki/trips.md"])
    (wiki.path / "wiki/trips.md").unlink()
    (wiki.path / "wiki/trips.md").symlink_to("../elsewhere.md")
    lost = {words for finding in check(wiki).findings for words in finding.lost}
    assert ROME in lost


def test_a_file_that_was_only_touched_did_not_change(wiki: Repository, check: Check) -> None:
    (wiki.path / "wiki/trips.md").touch()
    assert check(wiki) == Verdict()


@pytest.mark.parametrize(
    ("attributes", "autocrlf", "converts"),
    [("", "true", True), ("", "input", True), ("", "false", False), ("*.md text", "false", True),
     ("*.md eol=crlf", "false", True), ("*.md -text", "true", False)],
)  # fmt: skip
def test_line_ends_that_git_would_convert_are_no_change(
    wiki: Repository, check: Check, attributes: str, autocrlf: str, converts: bool
) -> None:
    wiki.commit("Attributes", {".gitattributes": f"{attributes}\n"})
    wiki.git("config", "core.autocrlf", autocrlf)
    wiki.write("wiki/home.md", FILES["wiki/home.md"].replace("\n", "\r\n"))
    assert (check(wiki) == Verdict()) is converts


def test_before_the_first_commit_all_is_new(wiki: Repository, check: Check) -> None:
    fresh = empty_repository(wiki.path / "fresh")
    for path, content in FILES.items():
        fresh.write(path, content)
    assert errors(check(fresh)) == set()


def test_a_bare_repository_has_nothing_on_disk(wiki: Repository, check: Check, tmp_path: Path) -> None:
    with pytest.raises(NoRepository, match="no files on disk"):
        check(wiki.clone(tmp_path / "bare", "--bare"))


def test_of_a_conflict_the_marks_are_seen(wiki: Repository, check: Check) -> None:
    wiki.git("checkout", "-qb", "side")
    wiki.commit("Theirs", {"wiki/trips.md": "theirs\n"})
    wiki.git("checkout", "-q", "main")
    wiki.commit("Ours", {"wiki/trips.md": "ours\n"})
    wiki.git("merge", "side", fails=True)
    assert "conflict-marker" in errors(check(wiki))
