"""Gemini CLI, to which any stray word on stdout is a yes. Source: https://geminicli.com/docs/hooks/reference."""

from __future__ import annotations

from wiki_hooks.agents.host import START, STOP, WRITE, Answer, Host, as_json
from wiki_hooks.agents.hosts.claude_code import prime


def nudge(reason: str) -> Answer:
    """Send the agent back for what is missing."""
    return as_json({"decision": "deny", "reason": reason})


EVENTS = {"beforetool": WRITE, "sessionstart": START, "afteragent": STOP}

HOST = Host("gemini-cli", EVENTS, prime=prime, nudge=nudge)
