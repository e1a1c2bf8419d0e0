"""Copilot CLI and cloud agent: a file of our own in `.github/hooks/`, which VS Code reads as well."""

from __future__ import annotations

from typing import Any

from wiki_hooks.setup.agents.host import SECONDS, Host, Switch, command
from wiki_hooks.setup.agents.others import OwnFile
from wiki_hooks.setup.agents.owned import is_hooks, program_in, text_of
from wiki_hooks.setup.agents.program import Program

PATH = ".github/hooks/memwiki.json"


def _text(program: Program) -> str:
    """Events in the spelling of Copilot: it then says whose call it is, and VS Code understands it too.

    There is no matcher. Servers name their tools as they like, and VS Code looks at no matcher.
    """

    def hook(event: str) -> list[dict[str, Any]]:
        line = command(program, "copilot-cli", event)
        return [{"type": "command", "command": line, "timeout": SECONDS}]

    events = ("preToolUse", "sessionStart", "agentStop")
    return text_of({"version": 1, "hooks": {event: hook(event) for event in events}})


FILE = OwnFile(PATH, _text, is_hooks, program_in, "give that file another name")

HOST = Host(
    name="copilot-cli",
    title="Copilot CLI",
    guard=FILE,
    others=(),
    seen=(".github/copilot",),
    home=(".copilot",),
    broken="a hook that fails blocks the write, one that takes too long lets it through",
    fails_open=True,
    hints=(
        "VS Code reads .github/hooks too; with `-p`, Copilot CLI reads it only where "
        "GITHUB_COPILOT_PROMPT_MODE_REPO_HOOKS is set",
        "Copilot CLI keeps its servers with the user: add `memwiki mcp` there with /mcp add",
    ),
    switches=(
        Switch(".github/copilot/settings.json", ("disableAllHooks",), True),
        Switch(".github/copilot/settings.local.json", ("disableAllHooks",), True),
        Switch(".copilot/settings.json", ("disableAllHooks",), True, is_at_home=True),
    ),
    told=(".github/copilot-instructions.md",),
    reads="claude-code",
)
