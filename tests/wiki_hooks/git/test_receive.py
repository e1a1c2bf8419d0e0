"""The gate that no clone can walk around: what a push may bring into a repository that everybody shares."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import ClassVar

import pluggy
import pytest

from tests.repository import ANNA, BEN, FILES, MEMBERS, POLICY, ROME, TODAY, Repository, empty_repository
from tests.wiki_hooks.git.conftest import errors
from wiki_hooks.git import receive
from wiki_schema.finding import CannotCheck, Verdict

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

    def test_nor_can_an_older_state(self, wiki: Repository, push: Push) -> None:
        start, newer = wiki.head, good_commit(wiki)
        assert {"fact-erased", "log-shortened"} <= errors(push(f"{newer} {start} refs/heads/main"))


def orphan(wiki: Repository, files: Mapping[str, str], author: str = BEN) -> str:
    """A root commit that holds these files and nothing else; `main` is checked out again afterwards."""
    wiki.git("checkout", "-q", "--orphan", "fresh")
    wiki.git("rm", "-rqf", ".")
    name = wiki.commit("Fresh", files, author)
    wiki.git("checkout", "-q", "main")
    return name


def joined(wiki: Repository, tree: str, *parents: str, author: str = BEN) -> str:
    """A merge that holds a tree, whatever its parents hold."""
    named = [word for parent in parents for word in ("-p", parent)]
    name, _, email = author.rstrip(">").partition(" <")
    who = {"GIT_AUTHOR_NAME": name, "GIT_AUTHOR_EMAIL": email}
    merge = wiki.git("commit-tree", f"{tree}^{{tree}}", *named, "-m", "Merge", **who)
    wiki.git("reset", "-q", "--hard", merge)
    return merge


class TestAHistoryOfItsOwn:
    """A root commit brings what it likes, also no policy: what stands on the branch judges it."""

    def test_one_without_a_policy_takes_no_wiki_away(self, wiki: Repository, push: Push) -> None:
        old, new = wiki.head, orphan(wiki, {"README": "hi\n"})
        wiki.git("checkout", "-q", "fresh")
        found = errors(push(f"{old} {new} refs/heads/main"))
        assert {"policy-changed", "note-deleted", "log-shortened"} <= found

    def test_nor_does_it_as_the_parent_of_a_merge(self, wiki: Repository, push: Push) -> None:
        old, root = wiki.head, orphan(wiki, {"README": "hi\n"})
        found = errors(push(f"{old} {joined(wiki, root, old, root)} refs/heads/main"))
        assert {"policy-changed", "note-deleted", "log-shortened"} <= found

    @pytest.mark.parametrize("files", [{"README": "hi\n"}, {"pyproject.toml": '[project]\nname = "x"\n'}])
    def test_merged_with_every_word_kept_it_comes_in(
        self, wiki: Repository, push: Push, files: Mapping[str, str]
    ) -> None:
        old, root = wiki.head, orphan(wiki, files)
        wiki.git("merge", "-q", "--no-verify", "--allow-unrelated-histories", root)
        assert errors(push(f"{old} {wiki.head} refs/heads/main")) == set()

    @pytest.mark.parametrize(
        "policy",
        [
            {"memwiki.toml": POLICY, "members.toml": MEMBERS.replace("ben@", "nobody@")},
            {"memwiki.toml": POLICY},
            {"memwiki.toml": f'{POLICY}[rules]\nimpersonated = "off"\n', "members.toml": MEMBERS},
        ],
        ids=["other members", "no members", "other rules"],
    )
    def test_what_it_brings_of_a_policy_is_a_change_of_the_one_that_stands(
        self, wiki: Repository, push: Push, policy: Mapping[str, str]
    ) -> None:
        old, root = wiki.head, orphan(wiki, policy)
        assert "policy-changed" in errors(push(f"{old} {joined(wiki, old, old, root)} refs/heads/main"))

    def test_its_notes_are_judged_by_the_members_that_stand(self, wiki: Repository, push: Push) -> None:
        agent = f'{MEMBERS}[[member]]\nid = "agent-7"\nrole = "agent"\nemails = ["seven@example.org"]\n'
        wiki.commit("An agent", {"members.toml": agent}, author=ANNA)
        seven = "Seven <seven@example.org>"
        note = "# Sea\n\n- The tide is high — anna, 2026-11-30\n"
        line = "2026-11-30 | ADD | anna | sea.md | the sea"
        old = wiki.head
        brought = {
            "memwiki.toml": POLICY,
            "members.toml": agent.replace('"agent"', '"admin"'),
            "wiki/sea.md": note,
            "wiki/log.md": f"# Log\n\n{line}\n",
            "wiki/index.md": "# Index\n\n- [Sea](sea.md)\n",
        }
        root = orphan(wiki, brought, seven)
        verdict = push(f"{old} {joined(wiki, old, old, root, author=seven)} refs/heads/main")
        found = {finding.rule for finding in verdict.findings if finding.commit == root}
        assert {"policy-changed", "impersonated"} <= found

    def test_the_same_policy_again_is_no_change(self, wiki: Repository, push: Push) -> None:
        old = wiki.head
        same = {path: FILES[path] for path in ("memwiki.toml", "members.toml")}
        root = orphan(wiki, same)
        assert "policy-changed" not in errors(push(f"{old} {joined(wiki, old, old, root)} refs/heads/main"))

    def test_an_admin_changes_the_policy_beside_it(self, wiki: Repository, push: Push) -> None:
        old = wiki.head
        softer = f'{POLICY}[rules]\nfact-backdated = "off"\n'
        changed = wiki.commit("Softer", {"memwiki.toml": softer}, author=ANNA)
        root = orphan(wiki, {"README": "hi\n"})
        wiki.git("merge", "-q", "--no-verify", "--allow-unrelated-histories", root)
        assert changed in wiki.git("rev-list", "HEAD")
        assert errors(push(f"{old} {wiki.head} refs/heads/main")) == set()


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


def test_a_policy_that_only_stood_on_the_way_judges_what_came_after_it(
    tmp_path: Path, manager: pluggy.PluginManager
) -> None:
    plain = empty_repository(tmp_path / "plain")
    first = plain.commit("One", {"a": "1"})
    plain.commit("Two", {"a": "2"})
    plain.commit("A wiki", FILES, author=ANNA)
    last = plain.commit("No wiki", {path: None for path in FILES})
    shared = plain.clone(tmp_path / "shared.git", "--bare")
    environ = {**shared.environ, "GIT_DIR": "."}
    verdict = receive.check(str(shared.path), environ, TODAY, manager, [f"{first} {last} refs/heads/main"])
    assert {"policy-changed", "log-shortened"} <= errors(verdict)
    assert any("before anything configured a store" in notice for notice in verdict.notices)


def test_a_policy_taken_away_on_the_way_takes_nothing_away(wiki: Repository, push: Push) -> None:
    old = wiki.head
    wiki.commit("No policy", {"memwiki.toml": None})
    assert {"policy-changed", "fact-erased"} <= errors(push(f"{old} {bad_commit(wiki)} refs/heads/main"))


class TestBroken:
    """A setting that cannot be read comes in by nobody, and takes nothing away where one did before."""

    BREAKS: ClassVar = [
        {"members.toml": None, "members.toml/x": "x"},
        {"memwiki.toml": None, "memwiki.toml/x": "x"},
        {"memwiki.toml": "[[store]\n"},
        {"memwiki.toml": f'{POLICY}[rules]\nfact-erasd = "off"\n'},
        {"members.toml": "[[member]\n"},
    ]

    @staticmethod
    def broken(wiki: Repository, files: Mapping[str, str | None], author: str) -> str:
        """A commit that breaks something. What is to become a folder goes first."""
        gone = {path: text for path, text in files.items() if text is None}
        wiki.stage(gone)
        return wiki.commit("Broken", {path: text for path, text in files.items() if path not in gone}, author)

    @pytest.mark.parametrize("author", [ANNA, BEN])
    @pytest.mark.parametrize("files", BREAKS)
    def test_comes_in_by_nobody(
        self, wiki: Repository, push: Push, files: Mapping[str, str | None], author: str
    ) -> None:
        old = wiki.head
        bad = self.broken(wiki, files, author)
        with pytest.raises(CannotCheck, match=f"^{bad[:12]}: .* mend it in one more commit"):
            push(f"{old} {bad} refs/heads/main")

    @pytest.mark.parametrize("path", ["memwiki.toml", "members.toml", ".mailmap"])
    def test_nor_as_a_folder_where_no_file_was(self, wiki: Repository, push: Push, path: str) -> None:
        own = '[[tool.memwiki.store]]\npath = "wiki"\n[tool.memwiki.members]\ngit = true\n'
        gone = {"memwiki.toml": None, "members.toml": None}
        old = wiki.commit("By pyproject", {"pyproject.toml": own, **gone}, ANNA)
        with pytest.raises(CannotCheck, match=f"{path} is no plain file: put the file itself there"):
            push(f"{old} {wiki.commit('Folder', {f'{path}/x': 'x'})} refs/heads/main")

    def test_a_baseline_neither(self, wiki: Repository, push: Push) -> None:
        old = wiki.head
        bad = wiki.commit("Folder", {"memwiki-baseline.txt/x": "x"}, ANNA)
        assert errors(push(f"{old} {bad} refs/heads/main")) == {"policy-changed"}

    @pytest.mark.parametrize("files", BREAKS)
    def test_what_came_in_once_does_not_let_in_what_follows(
        self, wiki: Repository, push: Push, files: Mapping[str, str | None]
    ) -> None:
        broken = self.broken(wiki, files, BEN)
        with pytest.raises(CannotCheck):
            push(f"{broken} {bad_commit(wiki)} refs/heads/main")
        with pytest.raises(CannotCheck):
            push(f"{wiki.head} {wiki.commit('Nothing')} refs/heads/main")

    @pytest.mark.parametrize("files", BREAKS)
    def test_nor_may_anybody_take_it_away(
        self, wiki: Repository, push: Push, files: Mapping[str, str | None]
    ) -> None:
        old = self.broken(wiki, files, BEN)
        wiki.git("rm", "-rq", "memwiki.toml", "members.toml")
        wiki.replace("wiki/trips.md", f"- {ROME}\n", "")
        found = errors(push(f"{old} {wiki.commit('No wiki')} refs/heads/main"))
        assert {"policy-changed", "fact-erased"} <= found
        assert {"policy-changed", "log-shortened"} <= errors(push(f"{old} {ZERO} refs/heads/main"))

    @pytest.mark.parametrize("files", BREAKS)
    def test_it_is_mended_by_a_commit_that_puts_back_what_stood(
        self, wiki: Repository, push: Push, files: Mapping[str, str | None]
    ) -> None:
        good, old = wiki.head, self.broken(wiki, files, BEN)
        wiki.git("rm", "-rq", "memwiki.toml", "members.toml")
        wiki.git("checkout", "-q", good, "--", ".")
        verdict = push(f"{old} {wiki.commit('Mended')} refs/heads/main")
        assert errors(verdict) == set()
        assert any("its setting cannot be read, so another judges" in told for told in verdict.notices)

    def test_and_only_an_admin_puts_something_else_there(self, wiki: Repository, push: Push) -> None:
        old = self.broken(wiki, {"memwiki.toml": "[[store]\n"}, BEN)
        softer = {"memwiki.toml": f'{POLICY}[rules]\nfact-erased = "off"\n'}
        wiki.git("branch", "bens")
        anna = push(f"{old} {wiki.commit('Softer', softer, ANNA)} refs/heads/main")
        assert errors(anna) == set()
        wiki.git("checkout", "-q", "bens")
        assert "policy-changed" in errors(push(f"{old} {wiki.commit('Softer', softer)} refs/heads/main"))

    def test_where_none_ever_could_be_read_none_is_taken_away(
        self, tmp_path: Path, manager: pluggy.PluginManager
    ) -> None:
        plain = empty_repository(tmp_path / "plain")
        first = plain.commit("One", {"memwiki.toml/x": "x"})
        last = plain.commit("Two", {"memwiki.toml/x": None})
        shared = plain.clone(tmp_path / "shared.git", "--bare")
        environ = {**shared.environ, "GIT_DIR": "."}
        for new in (last, ZERO):
            with pytest.raises(CannotCheck, match="nothing configures a store in its place"):
                receive.check(str(shared.path), environ, TODAY, manager, [f"{first} {new} refs/heads/main"])

    def test_an_admin_in_person_takes_it_away(self, wiki: Repository, push: Push) -> None:
        old = wiki.head
        assert "policy-changed" not in errors(
            push(f"{old} {wiki.commit('No policy', {'memwiki.toml': None}, ANNA)} refs/heads/main")
        )


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
