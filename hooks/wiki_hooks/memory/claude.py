"""The memory tool as a handler for the `anthropic` package, which must be installed."""

from __future__ import annotations

import os
from typing import Any
from uuid import uuid4

from anthropic.lib.tools import BetaAbstractMemoryTool, ToolError

from wiki_hooks.memory.commands import Memory, Refusal
from wiki_hooks.place.wiki import Speaker
from wiki_hooks.tools.session import Session
from wiki_schema.plugins import get_plugin_manager


class WikiMemory(BetaAbstractMemoryTool):
    """A memory tool that keeps what it is told in a wiki, by its rules."""

    def __init__(
        self, folder: str, store: str | None = None, who: str = "", agent: str = "claude-api"
    ) -> None:
        """For the wiki of a folder; `who` is whom it works for, `agent` its name among the members."""
        super().__init__()
        session = Session(os.path.realpath(folder), os.environ, get_plugin_manager(), who)
        self._memory = Memory(session, Speaker(agent, f"memory-{uuid4().hex[:12]}"), store)

    def _run(self, command: Any) -> str:
        try:
            return self._memory.run(command.to_dict(mode="python", exclude_none=True))
        except Refusal as error:
            raise ToolError(str(error)) from error

    view = create = str_replace = insert = delete = rename = _run
