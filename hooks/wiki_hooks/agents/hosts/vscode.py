"""VS Code's agent. Source: https://code.visualstudio.com/docs/agent-customization/hooks."""

from __future__ import annotations

from wiki_hooks.agents.host import Answer, Host, as_json
from wiki_hooks.agents.hosts.claude_code import EVENTS, ask, prime


def nudge(reason: str) -> Answer:
    """Send the agent back for what is missing."""
    block = {"decision": "block", "reason": reason}
    return as_json({**block, "hookSpecificOutput": {"hookEventName": "Stop", **block}})


HOST = Host("vscode", EVENTS, ask=ask, prime=prime, nudge=nudge)
