"""Histories: every commit against each of its parents, and never against nothing."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cases.command import Answer, checked, erase, memwiki
from tests.repository import ANNA, FILES, Repository, empty_repository, wiki_repository


@pytest.fixture
def wiki(tmp_path: Path) -> Repository:
    return wiki_repository(tmp_path / "repository")


class TestTwoSidesOfALog:
    """Main and a branch each add a line to the log; the lines of both must come out."""

    OURS = "2026-11-30 | LINT | anna | home.md | looked over"
    THEIRS = "2026-11-30 | LINT | ben | trips.md | looked over"

    @pytest.fixture
    def forked(self, wiki: Repository) -> Repository:
        """Checked out is the branch; its log and that of main end in different lines."""
        wiki.git("checkout", "-q", "-b", "branch")
        wiki.append("wiki/log.md", self.THEIRS)
        wiki.commit("Theirs")
        wiki.git("checkout", "-q", "main")
        wiki.append("wiki/log.md", self.OURS)
        wiki.commit("Ours", author=ANNA)
        wiki.git("checkout", "-q", "branch")
        return wiki

    def log(self, *more: str) -> str:
        return FILES["wiki/log.md"] + "".join(f"{line}\n" for line in more)

    def merged(self, wiki: Repository, log: str, into: str, other: str) -> Answer:
        """What is found on a merge that ends in this log."""
        wiki.git("checkout", "-q", "-B", "result", into)
        wiki.git("merge", "-q", "-s", "ours", "--no-commit", other)
        wiki.commit("Merged", {"wiki/log.md": log})
        return checked(wiki, "--from-ref", "main", "--to-ref", "result")

    @pytest.mark.parametrize(("into", "other"), [("branch", "main"), ("main", "branch")])
    @pytest.mark.parametrize("kept", [OURS, THEIRS])
    def test_a_merge_may_not_drop_the_line_of_one_whichever_parent_it_is(
        self, forked: Repository, into: str, other: str, kept: str
    ) -> None:
        answer = self.merged(forked, self.log(kept), into, other)
        assert answer.code == 1
        assert set(answer.errors) == {"log-shortened"}
        gone = self.OURS if kept == self.THEIRS else self.THEIRS
        assert gone in [words for f in json.loads(answer.out)["findings"] for words in f["lost"]]

    @pytest.mark.parametrize(("into", "other"), [("branch", "main"), ("main", "branch")])
    @pytest.mark.parametrize("order", [(OURS, THEIRS), (THEIRS, OURS)])
    def test_a_merge_keeps_both_in_either_order(
        self, forked: Repository, into: str, other: str, order: tuple[str, str]
    ) -> None:
        assert self.merged(forked, self.log(*order), into, other).code == 0

    def test_a_rebase_may_not_drop_the_line_of_the_branch_it_goes_to(self, forked: Repository) -> None:
        forked.git("checkout", "-q", "-B", "branch", "main")
        forked.commit("Theirs, rebased", {"wiki/log.md": self.log(self.THEIRS)})
        answer = checked(forked, "--from-ref", "main", "--to-ref", "branch")
        assert answer.code == 1
        assert set(answer.errors) <= {"log-shortened", "log-rewritten"}
        assert self.OURS in [words for f in json.loads(answer.out)["findings"] for words in f["lost"]]


class TestNothingToCompareWith:
    """An empty comparison is no clean one."""

    @pytest.mark.parametrize("start", ["HEAD~1", "origin/main", "origin/missing"])
    def test_is_a_refusal_that_says_how_to_get_it(self, wiki: Repository, tmp_path: Path, start: str) -> None:
        wiki.add_fact("trips.md", "The train leaves at nine")
        wiki.commit("A train")
        shallow = wiki.clone(tmp_path / "shallow", "--depth", "1")
        answer = memwiki(shallow, "check", "--from-ref", start, "--to-ref", "HEAD")
        assert answer.code == 2
        assert "fetch" in answer.out + answer.err

    def test_is_the_first_parent_where_head_is_the_base(self, wiki: Repository) -> None:
        erase(wiki)
        wiki.commit("Tidied")
        answer = checked(wiki, "--from-ref", "HEAD", "--to-ref", "HEAD")
        assert (answer.code, answer.errors) == (1, ["fact-erased"])

    def test_is_no_matter_in_the_first_commit(self, tmp_path: Path) -> None:
        wiki = empty_repository(tmp_path / "new")
        wiki.stage(FILES)
        assert checked(wiki).code == 0
        wiki.git("commit", "-q", "-m", "A wiki")
        assert checked(wiki, "--from-ref", "HEAD", "--to-ref", "HEAD").code == 0

    def test_leaves_the_forms_in_the_first_commit(self, tmp_path: Path) -> None:
        wiki = empty_repository(tmp_path / "new")
        wiki.stage({**FILES, "wiki/home.md": "# Home\n\n- The boiler is serviced in May\n"})
        assert checked(wiki).errors == ["fact-unattributed"]

    def test_is_said_aloud_without_git(self, tmp_path: Path) -> None:
        for name, text in {**FILES, "wiki/home.md": "# Home\n\n- The boiler is serviced in May\n"}.items():
            (tmp_path / name).parent.mkdir(exist_ok=True)
            (tmp_path / name).write_text(text)
        refused = memwiki(tmp_path, "check", GIT_CEILING_DIRECTORIES=str(tmp_path.parent))
        assert refused.code == 2
        assert "--all" in refused.out + refused.err
        answer = memwiki(
            tmp_path, "check", "--all", "--format", "json", GIT_CEILING_DIRECTORIES=str(tmp_path.parent)
        )
        assert (answer.code, answer.errors) == (1, ["fact-unattributed"])
        assert "nothing was compared" in answer.out + answer.err

    def test_is_there_in_a_submodule(self, wiki: Repository, tmp_path: Path) -> None:
        outer = empty_repository(tmp_path / "outer")
        outer.git("-c", "protocol.file.allow=always", "submodule", "--quiet", "add", str(wiki.path), "memory")
        outer.commit("With a wiki")
        inner = Repository(outer.path / "memory", outer.environ)
        inner.git("config", "user.name", "Ben Okri")
        inner.git("config", "user.email", "ben@example.org")
        erase(inner)
        inner.stage()
        assert checked(inner).errors == ["fact-erased"]
        inner.git("commit", "-q", "--no-verify", "-m", "Tidied")
        assert checked(inner, "--from-ref", "HEAD~1", "--to-ref", "HEAD").errors == ["fact-erased"]
