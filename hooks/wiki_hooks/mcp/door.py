"""A call of the protocol as one of ours; what goes wrong becomes an answer that teaches."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from threading import Lock
from typing import TypeVar
from uuid import uuid4

from mcp.server.mcpserver import Context
from mcp.server.mcpserver.exceptions import ResourceError, ToolError
from mcp_types import ToolAnnotations

from wiki_hooks.place.wiki import Speaker
from wiki_hooks.tools.session import Asking, Session
from wiki_schema.finding import CannotCheck
from wiki_schema.text import harmless

READS = ToolAnnotations(
    read_only_hint=True, destructive_hint=False, idempotent_hint=True, open_world_hint=False
)
ADDS = ToolAnnotations(
    read_only_hint=False, destructive_hint=False, idempotent_hint=False, open_world_hint=False
)
CHANGES = ToolAnnotations(
    read_only_hint=False, destructive_hint=True, idempotent_hint=False, open_world_hint=False
)

_SESSIONS = ("CLAUDE_CODE_SESSION_ID", "COPILOT_AGENT_SESSION_ID", "GEMINI_SESSION_ID", "CODEX_THREAD_ID")

T = TypeVar("T")


class Door:
    """What stands between a client and a wiki."""

    def __init__(self, session: Session, environ: Mapping[str, str]) -> None:
        self._session = session
        # Calls at once would wait for the wiki's own lock, which is looked at a few times a second.
        self._turn = Lock()
        found = (environ[name] for name in _SESSIONS if environ.get(name))
        self._id = next(found, f"mcp-{uuid4().hex[:12]}")

    def asking(self, ctx: Context) -> Asking:
        """One call, in the name of the client that makes it. Raises `CannotCheck`."""
        params = ctx.session.client_params
        name = " ".join(harmless(params.client_info.name).split())[:80] if params is not None else ""
        return self._session.asking(Speaker(name or "mcp-client", self._id, f"mcp-{uuid4().hex[:12]}"))

    def answer(self, ctx: Context, ask: Callable[[Asking], T]) -> T:
        """What a tool answers. Raises `ToolError` for what cannot be done, and says why."""
        try:
            with self._turn:
                return ask(self.asking(ctx))
        except CannotCheck as error:
            raise ToolError(harmless(str(error))) from error

    def shown(self, ctx: Context, ask: Callable[[Asking], str]) -> str:
        """What a resource holds. Raises `ResourceError`."""
        try:
            return ask(self.asking(ctx))
        except CannotCheck as error:
            raise ResourceError(harmless(str(error))) from error
