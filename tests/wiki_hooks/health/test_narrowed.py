"""A part of what a pass found, and how much of it is left out."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.repository import Repository, wiki_repository
from wiki_hooks.health.by_rule import by_rule
from wiki_hooks.health.since import since
from wiki_hooks.plumbing.repository import find_repository
from wiki_schema.finding import CannotCheck, Finding, Verdict
from wiki_schema.plugins import get_plugin_manager

FOUND = Verdict(
    (
        Finding("wiki/trips.md", 1, "A", rule="link-dead"),
        Finding("wiki/home.md", 1, "B", rule="encoding", also=(("wiki/trips.md", 2),)),
        Finding("wiki/home.md", 2, "C", rule="link-dead"),
    ),
    ("said before",),
)


@pytest.mark.parametrize(
    ("names", "shown", "said"),
    [
        (["link-dead"], "AC", "1 more finding of other rules"),
        (["encoding"], "B", "2 more findings of other rules"),
        (["encoding", "link-dead"], "ABC", ""),
        (["claim-stale"], "", "3 more findings of other rules"),
        (["fact-erased"], "", "3 more findings of other rules"),
    ],
)
def test_by_rules_what_is_left_out_is_counted(names: list[str], shown: str, said: str) -> None:
    left = by_rule(FOUND, names, get_plugin_manager())
    assert "".join(finding.message for finding in left.findings) == shown
    assert left.notices == ("said before", *([said] if said else []))


@pytest.mark.parametrize(("name", "near"), [("link-ded", "did you mean link-dead?"), ("\x1b[2J", "\\u{1b}")])
def test_a_rule_that_is_none_is_no_clean_answer(name: str, near: str) -> None:
    with pytest.raises(CannotCheck) as error:
        by_rule(FOUND, ["link-dead", name], get_plugin_manager())
    assert near in str(error.value) and "\x1b" not in str(error.value)


@pytest.fixture
def wiki(tmp_path: Path) -> Repository:
    return wiki_repository(tmp_path / "wiki")


@pytest.mark.parametrize(
    ("change", "shown"),
    [
        ("nothing", ""),
        ("on disk", "AB"),
        ("staged", "AB"),
        ("committed", "AB"),
        ("moved here", "AB"),
        ("gone", "AB"),
    ],
)
def test_since_a_commit_by_any_of_its_places(wiki: Repository, change: str, shown: str) -> None:
    start, trips = wiki.head, wiki.path / "wiki/trips.md"
    if change == "gone":
        trips.unlink()
    elif change == "moved here":
        trips.unlink()
        wiki.commit("Gone")
        start = wiki.head
        wiki.git("mv", "wiki/index.md", "wiki/trips.md")
    elif change != "nothing":
        wiki.append("wiki/trips.md", "more")
    if change == "staged":
        wiki.stage()
    if change == "committed":
        wiki.commit("More")
    left = since(FOUND, find_repository(str(wiki.path), wiki.environ), start)
    assert "".join(finding.message for finding in left.findings) == shown
    number = 3 - len(shown)
    assert left.notices[1:] == (
        f"{number} more finding{'s' * (number > 1)} in files that have not changed since",
    )
