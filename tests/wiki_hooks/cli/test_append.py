"""`memwiki append`: whole lines at the open end, in one's own name; and whole again after any kill."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.repository import FIRST_LINE, POLICY, SECOND_LINE, Repository
from tests.wiki_hooks.cli.conftest import Run
from wiki_schema.note import parse_note

LINE = "2026-11-30 | ADD | ben | trips.md | by ferry"
FACT = "- By ferry — ben, 2026-11-30"
HOUSE = Path(__file__).parents[3]


class TestALog:
    def test_grows_at_its_end_and_is_clean_in_a_commit(self, wiki: Repository, memwiki: Run) -> None:
        log = wiki.read("wiki/log.md")
        answer = memwiki("append", "wiki/log.md", LINE, cwd=wiki.path)
        assert (answer.code, answer.err) == (0, "")
        assert answer.out == "1 line appended to wiki/log.md\nnext: git add :/wiki/log.md\n"
        assert wiki.read("wiki/log.md") == f"{log}{LINE}\n"
        memwiki("append", "wiki/trips.md", FACT, cwd=wiki.path)
        wiki.stage()
        assert memwiki("check", cwd=wiki.path).code == 0

    def test_grows_at_its_beginning_where_the_newest_stand_first(
        self, wiki: Repository, memwiki: Run
    ) -> None:
        wiki.commit("An order", {"memwiki.toml": f'{POLICY}log_order = "newest-first"\n'})
        memwiki("append", "log.md", LINE, LINE.replace("ferry", "bus"), cwd=wiki.path / "wiki")
        lines = wiki.read("wiki/log.md").split("\n")
        assert lines[2:6] == [LINE, LINE.replace("ferry", "bus"), FIRST_LINE, SECOND_LINE]

    def test_takes_lines_from_standard_input(self, wiki: Repository, memwiki: Run) -> None:
        feed = f"{LINE}\r\n{LINE.replace('ferry', 'bus')}"
        answer = memwiki("append", "wiki/log.md", "-", cwd=wiki.path, feed=feed)
        assert answer.out.startswith("2 lines appended")
        assert wiki.read("wiki/log.md").endswith(f"{SECOND_LINE}\n{LINE}\n{LINE.replace('ferry', 'bus')}\n")

    def test_ends_a_last_line_that_has_no_end(self, wiki: Repository, memwiki: Run) -> None:
        wiki.write("wiki/log.md", wiki.read("wiki/log.md").rstrip("\n"))
        assert memwiki("append", "wiki/log.md", LINE, cwd=wiki.path).code == 0
        assert wiki.read("wiki/log.md").endswith(f"{SECOND_LINE}\n{LINE}\n")

    @pytest.mark.parametrize(
        ("line", "code", "said"),
        [
            (LINE.replace("ben", "anna"), 1, "in the name of “anna”, and it is Ben Okri who appends it"),
            (LINE.replace("ben", "zed"), 1, "in the name of “zed”"),
            (LINE.replace("ADD", "add"), 1, "the verb add is written ADD"),
            (LINE.replace("11-30", "11-31"), 1, "is no calendar day"),
            (LINE.replace("trips.md", "../x.md"), 1, "the path leads out of the store"),
            ("by ferry", 1, "it has 1 field where a log line has 5"),
            ("", 2, "An empty line is no log line"),
            (f"{LINE}\n{LINE}", 2, "U+000A may not stand in a line"),
            (f"{LINE}\r", 2, "U+000D may not stand in a line"),
            (f"{LINE}\x1b[2J", 2, "U+001B may not stand in a line"),
            (f"{LINE}\u2028", 2, "U+2028 LINE SEPARATOR may not stand in a line"),
        ],
    )
    def test_takes_no_line_that_is_not_right(
        self, wiki: Repository, memwiki: Run, line: str, code: int, said: str
    ) -> None:
        log = wiki.read("wiki/log.md")
        answer = memwiki("append", "wiki/log.md", LINE, line, cwd=wiki.path)
        assert answer.code == code
        assert said in " ".join((answer.out + answer.err).split())
        assert wiki.read("wiki/log.md") == log

    def test_is_signed_by_who_asks(self, wiki: Repository, memwiki: Run) -> None:
        anna = LINE.replace("ben", "anna")
        assert memwiki("append", "wiki/log.md", anna, "--who", "anna", cwd=wiki.path).code == 0
        assert memwiki("append", "wiki/log.md", LINE, "--who", "anna", cwd=wiki.path).code == 1
        stranger = LINE.replace("ben", "zed")
        assert memwiki("append", "wiki/log.md", stranger, "--who", "zed", cwd=wiki.path).code == 0

    def test_an_agent_signs_for_those_it_acts_for(self, wiki: Repository, memwiki: Run) -> None:
        agent = '[[member]]\nid = "agent-7"\nrole = "agent"\nacts_for = ["ben"]\n'
        wiki.commit("An agent", {"members.toml": wiki.read("members.toml") + agent})
        for who, code in (("ben", 0), ("agent-7", 0), ("anna", 1)):
            line = LINE.replace("ben", who)
            assert memwiki("append", "wiki/log.md", line, "--who", "agent-7", cwd=wiki.path).code == code


class TestANote:
    def test_grows_and_its_log_line_is_called_to_mind(self, wiki: Repository, memwiki: Run) -> None:
        answer = memwiki("append", "trips", FACT, cwd=wiki.path)
        assert answer.code == 0
        assert "log-missing" in answer.out
        assert wiki.read("wiki/trips.md").endswith(f"{FACT}\n")

    def test_is_made_where_there_is_none(self, wiki: Repository, memwiki: Run) -> None:
        answer = memwiki("append", "wiki/deep/new.md", "# New", "", FACT, cwd=wiki.path)
        assert (answer.code, "note-unindexed" in answer.out) == (0, True)
        assert wiki.read("wiki/deep/new.md") == f"# New\n\n{FACT}\n"
        assert memwiki("append", "wiki/index.md", "- [New](deep/new.md)", cwd=wiki.path).code == 0
        assert wiki.read("wiki/index.md").endswith("- [New](deep/new.md)\n")

    @pytest.mark.parametrize(
        ("lines", "rule"),
        [
            (["- By ferry"], "fact-unattributed"),
            (["- By ferry - ben, 2026-11-30"], "provenance-malformed"),
            (["<<<<<<< HEAD", "- x — ben, 2026-11-30", "=======", ">>>>>>> b"], "conflict-marker"),
        ],
    )
    def test_is_refused_what_the_rules_refuse(
        self, wiki: Repository, memwiki: Run, lines: list[str], rule: str
    ) -> None:
        note = wiki.read("wiki/trips.md")
        answer = memwiki("append", "wiki/trips.md", "--", *lines, cwd=wiki.path)
        assert (answer.code, rule in answer.out) == (1, True)
        assert "nothing was written" in answer.out
        assert wiki.read("wiki/trips.md") == note

    @pytest.mark.parametrize(
        "opener", ["```", "~~~~", "<!-- draft", "%%", "<details>", "<script>", "<pre>", "<?x"]
    )
    def test_is_never_left_open_so_that_it_would_hide_what_comes_later(
        self, wiki: Repository, memwiki: Run, opener: str
    ) -> None:
        text = wiki.read("wiki/trips.md")
        answer = memwiki("append", "trips.md", "Some words.", opener, cwd=wiki.path)
        assert (answer.code, "would hide all that is added" in answer.err) == (2, True)
        assert wiki.read("wiki/trips.md") == text

    @pytest.mark.parametrize(
        "lines",
        [("```", "code", "```"), ("<!-- draft -->",), ("<div>",), ("<details>", "", "x", "</details>")],
    )
    def test_a_fact_behind_what_is_closed_is_one(
        self, wiki: Repository, memwiki: Run, lines: tuple[str, ...]
    ) -> None:
        for rows in (lines, (FACT,)):
            assert memwiki("append", "trips.md", *rows, cwd=wiki.path).code == 0
        wiki.stage()
        memwiki("fix", cwd=wiki.path)
        found = memwiki("check", cwd=wiki.path)
        assert "trips.md" not in found.out
        assert FACT[2:] in [item.words.said for item in parse_note(wiki.read("wiki/trips.md")).items]

    def test_may_be_closed_where_somebody_left_it_open(self, wiki: Repository, memwiki: Run) -> None:
        wiki.write("wiki/trips.md", wiki.read("wiki/trips.md") + "\n```\n")
        assert memwiki("append", "trips.md", "```", cwd=wiki.path).code == 0

    def test_keeps_the_line_ends_it_has(self, wiki: Repository, memwiki: Run) -> None:
        wiki.write("wiki/trips.md", wiki.read("wiki/trips.md").replace("\n", "\r\n"))
        memwiki("append", "wiki/trips.md", FACT, cwd=wiki.path)
        assert (wiki.path / "wiki/trips.md").read_bytes().endswith(f"\r\n{FACT}\r\n".encode())


@pytest.mark.parametrize(
    ("path", "said"),
    [
        ("memwiki.toml", "lies in no store"),
        ("../elsewhere.md", "lies in no store"),
        ("wiki/picture.png", "neither a note nor an index nor a log"),
        ("wiki/log-2025.md", "neither a note nor an index nor a log"),
        ("wiki/.hidden.md", "neither a note nor an index nor a log"),
        ("wiki/link.md", "is no plain file"),
        ("wiki/out/note.md", "is reached through one"),
    ],
)
def test_nothing_else_grows(wiki: Repository, memwiki: Run, tmp_path: Path, path: str, said: str) -> None:
    (tmp_path / "outside").mkdir()
    (wiki.path / "wiki/link.md").symlink_to(tmp_path / "outside/note.md")
    (wiki.path / "wiki/out").symlink_to(tmp_path / "outside")
    (wiki.path / "wiki/picture.png").write_bytes(b"png")
    answer = memwiki("append", path, "words", cwd=wiki.path)
    assert (answer.code, said in answer.err) == (2, True), answer
    assert not list((tmp_path / "outside").iterdir())


def test_a_dry_run_shows_and_writes_nothing(wiki: Repository, memwiki: Run) -> None:
    log = wiki.read("wiki/log.md")
    answer = memwiki("append", "wiki/log.md", LINE, "--dry-run", cwd=wiki.path)
    assert (answer.code, f"+{LINE}\n" in answer.out) == (0, True)
    assert wiki.read("wiki/log.md") == log
    assert not (wiki.path / ".git/memwiki").exists()


def test_answers_programs(wiki: Repository, memwiki: Run) -> None:
    told = json.loads(memwiki("append", "wiki/log.md", LINE, "--json", cwd=wiki.path).out)
    assert (told["written"], told["log"], told["files"]) == (True, [LINE], ["wiki/log.md"])


def test_says_what_was_mended_first(wiki: Repository, memwiki: Run) -> None:
    stale = wiki.read("wiki/log.md")
    memwiki("append", "wiki/log.md", LINE, cwd=wiki.path)
    wiki.write("wiki/log.md", stale)
    answer = memwiki("append", "wiki/log.md", LINE.replace("ferry", "bus"), cwd=wiki.path)
    assert answer.code == 0
    assert "wiki/log.md" in answer.err
    assert wiki.read("wiki/log.md") == f"{stale}{LINE}\n{LINE.replace('ferry', 'bus')}\n"


# Kills

KILLED = """
import os, signal, sys
from wiki_schema.disk import effects
left = int(sys.argv[1])
def boundary(name):
    global left
    left -= 1
    if not left:
        os.kill(os.getpid(), signal.SIGKILL)
effects.boundary = boundary
from wiki_hooks.cli import main
sys.exit(main(sys.argv[2:]))
"""


def kill_at(wiki: Repository, number: int, *arguments: str) -> bool:
    """A real command in a process of its own, killed at its effect of a number; whether it was."""
    environ = {**wiki.environ, "PYTHONPATH": str(HOUSE), "MEMWIKI_TODAY": "2026-11-30"}
    command = [sys.executable, "-c", KILLED, str(number), *arguments]
    done = subprocess.run(command, cwd=wiki.path, env=environ, capture_output=True, check=False)
    assert done.returncode in (0, -signal.SIGKILL), done.stderr.decode()
    return done.returncode != 0


@pytest.mark.parametrize(
    "arguments", [("append", "wiki/log.md", LINE), ("add", "wiki/new.md", "By ferry")], ids=["append", "add"]
)
def test_doctor_says_after_any_kill_that_the_store_is_whole_or_what_it_mended(
    wiki: Repository, memwiki: Run, arguments: tuple[str, ...]
) -> None:
    before = wiki.git("status", "--porcelain", "-uall")
    log, outcomes = wiki.read("wiki/log.md"), set()
    for number in range(1, 60):
        if not kill_at(wiki, number, *arguments):
            break
        told = memwiki("doctor", cwd=wiki.path).out
        assert "ok   the store is whole" in told or "ok   nothing is left unfinished" in told
        mended = f"note mended: a killed `{arguments[0]}` of" in told
        is_done = wiki.read("wiki/log.md") != log
        assert mended is is_done
        assert wiki.read("wiki/log.md").count("by ferry") + wiki.read("wiki/log.md").count("By ferry") <= 1
        assert "mended" not in memwiki("doctor", cwd=wiki.path).out
        wiki.stage()
        assert memwiki("check", cwd=wiki.path).code == 0
        outcomes.add(is_done)
        wiki.git("reset", "-q", "--hard")
        wiki.git("clean", "-qfd")
        assert wiki.git("status", "--porcelain", "-uall") == before
        for file in (wiki.path / ".git/memwiki").iterdir():
            file.unlink()
    assert outcomes == {True, False}


def test_a_damaged_database_is_told_and_mended(wiki: Repository, memwiki: Run) -> None:
    memwiki("append", "wiki/log.md", LINE, cwd=wiki.path)
    (wiki.path / ".git/memwiki/memwiki.db").write_bytes(os.urandom(5000))
    answer = memwiki("append", "wiki/log.md", LINE, cwd=wiki.path)
    assert (answer.code, "`memwiki doctor --mend`" in answer.err) == (2, True)
    told = memwiki("doctor", cwd=wiki.path)
    assert (told.code, "do: memwiki doctor --mend" in told.out) == (1, True)
    wiki.stage()
    assert memwiki("check", cwd=wiki.path).code == 0, "no check needs it"
    assert "memwiki.db.damaged-1" in memwiki("doctor", "--mend", cwd=wiki.path).out
    assert memwiki("append", "wiki/log.md", LINE.replace("ferry", "bus"), cwd=wiki.path).code == 0
    assert "the database is sound" in memwiki("doctor", "--mend", cwd=wiki.path).out
    assert "the store is whole; remembered: 1 revision" in memwiki("doctor", cwd=wiki.path).out
