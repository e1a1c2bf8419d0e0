"""`memwiki history`: every version of a note, wherever it is kept, and what it did."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.patience import SECONDS
from tests.remembering import announced, landed
from tests.repository import ANNA, HOTEL, ROME, TODAY, Repository
from tests.wiki_hooks.cli.conftest import Run

TRIPS = f"# Trips\n\n- {ROME}\n- {HOTEL}\n"


def versions(wiki: Repository, memwiki: Run, note: str = "trips") -> list[dict[str, object]]:
    """The versions of a note, the newest first."""
    answer = memwiki("history", note, "--json", cwd=wiki.path)
    assert answer.code == 0, answer
    found: list[dict[str, object]] = json.loads(answer.out)["versions"]
    return found


def through(found: list[dict[str, object]]) -> list[object]:
    return [version["through"] for version in found]


def test_commits_say_who_and_what(wiki: Repository, memwiki: Run) -> None:
    struck = f"~~{ROME}~~ — superseded 2026-11-30 by ben\n- We stay — ben, 2026-11-30"
    wiki.commit("superseded", {"wiki/trips.md": f"# Trips\n\n- {struck}\n- {HOTEL}\n"})
    wiki.commit("lost", {"wiki/trips.md": f"# Trips\n\n- {struck}\n"}, author=ANNA)
    newest, middle, oldest = versions(wiki, memwiki)
    assert newest["who"] == "Anna Rossi"
    assert newest["name"] == wiki.git("rev-parse", "--short", "HEAD")
    assert newest["facts"] == {"held": 2, "added": 0, "superseded": 0, "lost": 1}
    assert (middle["verb"], middle["facts"]) == (
        "SUPERSEDE", {"held": 3, "added": 1, "superseded": 1, "lost": 0}
    )  # fmt: skip
    assert (oldest["verb"], oldest["size"]) == ("ADD", len(TRIPS.encode()))


def test_what_memwiki_wrote_stands_among_them_and_a_commit_of_it_is_one_with_it(
    wiki: Repository, memwiki: Run
) -> None:
    memwiki("add", "trips", "The train leaves at nine", cwd=wiki.path)
    assert through(versions(wiki, memwiki)) == ["add", "commit"]
    wiki.commit("a train")
    memwiki("add", "trips", "It arrives at ten", cwd=wiki.path)
    found = versions(wiki, memwiki)
    assert through(found) == ["add", "add, commit", "commit"]
    assert found[1]["also"] == "r1"
    for name in (found[1]["name"], "r1"):
        shown = memwiki("history", "trips", "--show", str(name), cwd=wiki.path).out
        assert shown == f"{TRIPS}- The train leaves at nine — Ben Okri, 2026-11-30\n"


def test_a_note_is_followed_through_its_names(wiki: Repository, memwiki: Run) -> None:
    wiki.git("mv", "wiki/trips.md", "wiki/journeys.md")
    wiki.commit("renamed")
    wiki.append("wiki/journeys.md", "- By night — ben, 2026-11-30")
    wiki.commit("more")
    found = versions(wiki, memwiki, "journeys")
    assert [version["path"] for version in found] == ["wiki/journeys.md", "wiki/journeys.md", "wiki/trips.md"]
    assert found[1]["renamed_from"] == "wiki/trips.md"
    assert str(found[1]["what"]).startswith("note renamed")


def test_a_note_that_is_gone_has_a_past(wiki: Repository, memwiki: Run) -> None:
    wiki.commit("gone", {"wiki/trips.md": None})
    found = versions(wiki, memwiki, "wiki/trips.md")
    assert [version["size"] for version in found] == [None, len(TRIPS.encode())]
    assert memwiki("history", "trips", "--show", "HEAD", cwd=wiki.path).code == 2


def test_a_merge_that_lost_something_is_a_version(wiki: Repository, memwiki: Run) -> None:
    wiki.git("checkout", "-q", "-b", "side")
    wiki.commit("side", {"wiki/trips.md": f"{TRIPS}- By night — ben, 2026-11-30\n"})
    wiki.git("checkout", "-q", "main")
    wiki.commit("main", {"wiki/more.md": "# More\n"})
    wiki.git("merge", "-q", "--no-commit", "-s", "ours", "side")
    wiki.commit("merged")
    whats = [version["what"] for version in versions(wiki, memwiki)]
    assert "1 fact added" in whats, "the side that was merged away"


def test_only_the_newest(wiki: Repository, memwiki: Run) -> None:
    wiki.commit("more", {"wiki/trips.md": f"{TRIPS}- By night — ben, 2026-11-30\n"})
    lines = memwiki("history", "trips", "-n", "1", cwd=wiki.path).out.splitlines()
    assert len(lines) == 1
    assert "\tADD\t" in lines[0]


def test_what_is_in_no_version_yet_is_said(wiki: Repository, memwiki: Run) -> None:
    wiki.append("wiki/trips.md", "- By night — ben, 2026-11-30")
    assert "in no version yet" in memwiki("history", "trips", cwd=wiki.path).err


def test_a_version_is_printed_byte_for_byte_where_nobody_watches(wiki: Repository, memwiki: Run) -> None:
    odd = b"# Odd\r\n\r\n- caf\xe9 \x1b[2J\r\nno end"
    wiki.commit("odd", {"wiki/odd.md": odd})
    command = [sys.executable, "-m", "wiki_hooks.cli", "history", "wiki/odd.md", "--show", "HEAD"]
    environ = {**wiki.environ, "MEMWIKI_TODAY": str(TODAY)}
    shown = subprocess.run(command, cwd=wiki.path, env=environ, capture_output=True, check=True).stdout
    assert shown == odd
    on_screen = subprocess.run(
        ["script", "-qec", " ".join(command), "/dev/null"],
        cwd=wiki.path, env=environ, capture_output=True, check=True, timeout=SECONDS,
    ).stdout  # fmt: skip
    assert b"\x1b[2J" not in on_screen


def test_what_changed_since_a_version(wiki: Repository, memwiki: Run) -> None:
    wiki.write("wiki/trips.md", f"# Trips\n\n- {HOTEL}\n- \x1b[31mred — ben, 2026-11-30\n")
    out = memwiki("history", "trips", "--diff", "HEAD", cwd=wiki.path).out
    assert f"-- {ROME}\n" in out
    assert "+- \\u{1b}[31mred" in out


@pytest.mark.parametrize(
    "arguments", [["--show", "HEAD", "--json"], ["--show", "x", "--diff", "y"], ["-n", "-1"], ["--show", "x"]]
)
def test_what_makes_no_sense_is_refused(wiki: Repository, memwiki: Run, arguments: list[str]) -> None:
    assert memwiki("history", "trips", *arguments, cwd=wiki.path).code == 2


def test_a_note_that_never_was_is_said_to_be_none(wiki: Repository, memwiki: Run) -> None:
    answer = memwiki("history", "nothing", cwd=wiki.path)
    assert (answer.code, "none as far as is known" in answer.err) == (2, True)


def test_where_history_is_cut_off_it_begins_there(wiki: Repository, memwiki: Run, tmp_path: Path) -> None:
    wiki.commit("more", {"wiki/trips.md": f"{TRIPS}- By night — ben, 2026-11-30\n"})
    clone = wiki.clone(tmp_path / "shallow", "--depth", "1")
    assert len(versions(clone, memwiki)) == 1
    clone.write("wiki/trips.md", TRIPS)
    assert memwiki("restore", "trips", "--at", "HEAD", cwd=clone.path).code == 0
    assert "By night" in clone.read("wiki/trips.md")


def test_looking_makes_no_database(wiki: Repository, memwiki: Run) -> None:
    memwiki("history", "trips", cwd=wiki.path)
    assert not (wiki.path / ".git/memwiki").exists()


def test_on_a_terminal_it_is_a_table(wiki: Repository) -> None:
    command = f"{sys.executable} -m wiki_hooks.cli history trips"
    environ = {**wiki.environ, "MEMWIKI_TODAY": str(TODAY), "TERM": "xterm", "COLUMNS": "100"}
    shown = subprocess.run(
        ["script", "-qec", command, "/dev/null"],
        cwd=wiki.path, env=environ, capture_output=True, text=True, check=True, timeout=SECONDS,
    ).stdout  # fmt: skip
    assert all(word in shown for word in ("version", "through", "Anna Rossi", "106 B"))


class TestWhichAgent:
    SHIP, NIGHT = f"{TRIPS}- By ship — ben, 2026-11-30\n", f"{TRIPS}- By night — ben, 2026-11-30\n"

    def test_wrote_a_version_is_told_where_it_announced_it(self, wiki: Repository, memwiki: Run) -> None:
        announced(wiki.path, "wiki/trips.md", TRIPS, self.SHIP, "claude-code")
        landed(wiki.path, "wiki/trips.md", TRIPS, self.SHIP, "Ben Okri")
        landed(wiki.path, "wiki/trips.md", self.SHIP, self.NIGHT, "Ben Okri", through="watch")
        wiki.write("wiki/trips.md", self.NIGHT)
        by_hand, by_agent, _ = versions(wiki, memwiki)
        assert (by_agent["through"], by_agent["agent"], by_agent["session"]) == ("hook", "claude-code", "s-1")
        assert (by_hand["through"], by_hand["agent"], by_hand["session"]) == ("watch", "", "")
        out = memwiki("history", "trips", cwd=wiki.path).out
        assert out.split("\n")[1].endswith("\tby claude-code (session s-1)")

    def test_wrote_what_only_a_commit_holds(self, wiki: Repository, memwiki: Run) -> None:
        announced(wiki.path, "wiki/trips.md", TRIPS, self.SHIP, "claude-code", session="\x1b[31m")
        wiki.commit("By ship", {"wiki/trips.md": self.SHIP})
        wiki.commit("By night", {"wiki/trips.md": self.NIGHT})
        assert [version["agent"] for version in versions(wiki, memwiki)] == ["", "claude-code", ""]
        assert "\x1b" not in memwiki("history", "trips", cwd=wiki.path).out

    def test_did_what_a_line_of_the_log_tells(self, wiki: Repository, memwiki: Run) -> None:
        announced(wiki.path, "wiki/trips.md", TRIPS, self.SHIP, "claude-code")
        landed(wiki.path, "wiki/trips.md", TRIPS, self.SHIP, "Ben Okri")
        for verb in ("ADD", "UPDATE"):
            wiki.append("wiki/log.md", f"2026-11-30 | {verb} | Ben Okri | trips.md | by ship")
        lines = [json.loads(line) for line in memwiki("log", "--json", cwd=wiki.path).out.splitlines()]
        assert [(line["agent"], line["session"]) for line in lines[-2:]] == [("claude-code", "s-1"), ("", "")]
        landed(wiki.path, "wiki/trips.md", self.SHIP, self.NIGHT, "Ben Okri", through="watch")
        lines = [json.loads(line) for line in memwiki("log", "--json", cwd=wiki.path).out.splitlines()]
        assert lines[-2]["agent"] == "", "Ben did the like on that day"

    @pytest.mark.parametrize("arguments", [["log", "-n1"], ["history", "trips"]])
    def test_is_shown_on_a_terminal(self, wiki: Repository, arguments: list[str]) -> None:
        announced(wiki.path, "wiki/trips.md", TRIPS, self.SHIP, "claude-code")
        landed(wiki.path, "wiki/trips.md", TRIPS, self.SHIP, "Ben Okri")
        wiki.append("wiki/log.md", "2026-11-30 | ADD | Ben Okri | trips.md | by ship")
        command = " ".join([sys.executable, "-m", "wiki_hooks.cli", *arguments])
        shown = subprocess.run(
            ["script", "-qec", command, "/dev/null"],
            cwd=wiki.path, env={**wiki.environ, "COLUMNS": "160"}, capture_output=True, check=True,
            timeout=SECONDS,
        ).stdout  # fmt: skip
        assert b"claude-code" in shown
