"""What a client can show or put before a model without a call: index, roster, prime, notes, two prompts."""

from __future__ import annotations

from mcp.server import MCPServer
from mcp.server.mcpserver import Context

from wiki_hooks.mcp.door import Door
from wiki_hooks.tools import priming

_MARKDOWN = "text/markdown"


def offer(server: MCPServer, door: Door) -> None:
    """Put them on a server."""

    @server.resource("wiki://index/{store}", mime_type=_MARKDOWN)
    def index(store: str, ctx: Context) -> str:
        """What the index of a store lists; the store by its path, `.` for the top."""
        return door.shown(ctx, lambda asking: priming.index(asking, store))

    @server.resource("wiki://note/{+path}", mime_type=_MARKDOWN)
    def note(path: str, ctx: Context) -> str:
        """A note, an index or a log by its path from the top."""
        return door.shown(ctx, lambda asking: priming.note(asking, path))

    @server.resource("wiki://now/{what}")
    def now(what: str, ctx: Context) -> str:
        """What an agent should know: `prime` is all of it, `roster` who the members are."""
        return door.shown(ctx, lambda asking: priming.now(asking, what))

    @server.prompt()
    def remember(what: str) -> str:
        """Put something into the wiki, by its rules."""
        return (
            f"Put this into the memory wiki: {what}\n"
            "First memory_search for it. Where nothing says it yet, `add` it to the note it belongs in. "
            "Where a fact says otherwise, `supersede` it; where that is somebody else's, `claim`."
        )

    @server.prompt()
    def health() -> str:
        """Look for what has drifted."""
        return (
            "Look through the memory wiki for facts that say the same, cannot both hold, or are over. Change "
            "nothing of anybody's: `claim` what is somebody else's, `conflict` where a person must look."
        )
