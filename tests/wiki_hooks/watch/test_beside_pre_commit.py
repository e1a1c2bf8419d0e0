"""The watcher beside the real pre-commit, which puts unstaged changes aside and may roll everything back."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.patience import SECONDS
from tests.repository import ANNA, FILES, TODAY, Repository, wiki_repository
from tests.wiki_hooks.watch.keeping import line

TRIPS, HOME, LOG = FILES["wiki/trips.md"], FILES["wiki/home.md"], FILES["wiki/log.md"]
TRAIN = f"{TRIPS}- The train leaves at nine — ben, {TODAY}\n"
PAINT = f"{HOME}- The paint is blue — ben, {TODAY}\n"
ADDED, PAINTED = (line("ADD", path, "1 fact added") for path in ("trips.md", "home.md"))

# A hook that runs until it is told to go on.
SLOW = """\
import pathlib, sys, time
pathlib.Path(sys.argv[1], "running").touch()
end = time.monotonic() + 20
while not pathlib.Path(sys.argv[1], "go").exists() and time.monotonic() < end:
    time.sleep(0.02)
"""
CONFIG = """\
repos:
  - repo: local
    hooks:
      - {{id: slow, name: slow, language: system, entry: '{python} {script} {folder}', always_run: true,
         pass_filenames: false}}
"""


class Place(Repository):
    """A wiki with pre-commit installed and a watcher at work. Its user, as git knows, is Ben."""

    @property
    def signs(self) -> Path:
        """Where the hook says that it runs, and is told to go on."""
        return self.path.parent / "signs"

    def memwiki(self, *arguments: str) -> subprocess.Popen[str]:
        """A command, started."""
        return subprocess.Popen(
            [sys.executable, "-m", "wiki_hooks.cli", *arguments],
            cwd=self.path,
            env=self.environ,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )

    def commit_slowly(self) -> subprocess.Popen[str]:
        """A commit of what is staged, whose hook runs now."""
        commit = subprocess.Popen(
            ["git", "commit", "-m", "Elsewhere"],
            cwd=self.path,
            env=self.environ,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        until((self.signs / "running").exists)
        return commit

    def go_on(self, commit: subprocess.Popen[str]) -> str:
        """Let the hook end; gives what the commit said."""
        (self.signs / "go").touch()
        said, _ = commit.communicate(timeout=SECONDS)
        return said

    def stage_elsewhere(self) -> None:
        """Stage a file that is none of the wiki's."""
        self.write("src/main.py", "print()\n")
        self.git("add", "src/main.py")

    def logged(self, *lines: str) -> bool:
        """Whether the log grew by just these lines."""
        return sorted(self.read("wiki/log.md").split("\n")[4:-1]) == sorted(lines)

    def rests(self) -> None:
        """Wait so long that the watcher has seen whatever there is to see."""
        time.sleep(1.5)


def until(holds: Callable[[], object]) -> None:
    """Wait for something to hold."""
    deadline = time.monotonic() + SECONDS
    while not holds():
        assert time.monotonic() < deadline
        time.sleep(0.02)


@pytest.fixture
def place(tmp_path: Path) -> Iterator[Place]:
    repository = wiki_repository(tmp_path / "wiki")
    environ = {
        **repository.environ,
        "PRE_COMMIT_HOME": str(tmp_path / "cache"),
        "MEMWIKI_TODAY": str(TODAY),
        "PYTHONUNBUFFERED": "1",
    }
    found = Place(repository.path, environ)
    found.signs.mkdir()
    (tmp_path / "slow.py").write_text(SLOW)
    config = CONFIG.format(python=sys.executable, script=tmp_path / "slow.py", folder=found.signs)
    found.commit("Hooks", {".pre-commit-config.yaml": config}, author=ANNA)
    subprocess.run(
        [sys.executable, "-m", "pre_commit", "install"], cwd=found.path, env=environ, check=True,
        capture_output=True,
    )  # fmt: skip
    watcher = found.memwiki("watch", "--plain", "--settle-ms", "100")
    assert watcher.stdout is not None
    while "watching" not in watcher.stdout.readline():
        assert watcher.poll() is None
    yield found
    watcher.terminate()
    watcher.communicate(timeout=SECONDS)
    assert watcher.returncode == 0


@pytest.fixture
def saved(place: Place) -> Place:
    """A note was saved and its line stands in the log; neither is staged, but something else is."""
    place.write("wiki/trips.md", TRAIN)
    until(lambda: place.logged(ADDED))
    place.stage_elsewhere()
    return place


def test_what_is_put_aside_and_comes_back_is_no_news(saved: Place) -> None:
    commit = saved.commit_slowly()
    assert saved.read("wiki/log.md") == LOG, "pre-commit has put it aside"
    saved.rests()
    assert saved.read("wiki/log.md") == LOG, "nobody writes meanwhile"
    said = saved.go_on(commit)
    assert "Restored changes" in said
    assert commit.returncode == 0, said
    saved.rests()
    assert saved.logged(ADDED)
    assert saved.read("wiki/trips.md") == TRAIN


def test_a_note_saved_while_the_hook_runs_gets_its_line_afterwards(saved: Place) -> None:
    commit = saved.commit_slowly()
    saved.write("wiki/home.md", PAINT)
    saved.rests()
    assert saved.read("wiki/log.md") == LOG
    saved.go_on(commit)
    until(lambda: saved.logged(ADDED, PAINTED))
    saved.rests()
    assert saved.logged(ADDED, PAINTED)


def test_a_clean_commit_does_not_fail_because_of_the_watcher(place: Place) -> None:
    place.write("wiki/trips.md", TRAIN)
    until(lambda: place.logged(ADDED))
    place.git("add", "--all")
    commit = place.commit_slowly()
    place.rests()
    said = place.go_on(commit)
    assert commit.returncode == 0, said
    place.rests()
    assert place.logged(ADDED)
    assert place.git("status", "--porcelain") == ""


def test_lines_that_pre_commit_rolls_back_are_put_back_once(saved: Place) -> None:
    """Somebody appends to the log while the hook runs: its patch no longer applies, so all is wiped."""
    own = line("LINT", "log.md", "looked through")
    commit = saved.commit_slowly()
    appended = saved.memwiki("append", "wiki/log.md", own)
    said, _ = appended.communicate(timeout=SECONDS)
    assert appended.returncode == 0, said
    assert own in saved.read("wiki/log.md")
    said = saved.go_on(commit)
    assert "Rolling back" in said
    until(lambda: saved.logged(ADDED, own))
    saved.rests()
    assert saved.logged(ADDED, own)


def test_a_note_that_pre_commit_rolls_back_takes_no_line_of_what_stood_before(saved: Place) -> None:
    commit = saved.commit_slowly()
    saved.write("wiki/trips.md", f"{TRIPS}- Something else — ben, {TODAY}\n")
    said = saved.go_on(commit)
    assert "Rolling back" in said
    saved.rests()
    assert saved.read("wiki/trips.md") == TRAIN
    assert saved.logged(ADDED)


def test_stash_checkout_and_reset_beside_the_watcher_leave_every_line_once(saved: Place) -> None:
    saved.git("stash", "--quiet")
    saved.rests()
    assert saved.logged()
    saved.git("checkout", "--quiet", "-b", "side")
    saved.git("stash", "pop", "--quiet")
    saved.rests()
    assert saved.logged(ADDED)
    saved.git("add", "wiki")
    saved.git("commit", "--quiet", "--no-verify", "-m", "A fact", "--", "wiki")
    saved.git("checkout", "--quiet", "main")
    saved.rests()
    assert saved.logged()
    saved.git("merge", "--quiet", "side")
    saved.rests()
    assert saved.logged(ADDED)
    assert "src/main.py" in saved.git("status", "--porcelain")
