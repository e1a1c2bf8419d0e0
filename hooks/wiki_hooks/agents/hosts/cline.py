"""Cline, which goes by JSON alone. Source: cline/cline, `.clinerules/hooks/README.md`."""

from __future__ import annotations

from wiki_hooks.agents.host import START, WRITE, Answer, Host, as_json


def deny(reason: str) -> Answer:
    """A cancel, which ends the run: its user reads the reason and tells it how to go on."""
    return as_json({"cancel": True, "errorMessage": reason}, f"{reason}\n")


def prime(text: str) -> Answer:
    """Words for the beginning of a task."""
    return as_json({"cancel": False, "contextModification": text})


HOST = Host("cline", {"pretooluse": WRITE, "taskstart": START}, deny, prime=prime)
