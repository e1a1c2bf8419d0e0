"""The hooks through the real pre-commit framework, from a repository of hooks that is a clone of this one."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.repository import ANNA, FILES, HOTEL, Repository, clean_environ, empty_repository

HOUSE = Path(__file__).parents[2]

CONFIG = """\
default_install_hook_types: [pre-commit, pre-merge-commit, commit-msg, pre-push]
repos:
- repo: {hooks}
  rev: {rev}
  hooks:
  - id: memwiki-check
  - id: memwiki-check-message
  - id: memwiki-fix
    stages: [manual]
"""


@pytest.fixture(scope="session")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where pre-commit keeps what it has installed, once for all tests."""
    return tmp_path_factory.mktemp("pre-commit")


@pytest.fixture(scope="session")
def hooks(tmp_path_factory: pytest.TempPathFactory) -> Repository:
    """A repository of hooks: the files of this house as they stand."""
    folder = tmp_path_factory.mktemp("hooks") / "memwiki"
    shutil.copytree(
        HOUSE, folder, ignore=shutil.ignore_patterns(".*cache", ".git", ".venv", "__pycache__", "tests")
    )
    repository = empty_repository(folder)
    repository.commit("memwiki")
    return repository


@pytest.fixture
def wiki(tmp_path: Path, hooks: Repository, cache: Path) -> Repository:
    """A wiki whose commits go through pre-commit."""
    repository = empty_repository(tmp_path / "wiki")
    environ = {name: value for name, value in clean_environ(tmp_path).items() if name != "GIT_AUTHOR_DATE"}
    repository.environ = {**environ, "PRE_COMMIT_HOME": str(cache), "MEMWIKI_TODAY": "2026-11-30"}
    config = CONFIG.format(hooks=hooks.path, rev=hooks.head)
    repository.commit("A wiki", {**FILES, ".pre-commit-config.yaml": config}, author=ANNA)
    assert pre_commit(repository, "install").returncode == 0
    return repository


def pre_commit(wiki: Repository, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "pre_commit", *arguments]
    return subprocess.run(
        command, cwd=wiki.path, env=wiki.environ, capture_output=True, text=True, check=False
    )


def git(wiki: Repository, *arguments: str, **more: str) -> tuple[int, str]:
    """Exit code and all that git and its hooks say."""
    done = subprocess.run(
        ["git", *arguments],
        cwd=wiki.path,
        env={**wiki.environ, **more},
        capture_output=True,
        text=True,
        check=False,
    )
    return done.returncode, done.stdout + done.stderr


def lose_a_fact(wiki: Repository) -> None:
    wiki.replace("wiki/trips.md", f"{HOTEL}\n", "")
    wiki.append("wiki/log.md", "2026-11-30 | UPDATE | ben | trips.md | shorter")
    wiki.stage()


def test_a_good_commit_goes_through_and_a_bad_one_does_not(wiki: Repository) -> None:
    wiki.add_fact("trips.md", "The train leaves at nine")
    wiki.stage()
    code, said = git(wiki, "commit", "-m", "A train")
    assert code == 0, said
    lose_a_fact(wiki)
    code, said = git(wiki, "commit", "-m", "shorter")
    assert (code, HOTEL.removeprefix("- ") in said) == (1, True), said


def test_a_deleted_log_gives_no_file_name_and_is_seen_all_the_same(wiki: Repository) -> None:
    wiki.git("rm", "--quiet", "wiki/log.md")
    code, said = git(wiki, "commit", "-m", "no log")
    assert (code, "log-shortened" in said) == (1, True), said


def test_the_index_counts_although_the_framework_hides_what_is_not_staged(wiki: Repository) -> None:
    wiki.add_fact("trips.md", "The train leaves at nine")
    wiki.stage()
    wiki.append("wiki/trips.md", "- not staged and without a name")
    code, said = git(wiki, "commit", "-m", "A train")
    assert code == 0, said
    assert "not staged" in wiki.read("wiki/trips.md")


def test_a_clean_merge_is_judged(wiki: Repository) -> None:
    wiki.git("switch", "--quiet", "-c", "other")
    lose_a_fact(wiki)
    wiki.git("commit", "--quiet", "--no-verify", "-m", "shorter")
    wiki.git("switch", "--quiet", "main")
    wiki.commit("elsewhere", {"readme.txt": "x\n"})
    code, said = git(wiki, "merge", "--no-ff", "--no-edit", "other")
    assert (code, "fact-erased" in said) == (1, True), said


def test_a_range_is_judged(wiki: Repository) -> None:
    start = wiki.head
    lose_a_fact(wiki)
    wiki.git("commit", "--quiet", "--no-verify", "-m", "shorter")
    done = pre_commit(wiki, "run", "memwiki-check", "--from-ref", start, "--to-ref", "HEAD")
    assert (done.returncode, "fact-erased" in done.stdout) == (1, True), done.stdout


def test_a_push_is_judged_even_where_the_framework_names_no_range(wiki: Repository, tmp_path: Path) -> None:
    empty_repository(tmp_path / "remote.git", "--bare")
    wiki.git("remote", "add", "origin", str(tmp_path / "remote.git"))
    code, said = git(wiki, "push", "origin", "main")
    assert code == 0, said
    lose_a_fact(wiki)
    wiki.git("commit", "--quiet", "--no-verify", "-m", "shorter")
    code, said = git(wiki, "push", "origin", "main")
    assert (code, "fact-erased" in said) == (1, True), said


def test_running_over_all_files_compares_nothing_and_says_so(wiki: Repository) -> None:
    done = pre_commit(wiki, "run", "memwiki-check", "--all-files", "--verbose")
    assert (done.returncode, "Nothing is staged" in done.stdout) == (0, True), done.stdout


def test_an_override_is_honoured_where_the_message_is_at_hand(wiki: Repository) -> None:
    lose_a_fact(wiki)
    message = "Shorter\n\nMemwiki-Override: fact-erased — agreed"
    as_ben, said = git(wiki, "commit", "-m", message, SKIP="memwiki-check")
    assert (as_ben, "Ben Okri is no admin" in said) == (1, True), said
    as_anna, said = git(wiki, "commit", "-m", message, f"--author={ANNA}", SKIP="memwiki-check")
    assert as_anna == 0, said


def test_the_fixer_writes_what_is_missing_and_fails(wiki: Repository) -> None:
    wiki.append("wiki/trips.md", "- The train leaves at nine — ben, 2026-11-30")
    wiki.stage()
    done = pre_commit(wiki, "run", "--hook-stage", "manual", "memwiki-fix")
    assert done.returncode == 1, done.stdout
    assert wiki.read("wiki/log.md").endswith("| trips.md | 1 fact added\n")
    wiki.stage()
    assert git(wiki, "commit", "-m", "A train")[0] == 0
