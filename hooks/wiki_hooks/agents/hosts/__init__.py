"""Which host is asking: what a payload says decides, for one settings file is read by several hosts."""

from __future__ import annotations

from importlib import import_module

from wiki_hooks.agents.host import Host
from wiki_hooks.agents.payload import Payload, first

NAMES = (
    "claude-code", "cursor", "codex", "gemini-cli", "copilot-cli", "vscode", "windsurf", "kiro", "opencode",
    "cline",
)  # fmt: skip
"""The hosts that are known, each a module here."""

_VS_CODE_TOOLS = frozenset(
    "create_file replace_string_in_file multi_replace_string_in_file insert_edit_into_file run_in_terminal "
    "read_file edit_notebook_file".split()
)
_ALIASES = {"claude": "claude-code", "gemini": "gemini-cli", "copilot": "copilot-cli", "devin": "windsurf"}


def host(name: str) -> Host:
    """A host by its name. Raises `ValueError` for one that nobody knows."""
    name = _ALIASES.get(name.lower(), name.lower())
    if name not in NAMES:
        raise ValueError(f"no host is called {name!r}; known: {', '.join(NAMES)}")
    found: Host = import_module(f"{__name__}.{name.replace('-', '_')}").HOST
    return found


def recognised(payload: Payload, hint: str = "") -> str:
    """The name of the host that wrote a payload; `hint` says whose settings it was started from."""
    transcript = payload.get("transcript_path")
    where = transcript.replace("\\", "/") if isinstance(transcript, str) else ""
    if "cursor_version" in payload:
        return "cursor"
    if "clineVersion" in payload:
        return "cline"
    if "agent_action_name" in payload:
        return "windsurf"
    if payload.get("hook_event_name") in ("BeforeTool", "AfterAgent", "BeforeAgent") or "/.gemini/" in where:
        return "gemini-cli"
    if "toolArgs" in payload or "/.copilot/" in where:
        return "copilot-cli"
    if "hookEventName" in payload or first(payload, "tool_name") in _VS_CODE_TOOLS:
        return "vscode"
    if "turn_id" in payload or "/.codex/" in where:
        return "codex"
    if "/.claude/" in where:
        return "claude-code"
    return hint
