"""The plugin for Claude Code: as its documents describe one, and with the hooks that `init` would install."""

from __future__ import annotations

import json
import shutil
import subprocess
import tomllib
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from wiki_hooks.setup.agents.hosts import host
from wiki_hooks.setup.agents.program import Program

HOUSE = Path(__file__).parents[4]
MARKET = HOUSE / "docs" / "agents" / "claude-code"
PLUGIN = MARKET / "memwiki"
PROJECT = tomllib.loads((HOUSE / "pyproject.toml").read_text(encoding="utf-8"))["project"]

TEXT: dict[str, Any] = {"type": "string", "minLength": 1}
WORDS = {"type": "array", "items": TEXT}
PERSON = {
    "type": "object",
    "required": ["name"],
    "properties": {"name": TEXT, "email": TEXT, "url": TEXT},
    "additionalProperties": False,
}
HANDLER = {
    "type": "object",
    "required": ["type", "command"],
    "properties": {
        "type": {"const": "command"},
        "command": TEXT,
        "args": WORDS,
        "timeout": {"type": "number", "exclusiveMinimum": 0},
        "onFailure": {"enum": ["continue", "block"]},
        "if": TEXT,
        "async": {"type": "boolean"},
        "shell": {"enum": ["bash", "powershell"]},
        "statusMessage": TEXT,
        "once": {"type": "boolean"},
    },
    "additionalProperties": False,
}
EVENTS = [
    "PreToolUse",
    "PostToolUse",
    "UserPromptSubmit",
    "SessionStart",
    "SessionEnd",
    "Stop",
    "SubagentStop",
]
GROUP = {
    "type": "object",
    "required": ["hooks"],
    "properties": {"matcher": TEXT, "hooks": {"type": "array", "items": HANDLER, "minItems": 1}},
    "additionalProperties": False,
}
STARTED = {
    "type": "object",
    "required": ["command"],
    "properties": {"command": TEXT, "args": WORDS, "env": {"type": "object", "additionalProperties": TEXT}},
}
DOCUMENTED: dict[str, dict[str, Any]] = {
    ".claude-plugin/marketplace.json": {
        "type": "object",
        "required": ["name", "owner", "plugins"],
        "properties": {
            "name": {"type": "string", "pattern": "^[a-z0-9-]+$"},
            "owner": PERSON,
            "metadata": {"type": "object", "properties": {"description": TEXT, "version": TEXT}},
            "plugins": {
                "type": "array",
                "minItems": 1,
                "items": {
                    "type": "object",
                    "required": ["name", "source"],
                    "properties": {
                        "name": {"type": "string", "pattern": "^[a-z0-9-]+$"},
                        "source": {"type": "string", "pattern": r"^\./"},
                        **dict.fromkeys(("description", "version", "license", "category"), TEXT),
                    },
                    "additionalProperties": False,
                },
            },
        },
        "additionalProperties": False,
    },
    "memwiki/.claude-plugin/plugin.json": {
        "type": "object",
        "required": ["name"],
        "properties": {
            "name": {"type": "string", "pattern": "^[a-z0-9-]+$"},
            "version": {"type": "string", "pattern": r"^\d+\.\d+\.\d+"},
            **dict.fromkeys(("description", "license", "homepage", "repository"), TEXT),
            "author": PERSON,
            "keywords": WORDS,
        },
        "additionalProperties": False,
    },
    "memwiki/hooks/hooks.json": {
        "type": "object",
        "required": ["hooks"],
        "properties": {
            "description": TEXT,
            "hooks": {
                "type": "object",
                "propertyNames": {"enum": EVENTS},
                "additionalProperties": {"type": "array", "items": GROUP},
            },
        },
        "additionalProperties": False,
    },
    "memwiki/.mcp.json": {
        "type": "object",
        "required": ["mcpServers"],
        "properties": {"mcpServers": {"type": "object", "additionalProperties": STARTED}},
        "additionalProperties": False,
    },
    "memwiki/.lsp.json": {
        "type": "object",
        "additionalProperties": {
            **STARTED,
            "required": ["command", "extensionToLanguage"],
            "properties": {
                **STARTED["properties"],  # type: ignore[dict-item]
                "extensionToLanguage": {
                    "type": "object",
                    "propertyNames": {"pattern": r"^\."},
                    "additionalProperties": TEXT,
                },
            },
            "additionalProperties": False,
        },
    },
}


def read(path: str) -> Any:
    return json.loads((MARKET / path).read_text(encoding="utf-8"))


@pytest.mark.parametrize("path", DOCUMENTED)
def test_each_file_has_the_documented_form(path: str) -> None:
    Draft202012Validator.check_schema(DOCUMENTED[path])
    Draft202012Validator(DOCUMENTED[path]).validate(read(path))


def test_the_marketplace_leads_to_the_plugin_and_the_version_is_ours() -> None:
    (entry,) = read(".claude-plugin/marketplace.json")["plugins"]
    plugin = json.loads((MARKET / entry["source"] / ".claude-plugin/plugin.json").read_text(encoding="utf-8"))
    assert plugin["name"] == entry["name"] == PROJECT["name"]
    assert plugin["version"] == PROJECT["version"]
    assert plugin["license"] == PROJECT["license"]


def test_the_plugin_has_the_hooks_and_the_server_that_init_installs() -> None:
    guard, mcp = (
        json.loads(file.installed(None, Program(("memwiki",)))) for file in host("claude-code").files
    )
    assert read("memwiki/hooks/hooks.json")["hooks"] == guard["hooks"]
    assert read("memwiki/.mcp.json") == mcp


@pytest.mark.skipif(not shutil.which("claude"), reason="Claude Code is not installed")
@pytest.mark.parametrize("folder", [MARKET, PLUGIN], ids=["marketplace", "plugin"])
def test_claude_code_itself_finds_nothing_wrong(folder: Path, tmp_path: Path) -> None:
    done = subprocess.run(
        ["claude", "plugin", "validate", str(folder), "--strict"],
        env={"PATH": "/usr/bin:/bin", "HOME": str(tmp_path)},
        executable=shutil.which("claude"),
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert done.returncode == 0, done.stdout + done.stderr
