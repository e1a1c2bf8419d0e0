"""The commands that amend: what each writes into note, index and log, and what each refuses."""

from __future__ import annotations

import json
import shlex
import sqlite3
import subprocess
from contextlib import closing
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.repository import BOILER, FIRST_LINE, HOTEL, ROME, SECOND_LINE, Repository
from tests.wiki_hooks.cli.conftest import Run

ME = "Ben Okri, 2026-11-30"
STRUCK = "superseded 2026-11-30 by Ben Okri"
PENDING = f"⚠ claimed changed: in June — {ME} — unconfirmed"
CLAIMED = f"# Home\n\n- {BOILER}\n  - {PENDING}\n"


def words(line: str) -> list[str]:
    return shlex.split(line)


class Deed(NamedTuple):
    """What is asked for, and what it makes of the lists of the two notes and of the log."""

    command: str
    log: str
    trips: str = f"- {ROME}\n- {HOTEL}\n"
    home: str = f"- {BOILER}\n"


DEEDS = {
    "add": Deed(
        "add trips.md 'The train leaves at nine'",
        "ADD | Ben Okri | trips.md | The train leaves at nine",
        f"- {ROME}\n- {HOTEL}\n- The train leaves at nine — {ME}\n",
    ),
    "add in a fact": Deed(
        "add trips.md 'From platform 3' --under Rome",
        "ADD | Ben Okri | trips.md | From platform 3",
        f"- {ROME}\n  - From platform 3 — {ME}\n- {HOTEL}\n",
    ),
    "supersede": Deed(
        "supersede trips.md Rome 'We go to Venice'",
        "SUPERSEDE | Ben Okri | trips.md | We go to Venice",
        f"- ~~{ROME}~~ — {STRUCK}\n- We go to Venice — {ME}\n- {HOTEL}\n",
    ),
    "supersede by line": Deed(
        "supersede trips.md --line 4 'The hotel is by the sea'",
        "SUPERSEDE | Ben Okri | trips.md | The hotel is by the sea",
        f"- {ROME}\n- ~~{HOTEL}~~ — {STRUCK}\n- The hotel is by the sea — {ME}\n",
    ),
    "retire": Deed(
        "retire trips.md hotel",
        "SUPERSEDE | Ben Okri | trips.md | No longer applies: The hotel is near the station",
        f"- {ROME}\n- ~~{HOTEL}~~ — {STRUCK}\n- No longer applies: The hotel is near the station — {ME}\n",
    ),
    "retire with a reason": Deed(
        "retire trips.md --line 4 'it has closed'",
        "SUPERSEDE | Ben Okri | trips.md | No longer applies: it has closed",
        f"- {ROME}\n- ~~{HOTEL}~~ — {STRUCK}\n- No longer applies: it has closed — {ME}\n",
    ),
    "retire what another note says too": Deed(
        "retire trips.md hotel --same-as home.md",
        "SUPERSEDE | Ben Okri | trips.md | said in home.md too: The hotel is near the station",
        f"- {ROME}\n- ~~{HOTEL}~~ — {STRUCK} → [[home]]\n",
    ),
    "claim": Deed(
        "claim home.md boiler 'in June'",
        "CLAIM | Ben Okri | home.md | in June",
        home=f"- {BOILER}\n  - {PENDING}\n",
    ),
    "withdraw": Deed(
        "withdraw trips.md hotel",
        "SUPERSEDE | Ben Okri | trips.md | a private matter withdrawn",
        f"- {ROME}\n- ~~withdrawn~~ — {STRUCK}\n",
    ),
    "conflict": Deed(
        "conflict trips.md 'home.md says otherwise'",
        "CONFLICT | Ben Okri | trips.md | home.md says otherwise",
    ),
    "redact": Deed(
        "redact trips.md 'near the station' --kind place --who anna",
        "CONFLICT | Anna Rossi | trips.md | a place redacted",
        f"- {ROME}\n- The hotel is [redacted: place] — ben, 2026-11-01\n",
    ),
}


@pytest.mark.parametrize("deed", DEEDS.values(), ids=DEEDS)
def test_a_command_writes_note_and_log_and_the_check_passes(
    wiki: Repository, memwiki: Run, deed: Deed
) -> None:
    answer = memwiki(*words(deed.command), cwd=wiki.path)
    assert (answer.code, answer.err) == (0, "")
    assert wiki.read("wiki/trips.md") == f"# Trips\n\n{deed.trips}"
    assert wiki.read("wiki/home.md") == f"# Home\n\n{deed.home}"
    assert wiki.read("wiki/log.md") == f"# Log\n\n{FIRST_LINE}\n{SECOND_LINE}\n2026-11-30 | {deed.log}\n"
    said, step = answer.out.rstrip("\n").split("\n")
    assert said
    subprocess.run(step.removeprefix("next: "), shell=True, cwd=wiki.path, env=wiki.environ, check=True)
    assert wiki.git("diff") == "", "the next step stages every file that was written"
    assert memwiki("check", "--who", "anna", cwd=wiki.path).code == 0


def test_a_new_note_gets_its_heading_and_its_line_in_the_index(wiki: Repository, memwiki: Run) -> None:
    answer = memwiki("add", "food/cakes", "Ada bakes", "--title", "Cakes", cwd=wiki.path)
    assert (answer.code, answer.err) == (0, "")
    assert wiki.read("wiki/food/cakes.md") == f"# Cakes\n\n- Ada bakes — {ME}\n"
    assert wiki.read("wiki/index.md").endswith("- [Home](home.md)\n- [Cakes](food/cakes.md)\n")
    assert wiki.read("wiki/log.md").endswith("2026-11-30 | ADD | Ben Okri | food/cakes.md | Ada bakes\n")
    assert memwiki("check", "--worktree", cwd=wiki.path).code == 0


class TestAClaim:
    """Whoever made it, the owner of the fact answers it."""

    @pytest.fixture
    def claimed(self, wiki: Repository, memwiki: Run) -> Repository:
        assert memwiki("claim", "home.md", "boiler", "in June", cwd=wiki.path).code == 0
        return wiki

    @pytest.mark.parametrize(
        ("answer", "after"),
        [
            (
                "confirm home.md boiler",
                f"# Home\n\n- ~~{BOILER}~~ — superseded 2026-11-30 by Anna Rossi\n"
                f"  - {PENDING.removesuffix('unconfirmed')}confirmed 2026-11-30 by Anna Rossi\n"
                "- in June — Anna Rossi, 2026-11-30\n",
            ),
            (
                "confirm home.md --line 4 'The boiler is serviced in June'",
                f"# Home\n\n- ~~{BOILER}~~ — superseded 2026-11-30 by Anna Rossi\n"
                f"  - {PENDING.removesuffix('unconfirmed')}confirmed 2026-11-30 by Anna Rossi\n"
                "- The boiler is serviced in June — Anna Rossi, 2026-11-30\n",
            ),
            (
                "reject home.md June",
                f"# Home\n\n- {BOILER}\n"
                f"  - {PENDING.removesuffix('unconfirmed')}rejected 2026-11-30 by Anna Rossi\n",
            ),
        ],
    )
    def test_is_answered(self, claimed: Repository, memwiki: Run, answer: str, after: str) -> None:
        assert memwiki(*words(answer), "--who", "anna", cwd=claimed.path).code == 0
        assert claimed.read("wiki/home.md") == after
        assert memwiki("check", "--worktree", "--who", "anna", cwd=claimed.path).code == 0

    @pytest.mark.parametrize("answer", ["confirm home.md June", "reject home.md June"])
    def test_is_not_answered_by_anybody_else(self, claimed: Repository, memwiki: Run, answer: str) -> None:
        refused = memwiki(*words(answer), cwd=claimed.path)
        assert (refused.code, "claim-unauthorised" in refused.out) == (1, True)
        assert claimed.read("wiki/home.md") == CLAIMED


# What is refused


REFUSED = {
    "supersede home.md boiler 'in June'": "supersede-unauthorised",
    "retire home.md boiler": "supersede-unauthorised",
    "withdraw home.md boiler": "supersede-unauthorised",
    "update home.md boiler 'The boiler is serviced in June'": "fact-rewritten",
    "update home.md boiler 'Quite another matter'": "fact-erased",
    "update trips.md Rome 'We go to Venice by train'": "fact-rewritten",
    "redact trips.md Rome --kind place": "fact-rewritten",
    "redact log.md Rome --kind place": "log-rewritten",
}


@pytest.mark.parametrize(("command", "rule"), REFUSED.items())
@pytest.mark.parametrize("mode", [[], ["--dry-run"], ["--json"]])
def test_what_the_rules_refuse_is_not_written_and_told_in_their_words(
    wiki: Repository, memwiki: Run, command: str, rule: str, mode: list[str]
) -> None:
    answer = memwiki(*words(command), *mode, cwd=wiki.path)
    assert (answer.code, answer.err) == (1, "")
    assert wiki.git("status", "--porcelain") == ""
    if mode == ["--json"]:
        told = json.loads(answer.out)
        assert (told["written"], told["did"], told["findings"][0]["rule"]) == (False, "", rule)
    else:
        assert f"error    {rule}" in answer.out
        assert "note: nothing was written\n" in answer.out
        assert "may override" not in answer.out, "there is no commit whose message could"


@pytest.mark.parametrize(
    ("command", "what"),
    [
        ("supersede home.md boiler 'in June'", "in June"),
        ("supersede home.md --line 3 'in June'", "in June"),
        ("update home.md boiler 'in June'", "in June"),
        ("retire home.md boiler", "no longer applies"),
        ("retire home.md boiler 'it was sold'", "no longer applies: it was sold"),
    ],
)
class TestSomebodyElsesFact:
    def test_is_claimed_when_that_is_asked_for(
        self, wiki: Repository, memwiki: Run, command: str, what: str
    ) -> None:
        answer = memwiki(*words(command), "--or-claim", cwd=wiki.path)
        assert answer.code == 0
        assert answer.out.startswith("It is somebody else's, so nothing was changed: claimed in home.md")
        assert f"  - ⚠ claimed changed: {what} — {ME} — unconfirmed\n" in wiki.read("wiki/home.md")
        assert wiki.read("wiki/log.md").endswith(f"| CLAIM | Ben Okri | home.md | {what}\n")
        assert memwiki("check", "--worktree", cwd=wiki.path).code == 0

    def test_else_the_command_is_named_that_claims_it(
        self, wiki: Repository, memwiki: Run, command: str, what: str
    ) -> None:
        answer = memwiki(*words(command), cwd=wiki.path)
        offered = answer.out.split("do: memwiki ")[1].split("\n")[0]
        assert memwiki(*words(offered), cwd=wiki.path).code == 0
        assert f"⚠ claimed changed: {what}" in wiki.read("wiki/home.md")


def test_ones_own_fact_is_never_claimed(wiki: Repository, memwiki: Run) -> None:
    update = ["update", "trips.md", "Rome", "We go to Venice by train"]
    answer = memwiki(*update, "--or-claim", cwd=wiki.path)
    assert answer.code == 1
    offered = answer.out.split("do: memwiki ")[1].split("\n")[0]
    assert words(offered) == ["supersede", *update[1:]], "the way to change one's own fact"
    assert memwiki("supersede", *update[1:], "--or-claim", cwd=wiki.path).out.startswith("superseded")


def test_where_the_store_lets_one_a_fact_is_updated_in_place(wiki: Repository, memwiki: Run) -> None:
    wiki.commit("x", {"memwiki.toml": '[[store]]\npath = "wiki"\noriginator_may_update = true\n'})
    assert memwiki("update", "trips.md", "Rome", "We go to Venice", cwd=wiki.path).code == 0
    assert wiki.read("wiki/trips.md") == f"# Trips\n\n- We go to Venice — {ME}\n- {HOTEL}\n"
    assert memwiki("check", "--worktree", cwd=wiki.path).code == 0


# Which fact, which note


COULD_NOT = {
    "supersede trips.md 'the moon' 'x'": "no current fact with the words “the moon”",
    "supersede trips.md 'ben, 2026' 'x'": "2 current facts",
    "supersede trips.md x": "2 current facts",
    "supersede trips.md --line 1 x": "Line 1",
    "retire trips.md": "2 current facts",
    "confirm trips.md Rome": "no open claim",
    "withdraw nowhere.md x": "There is no note wiki/nowhere.md",
    "conflict nowhere.md x": "There is no wiki/nowhere.md",
    "add ../outside.md x": "lies in no store",
    "add memwiki.toml x": "lies in no store",
    "add .hidden.md x": "can be no note",
    "add log.md x": "is no note",
    "add trips.md ''": "says nothing",
    "add trips.md x --section Nowhere": "Nowhere",
    "redact trips.md nowhere --kind x": "stand nowhere in wiki/trips.md",
    "retire trips.md --line 3:123456": "Line 3 of wiki/trips.md no longer holds the fact that is meant",
    "retire trips.md --line 3:x": "3:x is no line: 12, or 12:3fa94c",
    "supersede trips.md a b c": "words are too many",
    "supersede trips.md --line 3 a b": "words are too many",
    "claim trips.md": "words are too few",
    "reject trips.md a b": "words are too many",
}


@pytest.mark.parametrize(("command", "said"), COULD_NOT.items())
def test_what_cannot_be_done_is_said_and_nothing_is_written(
    wiki: Repository, memwiki: Run, command: str, said: str
) -> None:
    answer = memwiki(*words(command), cwd=wiki.path)
    assert (answer.code, answer.out) == (2, "")
    assert said in answer.err
    assert wiki.git("status", "--porcelain") == ""


def test_facts_of_one_name_are_listed_with_their_lines(wiki: Repository, memwiki: Run) -> None:
    answer = memwiki("supersede", "trips.md", "ben, 2026", "x", cwd=wiki.path)
    assert f"line 3: {ROME}\n" in answer.err
    assert f"line 4: {HOTEL}\n" in answer.err


@pytest.mark.parametrize(
    ("folder", "name"),
    [
        (".", "wiki/trips.md"),
        (".", "trips.md"),
        (".", "trips"),
        (".", "wiki/../wiki/trips"),
        ("wiki", "trips.md"),
        ("wiki", "./trips"),
        ("wiki/food", "../trips.md"),
        ("wiki/food", "wiki/trips.md"),
    ],
)
def test_a_note_is_named_from_here_from_the_top_or_from_its_store(
    wiki: Repository, memwiki: Run, folder: str, name: str
) -> None:
    (wiki.path / "wiki/food").mkdir()
    assert memwiki("add", name, "A train", cwd=wiki.path / folder).code == 0
    assert f"- A train — {ME}\n" in wiki.read("wiki/trips.md")


def test_nothing_is_written_through_a_link(wiki: Repository, memwiki: Run) -> None:
    target = wiki.path / "elsewhere.md"
    target.write_text("- mine\n", encoding="utf-8")
    (wiki.path / "wiki/linked.md").symlink_to(target)
    (wiki.path / "wiki/folder").symlink_to(wiki.path)
    for name in ("linked.md", "folder/elsewhere.md", "folder/new.md"):
        assert memwiki("add", name, "A train", cwd=wiki.path).code == 2
    assert target.read_text(encoding="utf-8") == "- mine\n"
    assert not (wiki.path / "new.md").exists()


@pytest.mark.parametrize(
    "command",
    [
        "supersede --line 4 trips.md 'by the sea' --who ben",
        "supersede trips.md --line 4 'by the sea'",
        "supersede trips.md --who ben hotel 'by the sea'",
        "supersede trips.md hotel --who ben 'by the sea'",
        "supersede trips.md hotel -- 'by the sea'",
    ],
)
def test_options_may_stand_anywhere(wiki: Repository, memwiki: Run, command: str) -> None:
    assert memwiki(*words(command), cwd=wiki.path).code == 0
    assert f"- by the sea — {ME}\n" in wiki.read("wiki/trips.md")


# Who acts


@pytest.mark.parametrize(
    ("options", "environ", "signs"),
    [
        ([], {}, "Ben Okri"),
        ([], {"MEMWIKI_WHO": "anna"}, "Anna Rossi"),
        (["--who", "ben"], {"MEMWIKI_WHO": "anna"}, "Ben Okri"),
        (["--who", "A Stranger"], {}, "A Stranger"),
    ],
)
def test_facts_are_signed_by_whoever_acts(
    wiki: Repository, memwiki: Run, options: list[str], environ: dict[str, str], signs: str
) -> None:
    assert memwiki("add", "trips.md", "A train", *options, cwd=wiki.path, **environ).code == 0
    assert f"- A train — {signs}, 2026-11-30\n" in wiki.read("wiki/trips.md")
    assert wiki.read("wiki/log.md").endswith(f"| ADD | {signs} | trips.md | A train\n")


def test_a_warning_is_shown_and_blocks_nothing(wiki: Repository, memwiki: Run) -> None:
    answer = memwiki("add", "trips.md", "A train", "--who", "Ana Rosi", cwd=wiki.path)
    assert answer.code == 0
    assert "warning  member-unknown" in answer.out


# Answers


def test_a_dry_run_shows_what_would_be_written_and_writes_nothing(wiki: Repository, memwiki: Run) -> None:
    wiki.write("wiki/trips.md", f"# Trips\n\n- {ROME}\n- {HOTEL}")
    wiki.commit("no last newline")
    command = ["add", "new.md", "A train"], ["supersede", "trips.md", "hotel", "by the sea"]
    for each in command:
        shown = memwiki(*each, "--dry-run", cwd=wiki.path)
        assert (shown.code, shown.err) == (0, "")
        assert wiki.git("status", "--porcelain") == ""
        assert not (wiki.path / ".git/memwiki").exists()
        wiki.git("apply", "-", feed=shown.out)
        applied = {path: wiki.read(f"wiki/{path}") for path in ("trips.md", "log.md", "index.md")}
        wiki.git("stash", "--include-untracked")
        memwiki(*each, cwd=wiki.path)
        assert applied == {path: wiki.read(f"wiki/{path}") for path in applied}
        wiki.git("stash", "--include-untracked")
        (wiki.path / ".git/memwiki/memwiki.db").unlink()
        for rest in (wiki.path / ".git/memwiki").iterdir():
            rest.unlink()
        (wiki.path / ".git/memwiki").rmdir()


def test_as_json_it_says_all_there_is_to_say(wiki: Repository, memwiki: Run) -> None:
    answer = memwiki("add", "new.md", "A train", "--json", "--who", "Ana Rosi", cwd=wiki.path)
    told = json.loads(answer.out)
    assert told | {"findings": [], "diff": ""} == {
        "written": True,
        "did": "add",
        "told": "added to the new note new.md: “A train — Ana Rosi, 2026-11-30”",
        "files": ["wiki/new.md", "wiki/index.md", "wiki/log.md"],
        "log": ["2026-11-30 | ADD | Ana Rosi | new.md | A train"],
        "findings": [],
        "notices": [],
        "diff": "",
    }
    assert {finding["rule"] for finding in told["findings"]} == {"member-unknown"}
    assert "+- A train — Ana Rosi, 2026-11-30\n" in told["diff"]
    assert answer.out.isascii()


def test_a_claim_made_instead_is_called_one(wiki: Repository, memwiki: Run) -> None:
    answer = memwiki("retire", "home.md", "boiler", "--or-claim", "--json", cwd=wiki.path)
    assert json.loads(answer.out)["did"] == "claim"


def test_what_is_redacted_is_shown_nowhere(wiki: Repository, memwiki: Run) -> None:
    for word, mode in (("Rome", ["--dry-run"]), ("Rome", ["--json"]), ("hotel", [])):
        options = ["--kind", "place", "--who", "anna", "--everywhere", *mode]
        answer = memwiki("redact", "trips.md", word, *options, cwd=wiki.path)
        assert answer.code == 0
        assert word not in answer.out + answer.err
    assert "Rome" not in wiki.read("wiki/trips.md") + wiki.read("wiki/log.md")
    assert memwiki("check", "--worktree", "--who", "anna", cwd=wiki.path).code == 0
    memwiki("conflict", "home.md", "x", cwd=wiki.path)
    assert "Rome" not in wiki.read("wiki/log.md"), "a covered line is not put back as it was"


def test_words_of_a_note_act_on_no_terminal(wiki: Repository, memwiki: Run) -> None:
    wiki.append("wiki/trips.md", "- Ring \x1b[31mthe bell\x07 ::error::x — ben, 2026-11-01")
    wiki.commit("odd")
    for command in ("retire trips.md Ring --dry-run", "retire trips.md Ring --json", "retire trips.md 'n'"):
        answer = memwiki(*words(command), cwd=wiki.path)
        assert not set(answer.out + answer.err) & {"\x1b", "\x07"}


# Where there is no git


def test_without_git_everything_goes_but_the_next_step(tmp_path: Path, memwiki: Run) -> None:
    folder = tmp_path / "plain"
    (folder / "wiki").mkdir(parents=True)
    (folder / "memwiki.toml").write_text('[[store]]\npath = "wiki"\n', encoding="utf-8")
    state = {"XDG_STATE_HOME": str(tmp_path / "state"), "MEMWIKI_WHO": "ben"}
    answer = memwiki("add", "trips", "A train", cwd=folder / "wiki", **state)
    assert answer == (0, "added to the new note trips.md: “A train — ben, 2026-11-30”\n", "")
    assert memwiki("supersede", "trips", "A train", "A bus", cwd=folder, **state).code == 0
    assert (
        (folder / "wiki/log.md")
        .read_text(encoding="utf-8")
        .endswith(
            "2026-11-30 | ADD | ben | trips.md | A train\n2026-11-30 | SUPERSEDE | ben | trips.md | A bus\n"
        )
    )
    assert not (folder / ".git").exists()


def test_without_a_wiki_the_way_to_one_is_told(tmp_path: Path, memwiki: Run) -> None:
    answer = memwiki("add", "trips.md", "A train", cwd=tmp_path)
    assert (answer.code, "run memwiki init" in answer.err) == (2, True)


def test_a_runner_finds_no_command_for_itself_in_a_dry_run(wiki: Repository, memwiki: Run) -> None:
    answer = memwiki("add", "trips.md", "It says ##[error]no", "--dry-run", cwd=wiki.path)
    assert (answer.code, "##[" in answer.out, "# #[error]no" in answer.out) == (0, False, True)


def test_a_secret_that_is_covered_is_remembered_nowhere(wiki: Repository, memwiki: Run) -> None:
    assert memwiki("add", "trips.md", "The code of the door is 4711", cwd=wiki.path).code == 0
    redact = ("redact", "trips.md", "4711", "--kind", "code", "--everywhere", "--who", "anna")
    assert memwiki(*redact, cwd=wiki.path).code == 0
    with closing(sqlite3.connect(wiki.path / ".git" / "memwiki" / "memwiki.db")) as db:
        assert db.execute("SELECT count(*) FROM ledger WHERE instr(line, '4711')").fetchone() == (0,)
    kept = b"".join(file.read_bytes() for file in (wiki.path / ".git" / "memwiki").iterdir())
    assert b"4711" not in kept
    history = memwiki("history", "trips.md", cwd=wiki.path)
    assert history.code == 0
    assert "4711" not in history.out
    assert "redact" in history.out
    for line in history.out.splitlines():
        name = line.split()[0] if line.strip() else ""
        if name.removeprefix("r").isdigit():
            assert "4711" not in memwiki("history", "trips.md", "--show", name, cwd=wiki.path).out
