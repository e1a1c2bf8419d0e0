"""The tour shows what really happens: what it tries can be tried, and what goes wrong is noticed."""

from __future__ import annotations

from datetime import date

import pytest

from wiki_hooks.tour.scenes import SCOUT, Scene, beginnings, past, scenes
from wiki_hooks.tour.stage import Tour
from wiki_schema.rules import RULES


@pytest.mark.parametrize("day", [date(2026, 11, 30), date(2028, 2, 29), date(2027, 1, 1)], ids=str)
def test_every_edit_changes_something_and_every_rule_that_refuses_is_one(day: date) -> None:
    texts = {name: "" for scene in beginnings(day) for name in scene.edits}
    for scene in (*beginnings(day), *scenes(day)):
        after = {name: edit(texts[name]) for name, edit in scene.edits.items()}
        assert all(after[name] != texts[name] for name in after), scene.title
        assert not scene.refused or scene.refused in {rule.name for rule in RULES}
        if not scene.refused:
            texts |= {name: text or "" for name, text in after.items()}
    assert str(past(day)) in texts["wiki/log.md"] and texts["wiki/log.md"].rstrip().count(f"\n{day}") == 2


@pytest.fixture(scope="module")
def tour(tmp_path_factory: pytest.TempPathFactory) -> Tour:
    made = Tour(str(tmp_path_factory.mktemp("tour")), date(2026, 11, 30))
    assert all(run.code == 0 for run in made.prepare())
    return made


@pytest.mark.parametrize(
    ("number", "refused", "as_it_should"),
    [(1, "log-rewritten", True), (1, "note-deleted", False), (1, "", False), (5, "log-rewritten", False)],
    ids=[
        "refused as it should be",
        "by another rule",
        "refused though it is good",
        "let in though it is bad",
    ],
)
def test_a_scene_that_ends_otherwise_is_no_success_and_what_was_refused_leaves_nothing(
    tour: Tour, number: int, refused: str, as_it_should: bool
) -> None:
    scene: Scene = scenes(tour.day)[number]._replace(refused=refused)
    assert scene.author == SCOUT
    played = tour.play(scene)
    assert played.as_it_should is as_it_should
    diff, commit = played.runs
    assert diff.output.startswith("wiki/") and commit.command == f'git commit -m "{scene.message}"'
    assert tour._git(SCOUT, "status", "--porcelain").output == ""
