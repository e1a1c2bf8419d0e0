"""What `doctor` looks at, one thing at a time: each gap has a command, and the command closes it."""

from __future__ import annotations

import os
import subprocess
import sys
from datetime import timedelta
from pathlib import Path

import pytest

from tests.repository import MEMBERS, POLICY, TODAY, Repository, wiki_repository
from wiki_hooks.checkup.check import GAP, NOTE, OK, Check, seen_from
from wiki_hooks.checkup.health import health
from wiki_hooks.checkup.hooks import gate, server
from wiki_hooks.checkup.people import people, variables
from wiki_hooks.checkup.stores import stores
from wiki_hooks.health.last import remember
from wiki_hooks.place.owing import state_of
from wiki_hooks.plumbing.repository import find_repository
from wiki_schema.plugins import get_plugin_manager
from wiki_schema.policy import read_policy
from wiki_schema.policy.setting import read_setting

MANAGER = get_plugin_manager()


@pytest.fixture
def wiki(tmp_path: Path) -> Repository:
    return wiki_repository(tmp_path / "a wiki")


def gaps(checks: list[Check]) -> list[str]:
    return [check.command for check in checks if check.state == GAP]


def look_at_stores(wiki: Repository) -> list[Check]:
    policy = read_policy({"memwiki.toml": wiki.read("memwiki.toml")}.get)
    assert policy is not None
    return list(stores(find_repository(str(wiki.path), wiki.environ), str(wiki.path), policy))


class TestStores:
    @pytest.mark.parametrize(
        ("broken", "words"),
        [
            ("rm wiki/log.md", "is gone from the disk"),
            ("git rm -q --cached wiki/index.md", "is not in git"),
            ("git update-index --assume-unchanged wiki/log.md", "does not look at changes of wiki/log.md"),
            ("git update-index --skip-worktree wiki/trips.md", "does not look at changes of wiki/trips.md"),
            ("echo 'wiki/log.md filter=x' > .gitattributes", "git keeps wiki/log.md in another form"),
        ],
    )
    def test_a_gap_is_closed_by_its_command(self, wiki: Repository, broken: str, words: str) -> None:
        assert gaps(look_at_stores(wiki)) == []
        self.sh(wiki, broken)
        (gap,) = [check for check in look_at_stores(wiki) if check.state == GAP]
        assert words in gap.words
        self.sh(wiki, gap.command)
        assert gaps(look_at_stores(wiki)) == []

    def sh(self, wiki: Repository, command: str) -> None:
        subprocess.run(command, shell=True, check=True, cwd=wiki.path, env=wiki.environ)

    @pytest.mark.parametrize(
        ("path", "command"),
        [
            ("wikis", 'set path = "wiki" for it in memwiki.toml'),
            ("other place", 'set path = "wiki" for it in memwiki.toml'),
        ],
    )
    def test_a_store_that_is_nowhere_is_the_one_that_is_meant(
        self, wiki: Repository, path: str, command: str
    ) -> None:
        wiki.write("memwiki.toml", POLICY.replace("wiki", path))
        assert gaps(look_at_stores(wiki)) == [command]

    def test_without_a_log_anywhere_it_is_to_be_made(self, wiki: Repository) -> None:
        wiki.commit("Gone", {"wiki/log.md": None})
        wiki.write("memwiki.toml", POLICY.replace("wiki", "other place"))
        assert gaps(look_at_stores(wiki)) == ["memwiki init 'other place'"]

    def test_notes_that_no_index_lists_are_worth_knowing(self, wiki: Repository) -> None:
        wiki.commit("More", {f"wiki/n{number}.md": "# N\n" for number in range(7)})
        (note,) = [check for check in look_at_stores(wiki) if check.state == NOTE]
        assert note.words.startswith("7 notes not listed in wiki/index.md: wiki/n0.md")
        assert note.words.endswith("wiki/n4.md, …")
        assert look_at_stores(wiki)[-1] == Check(OK, "1 store, 9 notes")


@pytest.mark.parametrize(
    ("folder", "path", "typed"),
    [
        ("", "wiki/log.md", "wiki/log.md"),
        ("wiki", "wiki/log.md", "log.md"),
        ("wiki", "own/log.md", "../own/log.md"),
        ("", "-x.md", "./-x.md"),
        ("", "a b/$(x).md", "'a b/$(x).md'"),
        ("", "a\x1b.md", "'a\\u{1b}.md'"),
    ],
)
def test_a_path_is_typed_as_one_sees_it(tmp_path: Path, folder: str, path: str, typed: str) -> None:
    (tmp_path / "wiki").mkdir()
    assert seen_from(str(tmp_path / folder), os.path.realpath(tmp_path), path) == typed


class TestPeople:
    def look(self, wiki: Repository, members: str, **more: str) -> list[Check]:
        setting = read_setting({"memwiki.toml": POLICY, "members.toml": members}.get, MANAGER)
        assert setting is not None
        environ = {**wiki.environ, **more}
        git = find_repository(str(wiki.path), environ).git
        return list(people(git, environ, setting, MANAGER))

    @pytest.mark.parametrize(
        ("members", "state", "words"),
        [
            ("", GAP, "nobody is listed in members.toml"),
            (MEMBERS.replace('role = "admin"\n', ""), GAP, "members.toml names no admin"),
            (MEMBERS, OK, "members.toml: 2 members, with an admin"),
        ],
    )
    def test_members_are_listed_and_one_is_an_admin(
        self, wiki: Repository, members: str, state: str, words: str
    ) -> None:
        first = self.look(wiki, members)[0]
        assert (first.state, first.words.startswith(words)) == (state, True)

    @pytest.mark.parametrize(
        ("more", "state", "words"),
        [
            ({}, OK, "you are Ben Okri (member)"),
            ({"MEMWIKI_WHO": "anna"}, OK, "you are Anna Rossi (admin), as MEMWIKI_WHO says"),
            ({"MEMWIKI_WHO": "anne"}, NOTE, "MEMWIKI_WHO is anne, who is not in members.toml, did you mean"),
            ({"GIT_AUTHOR_EMAIL": "x@example.org", "GIT_AUTHOR_NAME": "X"}, NOTE, "GIT_AUTHOR_EMAIL is x@"),
        ],
    )
    def test_who_is_acting_and_what_says_so(
        self, wiki: Repository, more: dict[str, str], state: str, words: str
    ) -> None:
        check = self.look(wiki, MEMBERS, **more)[1]
        assert (check.state, check.words.startswith(words)) == (state, True), check.words

    @pytest.mark.parametrize(
        ("environ", "states"),
        [
            ({}, []),
            ({"MEMWIKI_TODAY": "2020-01-01"}, [NOTE]),
            ({"SKIP": "flake8"}, []),
            ({"SKIP": "flake8, memwiki-check"}, [GAP]),
        ],
    )
    def test_what_bends_every_check_is_named(self, environ: dict[str, str], states: list[str]) -> None:
        assert [check.state for check in variables(environ)] == states


class TestHealth:
    def look(self, wiki: Repository) -> list[Check]:
        return list(health(find_repository(str(wiki.path), wiki.environ), wiki.environ, TODAY, MANAGER))

    @pytest.mark.parametrize(
        ("days", "state", "words"),
        [
            (None, NOTE, "the health pass has never run here"),
            (3, OK, "the last health pass was on 2026-11-27"),
            (30, NOTE, "the last health pass was on 2026-10-31"),
        ],
    )
    def test_when_it_last_ran(self, wiki: Repository, days: int | None, state: str, words: str) -> None:
        if days is not None:
            remember(state_of(str(wiki.path / ".git")), TODAY - timedelta(days))
        first, runner = self.look(wiki)
        assert (first.state, first.words) == (state, words)
        assert (runner.state, "--due (every 7 days)" in runner.command) == (NOTE, True)

    @pytest.mark.parametrize(
        ("path", "text", "runner"),
        [
            (".github/workflows/h.yml", "run: memwiki lint --fail-on error\n", "CI"),
            (".gitlab-ci.yml", "script: memwiki lint\n", "CI"),
            (".pre-commit-config.yaml", "- id: memwiki-lint\n", "a hook of pre-commit"),
            (".github/workflows/h.yml", "run: memwiki check\n", ""),
        ],
    )
    def test_what_runs_it(self, wiki: Repository, path: str, text: str, runner: str) -> None:
        wiki.write(path, text)
        last = self.look(wiki)[-1]
        assert last.words == f"{runner or 'nothing in this repository'} runs the health pass"


class TestTheGate:
    @pytest.mark.parametrize("path", [".github/workflows/a.yml", ".gitlab-ci.yml", ".circleci/config.yml"])
    def test_ci_that_mentions_memwiki_is_one(self, wiki: Repository, path: str) -> None:
        repository = find_repository(str(wiki.path), wiki.environ)
        assert [check.is_gate for check in gate(repository)] == [False]
        wiki.write(path, "run: memwiki check --from-ref origin/main --to-ref HEAD\n")
        assert [check.is_gate for check in gate(repository)] == [True]

    @pytest.mark.skipif(sys.platform == "win32", reason="no bits of execution")
    def test_that_of_a_server_is_made_by_the_command_it_names(self, wiki: Repository, tmp_path: Path) -> None:
        bare = wiki.clone(tmp_path / "its server.git", "--bare")
        repository = find_repository(str(bare.path), bare.environ)
        (missing,) = server(repository)
        subprocess.run(missing.command, shell=True, check=True, cwd=tmp_path)
        assert [(check.state, check.is_gate) for check in server(repository)] == [(OK, True)]
        hook = next((bare.path / "hooks").glob("pre-receive"))
        hook.chmod(0o644)
        assert [(check.state, check.is_gate) for check in server(repository)] == [(GAP, False)]
