"""`memwiki watch` as a process: its signals, its lock, what a kill leaves, and `--once`."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.patience import SECONDS
from tests.repository import Repository, wiki_repository
from tests.wiki_hooks.watch.engine import NOTE, QUICK, SELDOM, Recorder
from wiki_hooks.place.wiki import Wiki, find_wiki
from wiki_hooks.watch import running
from wiki_hooks.watch.batch import Event
from wiki_hooks.watch.options import Options
from wiki_hooks.watch.settle import Patience
from wiki_schema.disk.locks import locked
from wiki_schema.finding import CannotCheck
from wiki_schema.plugins import get_plugin_manager

LOG = "wiki/log.md"


class Process:
    """A watcher, started as a user starts one."""

    def __init__(self, wiki: Repository, out: Path, *options: str) -> None:
        self.wiki = wiki
        self._out = out
        with out.open("ab") as file:
            self.popen = subprocess.Popen(
                [sys.executable, "-m", "wiki_hooks.cli", "watch", "--plain", "--settle-ms=50", *options],
                cwd=wiki.path,
                env={**wiki.environ, "MEMWIKI_TODAY": "2026-11-30"},
                stdout=file,
                stderr=subprocess.STDOUT,
            )

    @property
    def said(self) -> str:
        return self._out.read_text()

    def wait_for(self, condition: Callable[[], object]) -> None:
        end = time.monotonic() + SECONDS
        while not condition():
            assert time.monotonic() < end, self.said
            assert self.popen.poll() is None, self.said
            time.sleep(0.02)

    def wait_until_it_says(self, words: str) -> None:
        self.wait_for(lambda: words in self.said)

    def end(self, number: int = signal.SIGTERM) -> int:
        """Its exit code after a signal."""
        self.popen.send_signal(number)
        return self.popen.wait(SECONDS)


@pytest.fixture
def wiki(tmp_path: Path) -> Repository:
    return wiki_repository(tmp_path / "repository")


@contextmanager
def watcher(wiki: Repository, *options: str) -> Iterator[Process]:
    process = Process(wiki, wiki.path.parent / "said", *options)
    try:
        process.wait_until_it_says("watching")
        yield process
    finally:
        if process.popen.poll() is None:
            process.popen.kill()
            process.popen.wait()


def save(wiki: Repository, name: str) -> None:
    wiki.write(f"wiki/{name}.md", f"# {name}\n\n- It is so — ben, 2026-11-30\n")


def lines_of(wiki: Repository, note: str) -> list[str]:
    return [line for line in wiki.read(LOG).split("\n") if f"| {note}.md |" in line]


# Living and ending


def test_a_save_gets_its_line_in_the_log(wiki: Repository) -> None:
    with watcher(wiki) as process:
        wiki.append(NOTE, "- We book in May — ben, 2026-11-30")
        process.wait_for(lambda: "1 fact added" in wiki.read(LOG))
        assert process.end() == 0
    last = wiki.read(LOG).rstrip("\n").rpartition("\n")[2]
    assert last == "2026-11-30 | ADD | Ben Okri | trips.md | 1 fact added"
    assert process.said.endswith("stopped; everything is kept\n")


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT], ids=["SIGTERM", "SIGINT"])
def test_a_signal_ends_it_when_the_last_save_is_kept(wiki: Repository, number: int) -> None:
    with watcher(wiki) as process:
        save(wiki, "late")
        assert process.end(number) == 0
    assert len(lines_of(wiki, "late")) == 1


def test_a_second_signal_ends_it_at_once(wiki: Repository) -> None:
    state = str(wiki.path / ".git/memwiki")
    with watcher(wiki) as process, locked(state):
        wiki.append(NOTE, "- We book in May — ben, 2026-11-30")
        process.popen.send_signal(signal.SIGTERM)
        time.sleep(0.5)
        assert process.popen.poll() is None  # it waits for whoever is writing
        assert process.end() == -signal.SIGTERM
    with watcher(wiki) as process:
        process.wait_for(lambda: len(lines_of(wiki, "trips")) == 2)


def test_what_may_be_half_a_save_is_left_to_the_next_start(wiki: Repository) -> None:
    with watcher(wiki) as process:
        wiki.write(NOTE, "")
        assert process.end() == 0
    assert process.said.endswith("stopped; the next start looks at 1 file again\n")


def test_one_watcher_is_enough(wiki: Repository) -> None:
    with watcher(wiki) as process:
        other = Process(wiki, wiki.path.parent / "other")
        assert other.popen.wait(SECONDS) == 2
        assert f"a watcher of this wiki runs already (process {process.popen.pid})" in other.said


def test_a_killed_watcher_is_no_obstacle_and_loses_no_line(wiki: Repository) -> None:
    """Killed at any moment between a save and its log line, over and over."""
    names = [f"note-{number}" for number in range(6)]
    for number, name in enumerate(names):
        with watcher(wiki) as process:
            save(wiki, name)
            wiki.append(NOTE, f"- Thing {number} — ben, 2026-11-30")
            time.sleep(0.05 + number * 0.17)
            process.popen.kill()
            process.popen.wait()
        (wiki.path.parent / "said").unlink()
    with watcher(wiki) as process:
        process.wait_for(lambda: all(lines_of(wiki, name) for name in names))
        assert process.end() == 0
    assert [len(lines_of(wiki, name)) for name in names] == [1] * len(names)


def test_what_happened_while_events_were_dropped_is_found(wiki: Repository) -> None:
    """The system keeps some 16,000 events for a process that does not read them."""
    for folder in ("a", "b", "late"):
        (wiki.path / "wiki" / folder).mkdir()
    with watcher(wiki) as process:
        process.popen.send_signal(signal.SIGSTOP)
        for number in range(12_000):
            with open(wiki.path / "wiki" / "ab"[number % 2] / f"{number}.tmp", "w"):
                pass
        save(wiki, "late/lost")
        wiki.write("wiki/late/new/deep.md", "# Deep\n")
        process.popen.send_signal(signal.SIGCONT)
        process.wait_until_it_says("the system dropped events: everything is looked at again")
        process.wait_for(lambda: lines_of(wiki, "late/lost") and lines_of(wiki, "late/new/deep"))
        wiki.append("wiki/late/new/deep.md", "- It is watched — ben, 2026-11-30")
        process.wait_for(lambda: len(lines_of(wiki, "late/new/deep")) == 2)
        assert process.end() == 0


# Catching up and leaving


def once(wiki: Repository, *options: str) -> tuple[int, str]:
    process = Process(wiki, wiki.path.parent / "once", "--once", *options)
    code = process.popen.wait(SECONDS)
    said = process.said
    (wiki.path.parent / "once").unlink()
    return code, said


def test_once_catches_up_and_leaves(wiki: Repository) -> None:
    assert once(wiki)[0] == 0
    wiki.append(NOTE, "- We book in May — ben, 2026-11-30")
    code, said = once(wiki)
    assert (code, len(lines_of(wiki, "trips"))) == (0, 2)
    assert "while away" in said
    code, said = once(wiki)
    assert code == 0
    assert said.endswith("everything is as it was known\n")


def test_once_says_by_its_exit_code_that_a_rule_is_broken(wiki: Repository) -> None:
    wiki.write(NOTE, "# Trips\n")
    code, said = once(wiki)
    assert code == 1
    assert "[fact-erased]" in said


def test_once_does_not_wait_for_git_for_ever(wiki: Repository, monkeypatch: pytest.MonkeyPatch) -> None:
    (wiki.path / ".git/index.lock").touch()
    wiki.append(NOTE, "- We book in May — ben, 2026-11-30")
    monkeypatch.setattr(running, "_ONCE_LIMIT", 1.0)
    with pytest.raises(CannotCheck, match=r"because git is busy \(index\.lock\)\. Nothing is lost"):
        running.watch_once(finder(wiki), NoKeeper(), lambda _: None, Options(Patience(0.05)))


def test_once_beside_a_watcher_is_refused(wiki: Repository) -> None:
    with watcher(wiki):
        code, said = once(wiki)
    assert code == 2
    assert "runs already" in said


def test_an_unlikely_time_of_rest_is_refused(wiki: Repository) -> None:
    for number in ("0", "-3", "99999999"):
        code, said = once(wiki, f"--settle-ms={number}")
        assert code == 2
        assert "--settle-ms takes a number of milliseconds" in said


def test_a_fault_that_comes_again_and_again_is_given_up(
    wiki: Repository, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(running, "_PAUSE", 0.01)
    monkeypatch.setattr("wiki_hooks.watch.loop.Loop.run", lambda *_: "events have ceased")
    said: list[str] = []

    def show(events: Iterable[Event]) -> None:
        said.extend(event.told for event in events)

    with pytest.raises(CannotCheck, match="given up, because it fails again and again: events have ceased"):
        running.watch(finder(wiki), NoKeeper(), show, Options())
    assert said == ["events have ceased: watching begins anew"] * 3


def test_where_the_folder_is_gone_it_says_so_and_ends(
    wiki: Repository, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(running, "_RETURN", 0.3)
    said: list[str] = []

    def show(events: Iterable[Event]) -> None:
        said.extend(event.told for event in events)
        if said[-1].startswith("watching"):
            wiki.path.rename(tmp_path / "moved")

    with pytest.raises(CannotCheck, match="what was watched is gone"):
        running.watch(finder(wiki), NoKeeper(), show, Options(QUICK, SELDOM))
    assert said[-1].endswith("is another folder now, or gone: watching begins anew")


def test_where_the_folder_is_made_anew_it_watches_that_one(wiki: Repository, tmp_path: Path) -> None:
    said: list[str] = []
    recorder = Recorder()

    def show(events: Iterable[Event]) -> None:
        said.extend(event.told for event in events)
        if not said[-1].startswith("watching"):
            return
        if said.count(said[-1]) == 1:
            wiki.path.rename(tmp_path / "moved")
            shutil.copytree(tmp_path / "moved", wiki.path)
        else:
            save(wiki, "anew")
            os.kill(os.getpid(), signal.SIGTERM)

    assert running.watch(finder(wiki), recorder, show, Options(QUICK, SELDOM)) == 0
    assert recorder.paths == {"wiki/anew.md"}


class NoKeeper:
    """Is never asked."""

    def keep(self, desk: object, batch: object) -> tuple[()]:
        raise AssertionError("nothing should be handed over")


def finder(wiki: Repository) -> Callable[[], Wiki]:
    return lambda: find_wiki(str(wiki.path), wiki.environ, get_plugin_manager())
