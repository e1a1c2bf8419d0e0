"""The tools that write, each by the rules; what decides somebody's claim is asked of a person first."""

from __future__ import annotations

from typing import Annotated

from mcp.server import MCPServer
from mcp.server.mcpserver import AcceptedElicitation, Context, ElicitationResult, Resolve
from mcp.server.mcpserver.exceptions import ToolError

from wiki_hooks.mcp.door import ADDS, CHANGES, Door
from wiki_hooks.mcp.sure import Sure, to_confirm, to_reject, to_withdraw
from wiki_hooks.tools import amending, writing
from wiki_hooks.tools.writing import Written


def offer(server: MCPServer, door: Door) -> None:
    """Put them on a server."""
    _files(server, door)
    _facts(server, door)
    _answers(server, door)


def _files(server: MCPServer, door: Door) -> None:
    @server.tool(annotations=ADDS)
    def append_file(path: str, lines: list[str], ctx: Context) -> Written:
        """Lines at the open end of a note, an index or a log. It cannot shorten a file."""
        return door.answer(ctx, lambda asking: writing.append_file(asking, path, lines))

    @server.tool(annotations=ADDS)
    def write_file(path: str, content: str, ctx: Context) -> Written:
        """A note that is new, listed and logged. Nothing is ever written over."""
        return door.answer(ctx, lambda asking: writing.write_file(asking, path, content))

    @server.tool(annotations=CHANGES)
    def edit_file(path: str, old: str, new: str, ctx: Context) -> Written:
        """Words replaced that stand in a file once. Facts are superseded instead, logs only grow."""
        return door.answer(ctx, lambda asking: writing.edit_file(asking, path, old, new))


def _facts(server: MCPServer, door: Door) -> None:
    @server.tool(annotations=ADDS)
    def add(
        note: str, text: str, ctx: Context, section: str = "", under: str = "", title: str = ""
    ) -> Written:
        """A new fact, without name and day: it is signed and dated. A note that is new is listed."""
        return door.answer(ctx, lambda asking: amending.add(asking, note, text, section, under, title))

    @server.tool(annotations=ADDS)
    def supersede(
        note: str, old: str, new: str, ctx: Context, line: int = 0, or_claim: bool = False
    ) -> Written:
        """A fact replaced; the old one stays, struck. `or_claim`: where it is another's, leave a claim."""
        return door.answer(ctx, lambda asking: amending.supersede(asking, note, old, new, line, or_claim))

    @server.tool(annotations=ADDS)
    def retire(
        note: str, old: str, ctx: Context, reason: str = "", line: int = 0, or_claim: bool = False
    ) -> Written:
        """A fact that no longer applies; it stays, struck."""
        return door.answer(ctx, lambda asking: amending.retire(asking, note, old, reason, line, or_claim))

    @server.tool(annotations=CHANGES)
    def update(note: str, old: str, new: str, ctx: Context, line: int = 0) -> Written:
        """A fact changed in place, where the store lets its originator."""
        return door.answer(ctx, lambda asking: amending.update(asking, note, old, new, line))

    @server.tool(annotations=ADDS)
    def claim(note: str, old: str, what: str, ctx: Context, line: int = 0) -> Written:
        """Say that somebody's fact has changed; its owner decides."""
        return door.answer(ctx, lambda asking: amending.claim(asking, note, old, what, line))

    @server.tool(annotations=ADDS)
    def conflict(note: str, what: str, ctx: Context) -> Written:
        """Say in the log that a person must look at a note."""
        return door.answer(ctx, lambda asking: amending.conflict(asking, note, what))


def _answers(server: MCPServer, door: Door) -> None:
    @server.tool(annotations=CHANGES)
    def confirm(
        note: str,
        claim: str,
        ctx: Context,
        sure: Annotated[ElicitationResult[Sure], Resolve(to_confirm)],
        new: str = "",
        line: int = 0,
    ) -> Written:
        """Answer a claim with yes; the fact is superseded, by `new` where that is not what was claimed."""
        _check(sure)
        return door.answer(ctx, lambda asking: amending.confirm(asking, note, claim, new, line))

    @server.tool(annotations=CHANGES)
    def reject(
        note: str,
        claim: str,
        ctx: Context,
        sure: Annotated[ElicitationResult[Sure], Resolve(to_reject)],
        line: int = 0,
    ) -> Written:
        """Answer a claim with no; the fact stays."""
        _check(sure)
        return door.answer(ctx, lambda asking: amending.reject(asking, note, claim, line))

    @server.tool(annotations=CHANGES)
    def withdraw(
        note: str,
        old: str,
        ctx: Context,
        sure: Annotated[ElicitationResult[Sure], Resolve(to_withdraw)],
        line: int = 0,
    ) -> Written:
        """Take a private matter out of a note; a mark stays."""
        _check(sure)
        return door.answer(ctx, lambda asking: amending.withdraw(asking, note, old, line))


def _check(sure: ElicitationResult[Sure]) -> None:
    """Raises `ToolError` where a person was asked and did not say yes."""
    if not isinstance(sure, AcceptedElicitation) or not sure.data.yes:
        raise ToolError("Whoever was asked did not agree, so nothing was written.")
