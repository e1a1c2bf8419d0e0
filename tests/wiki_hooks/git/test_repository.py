"""Which repository is meant: found without a process, and the one that git itself would find."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.repository import Repository, empty_repository, wiki_repository
from wiki_hooks.plumbing.objects import Objects
from wiki_hooks.plumbing.process import LOCAL_VARIABLES, Git, without_local_variables
from wiki_hooks.plumbing.repository import NoRepository, find_repository
from wiki_schema.finding import CannotCheck


@pytest.fixture
def wiki(tmp_path: Path) -> Repository:
    return wiki_repository(tmp_path / "wiki")


def test_the_top_is_found_from_any_folder_below(wiki: Repository) -> None:
    found = find_repository(str(wiki.path / "wiki"), wiki.environ)
    assert (found.top, found.git_dir, found.bare) == (str(wiki.path), str(wiki.path / ".git"), False)


def test_a_linked_worktree_has_a_git_directory_of_its_own(wiki: Repository, tmp_path: Path) -> None:
    wiki.git("worktree", "add", "-q", str(tmp_path / "linked"))
    found = find_repository(str(tmp_path / "linked" / "wiki"), wiki.environ)
    assert found.top == str(tmp_path / "linked")
    assert found.git_dir == str(wiki.path / ".git/worktrees/linked")
    assert found.common_dir == str(wiki.path / ".git")


def test_a_submodule_is_a_repository_of_its_own(wiki: Repository, tmp_path: Path) -> None:
    outer = empty_repository(tmp_path / "outer")
    outer.git("-c", "protocol.file.allow=always", "submodule", "--quiet", "add", str(wiki.path), "inner")
    found = find_repository(str(outer.path / "inner"), outer.environ)
    assert found.top == str(outer.path / "inner")
    assert Path(found.git_dir) == outer.path / ".git/modules/inner"


def test_a_bare_repository_has_no_files_on_disk(wiki: Repository, tmp_path: Path) -> None:
    bare = wiki.clone(tmp_path / "bare", "--bare")
    assert find_repository(str(bare.path), bare.environ).bare
    assert find_repository(str(bare.path), {**bare.environ, "GIT_DIR": "."}).bare


def test_a_folder_named_git_is_no_repository(tmp_path: Path) -> None:
    (tmp_path / ".git").mkdir()
    with pytest.raises(NoRepository, match=r"not in a git repository.*git init"):
        find_repository(str(tmp_path), {})


def test_under_a_hook_its_variables_name_the_repository(wiki: Repository, tmp_path: Path) -> None:
    environ = {**wiki.environ, "GIT_DIR": str(wiki.path / ".git"), "GIT_INDEX_FILE": "other-index"}
    found = find_repository(str(tmp_path), environ)
    assert (found.top, found.git_dir) == (str(tmp_path), str(wiki.path / ".git"))
    assert found.environ["GIT_INDEX_FILE"] == str(tmp_path / "other-index")


def test_a_named_working_tree_is_the_top(wiki: Repository, tmp_path: Path) -> None:
    environ = {**wiki.environ, "GIT_DIR": "wiki/.git", "GIT_WORK_TREE": "wiki"}
    found = find_repository(str(tmp_path), environ)
    assert found.top == str(wiki.path)
    assert found.git.run("rev-parse", "--show-toplevel").decode().strip() == str(wiki.path)


def test_a_relative_index_counts_from_the_top(wiki: Repository) -> None:
    found = find_repository(str(wiki.path / "wiki"), {**wiki.environ, "GIT_INDEX_FILE": ".git/index"})
    assert found.environ["GIT_INDEX_FILE"] == str(wiki.path / ".git/index")


def test_another_repository_can_be_asked_from_within_a_hook(wiki: Repository, tmp_path: Path) -> None:
    other = wiki_repository(tmp_path / "other")
    hook = {
        **wiki.environ,
        "GIT_DIR": str(wiki.path / ".git"),
        "GIT_INDEX_FILE": str(wiki.path / ".git/index"),
    }
    found = find_repository(str(other.path), without_local_variables(hook))
    assert found.git_dir == str(other.path / ".git")


def test_the_variables_that_name_a_repository_are_those_git_lists(wiki: Repository) -> None:
    assert set(wiki.git("rev-parse", "--local-env-vars").split()) <= LOCAL_VARIABLES


def test_nothing_configured_changes_what_plumbing_says(wiki: Repository) -> None:
    environ = {**wiki.environ, "GIT_ICASE_PATHSPECS": "1", "GIT_EXTERNAL_DIFF": "false", "LANGUAGE": "de"}
    wiki.write("[glob].md", "x")
    wiki.stage()
    assert Git(str(wiki.path), environ).run("ls-files", "--", "[glob].md") == b"[glob].md\n"


def test_a_failure_is_told_in_the_words_of_git(wiki: Repository) -> None:
    with pytest.raises(CannotCheck, match=r"git rev-list nowhere --` failed: fatal: bad revision 'nowhere'"):
        Git(str(wiki.path), wiki.environ).run("rev-list", "nowhere", "--")


def test_without_git_it_says_what_to_install(tmp_path: Path) -> None:
    with pytest.raises(CannotCheck, match=r"git cannot be started.*PATH"):
        Git(str(tmp_path), {"PATH": os.devnull}).run("version")


def test_a_repository_that_git_will_not_open_is_told_in_the_words_of_git(wiki: Repository) -> None:
    wiki.git("config", "core.repositoryFormatVersion", "99")
    found = find_repository(str(wiki.path), wiki.environ)
    with Objects(found.git) as objects, pytest.raises(CannotCheck, match=r"Expected git repo version.*99"):
        objects.find("HEAD")
