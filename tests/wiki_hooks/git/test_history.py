"""A log is followed through moves made before any setting named it, and through no others."""

from __future__ import annotations

from pathlib import Path

import pluggy
import pytest

from tests.repository import ANNA, TODAY, Repository, empty_repository
from wiki_hooks.git import ranges
from wiki_hooks.plumbing.history import LogMoves, differences, share_kept
from wiki_hooks.plumbing.objects import Objects
from wiki_hooks.plumbing.process import Git

POLICY = '[[store]]\npath = "."\nkind = "private"\nlog = "docs/log.md"\n'
LINES = [f"2026-11-{day:02} | LINT | ben | . | pass number {day}" for day in range(1, 21)]


def log(*lines: str) -> str:
    return "".join(f"{line}\n" for line in ("# Log", "", *lines))


@pytest.fixture
def moved(tmp_path: Path) -> dict[str, str]:
    """The names of the commits of a wiki whose log grew, lost a line, moved while it grew, and lost again."""
    wiki = empty_repository(tmp_path / "moved")
    names = {"begun": wiki.commit("Begun", {"log.md": log(*LINES[:8]), "a.md": "# A\n"})}
    names["grown"] = wiki.commit("Grown", {"log.md": log(*LINES[:10])})
    names["lost"] = wiki.commit("Lost", {"log.md": log(*LINES[:4], *LINES[5:12])})
    moved = log(*LINES[:4], *LINES[5:14])
    names["moved"] = wiki.commit("Moved", {"log.md": None, "docs/log.md": moved, "b.md": "# B\n"})
    names["lost again"] = wiki.commit("Lost again", {"docs/log.md": log(*LINES[:4], *LINES[5:12])})
    names["end"] = wiki.commit("End", {"docs/log.md": log(*LINES[:4], *LINES[5:12], LINES[15])})
    wiki.write("memwiki.toml", POLICY)
    return {**names, "path": str(wiki.path)}


def shortened(path: str, manager: pluggy.PluginManager, revisions: str = "") -> set[str]:
    environ = Repository(Path(path)).environ
    judged = ranges.audit(path, environ, TODAY, manager, revisions)
    return {one.commit.oid for one in judged if any(f.rule == "log-shortened" for f in one.verdict.findings)}


def test_an_audit_finds_what_was_lost_on_both_sides_of_a_move(
    moved: dict[str, str], manager: pluggy.PluginManager
) -> None:
    assert shortened(moved["path"], manager) == {moved["lost"], moved["lost again"]}


@pytest.mark.parametrize(
    ("start", "end", "found"),
    [
        ("begun", "end", {"lost", "lost again"}),
        ("begun", "lost", {"lost"}),
        ("grown", "moved", {"lost"}),
        ("lost", "moved", set()),
        ("moved", "end", {"lost again"}),
    ],
)
def test_a_range_finds_the_same_wherever_it_begins_and_ends(
    moved: dict[str, str], manager: pluggy.PluginManager, start: str, end: str, found: set[str]
) -> None:
    environ = Repository(Path(moved["path"])).environ
    verdict = ranges.check(moved["path"], environ, "", TODAY, manager, moved[start], moved[end])
    names = {f.commit for f in verdict.findings if f.rule == "log-shortened"}
    assert names == {moved[name] for name in found}
    assert shortened(moved["path"], manager, f"{moved[start]}..{moved[end]}") == names


def test_a_log_that_was_moved_and_written_anew_is_a_new_one(
    tmp_path: Path, manager: pluggy.PluginManager
) -> None:
    wiki = empty_repository(tmp_path / "anew")
    wiki.commit("Begun", {"log.md": log(*LINES[:8])})
    wiki.commit(
        "Anew", {"log.md": None, "docs/log.md": log(*LINES[:4], "2026-11-20 | LINT | ben | . | anew")}
    )
    wiki.write("memwiki.toml", POLICY)
    assert shortened(str(wiki.path), manager) == set()


def test_where_a_setting_named_the_log_its_move_is_no_excuse(
    tmp_path: Path, manager: pluggy.PluginManager
) -> None:
    wiki = empty_repository(tmp_path / "named")
    policy = POLICY.replace("docs/log.md", "log.md")
    wiki.commit("Begun", {"log.md": log(*LINES[:8]), "memwiki.toml": policy})
    bad = wiki.commit("Moved", {"log.md": None, "docs/log.md": log(*LINES[:8])})
    assert shortened(str(wiki.path), manager) == {bad}


def test_an_admin_may_move_it_together_with_the_setting(
    tmp_path: Path, manager: pluggy.PluginManager
) -> None:
    wiki = empty_repository(tmp_path / "set")
    policy = POLICY.replace("docs/log.md", "log.md")
    wiki.commit("Begun", {"log.md": log(*LINES[:8]), "memwiki.toml": policy}, author=ANNA)
    moved = {"log.md": None, "docs/log.md": log(*LINES[:9]), "memwiki.toml": POLICY}
    wiki.commit("Moved", moved, author=ANNA)
    bad = wiki.commit("Lost", {"docs/log.md": log(*LINES[:3])}, author=ANNA)
    assert shortened(str(wiki.path), manager) == {bad}


def test_where_branches_meet_each_is_followed_to_where_its_log_stood(tmp_path: Path) -> None:
    wiki = empty_repository(tmp_path / "branches")
    wiki.commit("Begun", {"log.md": log(*LINES[:8])})
    wiki.git("checkout", "-qb", "side")
    before_move = wiki.commit("Before the move", {"log.md": log(*LINES[:9])})
    wiki.git("mv", "log.md", "journal.md")
    moved = wiki.commit("Moved")
    wiki.git("checkout", "-q", "main")
    elsewhere = wiki.commit("Elsewhere", {"b.md": "# B\n"})
    wiki.git("merge", "-q", "--no-verify", "--no-edit", "side")
    with Objects(Git(str(wiki.path), wiki.environ)) as objects:
        moves = LogMoves(Git(str(wiki.path), wiki.environ), objects)
        where = {
            commit: moves.path_at(commit, "journal.md", wiki.head)
            for commit in (moved, before_move, elsewhere)
        }
    assert where == {moved: "journal.md", before_move: "log.md", elsewhere: "log.md"}


def test_differences_come_in_the_order_asked_for(tmp_path: Path) -> None:
    wiki = empty_repository(tmp_path / "order")
    first = wiki.commit("First", {"a.md": "1"})
    second = wiki.commit("Second", {"b.md": "2"})
    pairs = [(second, first), (first, ""), (second, second), (second, first)]
    found = differences(Git(str(wiki.path), wiki.environ), pairs)
    assert [[entry.path for entry in entries] for entries in found] == [["b.md"], ["a.md"], [], ["b.md"]]


@pytest.mark.parametrize(
    ("old", "new", "share"),
    [
        ("a\nb\n", "a\nx\nb\n", 1.0),
        ("a\n\n\nb\n", "b\n", 0.5),
        ("a\na\na\nb\n", "a\nb\n", 0.5),
        ("\n\n", "a\n", 0.0),
    ],
)
def test_how_much_of_a_text_goes_on_in_another(old: str, new: str, share: float) -> None:
    assert share_kept(old, new) == share
