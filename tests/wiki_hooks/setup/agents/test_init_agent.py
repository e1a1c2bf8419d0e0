"""`memwiki init --agent` and `--uninstall`, as they are typed."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

import pytest

from tests.repository import Repository
from tests.wiki_hooks.cli.conftest import Run
from wiki_hooks.setup.agents.program import Program, arguments, program_for, program_of

SETTINGS = """\
{
\t// our model
\t"model": "best",
}
"""


@pytest.fixture
def by_name(tmp_path: Path) -> str:
    """A PATH on which a memwiki lies outside of any virtual environment."""
    folder = tmp_path / "bin"
    folder.mkdir()
    (folder / "memwiki").write_text("#!/bin/sh\n")
    (folder / "memwiki").chmod(0o755)
    return f"{folder}{os.pathsep}{os.environ['PATH']}"


def untracked(wiki: Repository) -> list[str]:
    return wiki.git("status", "--porcelain", "--untracked-files=all").split()[1::2]


def test_it_shows_the_diff_writes_and_says_what_is_left_to_do(
    wiki: Repository, memwiki: Run, by_name: str
) -> None:
    wiki.write(".claude/settings.json", SETTINGS)
    wiki.commit("Settings")
    answer = memwiki("init", "--agent", "claude-code", "codex", cwd=wiki.path, PATH=by_name)
    assert answer.code == 0, answer.err
    assert '+                        "command": "memwiki hook claude-code PreToolUse",' in answer.out
    assert "--- a/.claude/settings.json\n+++ b/.claude/settings.json\n" in answer.out
    assert "--- /dev/null\n+++ b/.mcp.json\n" in answer.out
    assert "added   .claude/settings.json" in answer.out
    assert "type /hooks there" in answer.out
    assert (
        "git add :/.claude/settings.json :/.mcp.json :/.codex/hooks.json :/.codex/config.toml" in answer.out
    )
    again = memwiki("init", "--agent", "claude-code", "codex", cwd=wiki.path, PATH=by_name)
    assert "@@" not in again.out
    assert again.out.count("it has memwiki") == 4
    left = memwiki("init", "--uninstall", cwd=wiki.path, PATH=by_name)
    assert left.code == 0
    assert "left    .claude/settings.json" in left.out
    assert untracked(wiki) == [], "byte for byte as before"


def test_a_dry_run_shows_the_same_and_writes_nothing(wiki: Repository, memwiki: Run, by_name: str) -> None:
    shown = memwiki("init", "--agent", "cursor", "--dry-run", cwd=wiki.path, PATH=by_name).out
    assert "+++ b/.cursor/hooks.json" in shown
    assert "--dry-run writes nothing" in shown
    assert untracked(wiki) == []
    memwiki("init", "--agent", "cursor", cwd=wiki.path, PATH=by_name)
    taken = memwiki("init", "--uninstall", "--dry-run", cwd=wiki.path)
    assert "gone    .cursor/hooks.json" in taken.out
    assert untracked(wiki) == [".cursor/hooks.json", ".cursor/mcp.json"]


def test_only_the_agent_that_was_named_is_taken_out(wiki: Repository, memwiki: Run, by_name: str) -> None:
    memwiki("init", "--agent", "cursor", "--agent", "windsurf", cwd=wiki.path, PATH=by_name)
    memwiki("init", "--uninstall", "--agent", "cursor", cwd=wiki.path)
    assert untracked(wiki) == [".windsurf/hooks.json"]
    memwiki("init", "--uninstall", cwd=wiki.path)
    assert "nothing of memwiki" in memwiki("init", "--uninstall", cwd=wiki.path).out


def test_it_works_from_a_folder_below_and_with_a_new_store(
    wiki: Repository, memwiki: Run, by_name: str
) -> None:
    assert memwiki("init", "--agent", "kiro", cwd=wiki.path / "wiki", PATH=by_name).code == 0
    assert (wiki.path / ".kiro/hooks/memwiki.json").is_file()
    assert memwiki("init", "more", "--agent", "kiro", cwd=wiki.path).code == 0
    assert (wiki.path / "more/log.md").is_file()


REFUSED = {
    "no such agent": (["--agent", "emacs"], "invalid choice"),
    "nothing to show": (["--dry-run"], "give both"),
    "a dry run of more": (["wiki", "--agent", "cline", "--dry-run"], "leave out DIR"),
    "taking out and more": (["--uninstall", "--git-hooks"], "run it without --git-hooks"),
    "adopting as well": (["--adopt", "--agent", "cline"], "run `memwiki init` with --agent after it"),
}


@pytest.mark.parametrize(("options", "words"), REFUSED.values(), ids=REFUSED)
def test_what_does_not_go_together_is_refused(
    wiki: Repository, memwiki: Run, options: list[str], words: str
) -> None:
    answer = memwiki("init", *options, cwd=wiki.path)
    assert (answer.code, words in answer.err) == (2, True), answer.err
    assert untracked(wiki) == []


def broken(wiki: Repository, path: str, data: bytes) -> None:
    wiki.write(path, data)


def linked(wiki: Repository, path: str, data: bytes) -> None:
    outside = wiki.path.parent / "outside"
    outside.mkdir()
    (outside / Path(path).name).write_bytes(data)
    (wiki.path / path).parent.symlink_to(outside)


CANNOT = {
    "broken JSON": (
        broken,
        ".gemini/settings.json",
        b'{\n  "a": 1\n  "b": 2\n}',
        "settings.json, line 3: a comma",
    ),
    "not UTF-8": (broken, ".gemini/settings.json", b'{\n"a": "\xff"}', "line 2: it is not UTF-8"),
    "a link that leads out": (linked, ".gemini/settings.json", b"{}", "is a link"),
    "a folder": (broken, ".gemini/settings.json/x", b"", "no plain file"),
}


@pytest.mark.parametrize(("make", "path", "data", "words"), CANNOT.values(), ids=CANNOT)
def test_where_one_file_cannot_be_added_to_nothing_is_written(
    wiki: Repository, memwiki: Run, by_name: str, make: object, path: str, data: bytes, words: str
) -> None:
    make(wiki, path, data)  # type: ignore[operator]
    before = untracked(wiki)
    answer = memwiki("init", "more", "--agent", "cursor", "gemini-cli", cwd=wiki.path, PATH=by_name)
    assert (answer.code, words in answer.err) == (2, True), answer.err
    assert untracked(wiki) == before
    assert not (wiki.path / "more").exists()


def test_hostile_words_of_settings_do_no_harm_in_a_terminal(
    wiki: Repository, memwiki: Run, by_name: str
) -> None:
    wiki.write(".gemini/settings.json", '{\n  "a": "\u202e evil"\n}\n')
    answer = memwiki("init", "--agent", "gemini-cli", cwd=wiki.path, PATH=by_name)
    assert answer.code == 0
    assert "\u202e" not in answer.out


def test_memwiki_is_named_by_its_path_where_only_a_virtual_environment_has_it(
    wiki: Repository, memwiki: Run
) -> None:
    scripts = sysconfig.get_path("scripts")
    answer = memwiki(
        "init", "--agent", "claude-code", cwd=wiki.path, PATH=f"{scripts}{os.pathsep}/usr/bin:/bin"
    )
    text = json.loads(wiki.read(".claude/settings.json"))
    line = text["hooks"]["PreToolUse"][0]["hooks"][0]["command"]
    assert arguments(line) == ("hook", "claude-code", "PreToolUse")
    program = program_of(line)
    assert program is not None
    assert shutil.which(program.words[0]), "it exists"
    assert program.line() in answer.out
    assert "install it with pipx" in answer.out


def test_a_memwiki_on_the_path_of_the_system_is_named_by_its_name(by_name: str) -> None:
    assert program_for({"PATH": by_name}) == Program(("memwiki",))
    assert not program_for({"PATH": "/nowhere"}).is_by_name


COMMANDS = {
    "memwiki hook cursor preToolUse": ("hook", "cursor", "preToolUse"),
    "'/opt/wiki tools/memwiki' hook x": ("hook", "x"),
    "memwiki.exe mcp": ("mcp",),
    f"{sys.executable} -P -m wiki_hooks.cli hook x": ("hook", "x"),
    "memwiki hook x && notify": None,
    "memwiki hook x > /dev/null": None,
    "notify memwiki hook x": None,
    "my-memwiki hook x": None,
    "memwiki 'hook": None,
    "": None,
}


@pytest.mark.parametrize(("line", "words"), COMMANDS.items())
def test_a_command_is_ours_where_it_runs_memwiki_and_nothing_more(
    line: str, words: tuple[str, ...] | None
) -> None:
    assert arguments(line) == words


def test_a_command_and_its_arguments_may_stand_apart() -> None:
    assert arguments("/opt/wiki tools/memwiki", ["mcp"]) == ("mcp",)
    assert arguments(["memwiki", "hook"]) == ("hook",)
    assert arguments(7) is arguments("memwiki", {"a": 1}) is arguments(["memwiki", 1]) is None


def test_the_command_as_it_is_written_starts_this_program(wiki: Repository) -> None:
    line = program_for({"PATH": "/nowhere"}).line("--version")
    done = subprocess.run(line, shell=True, cwd=wiki.path, capture_output=True, text=True, check=False)
    assert done.stdout.startswith("memwiki ")
