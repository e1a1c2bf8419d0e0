"""Landing: judged against what lies on disk and against the last commit; written whole, or not at all."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

import pytest
from pluggy import PluginManager

from tests.repository import BOILER, HOTEL, ROME, TODAY, Repository, clean_environ, wiki_repository
from wiki_hooks.place.wiki import Wiki, find_wiki
from wiki_hooks.writing import amending
from wiki_hooks.writing.amending import Wish, grant
from wiki_hooks.writing.desk import writing
from wiki_hooks.writing.landing import COMMIT_FIRST, Landed, judged, land, ledger_lines
from wiki_schema import hookimpl
from wiki_schema.amend import FactName, add, supersede
from wiki_schema.disk.contents import hash_of
from wiki_schema.disk.files import Changed
from wiki_schema.disk.journal import Edit
from wiki_schema.finding import CannotCheck, Verdict
from wiki_schema.members import Actor, Evidence
from wiki_schema.plugins import get_plugin_manager

BEN = Evidence(who="ben")
TRIPS = f"# Trips\n\n- {ROME}\n- {HOTEL}\n"
ADDED = TRIPS + "- A train — ben, 2026-11-30\n"
TRIPS_PATH, LOG, NEW = "wiki/trips.md", "wiki/log.md", "2026-11-30 | ADD | ben | trips.md | a train"


@pytest.fixture
def repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Repository:
    """The wiki of the tests, in an environment of its own."""
    monkeypatch.setattr(os, "environ", {**clean_environ(tmp_path), "MEMWIKI_TODAY": str(TODAY)})
    return wiki_repository(tmp_path / "repository")


def found(repository: Repository, manager: PluginManager | None = None) -> Wiki:
    return find_wiki(str(repository.path), repository.environ, manager or get_plugin_manager())


def with_train(repository: Repository) -> dict[str, str | None]:
    """A fact and its log line."""
    return {TRIPS_PATH: ADDED, LOG: repository.read(LOG) + f"{NEW}\n"}


class TestLanding:
    def test_writes_what_the_rules_allow(self, repository: Repository) -> None:
        wiki, files = found(repository), with_train(repository)
        with writing(wiki) as desk:
            landed = land(desk, files, BEN, TODAY, "test", "ADD")
        assert (landed.written, landed.verdict) == (True, Verdict())
        assert [edit.path for edit in landed.edits] == [TRIPS_PATH, LOG]
        assert {path: repository.read(path) for path in files} == files

    @pytest.mark.parametrize(
        ("files", "rules"),
        [
            ({TRIPS_PATH: ADDED}, {"log-missing"}),
            ({TRIPS_PATH: "# Trips\n"}, {"note-emptied", "fact-erased"}),
            ({TRIPS_PATH: None}, {"note-deleted", "fact-erased"}),
            ({LOG: ""}, {"log-shortened"}),
            ({"memwiki.toml": '[[store]]\npath = "."\n'}, {"policy-changed"}),
        ],
    )
    def test_writes_nothing_that_they_refuse(
        self, repository: Repository, files: Mapping[str, str | None], rules: set[str]
    ) -> None:
        with writing(found(repository)) as desk:
            landed = land(desk, files, BEN, TODAY, "test")
        refused = {finding.rule for finding in landed.verdict.findings if finding.level == "error"}
        assert not landed.written
        assert refused & rules
        assert repository.git("status", "--porcelain") == ""

    def test_writes_nothing_in_a_dry_run(self, repository: Repository) -> None:
        with writing(found(repository)) as desk:
            landed = land(desk, with_train(repository), BEN, TODAY, "test", dry_run=True)
        assert (landed.written, len(landed.edits)) == (False, 2)
        assert repository.git("status", "--porcelain") == ""

    def test_of_files_as_they_are_is_nothing_at_all(self, repository: Repository) -> None:
        with writing(found(repository)) as desk:
            assert land(desk, {TRIPS_PATH: TRIPS}, BEN, TODAY, "test") == Landed(Verdict(), ())

    def test_goes_through_no_link(self, repository: Repository) -> None:
        (repository.path / "wiki/linked.md").symlink_to(repository.path / TRIPS_PATH)
        with writing(found(repository)) as desk, pytest.raises(CannotCheck, match="no plain file"):
            land(desk, {"wiki/linked.md": ADDED}, BEN, TODAY, "test")

    def test_tells_the_plugins_that_listen(self, repository: Repository) -> None:
        told: list[tuple[Sequence[str], str, str]] = []

        class Listener:
            @hookimpl
            def wiki_change_written(self, paths: Sequence[str], actor: Actor, through: str) -> None:
                told.append((paths, actor.label, through))

        manager = get_plugin_manager()
        manager.register(Listener())
        with writing(found(repository, manager)) as desk:
            land(desk, with_train(repository), BEN, TODAY, "test")
        assert told == [([TRIPS_PATH, LOG], "Ben Okri", "test")]


class TestAgainstTheLastCommit:
    """What lies on disk is not all that counts: the commit will be compared with the one before it."""

    @pytest.fixture
    def moved(self, repository: Repository) -> Repository:
        """A fact that was moved by hand, rightly."""
        repository.write(TRIPS_PATH, f"# Trips\n\n- {ROME}\n")
        repository.append("wiki/home.md", f"- {HOTEL}")
        for path in ("trips.md", "home.md"):
            repository.append(LOG, f"2026-11-30 | UPDATE | ben | {path} | moved")
        return repository

    def withdrawn(self, repository: Repository) -> dict[str, str | None]:
        return {
            "wiki/home.md": f"# Home\n\n- {BOILER}\n- ~~withdrawn~~ — superseded 2026-11-30 by ben\n",
            LOG: repository.read(LOG) + "2026-11-30 | SUPERSEDE | ben | home.md | withdrawn\n",
        }

    def test_what_cannot_be_told_from_a_loss_together_is_refused(self, moved: Repository) -> None:
        landed = judged(found(moved), self.withdrawn(moved), BEN, TODAY)
        assert [finding.rule for finding in landed.verdict.findings] == ["fact-erased"]
        assert landed.verdict.notices == (COMMIT_FIRST,)

    def test_once_that_is_committed_it_is_allowed(self, moved: Repository) -> None:
        moved.commit("Moved")
        assert not judged(found(moved), self.withdrawn(moved), BEN, TODAY).verdict.findings

    def test_what_was_wrong_before_is_not_held_against_it(self, repository: Repository) -> None:
        repository.write("wiki/home.md", "# Home\n")
        wiki = found(repository)
        assert not judged(wiki, with_train(repository), BEN, TODAY).verdict.findings

    def test_what_git_ignores_is_no_part_of_it(self, repository: Repository) -> None:
        repository.commit("x", {".gitignore": "private/\n", "memwiki.toml": PRIVATE})
        repository.write("private/index.md", "# Index\n\n- [A](a.md)\n")
        repository.write("private/log.md", "# Log\n\n2026-11-01 | ADD | ben | a.md | it\n")
        repository.write("private/a.md", "# A\n\n- old\n")
        files = {
            "private/a.md": "# A\n\n- old\n- new\n",
            "private/log.md": repository.read("private/log.md") + "2026-11-30 | ADD | ben | a.md | new\n",
        }
        with writing(found(repository)) as desk:
            assert land(desk, files, BEN, TODAY, "test").written

    def test_before_the_first_commit_there_is_none(self, repository: Repository) -> None:
        repository.git("update-ref", "-d", "HEAD")
        assert not judged(found(repository), with_train(repository), BEN, TODAY).verdict.findings


PRIVATE = '[[store]]\npath = "wiki"\n\n[[store]]\npath = "private"\nkind = "private"\nowner = "ben"\n'


# What an editor does meanwhile


@pytest.fixture
def meanwhile(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Has somebody else do something when a change has been judged, and is about to be written."""

    def do(*edits: Callable[[], object]) -> None:
        waiting: Iterator[Callable[[], object]] = iter(edits)

        def interrupted(desk: amending.Desk, *arguments: object) -> Landed:
            carry_out = desk.carry_out

            def late(deed: object) -> None:
                next(waiting, lambda: None)()
                carry_out(deed)  # type: ignore[arg-type]

            desk.carry_out = late  # type: ignore[method-assign]
            return land(desk, *arguments)  # type: ignore[arg-type]

        monkeypatch.setattr(amending, "land", interrupted)

    return do


class TestAHandEditMeanwhile:
    WISH = Wish(
        "supersede", FactName(TRIPS_PATH, "Rome"), lambda scene, fact: supersede(scene, fact, "To Venice")
    )

    def test_is_kept_and_the_change_made_in_what_it_left(
        self, repository: Repository, meanwhile: Callable[..., None]
    ) -> None:
        meanwhile(lambda: repository.append(TRIPS_PATH, "- By hand — ben, 2026-11-30"))
        assert grant(found(repository), self.WISH, BEN, TODAY).landed.written
        text = repository.read(TRIPS_PATH)
        assert "- By hand — ben, 2026-11-30\n" in text
        assert "- To Venice — Ben Okri, 2026-11-30\n" in text
        assert repository.read(LOG).count("SUPERSEDE") == 1

    def test_that_goes_on_is_waited_for_no_longer(
        self, repository: Repository, meanwhile: Callable[..., None]
    ) -> None:
        log = repository.read(LOG)
        meanwhile(*(lambda: repository.append(TRIPS_PATH, "- By hand — ben, 2026-11-30") for _ in range(9)))
        with pytest.raises(Changed, match="was changed by somebody else just now"):
            grant(found(repository), self.WISH, BEN, TODAY)
        assert repository.read(TRIPS_PATH) == TRIPS + "- By hand — ben, 2026-11-30\n" * 2
        assert repository.read(LOG) == log

    def test_of_the_log_stands_before_the_new_line(
        self, repository: Repository, meanwhile: Callable[..., None]
    ) -> None:
        by_hand = "2026-11-30 | CONFLICT | ben | home.md | by hand"
        meanwhile(lambda: repository.append(LOG, by_hand))
        assert grant(found(repository), self.WISH, BEN, TODAY).landed.written
        assert [line.split(" | ")[1] for line in repository.read(LOG).split("\n")[-3:-1]] == [
            "CONFLICT",
            "SUPERSEDE",
        ]

    def test_that_takes_the_fact_away_is_said(
        self, repository: Repository, meanwhile: Callable[..., None]
    ) -> None:
        meanwhile(lambda: repository.write(TRIPS_PATH, "# Trips\n"))
        with pytest.raises(CannotCheck, match="no current fact"):
            grant(found(repository), self.WISH, BEN, TODAY)
        assert repository.read(TRIPS_PATH) == "# Trips\n"


def test_all_or_nothing_where_one_file_cannot_be_written(repository: Repository) -> None:
    wish = Wish("add", FactName("wiki/new.md"), lambda scene, fact: add(scene, fact.note, "A train"))
    index = repository.path / "wiki/index.md"
    wiki = found(repository)
    index.unlink()
    index.symlink_to("home.md")
    with pytest.raises(CannotCheck):
        grant(wiki, wish, BEN, TODAY)
    assert not (repository.path / "wiki/new.md").exists()
    assert "new.md" not in repository.read(LOG)


# What the ledger keeps


LOGS = {
    "memwiki": ("# Log\n", f"# Log\n{NEW}\n", [NEW]),
    "bullets": ("# Log\n", "# Log\n- 2026-11-30 — a train\n", ["- 2026-11-30 — a train"]),
    "okf": ("# Log\n", "# Log\n\n## 2026-11-30\n\n- **Add** a train\n", ["- **Add** a train"]),
    "headings": (
        "# Log\n",
        "# Log\n\n## [2026-11-30] add | trips.md\n\n- a train\n",
        ["## [2026-11-30] add | trips.md", "- a train"],
    ),
}


@pytest.mark.parametrize("name", LOGS)
@pytest.mark.parametrize("ending", ["\n", "\r\n"])
def test_the_ledger_gets_every_new_line_of_a_log(repository: Repository, name: str, ending: str) -> None:
    repository.commit("x", {"memwiki.toml": f'[[store]]\npath = "wiki"\nlog_format = "{name}"\n'})
    before, after, lines = LOGS[name]
    edits = (
        Edit(TRIPS_PATH, TRIPS.encode(), ADDED.encode()),
        Edit(LOG, before.replace("\n", ending).encode(), after.replace("\n", ending).encode()),
    )
    owed = list(ledger_lines(found(repository), edits))
    assert [line.line for line in owed] == lines
    assert {(line.log, line.note, line.state) for line in owed} == {
        (LOG, TRIPS_PATH, hash_of(ADDED.encode()))
    }


@pytest.mark.parametrize(
    ("before", "after", "new"),
    [
        (f"# Log\n{NEW}\n", f"# Log\n{NEW}\n{NEW}\n", [NEW]),
        (f"# Log\n\n{NEW}\n", f"# Log\n\n{NEW}y\n{NEW}\n", [f"{NEW}y"]),
        (f"# Log\n{NEW} x\n", f"# Log\n{NEW} [redacted: x]\n", [f"{NEW} [redacted: x]"]),
        (f"# Log\n{NEW}", f"# Log\n{NEW}\n{NEW}y\n", [f"{NEW}y"]),
        (f"# Log\n{NEW}\n", "", []),
    ],
)
def test_new_is_what_did_not_stand_there(
    repository: Repository, before: str, after: str, new: list[str]
) -> None:
    edits = (Edit(LOG, before.encode(), after.encode()),)
    assert [line.line for line in ledger_lines(found(repository), edits)] == new


def test_a_line_of_a_note_that_did_not_change_bears_the_hash_of_what_it_holds(repository: Repository) -> None:
    flagged = "2026-11-30 | CONFLICT | ben | trips.md | odd"
    gone = "2026-11-30 | CONFLICT | ben | gone.md | odd"
    edits = (Edit(LOG, b"", f"{flagged}\n{gone}\n".encode()),)
    assert [(line.note, line.state) for line in ledger_lines(found(repository), edits)] == [
        (TRIPS_PATH, hash_of(TRIPS.encode())),
        ("wiki/gone.md", ""),
    ]


def test_the_preamble_that_a_rotation_writes_is_no_line_of_the_ledger(repository: Repository) -> None:
    wiki = found(repository)
    old = repository.path.joinpath("wiki/log.md").read_bytes()
    line = "2026-11-30 | LINT | anna | log-2026.md | the log put away"
    new = f"# Log\n\nOlder entries: [log-2026.md](log-2026.md)\n\n{line}\n".encode()
    edits = [Edit("wiki/log-2026.md", None, old), Edit("wiki/log.md", old, new)]
    assert [found.line for found in ledger_lines(wiki, edits)] == [line]
