"""The command line as tests call it: in this process, in a folder and an environment of their own."""

from __future__ import annotations

import io
import os
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.repository import TODAY, Repository, clean_environ, wiki_repository
from wiki_hooks.cli import main


class Answer(NamedTuple):
    """What a command answered."""

    code: int
    out: str
    err: str


Run = Callable[..., Answer]


@pytest.fixture
def wiki(tmp_path: Path) -> Repository:
    """A small wiki in a repository of its own."""
    return wiki_repository(tmp_path / "repository")


@pytest.fixture
def memwiki(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Run `memwiki`; keywords set variables, `cwd` the folder, `feed` standard input."""
    for name in list(os.environ):
        if name.startswith(("GIT_", "MEMWIKI_", "PRE_COMMIT")) or name in ("FORCE_COLOR", "NO_COLOR", "SKIP"):
            monkeypatch.delenv(name)
    for name, value in {**clean_environ(tmp_path), "MEMWIKI_TODAY": str(TODAY)}.items():
        monkeypatch.setenv(name, value)

    def run(*arguments: str, cwd: Path = tmp_path, feed: str | bytes = b"", **environ: str) -> Answer:
        monkeypatch.chdir(cwd)
        for name, value in environ.items():
            monkeypatch.setenv(name, value)
        data = feed.encode() if isinstance(feed, str) else feed
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(data)))
        code = main(arguments)
        return Answer(code, *capsys.readouterr())

    return run
