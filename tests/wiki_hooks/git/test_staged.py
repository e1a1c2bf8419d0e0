"""The staged change: the index against HEAD, and nothing else."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.repository import (
    FILES,
    FIRST_LINE,
    HOTEL,
    POLICY,
    ROME,
    Repository,
    empty_repository,
)  # fmt: skip
from tests.wiki_hooks.git.conftest import errors
from wiki_hooks.git.staged import NOTHING_STAGED
from wiki_hooks.plumbing.process import Git
from wiki_schema.finding import CannotCheck, Verdict
from wiki_schema.policy import PolicyError

Check = Callable[..., Verdict]
Prepare = Callable[[Repository], object]

LOGGED = "2026-11-30 | UPDATE | ben | trips.md | tidied"


def erase_rome(wiki: Repository) -> None:
    """A fact goes, and the log says nothing wrong."""
    wiki.replace("wiki/trips.md", f"- {ROME}\n", "")
    wiki.append("wiki/log.md", LOGGED)
    wiki.stage()


def test_a_change_with_its_log_line_is_let_through(wiki: Repository, check_staged: Check) -> None:
    wiki.add_fact("trips.md", "The tickets are in the blue folder")
    wiki.stage()
    assert check_staged(wiki) == Verdict()


class TestWhatIsOnDiskDoesNotCount:
    def test_a_fact_erased_in_the_index_is_missed_even_if_it_is_back_on_disk(
        self, wiki: Repository, check_staged: Check
    ) -> None:
        erase_rome(wiki)
        wiki.write("wiki/trips.md", FILES["wiki/trips.md"])
        assert "fact-erased" in errors(check_staged(wiki))

    def test_a_fact_erased_on_disk_alone_is_nobodys_business_yet(
        self, wiki: Repository, check_staged: Check
    ) -> None:
        wiki.add_fact("trips.md", "The tickets are in the blue folder")
        wiki.stage()
        wiki.write("wiki/trips.md", "")
        (wiki.path / "wiki/log.md").unlink()
        assert check_staged(wiki) == Verdict()

    def test_an_index_line_that_is_not_staged_does_not_list_a_note(
        self, wiki: Repository, check_staged: Check
    ) -> None:
        wiki.write("wiki/garden.md", "# Garden\n\n- Tulips in March — ben, 2026-11-30\n")
        wiki.append("wiki/log.md", "2026-11-30 | ADD | ben | garden.md | the garden")
        wiki.stage()
        wiki.append("wiki/index.md", "- [Garden](garden.md)")
        assert errors(check_staged(wiki)) == {"note-unindexed"}

    def test_an_index_changed_without_a_file_is_seen(self, wiki: Repository, check_staged: Check) -> None:
        short = wiki.git("hash-object", "-w", "--stdin", feed=f"# Log\n\n{FIRST_LINE}\n")
        wiki.git("update-index", "--cacheinfo", f"100644,{short},wiki/log.md")
        assert "log-shortened" in errors(check_staged(wiki))

    def test_nothing_is_altered(self, wiki: Repository, check_staged: Check) -> None:
        erase_rome(wiki)
        before = {path: path.read_bytes() for path in wiki.path.rglob("*") if path.is_file()}
        check_staged(wiki)
        assert before == {path: path.read_bytes() for path in wiki.path.rglob("*") if path.is_file()}


def remove_log(wiki: Repository) -> None:
    wiki.stage({"wiki/log.md": None})


def rename_log(wiki: Repository) -> None:
    wiki.git("mv", "wiki/log.md", "wiki/old-log.md")


def rename_log_with_an_edit(wiki: Repository) -> None:
    rename_log(wiki)
    wiki.append("wiki/old-log.md", LOGGED)
    wiki.stage()


def rename_log_in_case_only(wiki: Repository) -> None:
    wiki.git("mv", "wiki/log.md", "wiki/Log.md")


def link_log(wiki: Repository) -> None:
    (wiki.path / "wiki/log.md").unlink()
    (wiki.path / "wiki/log.md").symlink_to("trips.md")
    wiki.stage()


def folder_for_log(wiki: Repository) -> None:
    (wiki.path / "wiki/log.md").unlink()
    wiki.stage({"wiki/log.md/x.md": "x\n"})


def submodule_for_log(wiki: Repository) -> None:
    wiki.git("update-index", "--cacheinfo", f"160000,{wiki.head},wiki/log.md")


def empty_log(wiki: Repository) -> None:
    wiki.stage({"wiki/log.md": ""})


@pytest.mark.parametrize(
    "prepare",
    [
        remove_log, rename_log, rename_log_with_an_edit, rename_log_in_case_only, link_log, folder_for_log,
        submodule_for_log, empty_log,
    ],
)  # fmt: skip
def test_the_log_is_missed_however_it_goes(wiki: Repository, check_staged: Check, prepare: Prepare) -> None:
    prepare(wiki)
    verdict = check_staged(wiki)
    assert "log-shortened" in errors(verdict)
    assert any(FIRST_LINE in finding.lost for finding in verdict.findings if finding.rule == "log-shortened")


def link_note(wiki: Repository) -> None:
    (wiki.path / "wiki/trips.md").unlink()
    (wiki.path / "wiki/trips.md").symlink_to("home.md")
    wiki.stage()


def folder_for_note(wiki: Repository) -> None:
    (wiki.path / "wiki/trips.md").unlink()
    wiki.stage({"wiki/trips.md/a.md": "# A\n"})


def submodule_for_note(wiki: Repository) -> None:
    wiki.git("update-index", "--cacheinfo", f"160000,{wiki.head},wiki/trips.md")


def submodule_for_the_whole_store(wiki: Repository) -> None:
    wiki.git("rm", "-rq", "wiki")
    wiki.git("update-index", "--add", "--cacheinfo", f"160000,{wiki.head},wiki")


@pytest.mark.parametrize(
    "prepare", [link_note, folder_for_note, submodule_for_note, submodule_for_the_whole_store]
)
def test_a_note_is_missed_when_something_else_takes_its_place(
    wiki: Repository, check_staged: Check, prepare: Prepare
) -> None:
    prepare(wiki)
    lost = {words for finding in check_staged(wiki).findings for words in finding.lost}
    assert {ROME, HOTEL} <= lost


def make_executable(wiki: Repository) -> None:
    (wiki.path / "wiki/log.md").chmod(0o755)
    wiki.stage()


def intend_to_add(wiki: Repository) -> None:
    wiki.write("wiki/later.md", "# Later\n")
    wiki.git("add", "--intent-to-add", "wiki/later.md")


def leave_out_of_a_sparse_checkout(wiki: Repository) -> None:
    wiki.git("sparse-checkout", "set", "--no-cone", "/memwiki.toml")
    assert not (wiki.path / "wiki/log.md").exists()


def hide_from_git(wiki: Repository) -> None:
    wiki.git("update-index", "--assume-unchanged", "wiki/log.md")
    wiki.write("wiki/log.md", "")
    wiki.git("add", "--all")


@pytest.mark.parametrize(
    "prepare", [make_executable, intend_to_add, leave_out_of_a_sparse_checkout, hide_from_git]
)
def test_no_word_changed(wiki: Repository, check_staged: Check, prepare: Prepare) -> None:
    prepare(wiki)
    assert check_staged(wiki).findings == ()


def test_nothing_staged_is_said_aloud(wiki: Repository, check_staged: Check) -> None:
    assert check_staged(wiki) == Verdict(notices=(NOTHING_STAGED,))


@pytest.mark.parametrize("object_format", ["sha1", "sha256"])
def test_a_first_commit_is_measured_by_nothing(
    wiki: Repository, check_staged: Check, object_format: str
) -> None:
    fresh = empty_repository(wiki.path / "fresh", f"--object-format={object_format}")
    fresh.stage(FILES)
    assert errors(check_staged(fresh)) == set()
    fresh.stage({"wiki/log.md": "# Log\n\n2026-02-30 | ADD | ben | trips.md | no such day\n"})
    assert "log-malformed" in errors(check_staged(fresh))


def test_an_orphan_branch_is_a_first_commit_too(wiki: Repository, check_staged: Check) -> None:
    wiki.git("checkout", "-q", "--orphan", "fresh")
    assert errors(check_staged(wiki)) == set()


def test_a_head_that_is_not_in_the_clone_is_no_first_commit(wiki: Repository, check_staged: Check) -> None:
    head = wiki.head
    (wiki.path / ".git/objects" / head[:2] / head[2:]).unlink()
    with pytest.raises(CannotCheck):
        check_staged(wiki)


def test_amending_is_compared_with_what_is_replaced(wiki: Repository, check_staged: Check) -> None:
    wiki.add_fact("trips.md", "The tickets are in the blue folder")
    wiki.commit("Tickets")
    wiki.stage(FILES)
    assert {"log-shortened", "fact-erased"} <= errors(check_staged(wiki))


class TestOddNames:
    @pytest.mark.parametrize(
        "name",
        ["café.md", 'a"b.md', "nl\nx.md", "[glob]x.md", ":colon.md", "-dash.md", "bad\udcff.md", "end .md"],
    )
    def test_a_note_of_any_name_is_read(self, wiki: Repository, check_staged: Check, name: str) -> None:
        path = f"wiki/{name}"
        wiki.commit("A note", {path: f"# A note\n\n- {ROME}\n"})
        wiki.stage({path: "# A note\n"})
        found = [f for f in check_staged(wiki).findings if f.path == path and ROME in f.lost]
        assert found

    def test_two_spellings_of_one_name_are_two_files(self, wiki: Repository, check_staged: Check) -> None:
        wiki.commit("Two notes", {"wiki/e\u0301.md": f"- {ROME}\n", "wiki/\u00e9.md": f"- {HOTEL}\n"})
        wiki.stage({"wiki/e\u0301.md": None})
        lost = {words for finding in check_staged(wiki).findings for words in finding.lost}
        assert ROME in lost
        assert HOTEL not in lost


class TestConflicts:
    def test_unresolved_paths_are_named(self, wiki: Repository, check_staged: Check) -> None:
        wiki.git("checkout", "-qb", "side")
        wiki.commit("Theirs", {"wiki/trips.md": "theirs\n"})
        wiki.git("checkout", "-q", "main")
        wiki.commit("Ours", {"wiki/trips.md": "ours\n"})
        wiki.git("merge", "side", fails=True)
        with pytest.raises(CannotCheck, match=r"Unresolved conflicts in wiki/trips.md: .*git add"):
            check_staged(wiki)


class TestConfiguredToMislead:
    @pytest.mark.parametrize(
        ("key", "value"),
        [
            ("diff.external", "true"), ("diff.noprefix", "true"), ("color.ui", "always"),
            ("diff.mnemonicPrefix", "true"), ("diff.relative", "true"), ("diff.renames", "copies"),
            ("diff.ignoreSubmodules", "all"), ("core.quotePath", "false"), ("diff.orderFile", "/nowhere"),
        ],
    )  # fmt: skip
    def test_settings_of_the_user_change_nothing(
        self, wiki: Repository, check_staged: Check, key: str, value: str
    ) -> None:
        wiki.git("config", key, value)
        erase_rome(wiki)
        assert "fact-erased" in errors(check_staged(wiki))

    def test_attributes_change_nothing(self, wiki: Repository, check_staged: Check) -> None:
        wiki.commit("Attributes", {".gitattributes": "*.md -diff binary\n"})
        erase_rome(wiki)
        assert "fact-erased" in errors(check_staged(wiki))

    def test_a_replaced_head_does_not_hide_the_real_one(self, wiki: Repository, check_staged: Check) -> None:
        erase_rome(wiki)
        tree = wiki.git("write-tree")
        wiki.git("replace", wiki.head, wiki.git("commit-tree", "-m", "fake", tree))
        assert "fact-erased" in errors(check_staged(wiki))


class TestWordsInAnotherForm:
    def test_a_log_in_lfs_is_refused(self, wiki: Repository, check_staged: Check) -> None:
        wiki.stage({"wiki/log.md": "version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n"})
        with pytest.raises(CannotCheck, match=r"wiki/log.md is stored in Git LFS.*gitattributes"):
            check_staged(wiki)

    def test_an_encrypted_note_is_refused(self, wiki: Repository, check_staged: Check) -> None:
        wiki.stage({"wiki/trips.md": b"\x00GITCRYPT\x00\x01\x02"})
        with pytest.raises(CannotCheck, match=r"wiki/trips.md is encrypted with git-crypt"):
            check_staged(wiki)

    @pytest.mark.parametrize("where", [".gitattributes", "wiki/.gitattributes", ".git/info/attributes"])
    def test_a_filter_on_a_note_is_refused(self, wiki: Repository, check_staged: Check, where: str) -> None:
        wiki.git("config", "filter.upper.clean", "tr a-z A-Z")
        wiki.write(where, "*.md filter=upper\n")
        erase_rome(wiki)
        with pytest.raises(CannotCheck, match=r"passes the filter upper.*-filter"):
            check_staged(wiki)

    @pytest.mark.parametrize("where", [".gitattributes", "wiki/.gitattributes", "wiki/a/.gitattributes"])
    def test_nor_does_one_hide_in_a_folder_on_the_way(
        self, wiki: Repository, check_staged: Check, where: str
    ) -> None:
        wiki.stage({where: "*.md filter=upper\n", "wiki/a/b/sea.md": "# Sea\n"})
        with pytest.raises(CannotCheck, match=r"wiki/a/b/sea.md passes the filter upper"):
            check_staged(wiki)

    def test_nor_in_a_file_of_the_users_own(
        self, wiki: Repository, check_staged: Check, tmp_path: Path
    ) -> None:
        wiki.write("../mine", "*.md filter=upper\n")
        wiki.write("../included", f"[core]\n\tattributesFile = {tmp_path / 'mine'}\n")
        erase_rome(wiki)
        mine = str(tmp_path / "mine")
        given = {
            "GIT_CONFIG_COUNT": "1", "GIT_CONFIG_KEY_0": "core.attributesFile", "GIT_CONFIG_VALUE_0": mine,
        }  # fmt: skip
        with pytest.raises(CannotCheck, match=r"passes the filter upper"):
            check_staged(wiki, **given)
        with pytest.raises(CannotCheck, match=r"passes the filter upper"):
            check_staged(wiki, GIT_CONFIG_GLOBAL=str(tmp_path / "included"))
        for key, file in (("core.attributesFile", mine), ("include.path", str(tmp_path / "included"))):
            wiki.git("config", key, file)
            with pytest.raises(CannotCheck, match=r"passes the filter upper"):
                check_staged(wiki)
            wiki.git("config", "--unset", key)
        wiki.write(".config/git/attributes", "*.md filter=upper\n")
        with pytest.raises(CannotCheck, match=r"passes the filter upper"):
            check_staged(wiki)

    def test_a_filter_on_something_else_is_none_of_ours(self, wiki: Repository, check_staged: Check) -> None:
        wiki.commit("Attributes", {".gitattributes": "*.ipynb filter=strip\n*.md -filter\n"})
        erase_rome(wiki)
        assert "fact-erased" in errors(check_staged(wiki))

    def test_line_ends_that_git_converts_are_no_change(self, wiki: Repository, check_staged: Check) -> None:
        wiki.git("config", "core.autocrlf", "true")
        wiki.add_fact("trips.md", "The tickets are in the blue folder")
        for path in ("wiki/trips.md", "wiki/log.md"):
            wiki.write(path, wiki.read(path).replace("\n", "\r\n"))
        wiki.stage()
        assert check_staged(wiki) == Verdict()


def in_pyproject() -> dict[str, str]:
    return {"pyproject.toml": '[[tool.memwiki.store]]\npath = "wiki"\n[tool.memwiki.members]\ngit = true\n'}


class TestWhichPolicyJudges:
    def test_the_one_before_the_change(self, wiki: Repository, check_staged: Check) -> None:
        erase_rome(wiki)
        wiki.stage({"memwiki.toml": f'{POLICY}[rules]\nfact-erased = "off"\n'})
        assert {"fact-erased", "policy-changed"} <= errors(check_staged(wiki))

    def test_taking_it_away_takes_nothing_away(self, wiki: Repository, check_staged: Check) -> None:
        erase_rome(wiki)
        wiki.stage({"memwiki.toml": None})
        assert {"fact-erased", "policy-changed"} <= errors(check_staged(wiki))

    def test_where_there_was_none_the_new_one(self, wiki: Repository, check_staged: Check) -> None:
        wiki.commit("No policy yet", {"memwiki.toml": None})
        erase_rome(wiki)
        wiki.stage({"memwiki.toml": POLICY})
        assert "fact-erased" in errors(check_staged(wiki))

    def test_where_none_is_staged_the_one_on_disk(self, wiki: Repository, check_staged: Check) -> None:
        wiki.commit("No policy yet", {"memwiki.toml": None, "members.toml": None, ".gitignore": "*.toml\n"})
        erase_rome(wiki)
        wiki.write("memwiki.toml", POLICY)
        assert "fact-erased" in errors(check_staged(wiki))

    def test_where_there_is_none_at_all_it_says_so(self, wiki: Repository, check_staged: Check) -> None:
        wiki.commit("No policy", {"memwiki.toml": None})
        erase_rome(wiki)
        with pytest.raises(CannotCheck, match=r"memwiki init"):
            check_staged(wiki)

    def test_a_new_one_that_cannot_be_read_is_refused(self, wiki: Repository, check_staged: Check) -> None:
        wiki.stage({"memwiki.toml": "[[store]\n"})
        with pytest.raises(PolicyError, match=r"memwiki.toml"):
            check_staged(wiki)

    def test_a_broken_one_can_be_mended(self, wiki: Repository, check_staged: Check) -> None:
        wiki.commit("Broken", {"memwiki.toml": "[[store]\n"})
        erase_rome(wiki)
        wiki.stage({"memwiki.toml": POLICY})
        verdict = check_staged(wiki)
        assert "fact-erased" in errors(verdict)
        assert "the setting before cannot be read, so the new one judges" in verdict.notices[0]

    @pytest.mark.parametrize("path", [".mailmap", "memwiki.toml", "members.toml"])
    def test_a_folder_is_none_and_can_be_taken_away_again(
        self, wiki: Repository, check_staged: Check, path: str
    ) -> None:
        """By nobody: else no next change would be judged by anything."""
        wiki.commit("By pyproject", {**in_pyproject(), "memwiki.toml": None, "members.toml": None})
        wiki.stage({f"{path}/x": "x"})
        with pytest.raises(PolicyError, match=rf"{path} is no plain file: .* not a folder"):
            check_staged(wiki, "anna")
        wiki.commit("Broken all the same")
        wiki.git("rm", "-rqf", path)
        verdict = check_staged(wiki)
        assert errors(verdict) == set()
        assert "the setting before cannot be read" in verdict.notices[0]

    def test_a_baseline_that_is_a_folder_is_refused_whoever_makes_it(
        self, wiki: Repository, check_staged: Check
    ) -> None:
        wiki.stage({"memwiki-baseline.txt/x": "x"})
        for who in ("anna", "ben"):
            (*_, last) = check_staged(wiki, who).findings
            assert last.rule == "policy-changed"
            assert "is no plain file any more but a folder" in last.message
        wiki.commit("Broken all the same")
        wiki.git("rm", "-rqf", "memwiki-baseline.txt")
        assert errors(check_staged(wiki)) == set()

    def test_members_who_do_not_agree_are_mended_by_an_admin(
        self, wiki: Repository, check_staged: Check, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """The side before judges without those who would be two, so that nobody profits from the quarrel."""
        printed = '[{"id": "anna", "emails": ["ben@example.org"]}]'
        monkeypatch.setenv("MEMWIKI_ALLOW_MEMBERS_COMMAND", "cat who.json")
        asking = f'{POLICY}[members]\ncommand = ["cat", "who.json"]\n'
        wiki.stage({"memwiki.toml": asking, "who.json": printed})
        with pytest.raises(CannotCheck, match="would be two members at once"):
            check_staged(wiki, "anna")
        wiki.commit("Broken all the same")
        wiki.stage({"members.toml": FILES["members.toml"].replace("ben@", "ben.okri@")})
        mended = check_staged(wiki, "anna")
        assert errors(mended) == set()
        assert "left out of the members before the change" in mended.notices[0]
        assert errors(check_staged(wiki, "ben")) == {"policy-changed"}

    def test_a_link_is_no_policy(self, wiki: Repository, check_staged: Check) -> None:
        (wiki.path / "memwiki.toml").unlink()
        (wiki.path / "memwiki.toml").symlink_to("/elsewhere/mine.toml")
        wiki.stage()
        with pytest.raises(PolicyError, match=r"memwiki.toml is no plain file"):
            check_staged(wiki)

    def test_a_log_outside_its_store_is_judged(self, wiki: Repository, check_staged: Check) -> None:
        wiki.git("mv", "wiki/log.md", "journal.md")
        wiki.commit("Log elsewhere", {"memwiki.toml": f'{POLICY}log = "../journal.md"\n'})
        wiki.stage({"journal.md": "# Log\n"})
        assert "log-shortened" in errors(check_staged(wiki))


class TestWhoActs:
    def rules(self, verdict: Verdict) -> set[str]:
        return {finding.rule for finding in verdict.findings}

    @pytest.mark.parametrize(
        ("who", "more", "is_admin"),
        [
            ("", {}, False),
            ("anna", {}, True),
            ("", {"MEMWIKI_WHO": "anna"}, True),
            ("ben", {"MEMWIKI_WHO": "anna"}, False),
            ("", {"GIT_AUTHOR_NAME": "x", "GIT_AUTHOR_EMAIL": "anna@example.org"}, True),
            ("", {"GIT_AUTHOR_NAME": "Anna Rossi", "GIT_AUTHOR_EMAIL": ""}, True),
            ("", {"GIT_AUTHOR_NAME": "Anna Rossi", "GIT_AUTHOR_EMAIL": "ben@example.org"}, False),
        ],
    )
    def test_the_first_that_answers(
        self, wiki: Repository, check_staged: Check, who: str, more: dict[str, str], is_admin: bool
    ) -> None:
        wiki.stage({"memwiki.toml": f"{POLICY}originator_may_update = true\n"})
        assert ("policy-changed" not in self.rules(check_staged(wiki, who, **more))) is is_admin

    def test_where_git_knows_nobody_nobody_acts(self, wiki: Repository, check_staged: Check) -> None:
        wiki.git("config", "--unset", "user.name")
        wiki.git("config", "--unset", "user.email")
        wiki.git("config", "user.useConfigOnly", "true")
        wiki.stage({"memwiki.toml": f"{POLICY}originator_may_update = true\n"})
        assert "policy-changed" in self.rules(check_staged(wiki))


class TestWhatIsNotRead:
    def test_a_submodule_is_passed_over_and_named(self, wiki: Repository, check_staged: Check) -> None:
        wiki.git("update-index", "--add", "--cacheinfo", f"160000,{wiki.head},wiki/tool")
        wiki.git("commit", "-qm", "A submodule")
        wiki.git("update-index", "--cacheinfo", f"160000,{'1' * 40},wiki/tool")
        assert check_staged(wiki).notices == ("wiki/tool is a submodule: what it holds was not looked at",)

    def test_blobs_that_matter_to_no_rule_need_not_be_there(
        self, wiki: Repository, check_staged: Check
    ) -> None:
        for path in ("src/big.bin", "wiki/picture.png"):
            wiki.git("update-index", "--add", "--cacheinfo", f"100644,{'1' * 40},{path}")
        assert check_staged(wiki).findings == ()

    def test_a_note_that_is_not_in_the_clone_is_never_a_pass(
        self, wiki: Repository, check_staged: Check
    ) -> None:
        wiki.git("update-index", "--add", "--cacheinfo", f"100644,{'1' * 40},wiki/trips.md")
        with pytest.raises(CannotCheck, match=r"not in this clone"):
            check_staged(wiki)


@pytest.mark.parametrize(("author_known", "processes"), [(True, 2), (False, 3)])
def test_a_commit_starts_no_more_processes_than_it_must(
    wiki: Repository, check_staged: Check, monkeypatch: pytest.MonkeyPatch, author_known: bool, processes: int
) -> None:
    started = []
    start = Git.start

    def count(self: Git, *arguments: str) -> object:
        started.append(arguments[0])
        return start(self, *arguments)

    monkeypatch.setattr(Git, "start", count)
    wiki.add_fact("trips.md", "The tickets are in the blue folder")
    wiki.stage()
    more = {"GIT_AUTHOR_NAME": "Ben Okri", "GIT_AUTHOR_EMAIL": "ben@example.org"} if author_known else {}
    assert check_staged(wiki, **more) == Verdict()
    assert len(started) == processes


def test_an_index_of_its_own_is_the_one_that_counts(wiki: Repository, check_staged: Check) -> None:
    """As `git commit -a` and `git commit PATH` make one."""
    erase_rome(wiki)
    wiki.git("read-tree", "HEAD", GIT_INDEX_FILE=".git/other")
    assert check_staged(wiki, GIT_INDEX_FILE=".git/other").notices == (NOTHING_STAGED,)
    assert "fact-erased" in errors(check_staged(wiki, GIT_INDEX_FILE=os.path.join(wiki.path, ".git/index")))


def test_hundreds_of_notes_at_once(wiki: Repository, check_staged: Check) -> None:
    for number in range(400):
        wiki.write(
            f"wiki/many/{number}.md", f"# {number}\n\n" + f"- Number {number} — ben, 2026-11-30\n" * 50
        )
    wiki.stage()
    assert len([f for f in check_staged(wiki).findings if f.rule == "note-unindexed"]) == 400
