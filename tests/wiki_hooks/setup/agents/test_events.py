"""What is installed and what answers it name the same hosts and events."""

from __future__ import annotations

import json
import re
import subprocess

import pytest

from tests.repository import ROME, Repository
from tests.wiki_hooks.cli.conftest import Run
from wiki_hooks.agents import hosts as answering
from wiki_hooks.agents.host import WRITE
from wiki_hooks.setup.agents import hosts as installed
from wiki_hooks.setup.agents.program import Program


def test_the_hosts_are_the_same() -> None:
    assert installed.NAMES == answering.NAMES


@pytest.mark.parametrize("name", installed.NAMES)
def test_every_event_that_is_installed_is_answered(name: str) -> None:
    files = installed.host(name).files
    text = "".join(file.installed(None, Program(("memwiki",))) for file in files)
    called = set(re.findall(r"memwiki hook ([a-z-]+) ([A-Za-z_.]+)", text))
    if name == "opencode":
        called = {(name, event) for event in re.findall(r'ask\(directory, "([a-z.]+)"', text)}
    assert called
    means = [answering.host(host).events[event.lower()] for host, event in called]
    assert WRITE in means


def test_the_line_that_is_installed_refuses_a_write_that_loses_words(wiki: Repository, memwiki: Run) -> None:
    memwiki("init", "--agent", "claude-code", cwd=wiki.path, PATH="/usr/bin:/bin")
    (group,) = json.loads(wiki.read(".claude/settings.json"))["hooks"]["PreToolUse"]
    written = {"file_path": str(wiki.path / "wiki/trips.md"), "content": "# Trips\n\n- [rest unchanged]\n"}
    payload = {
        "session_id": "s1",
        "transcript_path": "/home/ben/.claude/projects/a/s1.jsonl",
        "cwd": str(wiki.path),
        "hook_event_name": "PreToolUse",
        "tool_name": "Write",
        "tool_input": written,
        "tool_use_id": "t1",
    }
    line = group["hooks"][0]["command"]
    done = subprocess.run(
        line, shell=True, cwd=wiki.path, env=wiki.environ, input=json.dumps(payload),
        capture_output=True, text=True, check=False, timeout=60,
    )  # fmt: skip
    assert (done.returncode, done.stdout) == (2, ""), done.stderr
    assert ROME in done.stderr
