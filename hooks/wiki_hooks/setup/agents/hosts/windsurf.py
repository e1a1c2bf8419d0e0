"""Windsurf, now Devin Desktop: hooks in `.windsurf/hooks.json`."""

from __future__ import annotations

from wiki_hooks.setup.agents.host import Host, command
from wiki_hooks.setup.agents.program import Program
from wiki_hooks.setup.agents.settings import Entry, JsonFile


def _entries(program: Program) -> tuple[Entry, ...]:
    def entry(event: str) -> Entry:
        return Entry(("hooks", event), {"command": command(program, "windsurf", event), "show_output": True})

    return (entry("pre_write_code"), entry("pre_mcp_tool_use"))


HOST = Host(
    name="windsurf",
    title="Windsurf",
    guard=JsonFile(".windsurf/hooks.json", _entries),
    others=(),
    seen=(".windsurf",),
    home=(".codeium/windsurf",),
    broken="a hook that cannot be run lets the write through: the watcher and the commit check catch it",
    fails_open=True,
    hints=(
        "Windsurf tells a session nothing at its start, and keeps its servers with the user: "
        "add `memwiki mcp` in its own settings",
    ),
    home_guard=".codeium/windsurf/hooks.json",
    told=(".windsurfrules",),
)
