"""A command that is killed: the next one finishes or undoes it, and note, index and log agree."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.patience import SECONDS
from tests.repository import Repository
from tests.wiki_hooks.cli.conftest import Run
from tests.wiki_schema.disk.killing import every_kill
from wiki_hooks.cli import main

ADD = (
    ["add", "cakes.md", "Ada bakes"],
    {
        "wiki/cakes.md": "- Ada bakes — Ben Okri, 2026-11-30\n",
        "wiki/index.md": "- [Cakes](cakes.md)\n",
        "wiki/log.md": "2026-11-30 | ADD | Ben Okri | cakes.md | Ada bakes\n",
    },
)
SUPERSEDE = (
    ["supersede", "trips.md", "Rome", "To Venice"],
    {
        "wiki/trips.md": "- To Venice — Ben Okri, 2026-11-30\n",
        "wiki/log.md": "2026-11-30 | SUPERSEDE | Ben Okri | trips.md | To Venice\n",
    },
)


def another_command(wiki: Repository) -> str:
    """What a command of a process of its own has to say of what it found."""
    command = [sys.executable, "-m", "wiki_hooks.cli", "conflict", "trips.md", "something else"]
    done = subprocess.run(command, cwd=wiki.path, capture_output=True, check=True, timeout=SECONDS)
    return done.stderr.decode()


@pytest.mark.parametrize(("command", "written"), [ADD, SUPERSEDE], ids=["add", "supersede"])
def test_it_is_done_or_it_never_was(
    wiki: Repository, memwiki: Run, tmp_path: Path, command: list[str], written: dict[str, str]
) -> None:
    memwiki("--version", cwd=wiki.path)
    another_command(wiki)  # so that the journal stands
    shutil.copytree(wiki.path, tmp_path / "spare")

    def told() -> list[int]:
        """How often each file holds what the command writes."""
        files = {path: wiki.path / path for path in written}
        return [file.exists() and file.read_text().count(written[path]) for path, file in files.items()]

    ends = []
    for _ in every_kill(lambda: main(command)):
        said = another_command(wiki)
        assert told() in ([0] * len(written), [1] * len(written)), "all of it once, or nothing"
        assert ("was finished" in said) <= (1 in told())
        assert memwiki("check", "--worktree", cwd=wiki.path).code == 0
        assert not list((wiki.path / "wiki").glob(".*")), "nothing is left lying about"
        ends.append(1 in told())
        shutil.rmtree(wiki.path)
        shutil.copytree(tmp_path / "spare", wiki.path)
        memwiki("--version", cwd=wiki.path)  # to stand in the new folder, not in the one that is gone
    assert ends == sorted(ends), "killed early it was never begun, killed later it is finished"
    assert set(ends) == {True, False}
    assert told() == [1] * len(written), "and in the end nobody killed it"
