"""Claude Code. Source: https://code.claude.com/docs/en/hooks."""

from __future__ import annotations

from wiki_hooks.agents.host import START, STOP, WRITE, Answer, Host, as_json


def ask(reason: str) -> Answer:
    """Let whoever sits there decide; the reason is shown to them."""
    return as_json({"hookSpecificOutput": {
        "hookEventName": "PreToolUse", "permissionDecision": "ask", "permissionDecisionReason": reason,
    }})  # fmt: skip


def prime(text: str) -> Answer:
    """Words for the beginning of a session."""
    return as_json({"hookSpecificOutput": {"hookEventName": "SessionStart", "additionalContext": text}})


def nudge(reason: str) -> Answer:
    """Send the agent back for what is missing."""
    return as_json({"decision": "block", "reason": reason})


EVENTS = {"pretooluse": WRITE, "sessionstart": START, "stop": STOP, "subagentstop": STOP}

HOST = Host("claude-code", EVENTS, ask=ask, prime=prime, nudge=nudge)
