"""Windsurf, now Devin Desktop: hooks in `.windsurf/hooks.json`."""

from __future__ import annotations

from wiki_hooks.setup.agents.host import Host, command
from wiki_hooks.setup.agents.program import Program
from wiki_hooks.setup.agents.settings import Entry, JsonFile


def _entries(program: Program) -> tuple[Entry, ...]:
    hook = {"command": command(program, "windsurf", "pre_write_code"), "show_output": True}
    return (Entry(("hooks", "pre_write_code"), hook),)


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
