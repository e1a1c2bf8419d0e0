"""`memwiki restore`: lost words stand again where they stood, and nothing newer goes for it."""

from __future__ import annotations

import json
import sqlite3
import time
from pathlib import Path

import pytest

from tests.repository import BOILER, FIRST_LINE, HOTEL, ROME, SECOND_LINE, Repository
from tests.wiki_hooks.cli.conftest import Answer, Run

TRIPS = f"# Trips\n\n- {ROME}\n- {HOTEL}\n"
STATION = "The station has a garden — ben, 2026-11-03"
SECRET = "Ben owes the bank 4711 — ben, 2026-11-01"


def checked(wiki: Repository, memwiki: Run, *, errors: int = 0) -> Answer:
    """What the check says of everything on disk, staged."""
    wiki.stage()
    answer = memwiki("check", cwd=wiki.path)
    assert answer.code == bool(errors), answer.out
    return answer


def new_lines(wiki: Repository) -> list[str]:
    """The lines that the log gained, as verb and path."""
    lines = wiki.read("wiki/log.md").split(f"{SECOND_LINE}\n")[1].split("\n")[:-1]
    return [" ".join(line.split(" | ")[1:4:2]) for line in lines]


BROKEN = {
    "a fact gone": (f"- {ROME}\n", ""),
    "a heading gone": ("# Trips\n\n", ""),
    "emptied": (TRIPS, ""),
    "only a heading left": (f"\n- {ROME}\n- {HOTEL}\n", ""),
    "hidden in a comment": ("# Trips\n\n", "# Trips\n\n<!--\n"),
    "another order of lines lost": (f"- {ROME}\n- {HOTEL}", "more to come"),
}


class TestWhatAnEditorBroke:
    """The last commit has it, the disk has not."""

    @pytest.mark.parametrize("broken", BROKEN)
    @pytest.mark.parametrize("who", ["ben", "anna"])
    def test_it_stands_again_and_a_commit_of_it_passes(
        self, wiki: Repository, memwiki: Run, broken: str, who: str
    ) -> None:
        wiki.replace("wiki/trips.md", *BROKEN[broken])
        answer = memwiki("restore", "trips", "--at", "HEAD", "--who", who, cwd=wiki.path)
        assert answer.code == 0, answer.out
        text = wiki.read("wiki/trips.md")
        assert f"- {ROME}\n" in text
        assert f"- {HOTEL}" in text
        checked(wiki, memwiki)

    @pytest.mark.parametrize("broken", ["a fact gone", "a heading gone", "emptied"])
    def test_where_nothing_new_stands_it_is_letter_for_letter_as_it_was(
        self, wiki: Repository, memwiki: Run, broken: str
    ) -> None:
        wiki.replace("wiki/trips.md", *BROKEN[broken])
        memwiki("restore", "trips", "--at", "HEAD", cwd=wiki.path)
        assert wiki.read("wiki/trips.md") == TRIPS
        assert new_lines(wiki) == ["LINT trips.md"]

    def test_what_came_since_stays(self, wiki: Repository, memwiki: Run) -> None:
        wiki.replace("wiki/trips.md", f"- {ROME}\n", f"- {STATION}\n")
        memwiki("restore", "trips", "--at", "HEAD", cwd=wiki.path)
        text = wiki.read("wiki/trips.md")
        assert all(f"- {fact}\n" in text for fact in (ROME, STATION, HOTEL))
        assert new_lines(wiki) == ["ADD trips.md"]
        checked(wiki, memwiki)

    def test_a_deleted_note_comes_back_whole_with_its_index_line(
        self, wiki: Repository, memwiki: Run
    ) -> None:
        index = wiki.read("wiki/index.md")
        (wiki.path / "wiki/home.md").unlink()
        wiki.replace("wiki/index.md", "- [Home](home.md)\n", "")
        memwiki("restore", "home.md", "--at", "HEAD", cwd=wiki.path / "wiki")
        assert wiki.read("wiki/home.md") == f"# Home\n\n- {BOILER}\n"
        assert wiki.read("wiki/index.md") == index
        checked(wiki, memwiki)

    def test_twice_is_once(self, wiki: Repository, memwiki: Run) -> None:
        wiki.replace("wiki/trips.md", f"- {ROME}\n", f"- {STATION}\n")
        memwiki("restore", "trips", "--at", "HEAD", cwd=wiki.path)
        before = wiki.read("wiki/trips.md"), wiki.read("wiki/log.md")
        answer = memwiki("restore", "trips", "--at", "HEAD", cwd=wiki.path)
        assert (answer.code, "has lost nothing" in answer.out) == (0, True)
        assert (wiki.read("wiki/trips.md"), wiki.read("wiki/log.md")) == before

    def test_a_dry_run_shows_it_and_writes_nothing(self, wiki: Repository, memwiki: Run) -> None:
        wiki.replace("wiki/trips.md", f"- {ROME}\n", "")
        before = wiki.read("wiki/trips.md"), wiki.read("wiki/log.md")
        answer = memwiki("restore", "trips", "--at", "HEAD", "--dry-run", cwd=wiki.path)
        assert (answer.code, f"+- {ROME}\n" in answer.out) == (0, True)
        assert (wiki.read("wiki/trips.md"), wiki.read("wiki/log.md")) == before

    def test_line_ends_are_those_of_the_file(self, wiki: Repository, memwiki: Run) -> None:
        crlf = TRIPS.replace("\n", "\r\n")
        wiki.commit("crlf", {"wiki/trips.md": crlf})
        wiki.write("wiki/trips.md", crlf.replace(f"- {HOTEL}\r\n", ""))
        memwiki("restore", "trips", "--at", "HEAD", cwd=wiki.path)
        assert (wiki.path / "wiki/trips.md").read_bytes() == crlf.encode()


class TestAFactChangedInPlace:
    """It stands again by the book, and so do the newer words."""

    NEWER = "We go to Rome by plane — ben, 2026-11-01"

    def test_whoever_may_change_it_supersedes_it(self, wiki: Repository, memwiki: Run) -> None:
        wiki.replace("wiki/trips.md", ROME, self.NEWER)
        answer = memwiki("restore", "trips", "--at", "HEAD", cwd=wiki.path)
        assert f"superseded: {ROME}" in answer.out
        struck = f"- ~~{ROME}~~ — superseded 2026-11-30 by Ben Okri\n- {self.NEWER}\n- {HOTEL}\n"
        assert wiki.read("wiki/trips.md") == f"# Trips\n\n{struck}"
        assert new_lines(wiki) == ["SUPERSEDE trips.md"]
        checked(wiki, memwiki)

    def test_anybody_else_leaves_the_newer_words_as_a_claim(self, wiki: Repository, memwiki: Run) -> None:
        wiki.replace("wiki/home.md", "in May", "in June")
        memwiki("restore", "home", "--at", "HEAD", cwd=wiki.path)
        claim = "⚠ claimed changed: The boiler is serviced in June — Ben Okri, 2026-11-30 — unconfirmed"
        assert wiki.read("wiki/home.md") == f"# Home\n\n- {BOILER}\n  - {claim}\n"
        assert new_lines(wiki) == ["CLAIM home.md"]
        checked(wiki, memwiki)

    def test_one_that_lost_its_provenance_keeps_its_newer_words_too(
        self, wiki: Repository, memwiki: Run
    ) -> None:
        wiki.replace("wiki/trips.md", ROME, "We go to Rome by plane")
        memwiki("restore", "trips", "--at", "HEAD", cwd=wiki.path)
        assert "- We go to Rome by plane — Ben Okri, 2026-11-30\n" in wiki.read("wiki/trips.md")
        checked(wiki, memwiki)

    @pytest.mark.parametrize("who", ["ben", "anna"])
    def test_where_that_is_committed_both_stand_and_the_newer_one_is_claimed(
        self, wiki: Repository, memwiki: Run, who: str
    ) -> None:
        wiki.replace("wiki/trips.md", ROME, self.NEWER)
        wiki.commit("changed in place")
        memwiki("restore", "trips", "--at", "HEAD~1", "--who", who, cwd=wiki.path)
        text = wiki.read("wiki/trips.md")
        assert f"- {self.NEWER}\n" in text
        assert f"- {ROME}\n  - ⚠ claimed changed: We go to Rome by plane — " in text
        checked(wiki, memwiki)

    def test_where_the_store_lets_originators_update_it_stays(self, wiki: Repository, memwiki: Run) -> None:
        wiki.commit("x", {"memwiki.toml": '[[store]]\npath = "wiki"\noriginator_may_update = true\n'})
        wiki.replace("wiki/trips.md", ROME, self.NEWER)
        wiki.commit("updated")
        answer = memwiki("restore", "trips", "--at", "HEAD~1", cwd=wiki.path)
        assert (answer.code, "has lost nothing" in answer.out) == (0, True)
        assert "left in its newer form" in answer.out

    def test_a_strike_that_lost_words_holds_them_again(self, wiki: Repository, memwiki: Run) -> None:
        struck = f"~~{ROME}~~ — superseded 2026-11-30 by Ben Okri\n- We stay — Ben Okri, 2026-11-30"
        wiki.replace("wiki/trips.md", ROME, struck)
        wiki.commit("superseded")
        wiki.replace("wiki/trips.md", "by train", "by tram")
        memwiki("restore", "trips", "--at", "HEAD", "--who", "anna", cwd=wiki.path)
        assert f"- {struck}\n" in wiki.read("wiki/trips.md")
        checked(wiki, memwiki)


class TestWhatAnOldCommitLost:
    """The last commit has it no more."""

    def test_a_fact_comes_back_as_it_stood(self, wiki: Repository, memwiki: Run) -> None:
        wiki.commit("lost", {"wiki/trips.md": f"# Trips\n\n- {HOTEL}\n- {STATION}\n"})
        answer = memwiki("restore", "trips", "--at", "HEAD~1", cwd=wiki.path)
        assert answer.code == 0
        assert wiki.read("wiki/trips.md") == f"# Trips\n\n- {ROME}\n- {HOTEL}\n- {STATION}\n"
        assert new_lines(wiki) == ["ADD trips.md"]
        checked(wiki, memwiki)

    def test_what_was_superseded_since_stays_struck(self, wiki: Repository, memwiki: Run) -> None:
        struck = f"~~{ROME}~~ — superseded 2026-11-30 by ben\n- We stay — ben, 2026-11-30"
        wiki.commit("lost", {"wiki/trips.md": f"# Trips\n\n- {struck}\n"})
        memwiki("restore", "trips", "--at", "HEAD~1", cwd=wiki.path)
        assert wiki.read("wiki/trips.md") == f"# Trips\n\n- {struck}\n- {HOTEL}\n"
        checked(wiki, memwiki)

    def test_what_moved_to_another_note_is_not_lost(self, wiki: Repository, memwiki: Run) -> None:
        wiki.commit(
            "split", {"wiki/trips.md": f"# Trips\n\n- {HOTEL}\n", "wiki/rome.md": f"# Rome\n\n- {ROME}\n"}
        )
        answer = memwiki("restore", "trips", "--at", "HEAD~1", cwd=wiki.path)
        assert "has lost nothing" in answer.out
        assert ROME not in wiki.read("wiki/trips.md")

    def test_a_fact_that_always_stood_elsewhere_as_well_is(self, wiki: Repository, memwiki: Run) -> None:
        wiki.commit("twice", {"wiki/rome.md": f"# Rome\n\n- {ROME}\n"})
        wiki.commit("once", {"wiki/trips.md": f"# Trips\n\n- {HOTEL}\n"})
        memwiki("restore", "trips", "--at", "HEAD~1", cwd=wiki.path)
        assert wiki.read("wiki/trips.md") == TRIPS

    def test_a_note_is_followed_through_its_names(self, wiki: Repository, memwiki: Run) -> None:
        wiki.git("mv", "wiki/trips.md", "wiki/journeys.md")
        wiki.commit("renamed", {"wiki/index.md": "# Index\n\n- [Trips](journeys.md)\n- [Home](home.md)\n"})
        wiki.commit("lost", {"wiki/journeys.md": f"# Trips\n\n- {HOTEL}\n"})
        memwiki("restore", "journeys", "--at", "HEAD~2", cwd=wiki.path)
        assert wiki.read("wiki/journeys.md") == TRIPS

    def test_a_note_that_is_gone_comes_back_with_its_line_in_its_place(
        self, wiki: Repository, memwiki: Run
    ) -> None:
        index = wiki.read("wiki/index.md")
        gone = {"wiki/trips.md": None, "wiki/index.md": "# Index\n\n- [Home](home.md)\n"}
        wiki.commit("gone", gone)
        memwiki("restore", "trips", "--at", "HEAD~1", cwd=wiki.path)
        assert (wiki.read("wiki/trips.md"), wiki.read("wiki/index.md")) == (TRIPS, index)
        assert new_lines(wiki) == ["ADD trips.md"]
        checked(wiki, memwiki)

    def test_what_the_rules_refuse_stays_out_and_all_else_comes_back(
        self, wiki: Repository, memwiki: Run
    ) -> None:
        """A struck fact would be history that never was, as far as the last commit tells."""
        struck = f"~~{ROME}~~ — superseded 2026-11-20 by ben\n- We stay — ben, 2026-11-20"
        wiki.commit("superseded", {"wiki/trips.md": f"# Trips\n\n- {struck}\n- {HOTEL}\n"})
        wiki.commit("lost", {"wiki/trips.md": "# Trips\n\n- We stay — ben, 2026-11-20\n"})
        answer = memwiki("restore", "trips", "--at", "HEAD~1", cwd=wiki.path)
        assert answer.code == 1
        assert "supersede-mismarked" in answer.out
        assert wiki.read("wiki/trips.md") == f"# Trips\n\n- We stay — ben, 2026-11-20\n- {HOTEL}\n"
        checked(wiki, memwiki)

    def test_an_agent_brings_back_nobody_elses_words(self, wiki: Repository, memwiki: Run) -> None:
        members = wiki.read("members.toml") + '\n[[member]]\nid = "bot"\nrole = "agent"\nacts_for = ["ben"]\n'
        wiki.commit(
            "a bot", {"members.toml": members, "wiki/home.md": f"# Home\n\n- {BOILER}\n- {STATION}\n"}
        )
        wiki.commit("lost", {"wiki/home.md": "# Home\n\nnothing\n"})
        answer = memwiki("restore", "home", "--at", "HEAD~1", "--who", "bot", cwd=wiki.path)
        assert (answer.code, "impersonated" in answer.out) == (1, True)
        text = wiki.read("wiki/home.md")
        assert (BOILER in text, STATION in text) == (False, True)


class TestWhatWasTakenOutOnPurpose:
    """Nobody brings it back, and nobody repeats it."""

    @pytest.fixture
    def withdrawn(self, wiki: Repository, memwiki: Run) -> Repository:
        wiki.commit("private", {"wiki/trips.md": f"{TRIPS}- {SECRET}\n"})
        assert memwiki("withdraw", "trips", "owes", cwd=wiki.path).code == 0
        wiki.commit("withdrawn")
        return wiki

    def test_a_withdrawn_fact_stays_out(self, withdrawn: Repository, memwiki: Run) -> None:
        text = withdrawn.read("wiki/trips.md")
        for extra in ([], ["--json"], ["--dry-run"]):
            answer = memwiki("restore", "trips", "--at", "HEAD~1", *extra, cwd=withdrawn.path)
            assert (answer.code, "on purpose" in answer.out) == (1, True)
            assert "4711" not in f"{answer.out}{answer.err}"
        assert withdrawn.read("wiki/trips.md") == text

    def test_even_where_the_note_is_gone_altogether(self, withdrawn: Repository, memwiki: Run) -> None:
        withdrawn.commit("gone", {"wiki/trips.md": None})
        answer = memwiki("restore", "trips", "--at", "HEAD~2", cwd=withdrawn.path)
        assert answer.code == 1
        text = withdrawn.read("wiki/trips.md")
        assert (ROME in text, "4711" in text) == (True, False)

    def test_and_where_it_was_moved_before(self, wiki: Repository, memwiki: Run) -> None:
        wiki.commit("private", {"wiki/trips.md": f"{TRIPS}- {SECRET}\n"})
        wiki.commit("moved", {"wiki/trips.md": TRIPS, "wiki/money.md": f"# Money\n\n- {SECRET}\n"})
        assert memwiki("withdraw", "money", "owes", cwd=wiki.path).code == 0
        wiki.commit("withdrawn")
        answer = memwiki("restore", "trips", "--at", "HEAD~2", cwd=wiki.path)
        assert (answer.code, wiki.read("wiki/trips.md")) == (1, TRIPS)

    @pytest.mark.parametrize("ahead", [-3600, 0, 3600])
    def test_whatever_the_clocks_say(
        self, wiki: Repository, memwiki: Run, monkeypatch: pytest.MonkeyPatch, ahead: int
    ) -> None:
        moment = f"@{int(time.time()) + ahead} +0000"
        for name in ("GIT_AUTHOR_DATE", "GIT_COMMITTER_DATE"):
            monkeypatch.setenv(name, moment)
        wiki.commit("private", {"wiki/trips.md": f"{TRIPS}- {SECRET}\n"})
        assert memwiki("withdraw", "trips", "owes", cwd=wiki.path).code == 0
        assert memwiki("add", "trips", "New thing", cwd=wiki.path).code == 0
        wiki.commit(
            "withdrawn, and something new", {"wiki/trips.md": wiki.read("wiki/trips.md") + "\nMore.\n"}
        )
        memwiki("restore", "trips", "--at", "HEAD~1", cwd=wiki.path)
        assert "4711" not in wiki.read("wiki/trips.md")

    def test_what_an_editor_lost_beside_it_comes_back(self, wiki: Repository, memwiki: Run) -> None:
        wiki.commit("private", {"wiki/trips.md": f"{TRIPS}- {SECRET}\n"})
        assert memwiki("withdraw", "trips", "owes", cwd=wiki.path).code == 0
        wiki.commit("withdrawn", {"wiki/trips.md": wiki.read("wiki/trips.md").replace(f"- {ROME}\n", "")})
        memwiki("restore", "trips", "--at", "HEAD~1", cwd=wiki.path)
        text = wiki.read("wiki/trips.md")
        assert (ROME in text, "4711" in text) == (True, False)

    def test_a_redacted_secret_stays_redacted(self, wiki: Repository, memwiki: Run) -> None:
        wifi = "The wifi has the word hunter2"
        wiki.commit("secret", {"wiki/trips.md": f"{TRIPS}- {wifi} — ben, 2026-11-01\n"})
        done = memwiki("redact", "trips", "hunter2", "--kind", "word", "--who", "anna", cwd=wiki.path)
        assert done.code == 0, done
        wiki.commit("redacted")
        answer = memwiki("restore", "trips", "--at", "HEAD~1", "--who", "anna", cwd=wiki.path)
        assert "hunter2" not in wiki.read("wiki/trips.md")
        assert "hunter2" not in answer.out


@pytest.mark.parametrize("kind", ["open", "private"])
def test_where_facts_have_no_owners_a_changed_one_stays_and_a_lost_one_comes_back(
    wiki: Repository, memwiki: Run, kind: str
) -> None:
    plain = "# Trips\n\nWords.\n\n- by train, at nine\n- the hotel is near\n"
    policy = {"memwiki.toml": f'[[store]]\npath = "wiki"\nkind = "{kind}"\n', "wiki/trips.md": plain}
    wiki.commit("x", {**policy, "wiki/home.md": f"# Home\n\n- {BOILER}\n"})
    wiki.write("wiki/trips.md", "# Trips\n\n- by train, at ten\n")
    wiki.replace("wiki/home.md", "in May", "in June")
    assert memwiki("restore", "trips", "--at", "HEAD", cwd=wiki.path).code == 0
    assert wiki.read("wiki/trips.md") == "# Trips\n\nWords.\n\n- by train, at ten\n- the hotel is near\n"
    memwiki("restore", "home", "--at", "HEAD", cwd=wiki.path)
    assert "in June" in wiki.read("wiki/home.md")
    assert "~~" not in wiki.read("wiki/home.md")


class TestALog:
    """Every line of the last commit stands; what else was written comes at the open end."""

    LATER = "2026-11-29 | LINT | anna | home.md | a later line"

    @pytest.mark.parametrize("left", ["", f"# Log\n\n{SECOND_LINE}\n", f"# Log\n\n{FIRST_LINE}\n"])
    def test_lines_that_an_editor_lost_come_back_in_their_order(
        self, wiki: Repository, memwiki: Run, left: str
    ) -> None:
        log = wiki.read("wiki/log.md")
        wiki.write("wiki/log.md", left + (f"{self.LATER}\n" if left else ""))
        assert memwiki("restore", "log.md", "--at", "HEAD", cwd=wiki.path).code == 0
        text = wiki.read("wiki/log.md")
        assert text.startswith(log + (f"{self.LATER}\n" if left else ""))
        assert new_lines(wiki)[-1] == "LINT log.md"
        checked(wiki, memwiki)

    def test_an_edited_line_stands_as_it_stood_and_what_it_had_become_is_told(
        self, wiki: Repository, memwiki: Run
    ) -> None:
        wiki.replace("wiki/log.md", "the trip to Rome", "the trip to Paris")
        memwiki("restore", "log.md", "--at", "HEAD", cwd=wiki.path)
        text = wiki.read("wiki/log.md")
        assert f"{FIRST_LINE}\n{SECOND_LINE}\n" in text
        assert new_lines(wiki) == ["LINT log.md", "CONFLICT log.md"]
        assert "the trip to Paris" in text.split("\n")[-2]
        checked(wiki, memwiki)

    def test_glued_lines_come_apart(self, wiki: Repository, memwiki: Run) -> None:
        wiki.write("wiki/log.md", wiki.read("wiki/log.md").rstrip("\n"))
        wiki.commit("no newline")
        wiki.write("wiki/log.md", f"{wiki.read('wiki/log.md')}{self.LATER}\n")
        memwiki("restore", "log.md", "--at", "HEAD", cwd=wiki.path)
        assert f"{SECOND_LINE}\n{self.LATER}\n" in wiki.read("wiki/log.md")
        checked(wiki, memwiki)

    def test_what_an_old_commit_lost_comes_at_the_end(self, wiki: Repository, memwiki: Run) -> None:
        wiki.commit("lost", {"wiki/log.md": f"# Log\n\n{SECOND_LINE}\n"})
        memwiki("restore", "log.md", "--at", "HEAD~1", cwd=wiki.path)
        assert wiki.read("wiki/log.md").startswith(f"# Log\n\n{SECOND_LINE}\n{FIRST_LINE}\n")
        checked(wiki, memwiki)

    def test_what_was_put_away_is_not_lost(self, wiki: Repository, memwiki: Run) -> None:
        assert memwiki("log", "rotate", cwd=wiki.path).code == 0
        wiki.commit("rotated")
        assert "has lost nothing" in memwiki("restore", "log.md", "--at", "HEAD~1", cwd=wiki.path).out

    def test_an_archive_comes_back_as_it_was_committed(self, wiki: Repository, memwiki: Run) -> None:
        memwiki("log", "rotate", cwd=wiki.path)
        wiki.commit("rotated")
        archive = wiki.read("wiki/log-2026.md")
        wiki.write("wiki/log-2026.md", "# Nothing\n")
        assert memwiki("restore", "log-2026.md", "--at", "HEAD", cwd=wiki.path).code == 0
        assert wiki.read("wiki/log-2026.md") == archive
        checked(wiki, memwiki)


class TestTheVersion:
    """By a short name, a git revision, or the hash of what it held."""

    def test_what_no_commit_holds_is_known_by_its_number_and_by_its_hash(
        self, wiki: Repository, memwiki: Run
    ) -> None:
        memwiki("add", "trips", "The train leaves at nine", cwd=wiki.path)
        listed = json.loads(memwiki("history", "trips", "--json", cwd=wiki.path).out)["versions"]
        fact = "- The train leaves at nine — Ben Okri, 2026-11-30\n"
        with sqlite3.connect(wiki.path / ".git/memwiki/memwiki.db") as db:
            (name,) = db.execute("SELECT after FROM revision WHERE path = 'wiki/trips.md' OR path = ?",
                                 (b"wiki/trips.md",)).fetchone()  # fmt: skip
        for at in (listed[0]["name"], name[:12]):
            wiki.write("wiki/trips.md", TRIPS)
            assert memwiki("restore", "trips", "--at", at, cwd=wiki.path).code == 0
            assert wiki.read("wiki/trips.md") == f"{TRIPS}{fact}"

    @pytest.mark.parametrize("at", ["HEAD~7", "r99", "nonsense", "--help-me", "\x1b[31m"])
    def test_one_that_is_none_is_said_to_be_none(self, wiki: Repository, memwiki: Run, at: str) -> None:
        answer = memwiki("restore", "trips", f"--at={at}", cwd=wiki.path)
        assert (answer.code, "memwiki history" in answer.err) == (2, True)
        assert "\x1b" not in answer.err

    def test_one_without_the_note_says_so(self, wiki: Repository, memwiki: Run) -> None:
        wiki.commit("more", {"wiki/more.md": "# More\n"})
        assert memwiki("restore", "more", "--at", "HEAD~1", cwd=wiki.path).code == 2

    @pytest.mark.parametrize("path", ["members.toml", "wiki/picture.png"])
    def test_a_file_that_is_none_of_a_store_is_left_to_git(
        self, wiki: Repository, memwiki: Run, path: str
    ) -> None:
        assert memwiki("restore", path, "--at", "HEAD", cwd=wiki.path).code == 2


def test_without_git_the_revisions_are_there(tmp_path: Path, memwiki: Run) -> None:
    wiki = Repository(tmp_path / "notes")
    wiki.write("memwiki.toml", '[[store]]\npath = "."\n')
    wiki.write("index.md", "# Index\n\n- [Trips](trips.md)\n")
    wiki.write("log.md", "# Log\n\n")
    wiki.write("trips.md", "# Trips\n\n- By train — ben, 2026-11-01\n")
    assert memwiki("add", "trips", "At nine", "--who", "ben", cwd=wiki.path).code == 0
    wiki.write("trips.md", "# Trips\n\n- At nine — ben, 2026-11-30\n")
    answer = memwiki("restore", "trips", "--at", "r1", "--who", "ben", cwd=wiki.path)
    assert answer.code == 0, answer
    assert wiki.read("trips.md") == "# Trips\n\n- By train — ben, 2026-11-01\n- At nine — ben, 2026-11-30\n"


def test_it_answers_as_json(wiki: Repository, memwiki: Run) -> None:
    wiki.replace("wiki/trips.md", f"- {ROME}\n", "")
    answer = json.loads(memwiki("restore", "trips", "--at", "HEAD", "--json", cwd=wiki.path).out)
    assert answer["written"]
    assert answer["returned"] == [{"line": 3, "words": ROME}]
    assert answer["files"] == ["wiki/trips.md", "wiki/log.md"]
    assert (answer["left"], answer["withheld"], answer["findings"]) == ([], 0, [])


def test_hostile_words_do_nothing(wiki: Repository, memwiki: Run) -> None:
    evil = "\x1b]0;t\x07 ::error::x ##[error]y \u202e — ben, 2026-11-01"
    wiki.commit("evil", {"wiki/trips.md": f"{TRIPS}- {evil}\n"})
    wiki.write("wiki/trips.md", TRIPS)
    for extra in (["--dry-run"], ["--json"], []):
        answer = memwiki("restore", "trips", "--at", "HEAD", *extra, cwd=wiki.path)
        assert not set("\x1b\x07\u202e") & set(answer.out)
        assert "##[" not in answer.out
    assert evil in wiki.read("wiki/trips.md")
