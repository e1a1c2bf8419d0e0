"""OpenCode, through a plugin that throws what is refused. Source: https://opencode.ai/docs/plugins."""

from __future__ import annotations

from wiki_hooks.agents.host import START, WRITE, Host
from wiki_hooks.agents.hosts.kiro import prime

HOST = Host("opencode", {"tool.execute.before": WRITE, "session.start": START}, prime=prime)
