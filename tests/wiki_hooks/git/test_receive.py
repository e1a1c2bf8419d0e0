"""The gate that no clone can walk around: what a push may bring into a repository that everybody shares."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Callable
from pathlib import Path

import pluggy
import pytest

from tests.repository import ANNA, FILES, ROME, TODAY, Repository, empty_repository
from tests.wiki_hooks.git.conftest import errors
from wiki_hooks.git import receive
from wiki_schema.finding import Verdict

ZERO = "0" * 40

Push = Callable[..., Verdict]


@pytest.fixture
def shared(wiki: Repository, tmp_path: Path) -> Repository:
    return wiki.clone(tmp_path / "shared.git", "--bare")


@pytest.fixture
def push(wiki: Repository, shared: Repository, manager: pluggy.PluginManager) -> Push:
    """What the gate says to `old new ref` lines; the objects are there already, as in quarantine."""
    wiki.git("remote", "add", "shared", str(shared.path))

    def push(*lines: str) -> Verdict:
        wiki.git("push", "-q", "--force", "shared", "HEAD:refs/quarantine/x")
        shared.git("update-ref", "-d", "refs/quarantine/x")
        environ = {**shared.environ, "GIT_DIR": "."}
        return receive.check(str(shared.path), environ, TODAY, manager, lines)

    return push


def good_commit(wiki: Repository) -> str:
    wiki.add_fact("trips.md", "The tickets are in the blue folder")
    return wiki.commit("Tickets")


def bad_commit(wiki: Repository) -> str:
    wiki.replace("wiki/trips.md", f"- {ROME}\n", "")
    return wiki.commit("Tidy")


def test_a_good_push_comes_in(wiki: Repository, push: Push) -> None:
    old = wiki.head
    verdict = push(f"{old} {good_commit(wiki)} refs/heads/main\n")
    assert verdict.findings == ()
    assert verdict.notices == (f"refs/heads/main: Judged one by one: 1 commit after {old[:12]}.",)


def test_a_loss_stays_outside(wiki: Repository, push: Push) -> None:
    old, bad = wiki.head, bad_commit(wiki)
    verdict = push(f"{old} {bad} refs/heads/main")
    assert "fact-erased" in errors(verdict)
    assert {finding.commit for finding in verdict.findings} == {bad}


def test_every_branch_of_a_push_is_judged(wiki: Repository, push: Push) -> None:
    old, good = wiki.head, good_commit(wiki)
    wiki.git("checkout", "-qb", "side")
    verdict = push(f"{old} {good} refs/heads/main", f"{ZERO} {bad_commit(wiki)} refs/heads/side")
    assert "fact-erased" in errors(verdict)


def test_of_a_new_branch_only_what_is_new_is_judged(wiki: Repository, push: Push, shared: Repository) -> None:
    bad = bad_commit(wiki)
    push()
    shared.git("update-ref", "refs/heads/old-sins", bad)
    assert push(f"{ZERO} {bad} refs/heads/copy").findings == ()
    assert push(f"{ZERO} {good_commit(wiki)} refs/heads/side").findings == ()


def test_a_tag_does_not_smuggle_commits_in(wiki: Repository, push: Push, shared: Repository) -> None:
    bad = bad_commit(wiki)
    assert push(f"{ZERO} {bad} refs/tags/v1") == Verdict()
    shared.git("update-ref", "refs/tags/v1", bad)
    assert "fact-erased" in errors(push(f"{ZERO} {bad} refs/heads/side"))


def test_what_is_stashed_is_no_commit_anybody_judged(
    wiki: Repository, push: Push, shared: Repository
) -> None:
    bad = bad_commit(wiki)
    push()
    shared.git("update-ref", "refs/stash", bad)
    assert "fact-erased" in errors(push(f"{ZERO} {bad} refs/heads/side"))


class TestPushedAnew:
    def test_every_loss_counts(self, wiki: Repository, push: Push, shared: Repository) -> None:
        start, old = wiki.head, good_commit(wiki)
        push()
        shared.git("update-ref", "refs/heads/main", old)
        wiki.git("reset", "-q", "--hard", start)
        wiki.add_fact("home.md", "The roof was mended")
        verdict = push(f"{old} {wiki.commit('Roof')} refs/heads/main")
        assert {"fact-erased", "log-shortened"} <= errors(verdict)
        assert any("does not contain" in notice for notice in verdict.notices)

    def test_a_rebase_that_keeps_every_word_comes_in(
        self, wiki: Repository, push: Push, shared: Repository
    ) -> None:
        start, old = wiki.head, good_commit(wiki)
        push()
        shared.git("update-ref", "refs/heads/main", old)
        wiki.git("reset", "-q", "--hard", start)
        wiki.commit("Before", {"README.md": "A wiki\n"})
        assert errors(push(f"{old} {good_commit(wiki)} refs/heads/main")) == set()

    def test_a_history_of_its_own_cannot_take_the_place(self, wiki: Repository, push: Push) -> None:
        old = wiki.head
        wiki.git("checkout", "-q", "--orphan", "fresh")
        new = wiki.commit("Fresh", {**FILES, "wiki/trips.md": "# Trips\n", "wiki/log.md": "# Log\n"})
        assert {"fact-erased", "log-shortened"} <= errors(push(f"{old} {new} refs/heads/main"))


class TestDeleted:
    def test_the_main_branch_is_kept(self, wiki: Repository, push: Push) -> None:
        verdict = push(f"{wiki.head} {ZERO} refs/heads/main")
        assert {"log-shortened", "note-deleted", "policy-changed"} <= errors(verdict)

    def test_any_other_may_go(self, wiki: Repository, push: Push) -> None:
        assert push(f"{wiki.head} {ZERO} refs/heads/side") == Verdict()


def test_a_repository_without_a_store_is_left_alone(tmp_path: Path, manager: pluggy.PluginManager) -> None:
    plain = empty_repository(tmp_path / "plain")
    first, second = plain.commit("One", {"a": "1"}), plain.commit("Two", {"a": "2"})
    environ = {**plain.environ, "GIT_DIR": "."}
    lines = [f"{first} {second} refs/heads/main"]
    verdict = receive.check(str(plain.path / ".git"), environ, TODAY, manager, lines)
    assert (verdict.findings, "nothing was judged" in verdict.notices[0]) == ((), True)


def test_a_policy_taken_away_on_the_way_takes_nothing_away(wiki: Repository, push: Push) -> None:
    old = wiki.head
    wiki.commit("No policy", {"memwiki.toml": None})
    assert {"policy-changed", "fact-erased"} <= errors(push(f"{old} {bad_commit(wiki)} refs/heads/main"))


def test_git_itself_runs_it_with_the_pushed_objects_in_quarantine(
    wiki: Repository, shared: Repository
) -> None:
    hook = shared.path / "hooks/pre-receive"
    hook.parent.mkdir(exist_ok=True)
    hook.write_text(f"#!/bin/sh\nexec {shlex.quote(sys.executable)} -m wiki_hooks.cli pre-receive\n")
    hook.chmod(0o755)
    more = {"PYTHONPATH": ":".join(path for path in sys.path if path), "MEMWIKI_TODAY": str(TODAY)}
    wiki.git("remote", "add", "shared", str(shared.path))
    good_commit(wiki)
    wiki.git("push", "-q", "shared", "main", **more)
    bad_commit(wiki)
    wiki.git("push", "-q", "shared", "main", fails=True, **more)
    assert shared.git("rev-parse", "main") == wiki.git("rev-parse", "main^")
    assert ANNA.startswith(shared.git("log", "-1", "--format=%an", "main^"))
