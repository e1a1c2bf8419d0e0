"""The hosts, one module each."""

from __future__ import annotations

from importlib import import_module

from wiki_hooks.setup.agents.host import Host

NAMES = (
    "claude-code", "cursor", "codex", "gemini-cli", "copilot-cli", "vscode", "windsurf", "kiro", "opencode",
    "cline",
)  # fmt: skip
"""As `memwiki init --agent` takes them. Each is a module of this package."""


def host(name: str) -> Host:
    """What is known about a host."""
    found: Host = import_module(f"{__name__}.{name.replace('-', '_')}").HOST
    return found
