"""What is accepted stays accepted, what is new is not: the baseline of a real wiki, from pass to pass."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.repository import ANNA, TODAY, Repository, wiki_repository
from wiki_hooks.health import accepted
from wiki_hooks.place.wiki import Wiki, find_wiki
from wiki_schema.finding import CannotCheck, Finding, Verdict
from wiki_schema.plugins import get_plugin_manager
from wiki_schema.standing.baseline import read_baseline
from wiki_schema.standing.lint import lint, view_stores, within

BASELINE = "memwiki-baseline.txt"


class Keeper:
    """Whoever keeps a wiki: looks it through, accepts, takes out."""

    def __init__(self, repository: Repository) -> None:
        self.repository = repository
        self.manager = get_plugin_manager()

    @property
    def wiki(self) -> Wiki:
        return find_wiki(str(self.repository.path), self.repository.environ, self.manager).as_it_lies

    def look(self) -> Verdict:
        wiki = self.wiki
        return lint(view_stores(wiki.tree, wiki.setting, TODAY, self.manager), self.manager)

    def told(self) -> list[Finding]:
        """What a pass finds beside the baseline."""
        policy = self.wiki.setting.policy
        return list(within(self.look(), read_baseline(self.wiki.tree, policy), policy).verdict.findings)

    def place(self, who: str = "anna") -> accepted.Place:
        path = str(self.repository.path)
        return accepted.Place(path, self.repository.environ, who, TODAY, self.manager)

    def write(self) -> list[str]:
        return accepted.write(self.wiki, self.look(), self.place())

    def prune(self) -> list[str]:
        return accepted.prune(self.wiki, self.look(), self.place())

    def add(self, rule: str) -> list[str]:
        def asked(verdict: Verdict) -> Verdict:
            return verdict._replace(findings=tuple(f for f in verdict.findings if f.rule == rule))

        return accepted.add(self.wiki, self.look(), self.place(), asked)


@pytest.fixture
def keeper(tmp_path: Path) -> Keeper:
    """Of a wiki in which five items of a note have no name."""
    repository = wiki_repository(tmp_path / "wiki")
    text = repository.read("wiki/home.md") + "".join(f"- item {number}\n" for number in range(5))
    repository.commit("Five", {"wiki/home.md": text}, author=ANNA)
    return Keeper(repository)


def test_five_are_accepted_a_sixth_is_told_and_can_be_accepted_too(keeper: Keeper) -> None:
    said = keeper.write()
    # Both commands find them: one as five of a note, the other each by its words.
    holds = "holds 6 entries now, for 10 findings: 5 of `memwiki lint` and 5 of `memwiki check --all`"
    assert said[0] == f"{BASELINE} {holds}"
    assert keeper.told() == []
    keeper.repository.append("wiki/home.md", "- item 6")
    (told,) = keeper.told()
    assert (told.rule, told.number) == ("fact-unattributed", 1)
    assert told.message.endswith("The baseline covers 5 of these.")
    assert "12 findings: 6 of `memwiki lint` and 6 of" in keeper.add("fact-unattributed")[0]
    assert keeper.told() == []
    assert keeper.add("fact-unattributed") == ["nothing is found there that is not accepted already"]


def test_what_was_put_right_leaves_no_room_once_it_is_pruned(keeper: Keeper) -> None:
    keeper.write()
    keeper.repository.replace("wiki/home.md", "- item 4\n", "")
    (told,) = keeper.told()
    assert (
        told.rule == "baseline-stale" and "covers 5 findings" in told.message and "4 are left" in told.message
    )
    assert keeper.prune()[0].endswith("4 of `memwiki lint` and 4 of `memwiki check --all`")
    assert keeper.told() == []
    keeper.repository.append("wiki/home.md", "- item 9")
    assert [(f.rule, f.number) for f in keeper.told()] == [("fact-unattributed", 1)]


def test_prune_never_covers_more_than_was_accepted(keeper: Keeper) -> None:
    keeper.write()
    before = keeper.repository.read(BASELINE)
    keeper.repository.append("wiki/home.md", "- item 6")
    keeper.prune()
    assert keeper.repository.read(BASELINE) == before


def test_one_that_goes_meanwhile_is_not_made_anew(keeper: Keeper, monkeypatch: pytest.MonkeyPatch) -> None:
    keeper.write()
    wiki, found = keeper.wiki, keeper.look()
    form = keeper.place().form()

    def gone(place: accepted.Place) -> Verdict:
        (keeper.repository.path / BASELINE).unlink()
        return form

    monkeypatch.setattr(accepted.Place, "form", gone)
    with pytest.raises(CannotCheck, match="was removed meanwhile"):
        accepted.prune(wiki, found, keeper.place())
    assert not (keeper.repository.path / BASELINE).exists()
