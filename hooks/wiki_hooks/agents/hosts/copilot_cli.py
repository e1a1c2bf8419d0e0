"""Copilot CLI and cloud agent. Source: https://docs.github.com/en/copilot/reference/hooks-reference."""

from __future__ import annotations

from wiki_hooks.agents.host import DENIED, START, STOP, WRITE, Answer, Host, as_json
from wiki_hooks.agents.hosts.claude_code import nudge


def deny(reason: str) -> Answer:
    """Its own form with the reason, and exit code 2, which binds."""
    said = {"permissionDecision": "deny", "permissionDecisionReason": reason}
    return as_json(said, f"{reason}\n", DENIED)


def ask(reason: str) -> Answer:
    """Let whoever sits there decide; where nobody does, it is a no."""
    return as_json({"permissionDecision": "ask", "permissionDecisionReason": reason})


def prime(text: str) -> Answer:
    """Words for the beginning of a session."""
    return as_json({"additionalContext": text})


EVENTS = {
    "pretooluse": WRITE, "sessionstart": START, "agentstop": STOP, "subagentstop": STOP, "stop": STOP,
}  # fmt: skip

HOST = Host("copilot-cli", EVENTS, deny, ask, prime, nudge)
