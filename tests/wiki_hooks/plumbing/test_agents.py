"""Which agent started a process, and when its name is evidence of who is acting."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.repository import ANNA, MEMBERS, Repository, wiki_repository
from wiki_hooks.place.wiki import evidence, find_wiki
from wiki_hooks.plumbing.agents import MARKERS, NAMING, agents_of
from wiki_schema.plugins import get_plugin_manager


@pytest.mark.parametrize(
    ("environ", "agents"),
    [
        ({}, ""),
        ({"CLAUDE_CODE_CHILD_SESSION": "1"}, "claude-code"),
        ({"CURSOR_AGENT": "1"}, "cursor"),
        ({"CODEX_THREAD_ID": "0198-7c"}, "codex"),
        ({"GEMINI_CLI": "1"}, "gemini-cli"),
        ({"COPILOT_CLI": "1"}, "copilot-cli"),
        ({"COPILOT_AGENT": "1"}, "vscode"),
        ({"OPENCODE": "1", "OPENCODE_PID": "77", "AGENT": "1"}, "opencode"),
        ({"CLINE_ACTIVE": "true"}, "cline"),
        ({"AI_AGENT": "claude-code_2-1-263_agent"}, "claude-code"),
        ({"AI_AGENT": "goose@1.9.0"}, "goose"),
        ({"AI_AGENT": "Gemini-CLI/0.61"}, "gemini-cli"),
        ({"AGENT": "amp"}, "amp"),
        # A person types in such terminals.
        ({"CLAUDECODE": "1", "CLAUDE_CODE_SSE_PORT": "4711"}, ""),
        ({"CURSOR_TRACE_ID": "b7"}, ""),
        ({"TERM_PROGRAM": "vscode", "VSCODE_PID": "1"}, ""),
        # Switched off, or saying nothing.
        (
            {
                "CURSOR_AGENT": "0",
                "GEMINI_CLI": "",
                "CLINE_ACTIVE": "false",
                "AGENT": "true",
                "AI_AGENT": " ",
            },
            "",
        ),
        ({"AI_AGENT": "_agent"}, ""),
        # One started by another: both.
        ({"CLAUDE_CODE_CHILD_SESSION": "1", "AI_AGENT": "claude-code_2-1-263_agent"}, "claude-code"),
        ({"GEMINI_CLI": "1", "CLAUDE_CODE_CHILD_SESSION": "1", "AGENT": "amp"}, "claude-code gemini-cli amp"),
    ],
)
def test_the_environment_names(environ: Mapping[str, str], agents: str) -> None:
    assert " ".join(agents_of(environ)) == agents


def test_the_documentation_names_every_variable() -> None:
    table = (Path(__file__).parents[3] / "docs" / "bypasses.md").read_text().partition("| variable |")[2]
    rows = [re.findall(r"`([^`]+)`", row) for row in table.split("\n") if row.startswith("| `")]
    listed = [name for row in rows for name in row if name.isupper() or "_" in name]
    assert listed == [*MARKERS, *NAMING]
    assert {name for row in rows for name in row} - set(listed) == set(MARKERS.values())


AGENTS = """
[[member]]
id = "claude-code"
role = "agent"
acts_for = ["ben"]

[[member]]
id = "codex"
role = "agent"
"""


@pytest.fixture(scope="module")
def wiki(tmp_path_factory: pytest.TempPathFactory) -> Repository:
    """Its user, as git knows, is Ben."""
    made = wiki_repository(tmp_path_factory.mktemp("wiki"))
    made.commit("Agents", {"members.toml": MEMBERS + AGENTS}, author=ANNA)
    return made


@pytest.mark.parametrize(
    ("environ", "door", "actor"),
    [
        ({}, "", "Ben Okri"),
        ({"GEMINI_CLI": "1"}, "", "Ben Okri"),
        ({"CLAUDE_CODE_CHILD_SESSION": "1"}, "", "claude-code"),
        ({"GEMINI_CLI": "1", "CODEX_THREAD_ID": "t"}, "", "codex"),
        ({"CLAUDE_CODE_CHILD_SESSION": "1", "MEMWIKI_WHO": "anna"}, "", "Anna Rossi"),
        ({"CLAUDE_CODE_CHILD_SESSION": "1", "GIT_AUTHOR_EMAIL": "anna@example.org"}, "", "Anna Rossi"),
        # What a door knows by itself goes before what a variable says, which may be left over.
        ({"CLAUDE_CODE_CHILD_SESSION": "1"}, "codex", "codex"),
        ({"CLAUDE_CODE_CHILD_SESSION": "1"}, "cursor", "Ben Okri"),
    ],
)
def test_whoever_acts_in_a_command(
    wiki: Repository, environ: Mapping[str, str], door: str, actor: str
) -> None:
    surroundings = {**wiki.environ, "GIT_AUTHOR_NAME": "Ben Okri", **environ}
    found = find_wiki(str(wiki.path), surroundings, get_plugin_manager())
    assert found.actor(evidence(found, "", surroundings, door)).label == actor


def test_without_git_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("MEMWIKI_WHO", raising=False)
    (tmp_path / "memwiki.toml").write_text('[[store]]\npath = "wiki"\n')
    (tmp_path / "members.toml").write_text(MEMBERS + AGENTS)
    found = find_wiki(str(tmp_path), {"HOME": str(tmp_path)}, get_plugin_manager())
    assert found.actor(evidence(found, "", {"CODEX_THREAD_ID": "t"})).label == "codex"
