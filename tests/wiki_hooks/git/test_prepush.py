"""Before a push: what the remote lacks is judged, of every branch, and never less than that."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pluggy
import pytest

from tests.repository import FILES, ROME, TODAY, Repository
from tests.wiki_hooks.git.conftest import errors
from wiki_hooks.git import framework, prepush
from wiki_schema.finding import CannotCheck, Verdict

ZERO = "0" * 40

Push = Callable[..., Verdict]


@pytest.fixture
def remote(wiki: Repository, tmp_path: Path) -> Repository:
    """The remote `origin`, which has the first commit."""
    bare = wiki.clone(tmp_path / "origin.git", "--bare")
    wiki.git("remote", "add", "origin", str(bare.path))
    wiki.git("fetch", "-q", "origin")
    return bare


@pytest.fixture
def push(wiki: Repository, remote: Repository, manager: pluggy.PluginManager) -> Push:
    def push(*lines: str) -> Verdict:
        return prepush.check(str(wiki.path), wiki.environ, TODAY, manager, "origin", lines)

    return push


@pytest.fixture
def hook(wiki: Repository, manager: pluggy.PluginManager) -> Callable[..., Verdict]:
    """What the pre-commit framework asks; the words are its variables."""

    def hook(**more: str) -> Verdict:
        variables = {f"PRE_COMMIT_{name}": value for name, value in more.items()}
        return framework.check(str(wiki.path), {**wiki.environ, **variables}, "", TODAY, manager)

    return hook


def bad_commit(wiki: Repository) -> str:
    wiki.replace("wiki/trips.md", f"- {ROME}\n", "")
    return wiki.commit("Tidy")


def good_commit(wiki: Repository) -> str:
    wiki.add_fact("home.md", "The roof was mended")
    return wiki.commit("Roof")


def test_a_branch_that_goes_on_is_judged_from_where_the_remote_is(wiki: Repository, push: Push) -> None:
    there, bad = wiki.head, bad_commit(wiki)
    assert "fact-erased" in errors(push(f"refs/heads/main {bad} refs/heads/main {there}"))


def test_a_new_branch_is_judged_by_what_the_remote_has_of_others(wiki: Repository, push: Push) -> None:
    verdict = push(f"refs/heads/main {good_commit(wiki)} refs/heads/side {ZERO}")
    assert (verdict.findings, "1 commit after" in verdict.notices[0]) == ((), True)
    verdict = push(f"refs/heads/main {bad_commit(wiki)} refs/heads/side {ZERO}")
    assert "fact-erased" in errors(verdict)


def test_every_branch_of_the_push_is_judged(wiki: Repository, push: Push) -> None:
    there, good = wiki.head, good_commit(wiki)
    wiki.git("checkout", "-qb", "side")
    verdict = push(
        f"refs/heads/main {good} refs/heads/main {there}\n",
        f"refs/heads/side {bad_commit(wiki)} refs/heads/side {ZERO}\n",
        "\n",
    )
    assert "fact-erased" in errors(verdict)


def test_deleting_and_tagging_are_not_for_this_hook(wiki: Repository, push: Push) -> None:
    verdict = push(
        f"(delete) {ZERO} refs/heads/side {wiki.head}", f"refs/tags/v1 {wiki.head} refs/tags/v1 {ZERO}"
    )
    assert (verdict.findings, len(verdict.notices)) == ((), 2)


def test_what_the_remote_has_and_we_do_not_must_be_fetched_first(wiki: Repository, push: Push) -> None:
    with pytest.raises(CannotCheck, match=r"not known here.*git fetch origin"):
        push(f"refs/heads/main {wiki.head} refs/heads/main {'1' * 40}")


def test_nothing_to_push_is_nothing_to_judge(push: Push) -> None:
    assert push() == Verdict()


class TestUnderTheFramework:
    def test_a_range_is_named_by_variables(self, wiki: Repository, hook: Callable[..., Verdict]) -> None:
        there, bad = wiki.head, bad_commit(wiki)
        assert "fact-erased" in errors(hook(FROM_REF=there, TO_REF=bad, REMOTE_NAME="origin"))

    def test_a_whole_new_history_is_pushed_without_a_range(
        self, wiki: Repository, remote: Repository, hook: Callable[..., Verdict]
    ) -> None:
        wiki.git("checkout", "-q", "--orphan", "fresh")
        wiki.commit("Fresh", FILES)
        bad_commit(wiki)
        verdict = hook(REMOTE_NAME="origin", LOCAL_BRANCH="refs/heads/fresh")
        assert "fact-erased" in errors(verdict)
        assert "2 commits" in verdict.notices[0]

    def test_without_either_what_is_staged_is_meant(self, hook: Callable[..., Verdict | None]) -> None:
        assert hook() is None

    @pytest.mark.parametrize(
        "variables",
        [
            {"FROM_REF": "HEAD", "TO_REF": "HEAD"},
            {"FROM_REF": "HEAD", "TO_REF": "HEAD^"},
            {"FROM_REF": "HEAD", "TO_REF": ZERO},
            {"FROM_REF": ZERO, "TO_REF": "HEAD"},
            {"REMOTE_NAME": "origin", "LOCAL_BRANCH": "HEAD"},
        ],
    )
    def test_variables_that_name_nothing_new_hide_nothing(
        self, wiki: Repository, hook: Callable[..., Verdict], variables: dict[str, str]
    ) -> None:
        wiki.git("update-ref", "refs/remotes/origin/main", good_commit(wiki))
        assert errors(hook(**variables)) == set()
        wiki.stage({"wiki/trips.md": "# Trips\n"})
        assert "fact-erased" in errors(hook(**variables))

    def test_a_range_with_commits_is_all_that_is_pushed(
        self, wiki: Repository, hook: Callable[..., Verdict]
    ) -> None:
        good_commit(wiki)
        wiki.stage({"wiki/trips.md": "# Trips\n"})
        assert errors(hook(FROM_REF="HEAD^", TO_REF="HEAD", REMOTE_NAME="origin")) == set()
