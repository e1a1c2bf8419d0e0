"""Codex CLI: hooks in `.codex/hooks.json`, the server in `.codex/config.toml`."""

from __future__ import annotations

from typing import Any

from wiki_hooks.setup.agents.host import SECONDS, Host, Switch, command
from wiki_hooks.setup.agents.others import TomlServer
from wiki_hooks.setup.agents.program import Program
from wiki_hooks.setup.agents.settings import Entry, JsonFile

_CONFIG = ".codex/config.toml"


def _entries(program: Program) -> tuple[Entry, ...]:
    def group(event: str, **more: Any) -> Entry:
        handler = {"type": "command", "command": command(program, "codex", event), "timeout": SECONDS}
        return Entry(("hooks", event), {**more, "hooks": [handler]})

    return (
        # A model without a tool for patches runs `apply_patch <<EOF` as a command; Codex applies it itself.
        group("PreToolUse", matcher="apply_patch|Edit|Write|Bash|mcp__.*"),
        group("SessionStart"),
        group("Stop"),
    )


HOST = Host(
    name="codex",
    title="Codex CLI",
    guard=JsonFile(".codex/hooks.json", _entries),
    others=(TomlServer(_CONFIG),),
    seen=(".codex",),
    home=(".codex",),
    broken="a hook that cannot be run lets the write through: the watcher and the commit check catch it",
    fails_open=True,
    trust="it runs these hooks only in a project that it trusts, and each only once you looked at it, "
    "again after every change: type /hooks there",
    switches=(
        Switch(_CONFIG, ("features", "hooks"), False),
        Switch(_CONFIG, ("features", "hooks"), False, is_at_home=True),
    ),
    home_guard=".codex/hooks.json",
)
