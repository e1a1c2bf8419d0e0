"""Kiro. Source: https://kiro.dev/docs/cli/v3/hooks/."""

from __future__ import annotations

from wiki_hooks.agents.host import START, WRITE, Answer, Host


def prime(text: str) -> Answer:
    """What is printed at the beginning of a session is put before the agent."""
    return Answer(f"{text}\n")


HOST = Host("kiro", {"pretooluse": WRITE, "sessionstart": START, "agentspawn": START}, prime=prime)
