"""What a client may name, and when a wiki is found anew."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.repository import ANNA, FILES, TODAY, Repository, clean_environ, empty_repository
from wiki_hooks.place.wiki import Speaker
from wiki_hooks.tools.reading import list_files, read_file, read_log
from wiki_hooks.tools.searching import memory_search
from wiki_hooks.tools.session import Asking, Session
from wiki_hooks.tools.writing import append_file, edit_file, write_file
from wiki_schema.finding import CannotCheck
from wiki_schema.plugins import get_plugin_manager

SPEAKER = Speaker("claude-code", "s-1", "use-1")


@pytest.fixture
def repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Repository:
    """A wiki whose store is the repository itself."""
    monkeypatch.setattr(os, "environ", {**clean_environ(tmp_path), "MEMWIKI_TODAY": str(TODAY)})
    repository = empty_repository(tmp_path / "repository")
    files = {path.removeprefix("wiki/"): text for path, text in FILES.items()}
    members = files["members.toml"].replace('name = "Ben Okri"', 'name = "Ben Okri"\nnotes = "owes money"')
    repository.commit(
        "A wiki", {**files, "members.toml": members, "memwiki.toml": '[[store]]\npath = "."\n'}, author=ANNA
    )
    return repository


def session(repository: Repository, who: str = "") -> Session:
    return Session(str(repository.path), os.environ, get_plugin_manager(), who)


@pytest.fixture
def asking(repository: Repository) -> Asking:
    return session(repository).asking(SPEAKER)


@pytest.mark.parametrize("name", ["members.toml", "memwiki.toml", ".git/config", "trips.md/x.md"])
def test_nothing_but_notes_indexes_and_logs_is_served(asking: Asking, name: str) -> None:
    with pytest.raises(CannotCheck):
        read_file(asking, name)
    with pytest.raises(CannotCheck):
        edit_file(asking, name, "a", "b")
    with pytest.raises(CannotCheck):
        append_file(asking, name, ["x"])


def test_the_remarks_about_members_are_told_to_nobody(asking: Asking) -> None:
    told = [list_files(asking), memory_search(asking, "owes money"), read_log(asking)]
    assert all("owes" not in str(each) and "members" not in str(each) for each in told)


def test_current_facts_stand_before_superseded_ones_and_headings_count(repository: Repository) -> None:
    note = (
        "# Ferry\n\n- ~~It leaves at eight — ben, 2026-11-01~~ — superseded 2026-11-02 by ben\n"
        "- It leaves at nine — ben, 2026-11-02\n\n## Prices\n\nIt leaves nobody poor.\n"
    )
    repository.commit("A ferry", {"ferry.md": note})
    hits = memory_search(session(repository).asking(SPEAKER), "leaves ferry").hits
    assert [(hit.line, hit.state, hit.words) for hit in hits] == [
        (4, "current", 2), (3, "superseded", 2), (8, "text", 2), (1, "text", 1),
    ]  # fmt: skip


def test_a_wiki_is_found_anew_when_head_or_the_configuration_moves(repository: Repository) -> None:
    known = session(repository)
    first = known.asking(SPEAKER).wiki
    assert known.asking(SPEAKER).wiki.setting is first.setting
    carl = repository.read("members.toml") + '\n[[member]]\nid = "carl"\n'
    for change in ("commit", "pack-refs", "checkout"):
        before = known.asking(SPEAKER).wiki.setting
        if change == "commit":
            repository.commit("Carl", {"members.toml": carl}, author=ANNA)
        elif change == "pack-refs":
            repository.git("pack-refs", "--all")
        else:
            repository.git("checkout", "-q", "HEAD~1")
        now = known.asking(SPEAKER).wiki.setting
        assert now is not before, change
        assert (now.roster.find("carl") is not None) is (change != "checkout")


def test_whom_a_server_works_for_outranks_what_a_client_calls_itself(repository: Repository) -> None:
    assert session(repository).asking(SPEAKER).actor.label == "Ben Okri"
    assert session(repository, "anna").asking(SPEAKER).actor.label == "Anna Rossi"
    assert session(repository).asking(Speaker("anna")).actor.label == "Ben Okri", "anna is no agent"


@pytest.mark.parametrize("words", ["\ud800", "a\udcffb"])
def test_half_a_character_is_written_nowhere(asking: Asking, words: str) -> None:
    for attempt in (
        lambda: append_file(asking, "trips.md", [words]),
        lambda: edit_file(asking, "trips.md", "by train", words),
        lambda: write_file(asking, "new.md", f"# New\n\n{words}\n"),
        lambda: read_file(asking, f"{words}.md"),
    ):
        with pytest.raises(CannotCheck, match="half a character"):
            attempt()
