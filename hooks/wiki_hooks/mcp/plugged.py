"""The tools of plugins. None can take the place of a built-in one."""

from __future__ import annotations

import inspect
from typing import TYPE_CHECKING, Any

from mcp.server import MCPServer
from mcp.server.mcpserver import Context
from mcp_types import ToolAnnotations

from wiki_hooks.mcp.door import Door
from wiki_hooks.tools.session import Asking
from wiki_schema.finding import CannotCheck
from wiki_schema.telling import quoted
from wiki_schema.tool import Tool, ToolCall

if TYPE_CHECKING:
    from pluggy import PluginManager

_OURS = frozenset(
    "read_file list_files memory_search log history append_file write_file edit_file add supersede retire "
    "update claim conflict confirm reject withdraw".split()
)


def offer(server: MCPServer, door: Door, manager: PluginManager) -> None:
    """Put them on a server. Raises `CannotCheck` for two tools of one name."""
    taken = set(_OURS)
    for given in manager.hook.wiki_register_tools():
        for tool in given:
            if tool.name in taken:
                raise CannotCheck(f"Two tools are called {quoted(tool.name)}: uninstall one of the plugins.")
            taken.add(tool.name)
            hints = ToolAnnotations(
                read_only_hint=tool.reads_only,
                destructive_hint=tool.destroys,
                idempotent_hint=tool.is_idempotent,
                open_world_hint=False,
            )
            server.add_tool(_exposed(tool, door), tool.name, description=tool.help, annotations=hints)


def _exposed(tool: Tool, door: Door) -> Any:
    """The function of a tool as the server takes it: its own arguments, and the context of the call."""
    given = inspect.signature(tool.run, eval_str=True)
    own = list(given.parameters.values())[1:]
    context = inspect.Parameter("ctx", inspect.Parameter.KEYWORD_ONLY, annotation=Context)

    def call(ctx: Context, **arguments: Any) -> Any:
        def ask(asking: Asking) -> Any:
            wiki = asking.wiki
            told = ToolCall(wiki.top, wiki.state, wiki.tree, wiki.setting, asking.actor)
            return tool.run(told, **arguments)

        return door.answer(ctx, ask)

    keyword = [each.replace(kind=inspect.Parameter.KEYWORD_ONLY) for each in own]
    call.__signature__ = given.replace(parameters=[*keyword, context])  # type: ignore[attr-defined]
    call.__annotations__ = {
        **{each.name: each.annotation for each in own}, "ctx": Context, "return": given.return_annotation,
    }  # fmt: skip
    return call
