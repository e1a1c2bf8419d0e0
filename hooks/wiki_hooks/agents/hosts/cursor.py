"""Cursor, which knows `ask` before a tool and does not hold to it. Source: https://cursor.com/docs/hooks."""

from __future__ import annotations

from wiki_hooks.agents.host import DENIED, START, STOP, WRITE, Answer, Host, as_json


def deny(reason: str) -> Answer:
    """Its own form, and the common one: the agent reads the first, exit code 2 is what binds."""
    said = {"permission": "deny", "user_message": reason, "agent_message": reason}
    return as_json(said, f"{reason}\n", DENIED)


def prime(text: str) -> Answer:
    """Words for the beginning of a session."""
    return as_json({"additional_context": text})


def nudge(reason: str) -> Answer:
    """Send the agent back for what is missing."""
    return as_json({"followup_message": reason})


EVENTS = {"pretooluse": WRITE, "sessionstart": START, "stop": STOP, "subagentstop": STOP}

HOST = Host("cursor", EVENTS, deny, prime=prime, nudge=nudge)
