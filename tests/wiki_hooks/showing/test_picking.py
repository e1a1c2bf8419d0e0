"""Picking a fact from a list: at a real terminal, and with nobody kept waiting meanwhile."""

from __future__ import annotations

import os
import pty
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.patience import SECONDS
from tests.repository import HOTEL, ROME, Repository, wiki_repository
from wiki_hooks.showing.picking import listed, pick
from wiki_schema.finding import CannotCheck

CANDIDATES = [(3, ROME), (12, HOTEL)]


class TestTheList:
    def test_shows_number_line_and_words(self) -> None:
        assert listed(CANDIDATES, "trips.md:") == [
            "trips.md:",
            f"  1  line 3   {ROME}",
            f"  2  line 12  {HOTEL}",
        ]

    def test_shows_words_that_do_nothing(self) -> None:
        assert listed([(1, "\x1b[31m red\u202e")], "x")[1] == "  1  line 1  \\u{1b}[31m red\\u{202e}"

    def test_is_cut_where_nobody_would_read_it(self) -> None:
        rows = listed([(line, "x") for line in range(1, 1001)], "x")
        assert len(rows) < 250
        assert rows[-1] == "  … and 800 more: name it with some of its words"


class TestPicking:
    def test_asks_again_until_a_number_of_the_list_is_given(self) -> None:
        answers = iter(["0", "3", "-1", "two", "²", " 2 "])
        assert pick(CANDIDATES, "x", lambda question: next(answers)) == (12, HOTEL)

    @pytest.mark.parametrize("answer", ["", "  "])
    def test_of_none_writes_nothing(self, answer: str) -> None:
        with pytest.raises(CannotCheck, match="none was picked, so nothing was written"):
            pick(CANDIDATES, "x", lambda question: answer)

    def test_ends_where_the_answers_end(self) -> None:
        def ask(question: str) -> str:
            raise EOFError

        with pytest.raises(CannotCheck, match="none was picked"):
            pick(CANDIDATES, "x", ask)


# At a terminal


class Terminal:
    """A command that runs at a terminal: what it shows there, and what is typed."""

    def __init__(self, repository: Repository, *command: str) -> None:
        self._ours, theirs = pty.openpty()
        self._process = subprocess.Popen(
            [sys.executable, "-m", "wiki_hooks.cli", *command],
            cwd=repository.path,
            env={**repository.environ, "MEMWIKI_TODAY": "2026-11-30"},
            stdin=theirs,
            stdout=subprocess.PIPE,
            stderr=theirs,
        )
        os.close(theirs)

    def wait_for(self, words: str) -> str:
        """All that was shown, once it holds some words."""
        shown, end = "", time.monotonic() + SECONDS
        while words not in shown:
            assert time.monotonic() < end, shown
            shown += os.read(self._ours, 4096).decode()
        return shown

    def type(self, answer: str) -> None:
        os.write(self._ours, answer.encode())

    def end(self) -> tuple[int, str]:
        """The exit code, and what went to standard output."""
        out, _ = self._process.communicate(timeout=SECONDS)
        return self._process.returncode, out.decode()

    def close(self) -> None:
        self._process.kill()
        self._process.communicate()
        os.close(self._ours)


@pytest.fixture
def repository(tmp_path: Path) -> Repository:
    return wiki_repository(tmp_path / "repository")


@contextmanager
def at_terminal(repository: Repository, *command: str) -> Iterator[Terminal]:
    terminal = Terminal(repository, *command)
    try:
        yield terminal
    finally:
        terminal.close()


@pytest.mark.parametrize("command", [["supersede", "trips", "By sea"], ["supersede", "trips", "e", "By sea"]])
def test_whoever_sits_at_a_terminal_picks_one(repository: Repository, command: list[str]) -> None:
    with at_terminal(repository, *command) as terminal:
        shown = terminal.wait_for("Which one? (1-2, or Enter for none) ")
        assert f"  1  line 3  {ROME}\r\n  2  line 4  {HOTEL}\r\n" in shown
        terminal.type("2\n")
        code, out = terminal.end()
    assert (code, out.startswith("superseded in trips.md: “The hotel")) == (0, True)
    assert "- By sea — Ben Okri, 2026-11-30\n" in repository.read("wiki/trips.md")


@pytest.mark.parametrize("answer", ["\n", "\x04"], ids=["Enter", "end of input"])
def test_or_none(repository: Repository, answer: str) -> None:
    with at_terminal(repository, "retire", "trips") as terminal:
        terminal.wait_for("Which one?")
        terminal.type(answer)
        assert terminal.wait_for("none was picked, so nothing was written")
        assert terminal.end() == (2, "")
    assert repository.git("status", "--porcelain") == ""


def test_while_one_picks_others_write_and_the_fact_is_found_again(repository: Repository) -> None:
    with at_terminal(repository, "retire", "trips") as terminal:
        terminal.wait_for("Which one?")
        repository.write("wiki/trips.md", f"# Trips\n\nAll of them.\n\n- {ROME}\n- {HOTEL}\n")
        memwiki = [sys.executable, "-m", "wiki_hooks.cli", "conflict", "trips", "meanwhile"]
        subprocess.run(memwiki, cwd=repository.path, env=repository.environ, check=True, timeout=SECONDS)
        terminal.type("1\n")
        assert terminal.end()[0] == 0
    assert f"- ~~{ROME}~~ — superseded" in repository.read("wiki/trips.md")


def test_a_fact_that_changed_meanwhile_is_left_alone(repository: Repository) -> None:
    with at_terminal(repository, "retire", "trips") as terminal:
        terminal.wait_for("Which one?")
        changed = repository.read("wiki/trips.md").replace("Rome", "Venice")
        repository.write("wiki/trips.md", changed)
        terminal.type("1\n")
        terminal.wait_for("It was changed while it was being picked.")
        assert terminal.end() == (2, "")
    assert repository.read("wiki/trips.md") == changed


def test_of_two_that_say_the_same_the_picked_one_is_meant(repository: Repository) -> None:
    repository.write("wiki/trips.md", f"# Trips\n\n- {ROME}\n\n## Again\n\n- {ROME}\n")
    repository.commit("twice")
    with at_terminal(repository, "retire", "trips", "Rome") as terminal:
        terminal.wait_for("Which one?")
        terminal.type("2\n")
        assert terminal.end()[0] == 0
    assert repository.read("wiki/trips.md").startswith(f"# Trips\n\n- {ROME}\n\n## Again\n\n- ~~{ROME}~~")


def test_a_program_is_not_asked(repository: Repository) -> None:
    with at_terminal(repository, "retire", "trips", "--json") as terminal:
        terminal.wait_for("name one by more words or its line")
        assert terminal.end() == (2, "")
