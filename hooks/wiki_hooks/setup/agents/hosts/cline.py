"""Cline: executable files in `.clinerules/hooks/`, each named after its event."""

from __future__ import annotations

import re

from wiki_hooks.setup.agents.host import Host
from wiki_hooks.setup.agents.others import OwnFile
from wiki_hooks.setup.agents.owned import MARK, has_mark, shim
from wiki_hooks.setup.agents.program import Program, program_of

_CALL = re.compile(r"\$\((.*)\)\"$", re.MULTILINE)


def _program(text: str) -> Program | None:
    match = _CALL.search(text)
    return program_of(match[1]) if match else None


def _file(event: str) -> OwnFile:
    def text(program: Program) -> str:
        script = shim("cline.sh").replace("memwiki hook cline", program.line("hook", "cline"))
        return script.replace("EVENT", event)

    by_hand = f"let it hand its input to `memwiki hook cline {event}`, and print what that prints"
    return OwnFile(
        f".clinerules/hooks/{event}", text, has_mark(f"# {MARK}"), _program, by_hand, is_executable=True
    )


HOST = Host(
    name="cline",
    title="Cline",
    guard=_file("PreToolUse"),
    others=(_file("TaskStart"),),
    seen=(".clinerules",),
    home=("Documents/Cline",),
    broken="where memwiki cannot be run the file itself stops the task; one that Cline cannot start lets the "
    "write through",
    fails_open=True,
    hints=(
        "a refused write ends Cline's run: its user sees the reason and tells it how to go on",
        "Cline runs hooks only where they are switched on in its settings, and not on Windows; it keeps its "
        "servers with the user: add `memwiki mcp` there",
    ),
)
