"""Gemini CLI: hooks and server in `.gemini/settings.json`."""

from __future__ import annotations

from typing import Any

from wiki_hooks.setup.agents.host import SECONDS, Host, Switch, command, server
from wiki_hooks.setup.agents.program import Program
from wiki_hooks.setup.agents.settings import Entry, JsonFile

_SETTINGS = ".gemini/settings.json"


def _entries(program: Program) -> tuple[Entry, ...]:
    def group(event: str, **more: Any) -> Entry:
        handler = {
            "type": "command",
            "name": "memwiki",
            "command": command(program, "gemini-cli", event),
            "timeout": SECONDS * 1000,  # this host counts milliseconds
        }
        return Entry(("hooks", event), {**more, "hooks": [handler]})

    return (
        group("BeforeTool", matcher="write_file|replace|mcp_.*"),
        group("SessionStart"),
        group("AfterAgent"),
        Entry(("mcpServers",), server(program), "memwiki"),
    )


HOST = Host(
    name="gemini-cli",
    title="Gemini CLI",
    guard=JsonFile(_SETTINGS, _entries),
    others=(),
    seen=(".gemini",),
    home=(".gemini",),
    broken="a hook that cannot be run lets the write through: the watcher and the commit check catch it",
    fails_open=True,
    switches=(
        Switch(_SETTINGS, ("hooksConfig", "enabled"), False),
        Switch(_SETTINGS, ("hooksConfig", "enabled"), False, is_at_home=True),
    ),
    home_guard=_SETTINGS,
    told=("GEMINI.md",),
)
