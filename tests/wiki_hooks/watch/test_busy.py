"""Git at work: what ends by itself, and what waits for a person."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.patience import SECONDS
from tests.repository import HOTEL, ROME, Repository, wiki_repository
from wiki_hooks.place.wiki import Wiki, find_wiki
from wiki_hooks.plumbing.busy import PATIENCE, Busy, busy
from wiki_schema.plugins import get_plugin_manager


@pytest.fixture
def repository(tmp_path: Path) -> Repository:
    """A wiki, in which git rests."""
    return wiki_repository(tmp_path / "wiki")


def wiki_in(repository: Repository, **environ: str) -> Wiki:
    """The wiki of a repository."""
    return find_wiki(str(repository.path), {**repository.environ, **environ}, get_plugin_manager())


def look(repository: Repository, **environ: str) -> Busy | None:
    """What git does there."""
    return busy(wiki_in(repository, **environ))


def until(holds: Callable[[], object]) -> None:
    """Waits for something to hold."""
    deadline = time.monotonic() + SECONDS
    while not holds():
        assert time.monotonic() < deadline
        time.sleep(0.01)


@contextmanager
def running(
    repository: Repository, *command: str | Path, **environ: str
) -> Iterator[subprocess.Popen[bytes]]:
    """A process at work in the repository."""
    process = subprocess.Popen(
        command, cwd=repository.path, env={**repository.environ, **environ}, stderr=subprocess.DEVNULL
    )
    try:
        yield process
    finally:
        process.kill()
        process.wait()


def test_a_wiki_at_rest_is_not_busy(repository: Repository) -> None:
    assert look(repository) is None


class TestALock:
    @pytest.mark.parametrize("name", ["index.lock", "HEAD.lock", "next-index-123.lock"])
    def test_passes(self, repository: Repository, name: str) -> None:
        (repository.path / ".git" / name).touch()
        assert look(repository) == Busy(name, True)

    def test_that_was_left_behind_holds_nobody_up(self, repository: Repository) -> None:
        lock = repository.path / ".git/index.lock"
        lock.touch()
        old = time.time() - PATIENCE - 5
        os.utime(lock, (old, old))
        found = look(repository)
        assert found is not None
        assert not found.passing
        assert lock.exists(), "it is not ours to remove"

    def test_of_a_time_that_is_still_to_come_holds_nobody_up(self, repository: Repository) -> None:
        lock = repository.path / ".git/next-index-1.lock"
        lock.touch()
        os.utime(lock, (4e9, 4e9))
        assert look(repository) == Busy("next-index-1.lock bears a time that is still to come", False)


class TestSomethingAPersonIsInTheMiddleOf:
    @pytest.fixture
    def forked(self, repository: Repository) -> Repository:
        """Two branches that changed one fact."""
        repository.git("checkout", "--quiet", "-b", "side")
        repository.replace("wiki/trips.md", ROME, "We go to Rome by ship — ben, 2026-11-01")
        repository.commit("By ship")
        repository.git("checkout", "--quiet", "main")
        repository.replace("wiki/trips.md", ROME, "We go to Rome by car — ben, 2026-11-01")
        repository.commit("By car")
        return repository

    @pytest.mark.parametrize(
        ("command", "said"),
        [
            (["merge", "side"], "a merge is not finished"),
            (["rebase", "side"], "a rebase is not finished"),
            (["cherry-pick", "side"], "a cherry-pick is not finished"),
            (["revert", "--no-edit", "HEAD~1"], "a revert is not finished"),
        ],
    )
    def test_is_told_and_does_not_pass_by_itself(
        self, forked: Repository, command: list[str], said: str
    ) -> None:
        if command[0] == "revert":
            forked.replace("wiki/trips.md", "by car", "by bus")
            forked.commit("By bus")
        forked.git(*command, fails=True)
        assert look(forked) == Busy(said, False)
        forked.git(command[0], "--abort")
        assert look(forked) is None

    def test_a_trace_that_git_forgot_to_remove_is_none(self, forked: Repository) -> None:
        (forked.path / ".git/REBASE_HEAD").write_text(f"{forked.head}\n")
        assert look(forked) is None

    def test_in_another_working_tree_is_of_no_concern(self, forked: Repository, tmp_path: Path) -> None:
        forked.git("worktree", "add", "--quiet", str(tmp_path / "other"), "side")
        other = Repository(tmp_path / "other", forked.environ)
        other.git("merge", "main", fails=True)
        assert look(other) == Busy("a merge is not finished", False)
        assert look(forked) is None


@pytest.mark.skipif(not os.path.isdir("/proc/self"), reason="the system shows no processes")
class TestALiveProcess:
    def test_git_commit_is_seen_while_its_hook_runs(self, repository: Repository) -> None:
        hooks = repository.path / ".git/hooks"
        hooks.mkdir()
        (hooks / "pre-commit").write_text("#!/bin/sh\nexec sleep 30\n")
        (hooks / "pre-commit").chmod(0o755)
        repository.append("wiki/trips.md", f"- {HOTEL}")
        repository.stage()
        with running(repository, "git", "commit", "-m", "x"):
            until(lambda: look(repository))
            found = look(repository)
            assert found is not None
            assert found.passing
            assert "git commit runs" in found.why
        until(lambda: not look(repository))

    def test_git_in_another_folder_is_not_ours(self, repository: Repository, tmp_path: Path) -> None:
        other = wiki_repository(tmp_path / "other")
        with running(other, "git", "checkout", "-p", "HEAD~0"):
            assert look(repository) is None

    def test_git_that_only_reads_is_no_work(self, repository: Repository) -> None:
        with repository_reader(repository):
            assert look(repository) is None

    def test_a_commit_that_waits_for_its_message_holds_nobody_up(
        self, repository: Repository, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("wiki_hooks.plumbing.busy.PATIENCE", -1.0)
        with running(repository, "git", "commit", "--allow-empty", GIT_EDITOR="sleep 30 #"):
            until(lambda: look(repository))
            found = look(repository)
            assert found is not None
            assert not found.passing

    def test_a_checkout_that_asks_a_person_holds_nobody_up(
        self, repository: Repository, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        repository.append("wiki/trips.md", "- More")
        with subprocess.Popen(
            ["git", "checkout", "-p"],
            cwd=repository.path,
            env=repository.environ,
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
        ) as process:
            until(lambda: look(repository))
            monkeypatch.setattr("wiki_hooks.plumbing.busy.PATIENCE", -1.0)
            until(lambda: (found := look(repository)) is not None and not found.passing)
            process.kill()


@contextmanager
def repository_reader(repository: Repository) -> Iterator[None]:
    """Git that answers questions about objects."""
    process = subprocess.Popen(
        ["git", "cat-file", "--batch"],
        cwd=repository.path,
        env=repository.environ,
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
    )
    try:
        yield
    finally:
        process.communicate()


class TestPreCommit:
    """It leaves a file with the unstaged changes, named after its process, and never removes it."""

    SLEEP = (sys.executable, "-c", "import time; time.sleep(30)")

    @pytest.fixture
    def hook(self, tmp_path: Path) -> tuple[str, str]:
        """What looks as pre-commit does while it runs."""
        script = tmp_path / "pre-commit"
        script.write_text("import time\ntime.sleep(30)\n")
        return sys.executable, str(script)

    def patch(self, repository: Repository, pid: int, when: float) -> str:
        """The folder in which such a file lies."""
        cache = repository.path.parent / "cache"
        cache.mkdir(exist_ok=True)
        (cache / f"patch{int(when)}-{pid}").touch()
        return str(cache)

    def test_that_put_changes_aside_passes(self, repository: Repository, hook: tuple[str, str]) -> None:
        with running(repository, *hook) as process:
            cache = self.patch(repository, process.pid, time.time())
            found = look(repository, PRE_COMMIT_HOME=cache)
            assert found is not None
            assert found.passing
            assert f"pre-commit runs (process {process.pid})" in found.why

    def test_that_has_ended_is_over(self, repository: Repository, hook: tuple[str, str]) -> None:
        with running(repository, *hook) as process:
            cache = self.patch(repository, process.pid, time.time())
        assert look(repository, PRE_COMMIT_HOME=cache) is None

    def test_of_last_year_is_not_taken_for_a_process_of_the_same_number(
        self, repository: Repository, hook: tuple[str, str]
    ) -> None:
        with running(repository, *hook) as process:
            cache = self.patch(repository, process.pid, time.time() - 1000)
            found = look(repository, PRE_COMMIT_HOME=cache)
            assert found is not None
            assert "put aside" not in found.why

    def test_is_no_other_process_whose_number_a_file_bears(self, repository: Repository) -> None:
        with running(repository, *self.SLEEP) as process:
            cache = self.patch(repository, process.pid, time.time())
            assert look(repository, PRE_COMMIT_HOME=cache) is None

    def test_that_runs_for_ever_holds_nobody_up(
        self, repository: Repository, hook: tuple[str, str], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("wiki_hooks.plumbing.busy.PATIENCE", -1.0)
        monkeypatch.setattr("wiki_hooks.plumbing.busy.LONGEST", -1.0)
        with running(repository, *hook) as process:
            found = look(repository, PRE_COMMIT_HOME=self.patch(repository, process.pid, time.time()))
            assert found is not None
            assert not found.passing

    def test_elsewhere_is_of_no_concern(
        self, repository: Repository, tmp_path: Path, hook: tuple[str, str]
    ) -> None:
        other = wiki_repository(tmp_path / "other")
        with running(other, *hook) as process:
            cache = self.patch(repository, process.pid, time.time())
            assert look(repository, PRE_COMMIT_HOME=cache) is None

    @pytest.mark.parametrize(
        "name", ["patch", "patch-", "patch12", "patchx-1", "patch1-", "db.db", "patch1-²"]
    )
    def test_other_files_in_its_folder_mean_nothing(self, repository: Repository, name: str) -> None:
        cache = self.patch(repository, 1, 0)
        (Path(cache) / name).touch()
        assert look(repository, PRE_COMMIT_HOME=cache) is None
