"""What holds for any payload: an answer and never a crash, and no way to wipe a note by another name."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.laws.strategies import law
from tests.repository import TODAY, Repository, clean_environ, wiki_repository
from wiki_hooks.agents import hosts
from wiki_hooks.agents.call import NEWS, OLDS, PATHS, TEXTS
from wiki_hooks.agents.entry import answer
from wiki_hooks.agents.host import Answer

KEYS = (
    "hook_event_name",
    "hookEventName",
    "agent_action_name",
    "hookName",
    "tool_name",
    "toolName",
    "tool_input",
    "toolArgs",
    "tool_info",
    "preToolUse",
    "parameters",
    "cwd",
    "workspace_roots",
    "session_id",
    "edits",
    "replacements",
    "command",
    "input",
    "diff",
    "insert_line",
    "turn_id",
    "cursor_version",
    "clineVersion",
    *PATHS,
    *TEXTS,
    *OLDS,
    *NEWS,
)
WORDS = st.sampled_from(
    [
        "PreToolUse",
        "preToolUse",
        "BeforeTool",
        "pre_write_code",
        "SessionStart",
        "Stop",
        "Write",
        "Edit",
        "apply_patch",
        "Bash",
        "Delete",
        "wiki/trips.md",
        "../x",
        "/",
        "",
        "*** Begin Patch",
        "*** Begin Patch\n*** Delete File: wiki/trips.md",
        "{}",
        "[]",
        "a\0b",
        "\ud800",
    ]
) | st.text(max_size=8)
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | WORDS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(KEYS), inner, max_size=5),
    max_leaves=12,
)


@pytest.fixture(scope="module")
def repository(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Repository]:
    top = tmp_path_factory.mktemp("laws")
    kept, here = dict(os.environ), Path.cwd()
    os.environ.update({**clean_environ(top), "MEMWIKI_TODAY": str(TODAY)})
    repository = wiki_repository(top / "repository")
    os.chdir(repository.path)
    yield repository
    os.chdir(here)
    os.environ.clear()
    os.environ.update(kept)


def told(repository: Repository, payload: object, host: str = "") -> Answer:
    data = json.dumps(payload).encode()
    return answer(lambda: data, host, "", repository.environ)


@given(VALUES, st.sampled_from(["", *hosts.NAMES]))
@law(30)
def test_any_payload_is_answered(repository: Repository, payload: Any, host: str) -> None:
    found = told(repository, payload, host)
    assert found.code in (0, 2)
    assert "something went wrong" not in found.err, found.err


@given(st.binary(max_size=60))
@law(30)
def test_so_are_any_bytes(repository: Repository, data: bytes) -> None:
    assert answer(lambda: data, "codex", "", repository.environ).code in (0, 2)


# Every form of a path that leads to the note, and every spelling of a call that wipes it.
FORMS = [
    "wiki/trips.md",
    "./wiki/trips.md",
    "wiki/./trips.md",
    "wiki//trips.md",
    "wiki/x/../trips.md",
    "{top}/wiki/trips.md",
    "file://{top}/wiki/trips.md",
    "wiki\\trips.md",
    " wiki/trips.md",
    "wiki/trips.md\n",
]
WIPES: list[tuple[str, dict[str, Any]]] = [
    *(("Write", {"{path}": path_key, text: "gone"}) for path_key in PATHS for text in TEXTS),
    *(
        ("edit", {"{path}": path_key, old: "We go to Rome", new: "no"})
        for path_key in PATHS
        for old in OLDS
        for new in NEWS
    ),
    *((name, {"{path}": "path"}) for name in ("Delete", "delete_file", "remove_file")),
    ("fs_write", {"{path}": "path", "command": "create", "file_text": "gone"}),
    ("move", {"{path}": "source", "destination": "elsewhere.txt"}),
]


@given(st.sampled_from(hosts.NAMES), st.sampled_from(WIPES), st.sampled_from(FORMS), st.booleans())
@law(60)
def test_no_spelling_wipes_a_note(
    repository: Repository, host: str, wipe: tuple[str, dict[str, Any]], form: str, as_text: bool
) -> None:
    tool, given = wipe
    given = dict(given)
    given[given.pop("{path}")] = form.format(top=repository.path)
    payload: dict[str, Any] = {"cwd": str(repository.path)}
    if host == "copilot-cli":
        payload |= {"toolName": tool, "toolArgs": json.dumps(given) if as_text else given}
    elif host == "cline":
        payload |= {
            "clineVersion": "3",
            "hookName": "PreToolUse",
            "preToolUse": {"toolName": tool, "parameters": given},
        }
    elif host == "windsurf":
        payload |= {"agent_action_name": "pre_write_code", "tool_info": given}
    else:
        event = {"gemini-cli": "BeforeTool", "opencode": "tool.execute.before"}.get(host, "PreToolUse")
        payload |= {"hook_event_name": event, "tool_name": tool, "tool_input": given}
    found = told(repository, payload, host)
    if host == "windsurf" and len(given) < 2:
        return  # its event is a write; a removal has no form there
    assert found.code == 2 or '"cancel": true' in found.out, (host, payload)
