"""Whatever a configuration holds, no message about it acts on a terminal or commands a CI."""

from __future__ import annotations

import re

import pytest

from tests.repository import HOTEL, Repository
from tests.wiki_hooks.cli.conftest import Answer, Run
from wiki_hooks import cli
from wiki_schema.command import Command
from wiki_schema.finding import CannotCheck

EVIL = "\x1b]0;pwn\x07\n::error::forged\n ##[error]forged \x9b31m \u202e \U000e0041"
AS_TOML = r"\u001b]0;pwn\u0007\n::error::forged\n ##[error]forged \u009b31m \u202e \U000e0041"
STORE = '[[store]]\npath = "wiki"\n'

POLICIES = {
    "path": f'[[store]]\npath = "../{AS_TOML}"\n',
    "path twice": f'[[store]]\npath = "x{AS_TOML}"\n' * 2,
    "log": f'{STORE}log = "../../{AS_TOML}"\n',
    "index": f'{STORE}index = "{AS_TOML}"\n',
    "kind": f'{STORE}kind = "{AS_TOML}"\n',
    "log_format": f'{STORE}log_format = "{AS_TOML}"\n',
    "extra_verbs": f'{STORE}extra_verbs = ["{AS_TOML}"]\n',
    "exclude": f'{STORE}exclude = ["{AS_TOML}", "!"]\n',
    "a key": f'{STORE}"{AS_TOML}" = 1\n',
    "a table": f'{STORE}["{AS_TOML}"]\n',
    "a rule": f'{STORE}[rules]\n"{AS_TOML}" = "off"\n',
    "a level": f'{STORE}[rules]\nelision = "{AS_TOML}"\n',
    "members file": f'{STORE}[members]\nfile = "/{AS_TOML}"\n',
    "members file that could be": f'{STORE}[members]\nfile = "x\\u009b\\u202e::error::.toml"\n',
    "baseline": f'{STORE}[lint]\nbaseline = "/{AS_TOML}"\n',
    "no TOML": f"{EVIL}\n",
}
MEMBERS = {
    "id twice": f'[[member]]\nid = "{AS_TOML}"\n' * 2,
    "name twice": f'[[member]]\nid = "a{AS_TOML}"\n[[member]]\nid = "b"\naliases = ["a{AS_TOML}"]\n',
    "email": f'[[member]]\nid = "ben"\nemails = ["{AS_TOML}"]\n',
    "role": f'[[member]]\nid = "ben"\nrole = "{AS_TOML}"\n',
    "acts_for": f'[[member]]\nid = "bot"\nrole = "agent"\nacts_for = ["{AS_TOML}"]\n',
    "acts_for somebody near": (
        f'[[member]]\nid = "ab {AS_TOML}"\n[[member]]\nid = "bot"\nrole = "agent"\nacts_for = ["{AS_TOML}"]\n'
    ),
    "direction marks in names": '[[member]]\nid = "ben\\u009b\\u202e"\nemails = ["ben@example.org"]\n',
    "acts_for of a member": f'[[member]]\nid = "{AS_TOML}"\nacts_for = ["{AS_TOML}"]\n',
}
ASKED = [
    ("check",),
    ("check", "--format", "github"),
    ("check", "--worktree"),
    ("doctor",),
    ("init", "other"),
    ("init", "wiki"),
]


def assert_harmless(answer: Answer) -> None:
    for line in f"{answer.out}{answer.err}".split("\n"):
        acting = [char for char in line if not char.isprintable()]
        assert acting == [], line
        assert not line.strip().startswith("::") or re.match(r"::(error|warning) file=|::notice title=", line)
        assert "##[" not in line


@pytest.mark.parametrize("name", POLICIES)
def test_a_configuration_only_says_its_words(wiki: Repository, memwiki: Run, name: str) -> None:
    assert_commands_are_harmless(wiki, memwiki, "memwiki.toml", POLICIES[name])


@pytest.mark.parametrize("name", MEMBERS)
def test_a_members_file_only_says_its_words(wiki: Repository, memwiki: Run, name: str) -> None:
    assert_commands_are_harmless(wiki, memwiki, "members.toml", MEMBERS[name])


def assert_commands_are_harmless(wiki: Repository, memwiki: Run, path: str, text: str) -> None:
    wiki.commit("Hostile words", {path: text})
    wiki.replace("wiki/trips.md", f"{HOTEL}\n", "")
    wiki.stage()
    for asked in ASKED:
        answer = memwiki(*asked, cwd=wiki.path)
        assert answer.out or answer.err
        assert_harmless(answer)


@pytest.mark.parametrize("error", [CannotCheck(EVIL), ValueError(EVIL)])
def test_no_message_acts_however_it_came(
    memwiki: Run, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    def fail(args: object) -> int:
        raise error

    monkeypatch.setattr(cli, "built_in", lambda name: Command(name, "", lambda parser: None, fail))
    for debug in ("", "1"):
        answer = memwiki("check", MEMWIKI_DEBUG=debug)
        assert answer.code == 2
        assert_harmless(answer)


@pytest.mark.parametrize("asked", [(EVIL,), ("rule", EVIL), ("check", "--format", EVIL), ("check", EVIL)])
def test_no_word_of_the_command_line_acts(wiki: Repository, memwiki: Run, asked: tuple[str, ...]) -> None:
    answer = memwiki(*asked, cwd=wiki.path)
    assert answer.code == 2
    assert_harmless(answer)
