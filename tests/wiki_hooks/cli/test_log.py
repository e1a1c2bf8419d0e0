"""`memwiki log`: the entries that are asked for, each once and whole; rotation, and lines put back."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.patience import SECONDS
from tests.repository import FIRST_LINE, SECOND_LINE, TODAY, Repository
from tests.wiki_hooks.cli.conftest import Run

LINES = {
    "train": "2026-11-10 | UPDATE | Ben Okri | trips.md | the train | leaves at nine",
    "claim": "2026-11-20 | CLAIM | anna | trips.md | it is later",
    "both": "2026-11-29 | LINT | Anna Rossi and ben | sub/home.md | looked at",
}
ALL = [FIRST_LINE, SECOND_LINE, *LINES.values()]


@pytest.fixture
def logged(wiki: Repository) -> Repository:
    """A wiki with five lines in its log, three of them in no commit."""
    wiki.git("config", "core.abbrev", "12")
    for line in LINES.values():
        wiki.append("wiki/log.md", line)
    return wiki


def lines(*names: str) -> list[str]:
    """The lines of these names, in the order of the log."""
    known = {"first": FIRST_LINE, "second": SECOND_LINE, **LINES}
    return [known[name] for name in known if name in names]


QUESTIONS = {
    "": ["first", "second", "train", "claim", "both"],
    "--who ben": ["first", "train", "both"],
    "--who BEN": ["first", "train", "both"],
    "--who Anna Rossi": ["second", "claim", "both"],
    "--verb add": ["first", "second"],
    "--verb CLAIM LINT": ["claim", "both"],
    "--path wiki/trips.md": ["first", "train", "claim"],
    "--path wiki/sub": ["both"],
    "--path wiki/gone.md": [],
    "--grep LATER": ["claim"],
    "--grep | leaves": ["train"],
    "--since 2026-11-20": ["claim", "both"],
    "--since 2 weeks": ["claim", "both"],
    "--since yesterday": ["both"],
    "--until 2026-11-02": ["first", "second"],
    "--since 2026-11-02 --until 2026-11-20": ["second", "train", "claim"],
    "--since HEAD": ["train", "claim", "both"],
    "--until HEAD": ["first", "second"],
    "-n 2": ["claim", "both"],
    "-n 0": [],
    "--who ben --verb ADD": ["first"],
    "wiki": ["first", "second", "train", "claim", "both"],
}


@pytest.mark.parametrize("question", QUESTIONS)
def test_it_shows_what_is_asked_for_as_it_stands(logged: Repository, memwiki: Run, question: str) -> None:
    arguments: list[str] = []
    for word in question.split():
        joins = (
            arguments[-1:] and arguments[-1][0] not in "-" and word[0] not in "-" and "CLAIM" not in arguments
        )
        arguments[-1:] = [f"{arguments[-1]} {word}"] if joins else [*arguments[-1:], word]
    answer = memwiki("log", *arguments, cwd=logged.path)
    assert answer.code == 0
    assert answer.out.split("\n")[:-1] == lines(*QUESTIONS[question])


def test_the_newest_come_first_where_one_wants_it(logged: Repository, memwiki: Run) -> None:
    out = memwiki("log", "--reverse", "-n", "2", cwd=logged.path).out
    assert out.split("\n")[:-1] == [LINES["both"], LINES["claim"]]


def test_a_note_is_named_as_seen_from_where_one_stands(logged: Repository, memwiki: Run) -> None:
    out = memwiki("log", "--path", "trips.md", cwd=logged.path / "wiki").out
    assert out.split("\n")[:-1] == lines("first", "train", "claim")


def test_each_entry_is_a_json_object_on_a_line(logged: Repository, memwiki: Run) -> None:
    entries = [json.loads(line) for line in memwiki("log", "--json", cwd=logged.path).out.splitlines()]
    assert entries[2] == {
        "store": "wiki", "log": "wiki/log.md", "line": 5, "day": "2026-11-10", "verb": "UPDATE",
        "who": "Ben Okri", "member": "ben", "path": "trips.md", "note": "wiki/trips.md",
        "what": "the train | leaves at nine", "body": [], "raw": LINES["train"], "agent": "", "session": "",
    }  # fmt: skip


def test_lines_that_can_be_read_as_no_entry_are_shown_too(logged: Repository, memwiki: Run) -> None:
    logged.append("wiki/log.md", "2026-11-30 | nonsense")
    assert memwiki("log", cwd=logged.path).out.endswith("\n2026-11-30 | nonsense\n")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--who", "Anna Rosi"], "Anna Rosi is no member; did you mean Anna Rossi?"),
        (["--since", "nonsense"], "nonsense is neither a day"),
        (["--since", "\x1b[2J"], "is neither a day"),
        (["other"], "other is no store; the stores are wiki"),
        (["--follow", "--reverse"], "--reverse"),
        (["--dry-run"], "does not take --dry-run"),
        (["rotate", "--verb", "ADD"], "does not take --verb"),
        (["flush", "--json"], "does not take --json"),
        (["-n", "-3"], "-n takes a number from 0 on"),
    ],
)
def test_what_makes_no_sense_is_said(
    logged: Repository, memwiki: Run, arguments: list[str], said: str
) -> None:
    answer = memwiki("log", *arguments, cwd=logged.path)
    assert said in answer.err
    assert "\x1b" not in answer.err


FORMATS = {
    "headings": (
        "# Log\n\n## [2026-11-01] ingest | One\nbody\n\n## [2026-11-02] ingest | Two\n\n- body\n",
        ["## [2026-11-01] ingest | One", "body", "## [2026-11-02] ingest | Two", "", "- body"],
    ),
    "okf": ("# Log\n\n## 2026-11-01\n\n- one\n- two\n\n## 2026-11-02\n\n- three\n",
            ["## 2026-11-01", "- one", "- two", "## 2026-11-02", "- three"]),
    "bullets": ("# Log\n\n- 2026-11-01 — one\n  goes on\n- 2026-11-02 — two\n",
                ["- 2026-11-01 — one", "  goes on", "- 2026-11-02 — two"]),
}  # fmt: skip


@pytest.mark.parametrize("log_format", FORMATS)
def test_every_log_format_is_read(wiki: Repository, memwiki: Run, log_format: str) -> None:
    text, shown = FORMATS[log_format]
    policy = f'[[store]]\npath = "wiki"\nlog_format = "{log_format}"\n'
    wiki.commit("x", {"memwiki.toml": policy, "wiki/log.md": text})
    assert memwiki("log", cwd=wiki.path).out.split("\n")[:-1] == shown
    assert "2026-11-02" in memwiki("log", "--since", "2026-11-02", cwd=wiki.path).out
    assert "2026-11-01" not in memwiki("log", "--since", "2026-11-02", cwd=wiki.path).out
    assert "has no such fields" in memwiki("log", "--who", "ben", cwd=wiki.path).err


def test_of_several_stores_the_entries_are_shown_by_day(wiki: Repository, memwiki: Run) -> None:
    other = "2026-11-01 | ADD | ben | a.md | in between"
    wiki.commit("two", {
        "memwiki.toml": '[[store]]\npath = "wiki"\nlog_order = "newest-first"\n[[store]]\npath = "notes"\n',
        "wiki/log.md": f"# Log\n\n{SECOND_LINE}\n{FIRST_LINE}\n",
        "notes/log.md": f"# Log\n\n{other}\n",
        "notes/index.md": "# Index\n",
    })  # fmt: skip
    assert memwiki("log", cwd=wiki.path).out.split("\n")[:-1] == [FIRST_LINE, other, SECOND_LINE]
    assert memwiki("log", "notes", cwd=wiki.path).out.split("\n")[:-1] == [other]


def test_hostile_words_act_nowhere(wiki: Repository, memwiki: Run) -> None:
    wiki.append("wiki/log.md", "2026-11-30 | ADD | ben | home.md | \x1b[2J \x07 \u202e ##[error]x \x9b31m")
    for extra in ([], ["--json"]):
        out = memwiki("log", *extra, cwd=wiki.path).out
        assert not set("\x1b\x07\u202e\x9b") & set(out)
        assert "##[" not in out


def on_terminal(wiki: Repository, *arguments: str, **more: str) -> str:
    """What a command shows on a terminal."""
    command = " ".join([sys.executable, "-m", "wiki_hooks.cli", *arguments])
    environ = {**wiki.environ, "MEMWIKI_TODAY": str(TODAY), "TERM": "xterm-256color", "COLUMNS": "60", **more}
    return subprocess.run(
        ["script", "-qec", command, "/dev/null"],
        cwd=wiki.path, env=environ, capture_output=True, text=True, check=False, timeout=SECONDS,
    ).stdout  # fmt: skip


class TestOnATerminal:
    """A table as wide as the terminal, in colour where nobody asked for none."""

    def test_it_is_a_table(self, logged: Repository) -> None:
        shown = on_terminal(logged, "log")
        assert "\x1b[" in shown
        assert all(word in shown for word in ("day", "verb", "Ben Okri", "trips.md"))
        assert "2026-11-10 | UPDATE" not in shown

    def test_without_colour_where_one_asks(self, logged: Repository) -> None:
        assert "\x1b[3" not in on_terminal(logged, "log", NO_COLOR="1")

    def test_hostile_words_act_nowhere(self, wiki: Repository) -> None:
        wiki.append(
            "wiki/log.md", "2026-11-30 | ADD | ben | home.md | \x1b]0;pwned\x07 [bold]x[/bold] :smile:"
        )
        for arguments in (["log"], ["log", "-n", "1"]):
            shown = on_terminal(wiki, *arguments)
            assert "\x1b]0" not in shown
            assert "[bold]x" in shown


class Following:
    """`memwiki log --follow` in a process of its own."""

    def __init__(self, wiki: Repository, *arguments: str) -> None:
        command = [sys.executable, "-m", "wiki_hooks.cli", "log", "--follow", *arguments]
        environ = {**wiki.environ, "MEMWIKI_TODAY": str(TODAY), "PYTHONUNBUFFERED": "1"}
        self.process = subprocess.Popen(command, cwd=wiki.path, env=environ, stdout=subprocess.PIPE)
        self.shown: list[str] = []
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self) -> None:
        assert self.process.stdout
        for line in self.process.stdout:
            self.shown.append(line.decode().rstrip("\n"))

    def wait_for(self, line: str) -> None:
        """Until a line is shown."""
        deadline = time.monotonic() + SECONDS
        while line not in self.shown:
            assert time.monotonic() < deadline, (line, self.shown)
            time.sleep(0.02)

    def end(self, number: int = signal.SIGTERM) -> int:
        """End it by a signal; gives the exit code."""
        self.process.send_signal(number)
        code = self.process.wait(SECONDS)
        self.close()
        return code

    def close(self) -> None:
        """Whatever it is doing."""
        self.process.kill()
        self.process.wait(SECONDS)
        self._reader.join(SECONDS)
        assert self.process.stdout
        self.process.stdout.close()


@pytest.fixture
def following(logged: Repository) -> Iterator[Following]:
    found = Following(logged)
    found.wait_for(LINES["both"])
    yield found
    found.close()


def numbered(number: int) -> str:
    return f"2026-11-30 | LINT | ben | home.md | number {number}"


class TestFollowing:
    """Each new line once, when it is whole, however the file came to hold it."""

    @pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
    def test_it_shows_what_there_is_and_ends_cleanly(self, following: Following, number: int) -> None:
        assert following.end(number) == 0
        assert following.shown == ALL

    def test_appended_replaced_and_cut_short_no_line_is_shown_twice(
        self, logged: Repository, following: Following
    ) -> None:
        log = logged.path / "wiki/log.md"
        logged.append("wiki/log.md", numbered(1))
        following.wait_for(numbered(1))
        whole = log.read_text()
        beside = log.with_name("beside")
        beside.write_text(f"{whole}{numbered(2)}\n")
        os.replace(beside, log)
        following.wait_for(numbered(2))
        whole = log.read_text()
        log.write_text("")
        time.sleep(0.4)
        log.write_text(f"{whole}{numbered(2)}\n{numbered(3)}\n")
        following.wait_for(numbered(3))
        log.unlink()
        time.sleep(0.4)
        log.write_text(f"{whole}{numbered(2)}\n{numbered(3)}\n{numbered(4)}\n")
        following.wait_for(numbered(4))
        following.end()
        assert following.shown == [*ALL, *map(numbered, [1, 2, 2, 3, 4])]

    def test_a_line_is_shown_when_it_is_whole(self, logged: Repository, following: Following) -> None:
        with open(logged.path / "wiki/log.md", "a", encoding="utf-8") as file:
            file.write(numbered(1)[:20])
            file.flush()
            time.sleep(0.6)
            file.write(f"{numbered(1)[20:]}\n")
        following.wait_for(numbered(1))
        following.end()
        assert following.shown == [*ALL, numbered(1)]

    def test_it_goes_on_in_the_new_log_after_a_rotation(
        self, logged: Repository, memwiki: Run, following: Following
    ) -> None:
        logged.append("wiki/log.md", numbered(1))
        following.wait_for(numbered(1))
        assert memwiki("log", "rotate", cwd=logged.path).code == 0
        put_away = "2026-11-30 | LINT | Ben Okri | log-2026.md | the log put away, 2 entries"
        following.wait_for(put_away)
        logged.append("wiki/log.md", FIRST_LINE)
        following.wait_for(FIRST_LINE)
        logged.append("wiki/log.md", numbered(2))
        following.wait_for(numbered(2))
        following.end()
        assert following.shown == [*ALL, numbered(1), put_away, FIRST_LINE, numbered(2)]

    def test_only_what_is_asked_for(self, logged: Repository) -> None:
        found = Following(logged, "--who", "ben", "-n", "1")
        found.wait_for(LINES["both"])
        logged.append("wiki/log.md", "2026-11-30 | LINT | anna | home.md | not this")
        logged.append("wiki/log.md", numbered(1))
        found.wait_for(numbered(1))
        assert found.end() == 0
        assert found.shown == [LINES["both"], numbered(1)]


class TestRotation:
    """The old log byte for byte in an archive, and a new one that names it; both or neither."""

    def test_a_commit_of_it_passes_and_what_no_commit_held_goes_on(
        self, logged: Repository, memwiki: Run
    ) -> None:
        old = logged.git("show", "HEAD:wiki/log.md") + "\n"
        answer = memwiki("log", "rotate", cwd=logged.path)
        assert answer.code == 0
        assert logged.read("wiki/log-2026.md") == old
        log = logged.read("wiki/log.md").split("\n")
        assert log[:4] == ["# Log", "", "Older entries: [log-2026.md](log-2026.md)", ""]
        assert log[4:7] == list(LINES.values())
        logged.stage()
        found = memwiki("check", cwd=logged.path)
        assert "log-shortened" not in found.out
        assert "log-rewritten" not in found.out

    def test_the_second_of_a_year_has_another_name(self, wiki: Repository, memwiki: Run) -> None:
        for _ in range(3):
            assert memwiki("log", "rotate", cwd=wiki.path).code == 0
            wiki.stage()
            assert memwiki("check", cwd=wiki.path).code == 0
            wiki.commit("rotated")
        names = sorted(path.name for path in (wiki.path / "wiki").glob("log-*"))
        assert names == ["log-2026-2.md", "log-2026-3.md", "log-2026.md"]
        shown = memwiki("log", "--archives", cwd=wiki.path).out.split("\n")
        assert shown[:2] == [FIRST_LINE, SECOND_LINE]
        assert len(shown) == 6

    def test_an_empty_log_is_left_alone(self, wiki: Repository, memwiki: Run) -> None:
        wiki.write("wiki/log.md", "# Log\n\n")
        wiki.commit("empty")
        answer = memwiki("log", "rotate", cwd=wiki.path)
        assert (answer.code, "no entries" in answer.err) == (2, True)

    def test_a_log_that_lost_lines_is_mended_first(self, wiki: Repository, memwiki: Run) -> None:
        wiki.write("wiki/log.md", f"# Log\n\n{SECOND_LINE}\n")
        answer = memwiki("log", "rotate", cwd=wiki.path)
        assert (answer.code, "memwiki restore wiki/log.md --at HEAD" in answer.err) == (2, True)

    def test_a_dry_run_writes_nothing(self, wiki: Repository, memwiki: Run) -> None:
        log = wiki.read("wiki/log.md")
        assert "+++ b/wiki/log-2026.md" in memwiki("log", "rotate", "--dry-run", cwd=wiki.path).out
        assert (wiki.read("wiki/log.md"), (wiki.path / "wiki/log-2026.md").exists()) == (log, False)

    def test_of_several_stores_one_is_named(self, wiki: Repository, memwiki: Run) -> None:
        wiki.commit("two", {"memwiki.toml": '[[store]]\npath = "wiki"\n[[store]]\npath = "notes"\n'})
        assert "--store" in memwiki("log", "rotate", cwd=wiki.path).err
        assert memwiki("log", "rotate", "--store", "wiki", cwd=wiki.path).code == 0


class TestFlush:
    """The lines that memwiki wrote stand in the log, or it is said which do not."""

    def test_a_line_that_was_wiped_is_put_back(self, wiki: Repository, memwiki: Run) -> None:
        log = wiki.read("wiki/log.md")
        memwiki("add", "trips", "The train leaves at nine", cwd=wiki.path)
        written = wiki.read("wiki/log.md")
        wiki.write("wiki/log.md", log)
        answer = memwiki("log", "flush", cwd=wiki.path)
        assert wiki.read("wiki/log.md") == written
        assert written.removeprefix(log).strip() in answer.out
        again = memwiki("log", "flush", cwd=wiki.path)
        assert (again.code, again.out, "nothing to write" in again.err) == (0, "", True)

    def test_one_that_tells_of_what_was_taken_back_waits(self, wiki: Repository, memwiki: Run) -> None:
        memwiki("add", "trips", "The train leaves at nine", cwd=wiki.path)
        wiki.git("checkout", "--quiet", "--", "wiki")
        answer = memwiki("log", "flush", cwd=wiki.path)
        assert "at nine" not in wiki.read("wiki/log.md")
        assert answer.code == 0


def test_a_log_without_git_is_shown_as_well(tmp_path: Path, memwiki: Run) -> None:
    wiki = Repository(tmp_path / "notes")
    wiki.write("memwiki.toml", '[[store]]\npath = "."\n')
    wiki.write("log.md", f"# Log\n\n{FIRST_LINE}\n")
    assert memwiki("log", cwd=wiki.path).out == f"{FIRST_LINE}\n"


def test_a_note_may_be_named_without_its_ending(wiki: Repository, memwiki: Run) -> None:
    assert memwiki("log", "--path", "trips", cwd=wiki.path).out == f"{FIRST_LINE}\n"


def test_a_log_that_is_gone_is_not_called_empty(wiki: Repository, memwiki: Run) -> None:
    (wiki.path / "wiki/log.md").unlink()
    answer = memwiki("log", cwd=wiki.path)
    assert "wiki/log.md is gone: memwiki restore wiki/log.md --at HEAD" in answer.err
