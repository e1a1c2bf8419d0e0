"""docs/adopting.md: every command is run in a shell, in order, and shows what really happens."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from pathlib import Path

from tests.repository import Repository, empty_repository
from tests.wikis_of_others import LLM_WIKI

PAGE = Path(__file__).parents[3] / "docs" / "adopting.md"
BLOCKS = re.compile(r"^```console\n((?:.*\n)*?)```$", re.MULTILINE)


def shown(block: str) -> list[tuple[str, str]]:
    """The commands of a block, each with what it prints."""
    parts = re.split(r"^\$ (.*)\n", block, flags=re.MULTILINE)[1:]
    return list(zip(parts[::2], parts[1::2], strict=True))


def typed(command: str, wiki: Repository) -> str:
    """What a command prints when a person types it."""
    shim = f'memwiki() {{ {shlex.quote(sys.executable)} -m wiki_hooks.cli "$@"; }}\n'
    done = subprocess.run(
        ["bash", "-c", shim + command],
        cwd=wiki.path,
        env={**wiki.environ, "MEMWIKI_TODAY": "2026-11-30"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        stdin=subprocess.DEVNULL,
        text=True,
        check=False,
    )
    return done.stdout


def test_every_command_does_what_the_page_shows(tmp_path: Path) -> None:
    wiki = empty_repository(tmp_path / "wiki")
    wiki.git("config", "user.name", "Ana Ruiz")
    wiki.git("config", "user.email", "ana@example.org")
    note = LLM_WIKI.files["wiki/concepts/ferry.md"] + "\nSee [the pier](pier.md).\n"
    wiki.commit("A wiki", {**LLM_WIKI.files, "wiki/concepts/ferry.md": note})
    for block in BLOCKS.findall(PAGE.read_text(encoding="utf-8")):
        for command, output in shown(block):
            expected = re.escape(output).replace("…\\\n", r"(?s:.*)\n")
            assert re.fullmatch(expected, typed(command, wiki)), command
    assert wiki.git("status", "--porcelain") == ""


def test_the_page_is_reached_from_the_readme() -> None:
    assert "(docs/adopting.md)" in (PAGE.parents[1] / "README.md").read_text(encoding="utf-8")
