"""The hooks through the real pre-commit framework, as a repository that uses them has them."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.framework.conftest import Framework, Wiki
from tests.repository import ANNA, HOTEL, ROME, wiki_repository


def erase(wiki: Wiki) -> None:
    """Takes a fact out of a note on disk."""
    wiki.replace("wiki/trips.md", f"- {HOTEL}\n", "")


class TestACommit:
    def test_with_a_fact_and_its_log_line_passes(self, wiki: Wiki) -> None:
        wiki.add_fact("trips.md", "The train leaves at nine")
        wiki.stage()
        answer = wiki.try_commit()
        assert answer.code == 0, answer.said
        assert "memwiki (nothing lost, rewritten or forged)" in answer.said
        assert "Failed" not in answer.said

    def test_that_erases_a_fact_is_blocked_and_gives_it_back(self, wiki: Wiki) -> None:
        before = wiki.head
        erase(wiki)
        wiki.stage()
        answer = wiki.try_commit()
        assert answer.code == 1
        assert "fact-erased" in answer.said
        assert HOTEL in answer.said
        assert wiki.head == before

    def test_that_deletes_the_log_is_blocked_though_it_leaves_no_file_to_look_at(self, wiki: Wiki) -> None:
        wiki.git("rm", "--quiet", "wiki/log.md")
        answer = wiki.try_commit()
        assert answer.code == 1
        assert "log-shortened" in answer.said

    def test_that_touches_no_wiki_passes(self, wiki: Wiki) -> None:
        wiki.write("src/main.py", "print()\n")
        wiki.stage()
        assert wiki.try_commit().code == 0

    def test_that_is_amended_is_judged_by_what_it_amends(self, wiki: Wiki) -> None:
        wiki.add_fact("trips.md", "The train leaves at nine")
        wiki.stage()
        assert wiki.try_commit().code == 0
        wiki.replace("wiki/trips.md", "- The train leaves at nine — ben, 2026-11-30\n", "")
        wiki.stage()
        assert "fact-erased" in wiki.run("git", "commit", "--amend", "--no-edit").said


class TestAPartlyStagedNote:
    def test_is_judged_by_what_is_staged_and_left_as_it_was(self, wiki: Wiki) -> None:
        wiki.add_fact("trips.md", "The train leaves at nine")
        wiki.stage()
        erase(wiki)
        on_disk = wiki.read("wiki/trips.md")
        answer = wiki.try_commit()
        assert answer.code == 0, answer.said
        assert wiki.read("wiki/trips.md") == on_disk
        assert HOTEL in wiki.git("show", "HEAD:wiki/trips.md")

    def test_is_blocked_by_a_staged_loss_that_the_disk_has_mended(self, wiki: Wiki) -> None:
        whole = wiki.read("wiki/trips.md")
        erase(wiki)
        wiki.stage()
        wiki.write("wiki/trips.md", whole)
        answer = wiki.try_commit()
        assert answer.code == 1
        assert "fact-erased" in answer.said
        assert wiki.read("wiki/trips.md") == whole


class TestAMerge:
    @pytest.fixture
    def branches(self, wiki: Wiki) -> Wiki:
        """A branch with one more fact, and a main branch that has gone on elsewhere."""
        wiki.git("checkout", "--quiet", "-b", "side")
        wiki.add_fact("trips.md", "The train leaves at nine")
        wiki.commit("A fact")
        wiki.git("checkout", "--quiet", "main")
        wiki.commit("Elsewhere", {"src/main.py": "print()\n"})
        return wiki

    def test_that_keeps_both_sides_passes(self, branches: Wiki) -> None:
        answer = branches.run("git", "merge", "--no-ff", "-m", "Merge", "side")
        assert answer.code == 0, answer.said
        assert "memwiki (nothing lost, rewritten or forged)" in answer.said
        assert "The train leaves at nine" in branches.read("wiki/trips.md")

    def test_that_drops_what_the_other_side_added_is_blocked(self, branches: Wiki) -> None:
        answer = branches.run("git", "merge", "--strategy", "ours", "-m", "Merge", "side")
        assert answer.code != 0
        assert "fact-erased" in answer.said
        assert "The train leaves at nine — ben, 2026-11-30" in answer.said
        assert branches.git("rev-list", "--count", "--merges", "HEAD") == "0"


class TestARange:
    @pytest.fixture
    def start(self, wiki: Wiki) -> str:
        """Where the range begins."""
        wiki.commit("Before", {"src/main.py": "print()\n"})
        return wiki.head

    def test_without_a_loss_passes(self, wiki: Wiki, start: str) -> None:
        wiki.add_fact("trips.md", "The train leaves at nine")
        wiki.commit("A fact")
        refs = ("--from-ref", start, "--to-ref", "HEAD")
        answer = wiki.pre_commit("run", *refs, "--hook-stage", "pre-push", "memwiki-check")
        assert answer.code == 0, answer.said
        assert "Passed" in answer.said

    @pytest.mark.parametrize("stage", ["pre-push", "pre-commit", "manual"])
    def test_with_a_commit_that_got_past_the_hook_is_refused(
        self, wiki: Wiki, start: str, stage: str
    ) -> None:
        erase(wiki)
        lost = wiki.commit("Tidied")
        wiki.commit("After", {"src/main.py": "print(1)\n"})
        refs = ("--from-ref", start, "--to-ref", "HEAD")
        answer = wiki.pre_commit("run", *refs, "--hook-stage", stage, "memwiki-check")
        assert answer.code == 1
        assert "fact-erased" in answer.said
        assert lost[:12] in answer.said

    def test_is_judged_when_it_is_pushed(self, wiki: Wiki, tmp_path: Path) -> None:
        wiki.git("init", "--quiet", "--bare", str(tmp_path / "remote.git"))
        wiki.git("remote", "add", "origin", str(tmp_path / "remote.git"))
        answer = wiki.run("git", "push", "--quiet", "origin", "main")
        assert answer.code == 0, answer.said
        erase(wiki)
        wiki.commit("Tidied")
        answer = wiki.run("git", "push", "--quiet", "origin", "main")
        assert answer.code != 0
        assert "fact-erased" in answer.said
        assert HOTEL in answer.said


def test_a_run_over_all_files_compares_nothing_and_says_so(wiki: Wiki) -> None:
    answer = wiki.pre_commit("run", "memwiki-check", "--all-files", "--verbose")
    assert answer.code == 0
    assert "Nothing is staged" in answer.said


class TestAnOverride:
    MESSAGE = "Tidied\n\nMemwiki-Override: fact-erased — the hotel has burnt down"

    @pytest.fixture
    def erased(self, wiki: Wiki) -> Wiki:
        """A fact is gone, and the log tells of it."""
        erase(wiki)
        wiki.append("wiki/log.md", "2026-11-30 | UPDATE | anna | trips.md | the hotel has burnt down")
        wiki.stage()
        return wiki

    def test_by_an_admin_lets_the_commit_through_and_is_told(self, erased: Wiki) -> None:
        erased.act_as(ANNA)
        answer = erased.try_commit(self.MESSAGE, SKIP="memwiki-check")
        assert answer.code == 0, answer.said
        assert erased.git("log", "-1", "--format=%s") == "Tidied"

    def test_is_not_needed_by_whoever_only_skips_the_first_hook(self, erased: Wiki) -> None:
        erased.act_as(ANNA)
        answer = erased.try_commit("Tidied", SKIP="memwiki-check")
        assert answer.code == 1
        assert "fact-erased" in answer.said

    def test_by_anybody_else_does_not(self, erased: Wiki) -> None:
        answer = erased.try_commit(self.MESSAGE, SKIP="memwiki-check")
        assert answer.code == 1
        assert "fact-erased" in answer.said
        assert "admin" in answer.said


class TestTheFixer:
    def test_writes_what_is_missing_fails_once_and_then_passes(
        self, framework: Framework, tmp_path: Path
    ) -> None:
        wiki = framework.wiki(tmp_path / "wiki", "memwiki-fix", "memwiki-check")
        wiki.append("wiki/trips.md", "- The train leaves at nine — ben, 2026-11-30")
        wiki.write("wiki/food.md", "# Food\n\n- The best ice cream is near the park — ben, 2026-11-30\n")
        wiki.stage()
        answer = wiki.try_commit()
        assert answer.code == 1
        log, index = wiki.read("wiki/log.md"), wiki.read("wiki/index.md")
        assert "2026-11-30 | ADD | Ben Okri | trips.md | 1 fact added\n" in log
        assert "| ADD | Ben Okri | food.md |" in log
        assert "- [Food](food.md)\n" in index
        wiki.stage()
        answer = wiki.try_commit()
        assert answer.code == 0, answer.said
        assert (wiki.read("wiki/log.md"), wiki.read("wiki/index.md")) == (log, index)


class TestTryRepo:
    def test_judges_a_repository_that_has_no_configuration_yet(
        self, framework: Framework, tmp_path: Path
    ) -> None:
        path = tmp_path / "wiki"
        wiki = Wiki(wiki_repository(path).path, framework.environ(path))
        wiki.replace("wiki/trips.md", ROME, ROME.replace("train", "ship"))
        wiki.stage()
        answer = wiki.pre_commit("try-repo", str(framework.hooks), "memwiki-check", "--verbose")
        assert answer.code == 1
        assert "fact-rewritten" in answer.said
        assert ROME in answer.said


class TestTheHealthPass:
    def test_runs_when_asked_and_blocks_only_for_errors(self, framework: Framework, tmp_path: Path) -> None:
        wiki = framework.wiki(tmp_path / "wiki", "memwiki-lint")
        run = ("run", "--all-files", "--hook-stage", "manual", "memwiki-lint")
        wiki.write("memwiki-baseline.txt", "odd | a.md | lint-0123456789abcdef | 1\n")
        answer = wiki.pre_commit(*run)
        assert answer.code == 0, answer.said
        assert "memwiki (health pass)" in answer.said
        wiki.write("wiki/x.md", "# X\n")
        wiki.write("wiki/X.md", "# X\n")
        answer = wiki.pre_commit(*run)
        assert (answer.code, "name-clash" in answer.said) == (1, True), answer.said
