"""What commits changed below the stores: every name as git has it, renames followed, merges left out."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

from tests.repository import ANNA, BEN, Repository, empty_repository
from wiki_hooks.git.edits import history_of
from wiki_hooks.plumbing.process import Git
from wiki_hooks.plumbing.repository import find_repository
from wiki_schema.policy import Policy, Store
from wiki_schema.standing.view import Edit

TOP = Policy((Store(""),))
LONG = "".join(f"- line {n} of the note\n" for n in range(20))


@pytest.fixture
def wiki(tmp_path: Path) -> Repository:
    return empty_repository(tmp_path / "wiki")


def edits(wiki: Repository, policy: Policy = TOP) -> list[Edit]:
    history = history_of(find_repository(str(wiki.path), wiki.environ), policy)
    assert history is not None
    return list(history.edits)


def names(wiki: Repository, policy: Policy = TOP) -> list[str]:
    return [edit.path for edit in edits(wiki, policy)]


def test_each_says_where_when_in_which_commit_and_by_whom(wiki: Repository) -> None:
    oid = wiki.commit("A", {"a.md": "a\n"}, ANNA, GIT_AUTHOR_DATE="2026-11-05T23:30:00-0200")
    assert edits(wiki) == [Edit("a.md", date(2026, 11, 6), oid, "Anna Rossi", "a.md")]


def test_the_newest_comes_first(wiki: Repository) -> None:
    wiki.commit("A", {"a.md": "a\n"}, GIT_COMMITTER_DATE="2026-11-01T12:00:00Z")
    wiki.commit("B", {"b.md": "b\n"}, GIT_COMMITTER_DATE="2026-11-02T12:00:00Z")
    assert names(wiki) == ["b.md", "a.md"]


def test_a_renamed_note_keeps_its_edits_and_says_what_it_was_called(wiki: Repository) -> None:
    wiki.commit("A", {"a.md": LONG})
    wiki.commit("A to B", {"a.md": None, "b.md": f"{LONG}- one more\n"})
    wiki.commit("B to C", {"b.md": None, "c.md": f"{LONG}- two more\n"})
    assert [(edit.path, edit.was) for edit in edits(wiki)] == [
        ("c.md", "c.md"),
        ("c.md", "b.md"),
        ("c.md", "a.md"),
    ]


def test_a_new_note_under_a_name_that_was_left_is_another(wiki: Repository) -> None:
    wiki.commit("A", {"a.md": LONG})
    wiki.commit("A to B", {"a.md": None, "b.md": LONG})
    wiki.commit("Another A", {"a.md": "- something else\n"})
    assert [(edit.path, edit.was) for edit in edits(wiki)] == [
        ("a.md", "a.md"),
        ("b.md", "b.md"),
        ("b.md", "a.md"),
    ]


def test_two_that_change_names_in_one_commit_keep_their_own(wiki: Repository) -> None:
    other = LONG.replace("line", "row").replace("note", "page")
    wiki.commit("Two", {"a.md": LONG, "b.md": other})
    wiki.commit("Moved", {"a.md": None, "b.md": None, "b2.md": other, "a2.md": LONG})
    assert sorted((edit.path, edit.was) for edit in edits(wiki)) == [
        ("a2.md", "a.md"),
        ("a2.md", "a2.md"),
        ("b2.md", "b.md"),
        ("b2.md", "b2.md"),
    ]


def test_merges_are_left_out_and_what_they_bring_is_not(wiki: Repository) -> None:
    wiki.commit("A", {"a.md": "a\n"})
    wiki.git("checkout", "-q", "-b", "side")
    side = wiki.commit("B", {"b.md": "b\n"})
    wiki.git("checkout", "-q", "-")
    wiki.commit("C", {"c.md": "c\n"})
    wiki.git("-c", "user.name=x", "-c", "user.email=x@x", "merge", "-q", "--no-ff", "-m", "Both", "side")
    found = edits(wiki)
    assert sorted(edit.path for edit in found) == ["a.md", "b.md", "c.md"]
    assert side in {edit.commit for edit in found}


@pytest.mark.parametrize(
    "name", ['a "b".md', "a\tb.md", "a\nb.md", "über.md", "caf\udce9.md", ":100644 x.md"]
)
def test_a_name_is_given_as_it_is(wiki: Repository, name: str) -> None:
    wiki.commit("A", {name: "a\n"})
    assert names(wiki) == [name]


def test_bits_that_change_alone_are_no_edit(wiki: Repository) -> None:
    wiki.commit("A", {"a.md": "a\n"})
    wiki.git("update-index", "--chmod=+x", "a.md")
    wiki.git("commit", "-q", "--no-verify", f"--author={BEN}", "-m", "Bits")
    assert names(wiki) == ["a.md"]


def test_only_what_lies_below_the_stores_or_is_their_log(wiki: Repository) -> None:
    wiki.commit("All", {"wiki/a.md": "a\n", "docs/log.md": "l\n", "docs/b.md": "b\n", "wiki2/c.md": "c\n"})
    policy = Policy((Store("wiki", log="../docs/log.md"),))
    assert sorted(names(wiki, policy)) == ["docs/log.md", "wiki/a.md"]


def test_nothing_a_user_configured_changes_it(wiki: Repository) -> None:
    wiki.commit("A", {"a.md": LONG})
    wiki.commit("A to B", {"a.md": None, "b.md": LONG})
    before = edits(wiki)
    for key, value in (("diff.renames", "false"), ("log.showSignature", "true"), ("core.quotePath", "true")):
        wiki.git("config", key, value)
    assert edits(wiki) == before


def test_a_shallow_clone_has_no_history(wiki: Repository, tmp_path: Path) -> None:
    wiki.commit("A", {"a.md": "a\n"})
    wiki.commit("B", {"b.md": "b\n"})
    wiki.git("clone", "-q", "--depth=1", f"file://{wiki.path}", str(tmp_path / "clone"))
    assert history_of(find_repository(str(tmp_path / "clone"), wiki.environ), TOP) is None


def test_neither_has_a_repository_without_commits_nor_a_folder_without_one(wiki: Repository) -> None:
    assert history_of(find_repository(str(wiki.path), wiki.environ), TOP) is None
    assert history_of(None, TOP) is None


class TestTexts:
    def test_what_stood_before_and_after_is_there_when_asked_for(self, wiki: Repository) -> None:
        wiki.commit("A", {"a.md": "one\n", "b.md": LONG})
        wiki.commit("B", {"a.md": "caf\udce9\n", "b.md": None, "c.md": LONG})
        history = history_of(find_repository(str(wiki.path), wiki.environ), TOP)
        assert history is not None
        changed = [edit for edit in history.edits if edit.path == "a.md"]
        assert list(history.texts(changed)) == [("one\n", "caf\udce9\n"), (None, None)]
        assert set(history.texts(history.edits)) == {("one\n", "caf\udce9\n"), (None, None)}

    def test_a_text_that_is_gone_is_unknown(self, wiki: Repository) -> None:
        wiki.commit("A", {"a.md": "a\n"})
        history = history_of(find_repository(str(wiki.path), wiki.environ), TOP)
        assert history is not None
        (edit,) = history.edits
        lost = edit._replace(blobs=("1" * 40, wiki.git("rev-parse", "HEAD:a.md")))
        assert list(history.texts([lost])) == [(None, "a\n")]


class TestRemembering:
    def walk(self, wiki: Repository, state: Path, policy: Policy = TOP) -> list[Edit]:
        history = history_of(find_repository(str(wiki.path), wiki.environ), policy, str(state))
        assert history is not None
        return list(history.edits)

    def test_only_commits_that_are_new_are_asked_about(
        self, wiki: Repository, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        state, fed = tmp_path / "state", []
        run = Git.run

        def told(git: Git, *arguments: str, feed: bytes = b"") -> bytes:
            fed.append(feed.decode().split())
            return run(git, *arguments, feed=feed)

        monkeypatch.setattr(Git, "run", told)
        wiki.commit("A", {"a.md": LONG})
        wiki.commit("Empty")
        assert self.walk(wiki, state) == edits(wiki)
        new = wiki.commit("A to B", {"a.md": None, "b.md": LONG})
        fed.clear()
        found = self.walk(wiki, state)
        assert fed == [[], [new]]
        assert found == edits(wiki)
        fed.clear()
        assert self.walk(wiki, state) == found
        assert fed == [[]]

    def test_what_was_rewritten_is_forgotten(self, wiki: Repository, tmp_path: Path) -> None:
        wiki.commit("A", {"a.md": "a\n"})
        gone = wiki.commit("B", {"b.md": "b\n"})
        self.walk(wiki, tmp_path / "state")
        wiki.git("reset", "-q", "--hard", "HEAD~1")
        wiki.commit("C", {"c.md": "c\n"})
        assert [edit.path for edit in self.walk(wiki, tmp_path / "state")] == ["c.md", "a.md"]
        assert gone not in {edit.commit for edit in self.walk(wiki, tmp_path / "state")}

    @pytest.mark.parametrize("damage", [b"", b"x", b"x" * 100])
    def test_a_damaged_file_is_as_good_as_none(self, wiki: Repository, tmp_path: Path, damage: bytes) -> None:
        wiki.commit("A", {"a.md": "a\n"})
        found = self.walk(wiki, tmp_path)
        kept = tmp_path / "commits"
        good = kept.read_bytes()
        for bad in (damage, good[:-1], good[:40] + damage, bytes([good[0] ^ 1]) + good[1:]):
            kept.write_bytes(bad)
            assert self.walk(wiki, tmp_path) == found
            assert kept.read_bytes() == good

    def test_other_places_are_another_question(self, wiki: Repository, tmp_path: Path) -> None:
        wiki.commit("A", {"a/a.md": "a\n", "b/b.md": "b\n"})
        for folder in ("a", "b", "a"):
            (edit,) = self.walk(wiki, tmp_path, Policy((Store(folder),)))
            assert edit.path == f"{folder}/{folder}.md"

    def test_where_nothing_can_be_kept_nothing_is(self, wiki: Repository, tmp_path: Path) -> None:
        wiki.commit("A", {"a.md": "a\n"})
        (tmp_path / "file").write_text("")
        assert self.walk(wiki, tmp_path / "file" / "state") == edits(wiki)
        assert [path.name for path in tmp_path.iterdir() if path.name != "wiki"] == ["file"]
