"""Plain git hooks: installed beside what is there, run by git itself, and gone without a trace."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from tests.repository import ROME, TODAY, Repository, wiki_repository
from wiki_hooks.plumbing.process import Git
from wiki_hooks.plumbing.repository import find_repository
from wiki_hooks.setup.installer import HOOKS, hooks_folder, install, script, uninstall
from wiki_schema.finding import CannotCheck

NAMES = [hook.name for hook in HOOKS]


@pytest.fixture
def hooked(wiki: Repository) -> Repository:
    """A wiki whose commits are judged, by this very interpreter."""
    wiki.environ["PYTHONPATH"] = os.pathsep.join(os.path.abspath(path) for path in sys.path if path)
    wiki.environ["MEMWIKI_TODAY"] = str(TODAY)
    install(find_repository(str(wiki.path), wiki.environ))
    return wiki


def good(wiki: Repository) -> None:
    wiki.add_fact("trips.md", "The tickets are in the blue folder")


def bad(wiki: Repository) -> None:
    wiki.replace("wiki/trips.md", f"- {ROME}\n", "")
    wiki.append("wiki/log.md", "2026-11-30 | UPDATE | ben | trips.md | tidied")


class TestRunByGit:
    def test_a_good_commit_is_made_and_a_bad_one_is_not(self, hooked: Repository) -> None:
        good(hooked)
        hooked.git("commit", "-qam", "Tickets")
        made = hooked.head
        bad(hooked)
        hooked.git("commit", "-qam", "Tidy", fails=True)
        assert hooked.head == made

    def test_a_commit_of_some_paths_is_judged_by_these_paths(self, hooked: Repository) -> None:
        """Git makes an index of its own for it: what else is staged does not come in."""
        bad(hooked)
        hooked.git("add", "--all")
        hooked.write("README.md", "A wiki\n")
        hooked.git("add", "README.md")
        hooked.git("commit", "-qm", "Only this", "README.md")
        hooked.git("commit", "-qm", "Only that", "wiki/trips.md", fails=True)

    def test_from_a_folder_below_and_from_a_linked_worktree(self, hooked: Repository, tmp_path: Path) -> None:
        bad(hooked)
        hooked.git("-C", "wiki", "commit", "-qam", "Tidy", fails=True)
        hooked.git("worktree", "add", "-q", str(tmp_path / "linked"))
        linked = Repository(tmp_path / "linked", hooked.environ)
        bad(linked)
        linked.git("commit", "-qam", "Tidy", fails=True)
        linked.git("checkout", "-q", ".")
        good(linked)
        linked.git("commit", "-qam", "Tickets")

    def test_a_clean_merge_that_loses_nothing_is_made(self, hooked: Repository) -> None:
        hooked.git("checkout", "-qb", "side")
        good(hooked)
        hooked.git("commit", "-qam", "Tickets")
        hooked.git("checkout", "-q", "main")
        hooked.commit("Elsewhere", {"README.md": "A wiki\n"})
        hooked.git("merge", "-q", "--no-edit", "side")
        assert len(hooked.git("rev-list", "--parents", "-1", "HEAD").split()) == 3

    def test_a_clean_merge_of_a_bad_branch_is_not(self, hooked: Repository) -> None:
        hooked.git("checkout", "-qb", "side")
        bad(hooked)
        hooked.commit("Tidy")
        hooked.git("checkout", "-q", "main")
        hooked.commit("Elsewhere", {"README.md": "A wiki\n"})
        hooked.git("merge", "-q", "--no-edit", "side", fails=True)
        hooked.git("commit", "-q", "--no-edit", fails=True)

    def test_an_admin_overrides_in_the_message(self, hooked: Repository) -> None:
        bad(hooked)
        message = "Tidy\n\nMemwiki-Override: fact-erased — written twice"
        anna = {"SKIP": "other, memwiki-check", "MEMWIKI_WHO": "anna"}
        hooked.git("commit", "-qam", "Tidy", fails=True, **anna)
        hooked.git("commit", "-qam", message, fails=True, **{**anna, "MEMWIKI_WHO": "ben"})
        hooked.git("commit", "-qam", message, **anna)

    def test_a_push_is_judged(self, hooked: Repository, tmp_path: Path) -> None:
        origin = hooked.clone(tmp_path / "origin.git", "--bare")
        hooked.git("remote", "add", "origin", str(origin.path))
        good(hooked)
        hooked.commit("Tickets")
        hooked.git("push", "-q", "origin", "main")
        bad(hooked)
        hooked.commit("Tidy")
        hooked.git("push", "-q", "origin", "main", fails=True)
        assert origin.git("rev-parse", "main") == hooked.git("rev-parse", "main^")


@pytest.fixture
def plain(wiki: Repository) -> Repository:
    """Hooks whose interpreter only says that it was called, so that no test waits for Python."""
    stub = wiki.path / "python stub"
    stub.write_text('#!/bin/sh\necho "memwiki $4" >>called; test "$4" != pre-push || cat >>called\n')
    stub.chmod(0o755)
    return wiki


def put(wiki: Repository, name: str, body: str) -> None:
    path = wiki.path / ".git/hooks" / name
    path.parent.mkdir(exist_ok=True)
    path.write_text(f"#!/bin/sh\n{body}\n")
    path.chmod(0o755)


def installed(wiki: Repository, python: str = "") -> list[str]:
    return install(find_repository(str(wiki.path), wiki.environ), python or str(wiki.path / "python stub"))


def called(wiki: Repository) -> list[str]:
    return (wiki.path / "called").read_text().split("\n")[:-1]


class TestBesideOthers:
    def test_a_hook_that_was_there_runs_first(self, plain: Repository) -> None:
        put(plain, "pre-commit", "echo theirs >>called")
        said = installed(plain)
        plain.git("commit", "-q", "--allow-empty", "-m", "x")
        assert called(plain) == ["theirs", "memwiki check", "memwiki check-message"]
        assert said[0].endswith("pre-commit.memwiki-chained: it runs first")

    def test_its_refusal_stands(self, plain: Repository) -> None:
        put(plain, "pre-commit", "exit 3")
        installed(plain)
        plain.git("commit", "-q", "--allow-empty", "-m", "x", fails=True)
        assert not (plain.path / "called").exists()

    def test_both_hear_what_is_pushed(self, plain: Repository, tmp_path: Path) -> None:
        origin = plain.clone(tmp_path / "origin.git", "--bare")
        put(plain, "pre-push", "cat >>called")
        installed(plain)
        plain.git("push", "-q", str(origin.path), "main:new")
        line = f"refs/heads/main {plain.head} refs/heads/new {'0' * 40}"
        assert called(plain) == [line, "memwiki pre-push", line]

    def test_doing_it_again_changes_nothing_but_our_own(self, plain: Repository) -> None:
        put(plain, "pre-commit", "echo theirs >>called")
        installed(plain)
        installed(plain, "/another/python")
        hooks = plain.path / ".git/hooks"
        assert "theirs" in (hooks / "pre-commit.memwiki-chained").read_text()
        assert "/another/python" in (hooks / "pre-commit").read_text()

    def test_where_another_manager_moved_ours_it_is_renewed_there(self, plain: Repository) -> None:
        installed(plain)
        hooks = plain.path / ".git/hooks"
        (hooks / "pre-commit").rename(hooks / "pre-commit.legacy")
        put(plain, "pre-commit", "exec .git/hooks/pre-commit.legacy")
        installed(plain, "/another/python")
        assert "/another/python" in (hooks / "pre-commit.legacy").read_text()
        assert "exec" in (hooks / "pre-commit").read_text()

    def test_nothing_is_ever_overwritten(self, plain: Repository) -> None:
        put(plain, "pre-commit", "echo theirs")
        installed(plain)
        put(plain, "pre-commit", "echo somebody else's")
        with pytest.raises(CannotCheck, match=r"is not ours, and .*holds another hook already"):
            installed(plain)

    def test_taking_ours_out_puts_theirs_back(self, plain: Repository) -> None:
        put(plain, "pre-commit", "echo theirs")
        before = {path.name: path.read_text() for path in (plain.path / ".git/hooks").iterdir()}
        installed(plain)
        repository = find_repository(str(plain.path), plain.environ)
        said = uninstall(repository)
        assert {path.name: path.read_text() for path in (plain.path / ".git/hooks").iterdir()} == before
        assert [line.split()[0] for line in said] == ["put", "removed", "removed", "removed"]
        assert uninstall(repository) == []


class TestWhereHooksAre:
    def test_in_a_linked_worktree_where_all_share_them(self, plain: Repository, tmp_path: Path) -> None:
        plain.git("worktree", "add", "-q", str(tmp_path / "linked"))
        folder = hooks_folder(find_repository(str(tmp_path / "linked"), plain.environ))
        assert Path(folder) == plain.path / ".git/hooks"

    @pytest.mark.parametrize("path", [".husky", "/{top}/shared hooks"])
    def test_where_the_setting_leads_and_it_says_so(self, plain: Repository, path: str) -> None:
        path = path.replace("/{top}", str(plain.path.parent))
        plain.git("config", "core.hooksPath", path)
        said = installed(plain)
        assert sorted(os.listdir(plain.path / path)) == sorted(NAMES)
        assert said[-1].startswith("core.hooksPath leads to")

    def test_a_new_repository_may_have_no_folder_for_them_yet(self, tmp_path: Path) -> None:
        fresh = wiki_repository(tmp_path / "fresh")
        assert not (fresh.path / ".git/hooks").exists()
        assert len(installed(fresh, "/python")) == len(HOOKS)


class TestScript:
    def test_an_interpreter_that_is_gone_blocks_and_says_what_to_do(self, wiki: Repository) -> None:
        installed(wiki, "/gone/python")
        process = Git(str(wiki.path), wiki.environ).start("commit", "--allow-empty", "-m", "x")
        _, complaint = process.communicate()
        assert process.returncode != 0
        assert b"/gone/python is gone, so nothing can be checked" in complaint
        assert b"memwiki init --git-hooks" in complaint

    @pytest.mark.parametrize(
        ("skip", "passed_over"),
        [
            ("memwiki-check,memwiki-check-message", True),
            ("other, memwiki-check , memwiki-check-message", True),
            ("memwiki-check", False),
            ("memwiki-checks,memwiki", False),
            ("", False),
        ],
    )
    def test_it_is_skipped_as_the_framework_would(
        self, wiki: Repository, skip: str, passed_over: bool
    ) -> None:
        installed(wiki, "/gone/python")
        wiki.git("commit", "-q", "--allow-empty", "-m", "x", fails=not passed_over, SKIP=skip)

    def test_a_module_of_the_wiki_never_takes_the_place_of_ours(self, hooked: Repository) -> None:
        hooked.write("re.py", "raise SystemExit(0)\n")
        bad(hooked)
        hooked.git("commit", "-qam", "Tidy", fails=True)

    @pytest.mark.parametrize("hook", HOOKS)
    def test_it_is_one_shell_script(self, hook: object) -> None:
        text = script(hook, "/a 'quoted'/python")  # type: ignore[arg-type]
        assert text.startswith("#!/bin/sh\n")
        assert "\r" not in text
        assert """python='/a '"'"'quoted'"'"'/python'""" in text
