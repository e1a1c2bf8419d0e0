"""docs/commands.md: every example is run, in order, and shows what really happens."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from tests.repository import Repository
from tests.wiki_hooks.cli.conftest import Run

PAGE = (Path(__file__).parents[3] / "docs" / "commands.md").read_text(encoding="utf-8")
BLOCKS = re.compile(r"^```(console|markdown) ?(.*)\n((?:.*\n)*?)```$", re.MULTILINE)


def shown(block: str) -> list[tuple[str, str]]:
    """The commands of a block, each with what it prints."""
    parts = re.split(r"^\$ (.*)\n", block, flags=re.MULTILINE)[1:]
    return list(zip(parts[::2], parts[1::2], strict=True))


def run(wiki: Repository, memwiki: Run, command: str) -> str:
    """What a command prints."""
    if append := re.fullmatch(r'echo "(.*)" >> (\S+)', command):
        wiki.append(append[2], append[1])
        return ""
    program, *arguments = shlex.split(command)
    if program == "git":
        wiki.stage()
        wiki.git(*arguments, "--quiet", "--no-verify")
        return ""
    assert program == "memwiki"
    answer = memwiki(*arguments, cwd=wiki.path)
    return answer.err + answer.out


def test_every_example_shows_what_happens(wiki: Repository, memwiki: Run) -> None:
    for kind, path, block in BLOCKS.findall(PAGE):
        if kind == "markdown":
            assert wiki.read(f"wiki/{path}") == block
        for command, output in shown(block) if kind == "console" else ():
            assert run(wiki, memwiki, command) == output, command
    wiki.stage()
    assert memwiki("check", "--who", "anna", cwd=wiki.path).code == 0


@pytest.mark.parametrize(
    "name", "add supersede update retire claim confirm reject conflict withdraw redact fix".split()
)
def test_every_command_that_amends_has_its_place(name: str) -> None:
    assert re.search(rf"^## .*`{name}`", PAGE, re.MULTILINE)
    assert f"`memwiki {name}" in PAGE
