"""A pipe where a file is meant to be keeps nobody waiting: no command reads one, nor is git left with one."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest

from tests.repository import Repository
from tests.wiki_hooks.cli.conftest import Run, memwiki, wiki
from wiki_hooks.plumbing import process

__all__ = ["memwiki", "wiki"]

OURS = (
    "memwiki.toml", "members.toml", "memwiki-baseline.txt", ".pre-commit-config.yaml",
    ".git/hooks/pre-commit", "wiki/home.md", "wiki/index.md", "wiki/log.md", "wiki/new.md", ".github",
)  # fmt: skip
OF_GIT = (".gitignore", "wiki/.gitignore", ".mailmap")
COMMANDS = (
    ("lint",), ("check",), ("check", "--worktree"), ("check", "--all"), ("doctor",), ("prime",), ("log",),
    ("roster",), ("render", "--check"), ("init",), ("init", "--pre-commit"), ("init", "--git-hooks"),
)  # fmt: skip


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(process, "_PATIENCE", 0.2)


@pytest.fixture
def waits() -> Iterator[None]:
    """Ends a test that waits for a pipe: an alarm is what interrupts it."""
    import signal

    def tell(*_: object) -> None:
        raise TimeoutError("it waits for a pipe")

    before = signal.signal(signal.SIGALRM, tell)
    signal.alarm(60)
    yield
    signal.alarm(0)
    signal.signal(signal.SIGALRM, before)


@pytest.mark.usefixtures("waits")
@pytest.mark.parametrize("path", OURS)
def test_no_command_waits_for_a_pipe(wiki: Repository, memwiki: Run, path: str) -> None:
    place = wiki.path / path
    place.parent.mkdir(exist_ok=True)
    place.unlink(missing_ok=True)
    os.mkfifo(place)
    for command in COMMANDS:
        assert memwiki(*command, cwd=wiki.path).code in (0, 1, 2)


@pytest.mark.usefixtures("waits", "impatient")
@pytest.mark.parametrize("path", OF_GIT)
def test_a_pipe_that_git_waits_for_is_told(wiki: Repository, memwiki: Run, path: str) -> None:
    os.mkfifo(wiki.path / path)
    answer = memwiki("lint", cwd=wiki.path)
    told = f"{path} is a pipe or a device, so git waits for it for ever."
    assert told in answer.out + answer.err
    assert answer.code == 2 or path == ".mailmap"  # which lets nobody be known, and the rest be seen


@pytest.mark.usefixtures("waits")
@pytest.mark.parametrize("name", ["pyproject.toml", "memwiki.toml", ".git"])
def test_nor_where_a_wiki_is_looked_for(tmp_path, memwiki: Run, name: str) -> None:
    os.mkfifo(tmp_path / name)
    assert memwiki("lint", cwd=tmp_path).code == 2
