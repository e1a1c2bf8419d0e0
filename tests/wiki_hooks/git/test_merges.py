"""A merge is judged against every parent: nothing that any of them held may go."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pluggy
import pytest

from tests.repository import ANNA, BEN, FIRST_LINE, HOTEL, ROME, TODAY, Repository
from tests.wiki_hooks.git.conftest import errors
from wiki_hooks.git import ranges, worktree
from wiki_schema.finding import Verdict

Check = Callable[..., Verdict]

OURS = "2026-11-30 | ADD | ben | trips.md | tickets"
THEIRS = "2026-11-30 | ADD | anna | home.md | the roof"


@pytest.fixture
def parted(wiki: Repository) -> Repository:
    """Ben on `main` and Anna on `side` have each added a fact and its log line."""
    wiki.git("checkout", "-qb", "side")
    wiki.append("wiki/home.md", "- The roof was mended — anna, 2026-11-30")
    wiki.append("wiki/log.md", THEIRS)
    wiki.commit("Theirs", author=ANNA)
    wiki.git("checkout", "-q", "main")
    wiki.append("wiki/trips.md", "- The tickets are in the blue folder — ben, 2026-11-30")
    wiki.append("wiki/log.md", OURS)
    wiki.commit("Ours")
    return wiki


def merge(wiki: Repository, *lines: str, **files: str) -> None:
    """Begins the merge of `side` and resolves it: the log gets these lines after the common ones."""
    wiki.git("merge", "--no-commit", "--no-ff", "side", fails=True)
    log = wiki.git("show", "main~1:wiki/log.md")
    wiki.write("wiki/log.md", "".join(f"{line}\n" for line in (log, *lines)))
    wiki.stage()


def head_and_side(wiki: Repository, manager: pluggy.PluginManager) -> Verdict:
    """The merge committed, and judged as one commit of a range."""
    wiki.git("commit", "-q", "--no-verify", "-m", "Merge")
    return ranges.check(str(wiki.path), wiki.environ, "", TODAY, manager, "HEAD^", "HEAD")


@pytest.mark.parametrize("lines", [(OURS, THEIRS), (THEIRS, OURS)])
def test_both_sides_kept_in_either_order(
    parted: Repository, check_staged: Check, manager: pluggy.PluginManager, lines: tuple[str, ...]
) -> None:
    merge(parted, *lines)
    assert errors(check_staged(parted)) == set()
    assert errors(head_and_side(parted, manager)) == set()


@pytest.mark.parametrize(("lines", "lost"), [((OURS,), THEIRS), ((THEIRS,), OURS), ((), OURS)])
def test_a_line_that_either_parent_had_is_missed(
    parted: Repository, check_staged: Check, manager: pluggy.PluginManager, lines: tuple[str, ...], lost: str
) -> None:
    merge(parted, *lines)
    for verdict in (check_staged(parted), head_and_side(parted, manager)):
        assert any(lost in finding.lost for finding in verdict.findings if finding.rule.startswith("log-"))


def test_a_fact_gone_against_one_parent_stays_gone(parted: Repository, check_staged: Check) -> None:
    merge(parted, OURS, THEIRS)
    parted.replace("wiki/home.md", "- The roof was mended — anna, 2026-11-30\n", "")
    parted.stage()
    assert "fact-erased" in errors(check_staged(parted))


def test_nothing_is_told_twice(parted: Repository, check_staged: Check) -> None:
    merge(parted, OURS, THEIRS)
    parted.replace("wiki/trips.md", f"- {ROME}\n", "")
    parted.stage()
    found = [finding for finding in check_staged(parted).findings if ROME in finding.lost]
    assert len(found) == len({finding._replace(hint="") for finding in found})


def test_before_a_clean_merge_only_variables_name_the_other_parent(
    wiki: Repository, check_staged: Check
) -> None:
    """Git runs the hook of a clean merge before MERGE_HEAD is there."""
    wiki.git("checkout", "-qb", "side")
    wiki.append("wiki/home.md", "- The roof was mended — anna, 2026-11-30")
    wiki.append("wiki/log.md", THEIRS)
    side = wiki.commit("Theirs", author=ANNA)
    wiki.git("checkout", "-q", "main")
    wiki.commit("Something else", {"README.md": "A wiki\n"})
    wiki.git("merge", "--no-commit", "--no-ff", "side")
    (wiki.path / ".git/MERGE_HEAD").unlink()
    told = {"GIT_REFLOG_ACTION": "merge side", f"GITHEAD_{side}": "side"}
    assert errors(check_staged(wiki, **told)) == set()
    wiki.replace("wiki/home.md", "- The roof was mended — anna, 2026-11-30\n", "")
    wiki.stage()
    assert "fact-erased" in errors(check_staged(wiki, **told))
    # Without a merge going on, such a variable is only left over from one.
    assert "fact-erased" not in errors(check_staged(wiki, **{f"GITHEAD_{side}": "side"}))


def test_an_octopus_has_several_other_parents(
    wiki: Repository, check_staged: Check, manager: pluggy.PluginManager
) -> None:
    for name in ("one", "two"):
        wiki.git("checkout", "-qb", name, "main")
        wiki.commit(name, {f"wiki/{name}.md": f"# {name}\n\n- From {name} — ben, 2026-11-30\n"})
    wiki.git("checkout", "-q", "main")
    wiki.git("merge", "-q", "--no-commit", "one", "two")
    assert not any(finding.lost for finding in check_staged(wiki).findings)
    wiki.stage({"wiki/two.md": "# two\n"})
    lost = {words for finding in check_staged(wiki).findings for words in finding.lost}
    assert lost == {"From two — ben, 2026-11-30"}
    verdict = head_and_side(wiki, manager)
    assert lost == {words for finding in verdict.findings for words in finding.lost}


def test_a_squashed_merge_is_an_ordinary_commit(parted: Repository, check_staged: Check) -> None:
    parted.git("merge", "-q", "--squash", "side", fails=True)
    parted.write("wiki/log.md", f"{parted.git('show', 'HEAD:wiki/log.md')}\n{THEIRS}\n")
    parted.stage()
    assert errors(check_staged(parted)) == set()


def test_histories_that_never_met(wiki: Repository, check_staged: Check) -> None:
    wiki.git("checkout", "-q", "--orphan", "side")
    wiki.git("rm", "-rfq", ".")
    wiki.commit(
        "Another wiki", {"wiki/sea.md": "# Sea\n\n- The tide is high — anna, 2026-11-30\n"}, author=ANNA
    )
    wiki.git("checkout", "-q", "main")
    wiki.git("merge", "-q", "--no-commit", "--allow-unrelated-histories", "side")
    assert not any(finding.lost for finding in check_staged(wiki).findings)
    wiki.stage({"wiki/sea.md": "# Sea\n"})
    assert "fact-erased" in errors(check_staged(wiki))


@pytest.mark.parametrize("author", [ANNA, BEN])
def test_a_branch_that_merges_main_may_become_main(
    parted: Repository, manager: pluggy.PluginManager, tmp_path: Path, author: str
) -> None:
    """Seen from the branch its own lines come first: no line of main is lost."""
    old = parted.git("rev-parse", "main")
    parted.git("checkout", "-q", "side")
    parted.git("merge", "--no-commit", "main", fails=True)
    log = parted.git("show", "main~1:wiki/log.md")
    parted.commit("Merge", {"wiki/log.md": f"{log}\n{THEIRS}\n{OURS}\n"}, author=author)
    verdict = ranges.check(str(parted.path), parted.environ, "", TODAY, manager, old, "HEAD")
    assert errors(verdict) == set()
    assert HOTEL in parted.read("wiki/trips.md")


OVERRIDE = "Take the hotel out\n\nMemwiki-Override: fact-erased — it was a private matter"


@pytest.mark.parametrize(
    ("author", "message", "refused"),
    [
        (ANNA, OVERRIDE, set()),
        (ANNA, "Take the hotel out", {"fact-erased"}),
        (BEN, OVERRIDE, {"fact-erased"}),
    ],
    ids=["an admin's override", "no override", "nobody's override"],
)
def test_what_an_admin_overrode_on_the_other_side_is_not_asked_again(
    wiki: Repository, check_staged: Check, author: str, message: str, refused: set[str]
) -> None:
    wiki.git("checkout", "-qb", "side")
    wiki.replace("wiki/trips.md", f"- {HOTEL}\n", "")
    wiki.append("wiki/log.md", "2026-11-30 | UPDATE | anna | trips.md | the hotel taken out")
    wiki.commit(message, author=author)
    wiki.git("checkout", "-q", "main")
    wiki.append("wiki/home.md", "- The roof was mended — ben, 2026-11-30")
    wiki.commit("Ours")
    wiki.git("merge", "--no-commit", "--no-ff", "side")
    wiki.append("wiki/log.md", "2026-11-30 | ADD | ben | home.md | the roof")
    wiki.stage()
    verdict = check_staged(wiki)
    assert errors(verdict) == refused
    assert bool(refused) or any("overridden by Anna Rossi" in notice for notice in verdict.notices)


class TestAnOverrideOfTheOtherSide:
    """It counts for what that side took of what both had, and for nothing else in the same file."""

    NEWER = "The tickets are in the blue folder — ben, 2026-11-30"

    def merge(self, wiki: Repository, *gone: str) -> None:
        wiki.git("checkout", "-qb", "side")
        wiki.replace("wiki/trips.md", f"- {HOTEL}\n", "")
        wiki.append("wiki/log.md", "2026-11-30 | UPDATE | anna | trips.md | the hotel taken out")
        wiki.commit(OVERRIDE, author=ANNA)
        wiki.git("checkout", "-q", "main")
        wiki.write(
            "wiki/trips.md", wiki.read("wiki/trips.md").replace("# Trips\n", f"# Trips\n\n- {self.NEWER}")
        )
        wiki.commit("Ours")
        wiki.git("merge", "--no-commit", "--no-ff", "side")
        for fact in gone:
            wiki.replace("wiki/trips.md", f"- {fact}\n", "")
        wiki.append("wiki/log.md", "2026-11-30 | ADD | ben | trips.md | the tickets")
        wiki.stage()

    @pytest.mark.parametrize(
        "gone", [(), (ROME,), (NEWER,)], ids=["nothing more", "an old fact", "a new fact"]
    )
    def test_it_does_not_cover_what_the_merge_drops(
        self, wiki: Repository, check_staged: Check, gone: tuple[str, ...]
    ) -> None:
        self.merge(wiki, *gone)
        verdict = check_staged(wiki)
        erased = {
            words for finding in verdict.findings if finding.rule == "fact-erased" for words in finding.lost
        }
        assert erased == set(gone)
        assert any("overridden by Anna Rossi" in notice for notice in verdict.notices)

    def test_nor_what_its_side_had_put_back(self, wiki: Repository, check_staged: Check) -> None:
        self.merge(wiki)
        wiki.git("merge", "--abort")
        wiki.git("checkout", "-q", "side")
        wiki.append("wiki/trips.md", f"- {HOTEL}")
        wiki.commit("Put back", author=ANNA)
        wiki.git("checkout", "-q", "main")
        wiki.git("merge", "--no-commit", "--no-ff", "side")
        wiki.stage({"wiki/trips.md": f"# Trips\n\n- {self.NEWER}\n- {ROME}\n"})
        assert "fact-erased" in errors(check_staged(wiki))

    @pytest.mark.parametrize("newer", [False, True])
    def test_a_whole_note_is_as_it_was_known_there(
        self, wiki: Repository, check_staged: Check, newer: bool
    ) -> None:
        rules = ("note-deleted", "fact-erased", "index-dropped", "log-missing")
        trailers = "\n".join(f"Memwiki-Override: {rule} — a private matter" for rule in rules)
        wiki.git("checkout", "-qb", "side")
        index = wiki.read("wiki/index.md").replace("- [Home](home.md)\n", "")
        wiki.append("wiki/log.md", "2026-11-30 | UPDATE | anna | home.md | gone")
        wiki.commit(f"Home\n\n{trailers}", {"wiki/home.md": None, "wiki/index.md": index}, author=ANNA)
        wiki.git("checkout", "-q", "main")
        if newer:
            wiki.append("wiki/home.md", "- The roof was mended — ben, 2026-11-30")
        wiki.commit("Ours", {"README.md": "x\n"})
        wiki.git("merge", "--no-commit", "--no-ff", "side", fails=newer)
        wiki.git("rm", "-q", "--force", "--ignore-unmatch", "wiki/home.md")
        assert bool(errors(check_staged(wiki)) & {"note-deleted", "fact-erased"}) is newer


def begin_merge(wiki: Repository, other: str, **taken: str) -> None:
    """Begins a merge whose result is HEAD's, but for files taken as another commit has them."""
    wiki.git("merge", "--no-commit", "--no-ff", "-s", "ours", other)
    for path, commit in taken.items():
        wiki.git("checkout", commit, "--", path)


class TestWhatAnotherParentMerelyHolds:
    """It never saw what was done since, so a merge that takes it back is no decision of that parent's."""

    @pytest.fixture
    def old(self, wiki: Repository) -> str:
        """A side that grew from before what main does next."""
        wiki.git("checkout", "-qb", "old")
        wiki.commit("Nothing to do with it", {"README": "a wiki\n"})
        wiki.git("checkout", "-q", "main")
        return "old"

    def test_a_strike_is_not_taken_off(self, wiki: Repository, old: str, check_staged: Check) -> None:
        struck = f"- ~~{ROME}~~ — superseded 2026-11-30 by ben\n- We fly to Rome — ben, 2026-11-30\n"
        wiki.replace("wiki/trips.md", f"- {ROME}\n", struck)
        wiki.append("wiki/log.md", "2026-11-30 | SUPERSEDE | ben | trips.md | a plane")
        wiki.commit("By plane")
        begin_merge(wiki, old)
        wiki.replace("wiki/trips.md", struck.split("\n")[0], f"- {ROME}")
        wiki.stage()
        assert "supersede-mismarked" in errors(check_staged(wiki))

    def test_the_policy_is_not_rolled_back(self, wiki: Repository, old: str, check_staged: Check) -> None:
        wiki.replace("members.toml", 'role = "admin"\n', 'role = "admin"\naliases = ["mum"]\n')
        wiki.commit("A name for Anna", author=ANNA)
        begin_merge(wiki, old, **{"members.toml": old})
        assert "policy-changed" in errors(check_staged(wiki))

    def test_a_listing_is_not_dropped(self, wiki: Repository, old: str, check_staged: Check) -> None:
        wiki.write("wiki/garden.md", "# Garden\n\n- The hedge is low — ben, 2026-11-30\n")
        wiki.append("wiki/index.md", "- [Garden](garden.md)")
        wiki.append("wiki/log.md", "2026-11-30 | ADD | ben | garden.md | the hedge")
        wiki.commit("A garden")
        begin_merge(wiki, old, **{"wiki/index.md": old})
        assert "index-dropped" in errors(check_staged(wiki))

    def test_nobody_strikes_by_a_note_of_the_same_name(
        self, wiki: Repository, old: str, check_staged: Check
    ) -> None:
        fact = "The key is with the porter — anna, 2026-11-30"
        wiki.git("checkout", "-q", old)
        mark = f"- ~~{fact}~~ — superseded 2026-11-30 by anna\n- There is no key — ben, 2026-11-30\n"
        wiki.write("wiki/keys.md", f"# Keys\n\n{mark}")
        wiki.append("wiki/index.md", "- [Keys](keys.md)")
        wiki.append("wiki/log.md", "2026-11-30 | ADD | ben | keys.md | no key")
        wiki.commit("His keys")
        wiki.git("checkout", "-q", "main")
        wiki.write("wiki/keys.md", f"# Keys\n\n- {fact}\n")
        wiki.append("wiki/index.md", "- [Keys](keys.md)")
        wiki.append("wiki/log.md", "2026-11-30 | ADD | anna | keys.md | the key")
        wiki.commit("Her keys", author=ANNA)
        begin_merge(wiki, old, **{"wiki/keys.md": old})
        wiki.append("wiki/log.md", "2026-11-30 | ADD | ben | keys.md | no key")
        wiki.stage()
        assert "supersede-unauthorised" in errors(check_staged(wiki))

    def test_what_a_side_did_change_stays_its_own(
        self, wiki: Repository, old: str, check_staged: Check
    ) -> None:
        wiki.git("checkout", "-q", old)
        wiki.replace("members.toml", 'role = "admin"\n', 'role = "admin"\naliases = ["mum"]\n')
        wiki.commit("A name for Anna", author=ANNA)
        wiki.git("checkout", "-q", "main")
        wiki.commit("Meanwhile", {"NEWS": "none\n"})
        begin_merge(wiki, old, **{"members.toml": old})
        assert errors(check_staged(wiki)) == set()


def test_a_merge_that_is_going_on_is_known_on_disk_too(
    parted: Repository, manager: pluggy.PluginManager
) -> None:
    merge(parted, THEIRS, OURS)
    found = worktree.check(str(parted.path), parted.environ, "", TODAY, manager)
    assert errors(found) == set()


class TestACommitThatNobodyJudged:
    """Made past the hooks, on the branch that is merged."""

    @pytest.fixture
    def emptied(self, parted: Repository) -> Repository:
        """On `side` the log has lost all its lines."""
        parted.git("checkout", "-q", "side")
        parted.write("wiki/log.md", "# Log\n\n")
        parted.commit("Emptied", author=BEN)
        parted.git("checkout", "-q", "main")
        return parted

    def test_is_told_where_it_is_merged(self, emptied: Repository, check_staged: Check) -> None:
        emptied.git("merge", "--no-commit", "--no-ff", "side", fails=True)
        emptied.write("wiki/log.md", f"# Log\n\n{OURS}\n")
        emptied.stage()
        found = check_staged(emptied)
        assert "log-shortened" in errors(found)
        assert any(FIRST_LINE in finding.lost for finding in found.findings)

    def test_is_none_to_a_merge_that_has_the_words_again(
        self, emptied: Repository, check_staged: Check
    ) -> None:
        merge(emptied, OURS, THEIRS)
        assert errors(check_staged(emptied)) == set()

    def test_that_covers_words_is_not_made_good_by_the_admin_who_merges_it(
        self, parted: Repository, manager: pluggy.PluginManager
    ) -> None:
        parted.git("checkout", "-qb", "covered", "main~1")
        parted.replace("wiki/log.md", "the boiler", "[redacted: key]")
        parted.append("wiki/log.md", "2026-11-30 | CONFLICT | ben | log.md | a key redacted")
        parted.commit("Covered", author=BEN)
        parted.git("checkout", "-q", "main~1")
        parted.git("merge", "--no-ff", "--no-verify", "-m", "Merge", "covered")
        parted.git("commit", "-q", "--amend", "--no-verify", "--no-edit", f"--author={ANNA}")
        found = ranges.check(str(parted.path), parted.environ, "", TODAY, manager, "main~1", "HEAD")
        assert "log-rewritten" in errors(found)
