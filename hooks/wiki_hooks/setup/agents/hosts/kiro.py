"""Kiro: a file of our own in `.kiro/hooks/`, the server in `.kiro/settings/mcp.json`."""

from __future__ import annotations

from typing import Any

from wiki_hooks.setup.agents.host import SECONDS, Host, command, server_file
from wiki_hooks.setup.agents.others import OwnFile
from wiki_hooks.setup.agents.owned import is_hooks, program_in, text_of
from wiki_hooks.setup.agents.program import Program


def _text(program: Program) -> str:
    """Without a matcher: what the tools are called differs between the editor and the command line."""

    def hook(trigger: str, name: str) -> dict[str, Any]:
        return {
            "name": f"memwiki-{name}",
            "trigger": trigger,
            "action": {"type": "command", "command": command(program, "kiro", trigger)},
            "timeout": SECONDS,
            "enabled": True,
        }

    hooks = [hook("PreToolUse", "write"), hook("SessionStart", "start")]
    return text_of({"version": "v1", "hooks": hooks})


HOST = Host(
    name="kiro",
    title="Kiro",
    guard=OwnFile(".kiro/hooks/memwiki.json", _text, is_hooks, program_in, "give that file another name"),
    others=(server_file(".kiro/settings/mcp.json"),),
    seen=(".kiro",),
    home=(".kiro",),
    broken="a hook that cannot be run lets the write through: the watcher and the commit check catch it",
    fails_open=True,
)
