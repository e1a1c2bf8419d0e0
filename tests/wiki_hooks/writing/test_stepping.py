"""One tool call, judged by itself: what it may leave for the commit to ask, and what it may not do."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from tests.repository import HOTEL, ROME, TODAY, Repository, clean_environ, wiki_repository
from wiki_hooks.place.wiki import Wiki, find_wiki
from wiki_hooks.writing.desk import writing
from wiki_hooks.writing.stepping import judged_step, land_step
from wiki_schema.members import Evidence
from wiki_schema.plugins import get_plugin_manager

BEN = Evidence(email="ben@example.org")
ANNA = Evidence(email="anna@example.org")
NOTE = "wiki/trips.md"
BEFORE = f"# Trips\n\n- {ROME}\n- {HOTEL}\n"
MINE = "The ferry leaves at nine — ben, 2026-11-30"


@pytest.fixture
def repository(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Repository:
    monkeypatch.setattr(os, "environ", {**clean_environ(tmp_path), "MEMWIKI_TODAY": str(TODAY)})
    return wiki_repository(tmp_path / "repository")


@pytest.fixture
def wiki(repository: Repository) -> Wiki:
    return find_wiki(str(repository.path), repository.environ, get_plugin_manager())


def refused(wiki: Wiki, text: str | None, who: Evidence = BEN, whole: tuple[str, ...] = ()) -> set[str]:
    verdict = judged_step(wiki, {NOTE: text}, who, TODAY, whole).verdict
    return {finding.rule for finding in verdict.findings if finding.level == "error"}


@pytest.mark.parametrize(
    ("text", "rules"),
    [
        (BEFORE + f"- {MINE}\n", set()),
        (BEFORE.replace(f"- {HOTEL}\n", ""), {"fact-erased"}),
        (BEFORE.replace("by train", "by bus"), {"fact-rewritten"}),
        ("# Trips\n", {"fact-erased", "note-emptied"}),
        (None, {"fact-erased", "note-deleted"}),
    ],
)
def test_a_step_may_lack_its_log_line_and_nothing_else(wiki: Wiki, text: str | None, rules: set[str]) -> None:
    assert refused(wiki, text) == rules


def test_a_note_written_as_a_whole_is_refused_even_where_nothing_is_lost(wiki: Wiki) -> None:
    assert refused(wiki, BEFORE + f"- {MINE}\n", whole=(NOTE,)) == {"note-rewritten"}


def test_words_of_ones_own_that_no_commit_holds_may_be_worded_anew(
    repository: Repository, wiki: Wiki
) -> None:
    (repository.path / NOTE).write_text(BEFORE + f"- {MINE}\n", encoding="utf-8")
    better = BEFORE + f"- {MINE.replace('nine', 'ten')}\n"
    assert refused(wiki, better) == set()
    assert refused(wiki, better, Evidence(who="carl")) == {"fact-rewritten"}


def test_what_lands_is_on_disk_and_remembered_and_what_is_refused_is_not(wiki: Wiki) -> None:
    path = Path(wiki.top, NOTE)
    with writing(wiki) as desk:
        assert not land_step(desk, {NOTE: "# Trips\n"}, BEN, TODAY, "mcp").written
        assert path.read_text(encoding="utf-8") == BEFORE
        assert land_step(desk, {NOTE: BEFORE + f"- {MINE}\n"}, BEN, TODAY, "mcp").written
    assert path.read_text(encoding="utf-8").endswith(f"- {MINE}\n")
