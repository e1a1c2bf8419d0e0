"""Windsurf, now Devin Desktop. Source: https://docs.devin.ai/desktop/cascade/hooks."""

from __future__ import annotations

from wiki_hooks.agents.host import WRITE, Host

HOST = Host("windsurf", {"pre_write_code": WRITE, "pre_mcp_tool_use": WRITE})
