"""A range is judged commit by commit; only what its end has not made good again blocks."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pluggy
import pytest

from tests.repository import (
    ANNA,
    BEN,
    BOILER,
    FILES,
    POLICY,
    ROME,
    STRANGER,
    TODAY,
    Repository,
    empty_repository,
)
from tests.wiki_hooks.git.conftest import errors, warnings
from wiki_hooks.git import ranges
from wiki_schema.finding import CannotCheck, Verdict

Check = Callable[..., Verdict]

ZERO = "0" * 40


@pytest.fixture
def check(manager: pluggy.PluginManager) -> Check:
    """A range of a repository; more words are variables."""

    def check(repository: Repository, start: str, end: str = "HEAD", who: str = "", **more: str) -> Verdict:
        environ = {**repository.environ, **more}
        return ranges.check(str(repository.path), environ, who, TODAY, manager, start, end)

    return check


def erase_rome(wiki: Repository, **options: str) -> str:
    wiki.replace("wiki/trips.md", f"- {ROME}\n", "")
    wiki.append("wiki/log.md", "2026-11-30 | UPDATE | ben | trips.md | tidied")
    return wiki.commit("Tidy", **options)


def restore_rome(wiki: Repository) -> str:
    wiki.replace("wiki/trips.md", "# Trips\n\n", f"# Trips\n\n- {ROME}\n")
    wiki.append("wiki/log.md", "2026-11-30 | UPDATE | ben | trips.md | put back")
    return wiki.commit("Put back")


def good_commit(wiki: Repository, fact: str = "The tickets are in the blue folder", **options: str) -> str:
    wiki.add_fact("trips.md", fact)
    return wiki.commit("More", **options)


class TestCommitByCommit:
    def test_a_good_range_is_let_through(self, wiki: Repository, check: Check) -> None:
        start = wiki.head
        good_commit(wiki)
        good_commit(wiki, "The museum is closed on Mondays")
        verdict = check(wiki, start)
        assert verdict.findings == ()
        assert verdict.notices == (f"Judged one by one: 2 commits after {start[:12]}.",)

    def test_each_finding_names_its_commit(self, wiki: Repository, check: Check) -> None:
        start = wiki.head
        bad = erase_rome(wiki)
        good_commit(wiki)
        verdict = check(wiki, start)
        assert [(f.rule, f.commit) for f in verdict.findings] == [("fact-erased", bad)]
        assert verdict.findings[0].hint.startswith(f"git show {start[:12]}:wiki/trips.md")

    def test_what_the_end_has_again_only_warns(self, wiki: Repository, check: Check) -> None:
        start = wiki.head
        erase_rome(wiki)
        restore_rome(wiki)
        verdict = check(wiki, start)
        assert (errors(verdict), "fact-erased" in warnings(verdict)) == (set(), True)
        assert "The end of the range mends it." in verdict.findings[0].message

    def test_a_log_taken_away_and_put_back_only_warns(self, wiki: Repository, check: Check) -> None:
        start = wiki.head
        wiki.commit("Gone", {"wiki/log.md": "# Log\n"})
        wiki.commit("Back", {"wiki/log.md": FILES["wiki/log.md"]})
        verdict = check(wiki, start)
        assert "log-shortened" not in errors(verdict)
        assert "log-shortened" in warnings(verdict)

    def test_half_of_it_put_back_is_not_enough(self, wiki: Repository, check: Check) -> None:
        start = wiki.head
        wiki.commit("Gone", {"wiki/trips.md": "# Trips\n"})
        wiki.commit("Half", {"wiki/trips.md": f"# Trips\n\n- {ROME}\n"})
        lost = {words for f in check(wiki, start).findings if f.level == "error" for words in f.lost}
        assert any("hotel" in words for words in lost)


STRUCK = f"- ~~{BOILER}~~ — superseded 2026-11-30 by {{0}}\n- The boiler is gone — {{0}}, 2026-11-30\n"


class TestWhatComesBackInAnotherWay:
    """Whoever puts lost words back answers for how they stand now, as if it had been one commit."""

    LINE = "2026-11-30 | {} | {} | home.md | the boiler"

    @pytest.fixture
    def wiki(self, wiki: Repository) -> Repository:
        wiki.add_fact("home.md", "The roof was mended")
        wiki.commit("Roof")
        return wiki

    def lose(self, wiki: Repository, author: str = BEN) -> None:
        wiki.replace("wiki/home.md", f"- {BOILER}\n", "")
        wiki.append("wiki/log.md", self.LINE.format("UPDATE", author.split()[0].lower()))
        wiki.commit("Tidy", author=author)

    def bring_back(self, wiki: Repository, words: str, author: str = BEN) -> None:
        who = author.split()[0].lower()
        wiki.append("wiki/home.md", words.format(who).rstrip("\n"))
        wiki.append("wiki/log.md", self.LINE.format("SUPERSEDE" if "~~" in words else "UPDATE", who))
        wiki.commit("Back", author=author)

    @pytest.mark.parametrize(
        ("words", "author", "is_mended"),
        [
            (f"- {BOILER}", BEN, True),
            (STRUCK, BEN, False),
            (STRUCK, ANNA, True),
            (f"\n## Cellar\n\n- {BOILER}", BEN, False),
            (f"\n## Cellar\n\n- {BOILER}", ANNA, True),
        ],
        ids=["as it was", "struck", "struck by who may", "moved", "moved by who may"],
    )
    def test_only_what_may_be_done_at_once_is_mended(
        self, wiki: Repository, check: Check, words: str, author: str, is_mended: bool
    ) -> None:
        start = wiki.head
        self.lose(wiki)
        self.bring_back(wiki, words, author)
        good_commit(wiki, author=ANNA)
        assert ("fact-erased" in warnings(check(wiki, start))) is is_mended

    def test_who_lost_it_does_not_stand_in_for_who_brought_it_back(
        self, wiki: Repository, check: Check
    ) -> None:
        start = wiki.head
        self.lose(wiki, ANNA)
        self.bring_back(wiki, STRUCK)
        assert "fact-erased" in errors(check(wiki, start))

    def test_in_a_note_of_its_own(self, wiki: Repository, check: Check) -> None:
        start = wiki.head
        self.lose(wiki)
        wiki.write("wiki/old.md", f"# Old\n\n{STRUCK.format('ben')}")
        wiki.append("wiki/index.md", "- [Old](old.md)")
        wiki.append("wiki/log.md", "2026-11-30 | ADD | ben | old.md | the boiler")
        wiki.commit("Back")
        assert "fact-erased" in errors(check(wiki, start))

    def test_what_happens_to_it_later_is_another_matter(self, wiki: Repository, check: Check) -> None:
        start = wiki.head
        self.lose(wiki)
        self.bring_back(wiki, f"- {BOILER}")
        wiki.replace("wiki/home.md", f"- {BOILER}\n", STRUCK.format("anna"))
        wiki.append("wiki/log.md", self.LINE.format("SUPERSEDE", "anna"))
        wiki.commit("Superseded", author=ANNA)
        good_commit(wiki)
        assert errors(check(wiki, start)) == set()


class TestWhoAndWhen:
    def test_the_author_acts_whoever_looks(self, wiki: Repository, check: Check) -> None:
        start = wiki.head
        wiki.commit("Policy", {"memwiki.toml": f"{POLICY}originator_may_update = true\n"}, author=BEN)
        for who, more in (("", {}), ("anna", {}), ("", {"MEMWIKI_WHO": "anna"})):
            verdict = check(wiki, start, who=who, **more)
            assert "policy-changed" in errors(verdict)
        assert "--who does not count for commits" in check(wiki, start, who="anna").notices[0]

    def test_an_admin_who_is_the_author_may(self, wiki: Repository, check: Check) -> None:
        start = wiki.head
        wiki.commit("Policy", {"memwiki.toml": f"{POLICY}originator_may_update = true\n"}, author=ANNA)
        assert errors(check(wiki, start, MEMWIKI_WHO="ben")) == set()

    def test_the_day_of_a_commit_is_the_day_it_was_written(self, wiki: Repository, check: Check) -> None:
        start = wiki.head
        wiki.add_fact("trips.md", "The tickets are in the blue folder", day="2026-11-10")
        wiki.commit("Then", GIT_AUTHOR_DATE="2026-11-10T23:30:00-05:00")
        assert check(wiki, start).findings == ()

    def test_an_admins_override_stands_in_the_message(self, wiki: Repository, check: Check) -> None:
        start = wiki.head
        wiki.replace("wiki/trips.md", f"- {ROME}\n", "")
        wiki.append("wiki/log.md", "2026-11-30 | UPDATE | anna | trips.md | tidied")
        wiki.commit("Tidy\n\nMemwiki-Override: fact-erased — written twice", author=ANNA)
        verdict = check(wiki, start)
        assert errors(verdict) == set()
        assert any("overridden by Anna Rossi" in notice for notice in verdict.notices)

    def test_an_override_counts_for_its_commit_alone(self, wiki: Repository, check: Check) -> None:
        start = wiki.head
        wiki.commit("Fine\n\nMemwiki-Override: fact-erased — later", author=ANNA)
        erase_rome(wiki)
        assert "fact-erased" in errors(check(wiki, start))

    def test_a_stranger_may_not_take_away_the_policy_and_go_on(self, wiki: Repository, check: Check) -> None:
        start = wiki.head
        wiki.commit("No policy", {"memwiki.toml": None}, author=STRANGER)
        erase_rome(wiki, author=STRANGER)
        assert {"policy-changed", "fact-erased"} <= errors(check(wiki, start))


class TestWhichCommits:
    def test_a_base_that_moved_on_is_measured_where_they_parted(self, wiki: Repository, check: Check) -> None:
        base = wiki.head
        wiki.git("checkout", "-qb", "side")
        good_commit(wiki)
        wiki.git("checkout", "-q", "main")
        wiki.commit("Elsewhere", {"README.md": "x\n"})
        verdict = check(wiki, "main", "side")
        assert verdict.findings == ()
        assert verdict.notices == (
            f"Judged one by one: 1 commit after {base[:12]}, the merge base of main and side.",
        )

    def test_what_was_merged_from_the_base_is_not_judged_again(self, wiki: Repository, check: Check) -> None:
        wiki.git("checkout", "-qb", "side")
        good_commit(wiki)
        wiki.git("checkout", "-q", "main")
        wiki.commit("Bad", {"wiki/home.md": "# Home\n"})
        wiki.git("checkout", "-q", "side")
        wiki.git("merge", "-q", "--no-verify", "main")
        assert errors(check(wiki, "main", "side")) == set()

    def test_head_that_is_the_base_is_compared_with_its_parents(self, wiki: Repository, check: Check) -> None:
        erase_rome(wiki)
        verdict = check(wiki, "main", "HEAD")
        assert "fact-erased" in errors(verdict)
        assert "main and HEAD are one commit" in verdict.notices[0]

    def test_a_range_without_commits_says_so(self, wiki: Repository, check: Check) -> None:
        good_commit(wiki)
        verdict = check(wiki, "HEAD", "HEAD^")
        assert (verdict.findings, verdict.notices[0][:14]) == ((), "No new commits")

    def test_a_new_branch_is_measured_by_the_default_one(self, wiki: Repository, check: Check) -> None:
        wiki.git("checkout", "-qb", "side")
        erase_rome(wiki)
        verdict = check(wiki, ZERO)
        assert "fact-erased" in errors(verdict)
        assert "where the new branch left main" in verdict.notices[0]

    def test_a_first_push_is_judged_from_the_beginning(self, wiki: Repository, check: Check) -> None:
        erase_rome(wiki)
        wiki.git("branch", "-m", "trunk")
        verdict = check(wiki, ZERO)
        assert "fact-erased" in errors(verdict)
        assert "a history of its own" in verdict.notices[0]

    def test_a_history_that_took_the_place_of_another_loses_all_of_it(
        self, wiki: Repository, check: Check
    ) -> None:
        old = wiki.head
        wiki.git("checkout", "-q", "--orphan", "fresh")
        wiki.commit("Fresh", {"wiki/trips.md": "# Trips\n", "wiki/log.md": "# Log\n"})
        assert {"fact-erased", "log-shortened"} <= errors(check(wiki, old))

    def test_a_deleted_branch_has_no_commit(self, wiki: Repository, check: Check) -> None:
        assert check(wiki, "HEAD", ZERO) == Verdict(
            notices=("The branch is deleted: there is no commit to judge.",)
        )


class TestWhatCannotBeCompared:
    @pytest.mark.parametrize("name", ["nowhere", "1" * 40, "HEAD~99"])
    def test_a_commit_that_is_not_here_is_no_pass(self, wiki: Repository, check: Check, name: str) -> None:
        for start, end in ((name, "HEAD"), ("HEAD", name)):
            with pytest.raises(CannotCheck, match=r"no commit of this clone.*fetch-depth: 0"):
                check(wiki, start, end)

    @pytest.mark.parametrize("name", ["--all", "-q", "--output=x"])
    def test_an_option_is_no_commit(self, wiki: Repository, check: Check, name: str) -> None:
        with pytest.raises(CannotCheck, match=r"begins with a dash"):
            check(wiki, name)

    @pytest.mark.parametrize("depth", [1, 2])
    def test_a_shallow_clone_is_told_to_fetch(
        self, wiki: Repository, check: Check, tmp_path: Path, depth: int
    ) -> None:
        for number in range(3):
            good_commit(wiki, f"Fact number {number}")
        shallow = wiki.clone(tmp_path / "shallow", f"--depth={depth}")
        for start in ("HEAD~3", "HEAD", ZERO):
            if (start, depth) != ("HEAD", 2) and (start, depth) != (ZERO, 2):
                with pytest.raises(CannotCheck, match=r"git fetch --unshallow"):
                    check(shallow, start)

    def test_the_edge_of_a_shallow_clone_is_no_beginning(
        self, wiki: Repository, tmp_path: Path, manager: pluggy.PluginManager
    ) -> None:
        for number in range(3):
            good_commit(wiki, f"Fact number {number}")
        shallow = wiki.clone(tmp_path / "shallow", "--depth=2")
        with pytest.raises(CannotCheck, match=r"git fetch --unshallow"):
            list(ranges.audit(str(shallow.path), shallow.environ, TODAY, manager))

    def test_a_partial_clone_without_its_blobs_is_no_pass(
        self, wiki: Repository, check: Check, tmp_path: Path
    ) -> None:
        start = wiki.head
        wiki.git("config", "uploadpack.allowFilter", "true")
        erase_rome(wiki)
        partial = wiki.clone(tmp_path / "partial", "--filter=blob:none", "--no-checkout")
        partial.git("config", "remote.origin.url", "file:///nowhere")
        with pytest.raises(CannotCheck):
            check(partial, start)

    def test_without_a_policy_there_is_nothing_to_judge_by(self, tmp_path: Path, check: Check) -> None:
        plain = empty_repository(tmp_path / "plain")
        plain.commit("One", {"a": "1"})
        plain.commit("Two", {"a": "2"})
        with pytest.raises(CannotCheck, match=r"memwiki init"):
            check(plain, "HEAD^")


class TestAgainstFalseHistory:
    def test_replaced_commits_and_grafts_do_not_count(self, wiki: Repository, check: Check) -> None:
        start = wiki.head
        bad = erase_rome(wiki)
        good = good_commit(wiki)
        wiki.git("replace", bad, start)
        (wiki.path / ".git/info").mkdir(exist_ok=True)
        wiki.write(".git/info/grafts", f"{good} {start}\n")
        assert "fact-erased" in errors(check(wiki, start))

    def test_a_merge_that_is_false_to_one_parent_is_found(self, wiki: Repository, check: Check) -> None:
        start = wiki.head
        wiki.git("checkout", "-qb", "side")
        good_commit(wiki)
        wiki.git("checkout", "-q", "main")
        wiki.commit("Elsewhere", {"README.md": "x\n"})
        tree = wiki.git("rev-parse", "HEAD^{tree}")
        merge = wiki.git("commit-tree", "-m", "Ours only", "-p", "main", "-p", "side", tree)
        verdict = check(wiki, start, merge)
        assert {f.commit for f in verdict.findings if f.level == "error"} == {merge}
        assert {"fact-erased", "log-shortened"} <= errors(verdict)


class TestPolicyAlongTheWay:
    def test_each_commit_is_judged_by_the_one_before_it(self, wiki: Repository, check: Check) -> None:
        start = wiki.head
        wiki.commit("Softer", {"memwiki.toml": f'{POLICY}[rules]\nfact-erased = "off"\n'}, author=ANNA)
        erase_rome(wiki)
        assert "fact-erased" not in errors(check(wiki, start))

    def test_before_there_was_one_the_newest_judges(self, wiki: Repository, check: Check) -> None:
        wiki.commit("No policy yet", {"memwiki.toml": None})
        start = wiki.head
        bad = erase_rome(wiki)
        wiki.commit("Policy", {"memwiki.toml": POLICY})
        assert ("fact-erased", bad) in {(f.rule, f.commit) for f in check(wiki, start).findings}

    def test_a_broken_one_stands_in_nobodys_way(self, wiki: Repository, check: Check) -> None:
        start = wiki.head
        broken = wiki.commit("Broken", {"memwiki.toml": "[[store]\n"}, author=ANNA)
        wiki.replace("wiki/trips.md", f"- {ROME}\n", "")
        wiki.commit("Mended", {"memwiki.toml": POLICY}, author=ANNA)
        verdict = check(wiki, start)
        assert "fact-erased" in errors(verdict)
        assert any(f"{broken[:12]}: its setting cannot be read" in notice for notice in verdict.notices)

    def test_a_root_commit_is_judged_by_the_one_that_stands(self, wiki: Repository, check: Check) -> None:
        start = wiki.head
        wiki.git("checkout", "-q", "--orphan", "fresh")
        root = wiki.commit("Fresh", {**FILES, "memwiki.toml": f'{POLICY}kind = "open"\n'})
        wiki.git("checkout", "-q", "main")
        tree = f"{start}^{{tree}}"
        merge = wiki.git("commit-tree", "-m", "Kept", "-p", start, "-p", root, tree)
        assert ("policy-changed", root) in {(f.rule, f.commit) for f in check(wiki, start, merge).findings}

    def test_one_mended_on_the_way_is_compared_with_the_last_that_could_be_read(
        self, wiki: Repository, check: Check
    ) -> None:
        start = wiki.head
        everybody = FILES["members.toml"].replace('role = "admin"\n', "")
        wiki.commit("No admin", {"members.toml": everybody}, author=ANNA)
        wiki.commit("Broken", {"memwiki.toml": "[[store]\n"})
        wiki.commit("Mended", {"memwiki.toml": f'{POLICY}[rules]\nelision = "off"\n'})
        assert errors(check(wiki, start)) == set()


class TestAudit:
    def test_every_commit_is_told_with_its_author_and_day(
        self, wiki: Repository, manager: pluggy.PluginManager
    ) -> None:
        good_commit(wiki)
        bad = erase_rome(wiki)
        judged = list(ranges.audit(str(wiki.path), wiki.environ, TODAY, manager))
        assert [(one.commit.name, str(one.day)) for one in judged] == [
            ("Anna Rossi", "2026-11-30"),
            ("Ben Okri", "2026-11-30"),
            ("Ben Okri", "2026-11-30"),
        ]
        assert [bool(one.verdict.errors) for one in judged] == [False, False, True]
        assert {finding.commit for finding in judged[2].verdict.findings} == {bad}

    def test_revisions_may_be_named(self, wiki: Repository, manager: pluggy.PluginManager) -> None:
        good_commit(wiki)
        last = good_commit(wiki, "The museum is closed on Mondays")
        judged = ranges.audit(str(wiki.path), wiki.environ, TODAY, manager, "HEAD~1..HEAD")
        assert [one.commit.oid for one in judged] == [last]

    @pytest.mark.parametrize("revisions", ["HEAD..HEAD", "nowhere", "--all"])
    def test_revisions_that_name_nothing_are_refused(
        self, wiki: Repository, manager: pluggy.PluginManager, revisions: str
    ) -> None:
        with pytest.raises(CannotCheck):
            list(ranges.audit(str(wiki.path), wiki.environ, TODAY, manager, revisions))


def test_a_second_root_is_judged_like_any_commit(wiki: Repository, check: Check) -> None:
    start = wiki.head
    wiki.git("checkout", "-q", "--orphan", "imported")
    wiki.git("rm", "-rqf", ".")
    wiki.commit("Imported", {"wiki/old.md": "# Old\n", "wiki/log.md": "no log line\n"})
    wiki.git("checkout", "-q", "main")
    wiki.git("merge", "-q", "--no-commit", "--allow-unrelated-histories", "-s", "ours", "imported")
    wiki.git("commit", "-q", "--no-verify", "-m", "Merge")
    assert all(finding.commit for finding in check(wiki, start).findings)
