"""Claude Code: hooks in `.claude/settings.json`, the server in `.mcp.json`."""

from __future__ import annotations

from typing import Any

from wiki_hooks.setup.agents.host import SECONDS, Host, Switch, command, server_file
from wiki_hooks.setup.agents.program import Program
from wiki_hooks.setup.agents.settings import Entry, JsonFile

_SETTINGS = ".claude/settings.json"


def hooks(program: Program) -> dict[str, dict[str, Any]]:
    """For each event the group that is put there. The plugin has the same.

    The command is one line and not words: Copilot CLI and VS Code read this file too, and would run the
    first word alone.
    """

    def handler(event: str, **more: Any) -> dict[str, Any]:
        line = command(program, "claude-code", event)
        return {"type": "command", "command": line, "timeout": SECONDS, **more}

    return {
        "PreToolUse": {
            "matcher": "Write|Edit|MultiEdit|NotebookEdit|mcp__.*",
            "hooks": [handler("PreToolUse", onFailure="block")],
        },
        "SessionStart": {"hooks": [handler("SessionStart")]},
        "Stop": {"hooks": [handler("Stop")]},
    }


def _entries(program: Program) -> tuple[Entry, ...]:
    return tuple(Entry(("hooks", event), group) for event, group in hooks(program).items())


HOST = Host(
    name="claude-code",
    title="Claude Code",
    guard=JsonFile(_SETTINGS, _entries),
    others=(server_file(".mcp.json"),),
    seen=(".claude",),
    home=(".claude", ".claude.json"),
    broken='a hook that cannot be run blocks the write (onFailure "block", which 2.1.295 and later know)',
    fails_open=False,
    hints=(
        "Claude Code asks once whether it may start the server of .mcp.json",
        "VS Code and Copilot CLI read .claude/settings.json too: a write that two hooks look at is judged "
        "alike by both and announced once",
    ),
    switches=(
        Switch(_SETTINGS, ("disableAllHooks",), True),
        Switch(".claude/settings.local.json", ("disableAllHooks",), True),
        Switch(_SETTINGS, ("disableAllHooks",), True, is_at_home=True),
    ),
    home_guard=_SETTINGS,
    told=("CLAUDE.md", "CLAUDE.local.md"),
)
