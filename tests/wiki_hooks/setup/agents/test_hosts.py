"""Every host's settings, in every state one finds them: installed, once more, and taken out to the byte."""

from __future__ import annotations

import json
import os
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings

from tests.wiki_hooks.setup.agents.settings_texts import LAYOUTS, texts
from wiki_hooks.setup.agents import jsonc
from wiki_hooks.setup.agents.host import File, Host
from wiki_hooks.setup.agents.hosts import NAMES, host
from wiki_hooks.setup.agents.install import carry_out, to_install, to_uninstall
from wiki_hooks.setup.agents.others import OwnFile, TomlServer
from wiki_hooks.setup.agents.program import Program, commands_in, is_hook, is_server
from wiki_hooks.setup.agents.settings import JsonFile, merged
from wiki_schema.finding import CannotCheck

BY_NAME = Program(("memwiki",))
BY_PATH = Program(("/opt/wiki tools/bin/memwiki",))
AS_MODULE = Program(("/usr/bin/python3", "-P", "-m", "wiki_hooks.cli"))
PROGRAMS = (BY_NAME, BY_PATH, AS_MODULE)

HOSTS = [host(name) for name in NAMES]
FILES = {file.path: file for found in HOSTS for file in found.files}
JSON = {path: file for path, file in FILES.items() if isinstance(file, JsonFile)}

COMMENTED = """\
// Settings of our team
{
    "version": 1, // of this form
    "model": "best",
    "permissions": {"allow": ["Bash(git *)", /* more */ ],},
}
"""
OTHERS = """\
{
  "version": 1,
  "hooks": {
    "PreToolUse": [
      { "matcher": "Bash", "hooks": [{ "type": "command", "command": "guard --strict" }] }
    ],
    "preToolUse": [{ "command": "./guard.sh", "matcher": "Shell" }],
    "pre_write_code": [{ "command": "memwiki hook windsurf && notify" }]
  },
  "mcpServers": { "files": { "command": "npx", "args": ["files"] } },
  "servers": { "files": { "command": "npx" } }
}
"""
STATES = {
    "an empty object": "{}\n",
    "comments": COMMENTED,
    "hooks of others": OTHERS,
    "blank": '{\n\n  "a": []\n}',
}
TOMLS = {
    "comments": '# ours\nmodel = "best"  # why\n\n[mcp_servers.files]\ncommand = "npx"\n',
    "an empty file": "",
    "a last table": "[features]\nhooks = true\n",
}
CASES = [(path, text, layout) for path in JSON for text in STATES.values() for layout in LAYOUTS] + [
    (path, text, layout)
    for path, file in FILES.items()
    if isinstance(file, TomlServer)
    for text in TOMLS.values()
    for layout in ("as it is", "no last line end")
]


def values(file: File, text: str) -> Any:
    return (
        jsonc.parse(text.removeprefix("\ufeff")).value if isinstance(file, JsonFile) else tomllib.loads(text)
    )


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda program: program.words[0])
@pytest.mark.parametrize("path", FILES)
def test_where_no_file_is_one_is_made_and_goes_again(path: str, program: Program) -> None:
    file = FILES[path]
    made = file.installed(None, program)
    assert file.ours(made)
    assert file.installed(made, program) == made
    assert file.removed(made) is None
    if path.endswith(".json"):
        assert json.dumps(json.loads(made), indent=2, ensure_ascii=False) + "\n" == made


@pytest.mark.parametrize(("path", "text", "layout"), CASES)
def test_what_stands_there_is_kept_to_the_byte(path: str, text: str, layout: str) -> None:
    file, before = FILES[path], LAYOUTS[layout](text).decode()
    after = file.installed(before, BY_PATH)
    assert file.installed(after, BY_PATH) == after, "twice changes nothing"
    assert file.removed(after) == before
    assert file.removed(before) == before, "nothing of ours, nothing to take out"
    if isinstance(file, JsonFile):
        assert values(file, after) == merged(values(file, before), file.entries(BY_PATH), file.fixed)
    else:
        found = values(file, after)
        assert is_server(found["mcp_servers"].pop("memwiki"))
        assert {**found, "mcp_servers": found["mcp_servers"] or None} == {
            "mcp_servers": None,
            **values(file, before),
        }


@pytest.mark.parametrize(("path", "text", "layout"), CASES)
def test_an_older_form_of_ours_becomes_todays(path: str, text: str, layout: str) -> None:
    file, before = FILES[path], LAYOUTS[layout](text).decode()
    older = file.installed(before, BY_NAME)
    after = file.installed(older, BY_PATH)
    assert values(file, after) == values(file, file.installed(before, BY_PATH))
    assert file.removed(after) == before


@settings(max_examples=60, deadline=None)
@given(texts())
def test_any_settings_come_back_as_they_were(text: str) -> None:
    for file in JSON.values():
        try:
            after = file.installed(text, BY_NAME)
        except CannotCheck as error:
            # Cursor reads no hooks without a version; a list where an object should be is somebody's mistake.
            assert file.path in str(error)
            continue
        assert file.installed(after, BY_NAME) == after
        assert file.removed(after) == text
        assert values(file, after) == merged(values(file, text), file.entries(BY_NAME), file.fixed)


@pytest.mark.parametrize("found", HOSTS, ids=lambda found: found.name)
def test_every_command_is_a_hook_of_this_host_or_the_server(found: Host) -> None:
    for file in found.files:
        text = file.installed(None, BY_NAME)
        if not path_is_json(file.path):
            continue
        for entry in commands_in(json.loads(text)):
            assert is_hook(entry) or is_server(entry)
            words = entry["command"].split()
            if words[1:2] == ["hook"]:
                assert words[2] in {name for name in NAMES if file in host(name).files}


def path_is_json(path: str) -> bool:
    return path.endswith(".json")


def guards(name: str) -> Any:
    return json.loads(host(name).guard.installed(None, BY_NAME))["hooks"]


def test_each_host_gets_its_own_shape_unit_and_fail_closed_switch() -> None:
    claude = guards("claude-code")["PreToolUse"][0]
    assert claude["hooks"][0]["onFailure"] == "block"
    assert "args" not in claude["hooks"][0], "VS Code reads this file and would run the first word alone"
    cursor = guards("cursor")["preToolUse"][0]
    assert (cursor["failClosed"], cursor["timeout"]) == (True, 30)
    assert json.loads(host("cursor").guard.installed(None, BY_NAME))["version"] == 1
    assert guards("gemini-cli")["BeforeTool"][0]["hooks"][0]["timeout"] == 30_000, "milliseconds"
    assert guards("copilot-cli")["preToolUse"][0]["type"] == "command"
    assert guards("windsurf")["pre_write_code"][0]["command"] == "memwiki hook windsurf pre_write_code"
    assert [hook["trigger"] for hook in guards("kiro")] == ["PreToolUse", "SessionStart"]
    assert (
        json.loads(FILES[".vscode/mcp.json"].installed(None, BY_NAME))["servers"]["memwiki"]["type"]
        == "stdio"
    )


def test_a_hook_of_ours_among_others_goes_alone() -> None:
    file = FILES[".claude/settings.json"]
    mixed = json.loads(file.installed(None, BY_NAME))
    mixed["hooks"]["PreToolUse"][0]["hooks"].append({"type": "command", "command": "theirs"})
    left = file.removed(json.dumps(mixed, indent=2))
    assert left is not None
    assert json.loads(left) == {
        "hooks": {
            "PreToolUse": [
                {
                    "matcher": "Write|Edit|MultiEdit|NotebookEdit|mcp__.*",
                    "hooks": [{"type": "command", "command": "theirs"}],
                }
            ]
        }
    }


def test_a_hook_in_the_form_of_words_and_an_old_beginning_of_a_session_are_known_again() -> None:
    file = FILES[".claude/settings.json"]
    old = {
        "hooks": {
            "PreToolUse": [
                {
                    "matcher": "Write",
                    "hooks": [{"type": "command", "command": "memwiki", "args": ["hook", "claude"]}],
                }
            ],
            "SessionStart": [{"hooks": [{"type": "command", "command": "memwiki", "args": ["prime"]}]}],
        }
    }
    after = file.installed(json.dumps(old), BY_NAME)
    assert json.loads(after) == json.loads(file.installed(None, BY_NAME))


def test_a_server_to_which_somebody_added_variables_stays() -> None:
    file = FILES[".mcp.json"]
    mine = json.loads(file.installed(None, BY_NAME))
    mine["mcpServers"]["memwiki"]["env"] = {"MEMWIKI_WHO": "claude-code"}
    text = json.dumps(mine)
    assert file.installed(text, BY_NAME) == text


REFUSED = {
    "no JSON": (".claude/settings.json", '{\n  "hooks": }\n', ["line 2", "value is missing"]),
    "an empty file": (".mcp.json", "", ["line 1", "ends too early"]),
    "a list": (".mcp.json", "[]", ["holds no object"]),
    "hooks that are a list": (".claude/settings.json", '{\n"hooks": []}', ["line 2", '"hooks" is no object']),
    "an event that is an object": (".codex/hooks.json", '{"hooks": {"Stop": {}}}', ['"Stop" is no list']),
    "a server of that name": (".mcp.json", '{"mcpServers": {"memwiki": {"url": "x"}}}', ["something else"]),
    "Cursor without a version": (".cursor/hooks.json", '{"hooks": {"stop": []}}', ['add "version": 1']),
    "no TOML": (".codex/config.toml", "a = \n", ["line 1"]),
    "a table of that name": (".codex/config.toml", "[mcp_servers.memwiki]\nurl = 'x'\n", ["something else"]),
    "a closed table": (".codex/config.toml", "mcp_servers = {}\n", ["put in by hand"]),
    "somebody's file": (".kiro/hooks/memwiki.json", '{"hooks": []}', ["not ours", "another name"]),
    "somebody's script": (
        ".clinerules/hooks/PreToolUse",
        "#!/bin/sh\nlint\n",
        ["not ours", "memwiki hook cline"],
    ),
}


@pytest.mark.parametrize(("path", "text", "words"), REFUSED.values(), ids=REFUSED)
def test_what_cannot_be_added_to_is_refused_with_what_to_do(path: str, text: str, words: list[str]) -> None:
    with pytest.raises(CannotCheck) as caught:
        FILES[path].installed(text, BY_NAME)
    assert path in str(caught.value)
    for part in words:
        assert part in str(caught.value)


def test_a_table_that_somebody_changed_is_left_to_them() -> None:
    file = FILES[".codex/config.toml"]
    text = '[mcp_servers]\nmemwiki = {command = "memwiki", args = ["mcp"]}\n'
    assert file.installed(text, BY_NAME) == text
    with pytest.raises(CannotCheck, match="remove that table by hand"):
        file.removed(text)


def test_all_hosts_are_installed_and_taken_out_on_disk(tmp_path: Path) -> None:
    (tmp_path / ".gemini").mkdir()
    (tmp_path / ".gemini/settings.json").write_bytes(COMMENTED.encode())
    carry_out(str(tmp_path), to_install(str(tmp_path), HOSTS, BY_NAME))
    assert {path for path in FILES if (tmp_path / path).is_file()} == set(FILES)
    for path, file in FILES.items():
        assert os.access(tmp_path / path, os.X_OK) == isinstance(file, OwnFile) * file.is_executable
    assert not any(step.is_change for step in to_install(str(tmp_path), HOSTS, BY_NAME))
    carry_out(str(tmp_path), to_uninstall(str(tmp_path), HOSTS))
    assert [path for path in tmp_path.rglob("*") if path.is_file()] == [tmp_path / ".gemini/settings.json"]
    assert (tmp_path / ".gemini/settings.json").read_bytes() == COMMENTED.encode()


def test_a_broken_file_that_does_not_name_us_stops_no_uninstall(tmp_path: Path) -> None:
    (tmp_path / ".mcp.json").write_text("{ broken")
    assert to_uninstall(str(tmp_path), HOSTS) == []


def test_the_page_on_installing_names_every_host_and_every_file() -> None:
    page = (Path(__file__).parents[4] / "docs/agents/installing.md").read_text(encoding="utf-8")
    rows = {
        match[2]: match[0] for match in re.finditer(r"^\| ([^|]+) \| `([a-z-]+)` \|.*$", page, re.MULTILINE)
    }
    assert list(rows) == list(NAMES)
    for found in HOSTS:
        assert found.title in rows[found.name]
        named = set(re.findall(r"`(\.[^`]+)`", rows[found.name]))
        assert named == {file.path for file in found.files}
