"""`memwiki mcp`: a server of tools, resources and prompts on standard input and output."""

from __future__ import annotations

import argparse
import os

from wiki_schema.command import Command
from wiki_schema.finding import CannotCheck

MISSING = (
    "memwiki mcp needs the extra `mcp`, which is not installed: pip install 'memwiki[mcp]' (in a clone of "
    "memwiki: pip install '.[mcp]')"
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Which wiki, and for whom."""
    parser.add_argument("--dir", default="", metavar="DIR", help="a folder of the wiki (default: here)")
    parser.add_argument(
        "--who", default="", metavar="NAME",
        help="whom every client works for (default: the client where it is a member, else git's user)",
    )  # fmt: skip


def run(args: argparse.Namespace) -> int:
    """Serve until the client ends. Raises `CannotCheck` where the extra is missing."""
    try:
        import mcp.server.mcpserver  # noqa: F401
    except ImportError as error:
        raise CannotCheck(MISSING) from error
    from wiki_hooks.cli import version
    from wiki_hooks.mcp.server import server
    from wiki_schema.plugins import get_plugin_manager

    folder = os.path.realpath(args.dir or os.getcwd())
    server(folder, os.environ, get_plugin_manager(), args.who, version()).run()
    return 0


COMMAND = Command("mcp", "Serve an MCP client: tools that read and write by the rules.", add_arguments, run)
