"""Cursor: hooks in `.cursor/hooks.json`, the server in `.cursor/mcp.json`."""

from __future__ import annotations

from wiki_hooks.setup.agents.host import SECONDS, Host, command, server_file
from wiki_hooks.setup.agents.program import Program
from wiki_hooks.setup.agents.settings import Entry, JsonFile


def _entries(program: Program) -> tuple[Entry, ...]:
    write = {
        "command": command(program, "cursor", "preToolUse"),
        # The documents name Write, Delete and MCP:…; others have seen the rest.
        "matcher": "Write|StrReplace|Edit|Delete|MCP:.*",
        "timeout": SECONDS,
        "failClosed": True,
    }
    start = {"command": command(program, "cursor", "sessionStart"), "timeout": SECONDS}
    # It may send the agent back for a log line once, not round and round.
    stop = {"command": command(program, "cursor", "stop"), "timeout": SECONDS, "loop_limit": 1}
    events = {"preToolUse": write, "sessionStart": start, "stop": stop}
    return tuple(Entry(("hooks", event), hook) for event, hook in events.items())


HOST = Host(
    name="cursor",
    title="Cursor",
    guard=JsonFile(".cursor/hooks.json", _entries, fixed=(("version", 1),)),
    others=(server_file(".cursor/mcp.json"),),
    seen=(".cursor",),
    home=(".cursor",),
    broken="a hook that cannot be run blocks the write (failClosed)",
    fails_open=False,
    hints=("Cursor's tab completions pass no hook: the watcher and the commit check look at them",),
    home_guard=".cursor/hooks.json",
    told=(".cursorrules",),
)
