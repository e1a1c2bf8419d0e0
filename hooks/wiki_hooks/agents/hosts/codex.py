"""Codex CLI, which lets a call go on where a hook says `ask`. Source: https://developers.openai.com/codex/hooks."""

from __future__ import annotations

from wiki_hooks.agents.host import Host
from wiki_hooks.agents.hosts.claude_code import EVENTS, nudge, prime

HOST = Host("codex", EVENTS, prime=prime, nudge=nudge)
