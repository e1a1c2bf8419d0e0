"""The files that speak for memwiki in OpenCode and Cline, run as those run them."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from wiki_hooks.setup.agents.hosts import host
from wiki_hooks.setup.agents.program import Program

NODE = shutil.which("node")
DRIVER = """\
import { Memwiki } from "./memwiki.mjs"
const [tool, args] = JSON.parse(process.argv[2])
const hooks = await Memwiki({ directory: process.cwd() })
const system = ["first"]
await hooks["experimental.chat.system.transform"]({ sessionID: "s1" }, { system })
await hooks["experimental.chat.system.transform"]({ sessionID: "s1" }, { system })
let error = null
try {
  await hooks["tool.execute.before"]({ tool, sessionID: "s1", callID: "c1" }, { args })
} catch (thrown) { error = thrown.message }
console.log(JSON.stringify({ error, system }))
"""
WRITE = {"filePath": "wiki/trips.md", "content": "[rest unchanged] äöü"}


def fake(folder: Path, script: str) -> Program:
    """A memwiki that says what it is told to, and keeps what it was asked."""
    path = folder / "bin with blanks" / "memwiki"
    path.parent.mkdir(exist_ok=True)
    path.write_text(f'#!/bin/sh\necho "$@" >> "{folder}/asked"\ncat >> "{folder}/heard"\n{script}\n')
    path.chmod(0o755)
    return Program((str(path),))


def opencode(folder: Path, program: Program, tool: str = "write") -> dict[str, Any]:
    """What the plugin does with one tool call: the error it throws, and the prompt of the system."""
    text = host("opencode").guard.installed(None, program)
    (folder / "memwiki.mjs").write_text(text, encoding="utf-8")
    (folder / "driver.mjs").write_text(DRIVER, encoding="utf-8")
    done = subprocess.run(
        [NODE or "node", "driver.mjs", json.dumps([tool, WRITE])],
        cwd=folder, capture_output=True, text=True, check=False, timeout=60,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    answer: dict[str, Any] = json.loads(done.stdout)
    return answer


needs_node = pytest.mark.skipif(NODE is None, reason="node is not installed")


@needs_node
def test_opencode_is_told_why_a_write_is_refused(tmp_path: Path) -> None:
    program = fake(
        tmp_path, 'case "$*" in *execute*) echo "a fact would be lost" >&2; exit 2;; esac; echo primed'
    )
    answer = opencode(tmp_path, program)
    assert answer == {"error": "a fact would be lost", "system": ["first", "primed", "primed"]}
    asked = (tmp_path / "asked").read_text().split("\n")
    assert asked[:2] == ["hook opencode session.start", "hook opencode tool.execute.before"], "primed once"
    start, call = heard(tmp_path)
    assert start["hook_event_name"] == "session.start"
    assert call == {
        "hook_event_name": "tool.execute.before",
        "cwd": str(tmp_path),
        "session_id": "s1",
        "tool_use_id": "c1",
        "tool_name": "write",
        "tool_input": WRITE,
    }


def heard(folder: Path) -> list[dict[str, Any]]:
    """The payloads that a fake memwiki was handed, one behind the other."""
    text, found, at = (folder / "heard").read_text(encoding="utf-8"), [], 0
    while at < len(text):
        value, at = json.JSONDecoder().raw_decode(text, at)
        found.append(value)
    return found


@needs_node
@pytest.mark.parametrize(
    ("script", "error"),
    [
        ("exit 0", None),
        ("exit 1", "memwiki ended with 1"),
        ("kill -9 $$", "memwiki ended with null"),
    ],
)
def test_opencode_writes_only_where_memwiki_said_yes(tmp_path: Path, script: str, error: str | None) -> None:
    assert opencode(tmp_path, fake(tmp_path, script))["error"] == error


@needs_node
def test_opencode_writes_nothing_where_memwiki_is_gone(tmp_path: Path) -> None:
    answer = opencode(tmp_path, Program((str(tmp_path / "gone"),)))
    assert answer["error"].startswith("memwiki cannot be run, so nothing is written")
    assert answer["system"] == ["first"], "but a session begins"


@needs_node
def test_opencode_asks_about_no_reading_and_no_shell(tmp_path: Path) -> None:
    assert opencode(tmp_path, fake(tmp_path, "exit 2"), tool="bash")["error"] is None


def cline(folder: Path, program: Program, event: str) -> dict[str, Any]:
    """What the file of an event prints, as JSON."""
    (file,) = (file for file in host("cline").files if file.path.endswith(event))
    path = folder / event
    path.write_text(file.installed(None, program), encoding="utf-8")
    path.chmod(0o755)
    done = subprocess.run(
        [path], input=b'{"hookName": "PreToolUse"}', capture_output=True, check=False, timeout=60,
        env={"PATH": os.environ["PATH"]},
    )  # fmt: skip
    assert done.returncode == 0
    answer: dict[str, Any] = json.loads(done.stdout)
    return answer


REFUSAL = '{"cancel": true, "errorMessage": "a fact would be lost"}'


@pytest.mark.parametrize(
    ("script", "event", "is_cancelled"),
    [
        (f"echo '{REFUSAL}'", "PreToolUse", True),
        (f"echo '{REFUSAL}'; exit 2", "PreToolUse", True),
        ("exit 0", "PreToolUse", False),
        ("exit 2", "PreToolUse", True),
        ("echo Traceback; exit 1", "PreToolUse", True),
        ("echo hello", "PreToolUse", True),
        ("exit 2", "TaskStart", False),
        ("""echo '{"contextModification": "primed"}'""", "TaskStart", False),
    ],
)
def test_cline_always_gets_json_and_writes_only_where_memwiki_said_yes(
    tmp_path: Path, script: str, event: str, is_cancelled: bool
) -> None:
    answer = cline(tmp_path, fake(tmp_path, script), event)
    assert answer.get("cancel", False) is is_cancelled
    assert (tmp_path / "asked").read_text() == f"hook cline {event}\n"
    assert heard(tmp_path) == [{"hookName": "PreToolUse"}]


def test_cline_stops_where_memwiki_is_gone_but_a_task_may_start(tmp_path: Path) -> None:
    gone = Program((str(tmp_path / "gone"),))
    answer = cline(tmp_path, gone, "PreToolUse")
    assert answer["cancel"] is True
    assert "memwiki doctor" in answer["errorMessage"]
    assert cline(tmp_path, gone, "TaskStart") == {"cancel": False}
