"""`memwiki lsp`: the language server for editors, over stdin and stdout."""

from __future__ import annotations

import argparse
import os

from wiki_schema.command import Command
from wiki_schema.finding import CannotCheck

MISSING = "The language server needs pygls: python -m pip install 'pygls>=2,<3' (the extra memwiki[lsp])"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Who is acting."""
    parser.add_argument("--who", default="", metavar="NAME", help="who is acting (default: git's user)")
    # Editors that start any server the same way give this; there is no other way to talk to this one.
    parser.add_argument("--stdio", action="store_true", help=argparse.SUPPRESS)


def run(args: argparse.Namespace) -> int:
    """Serve one editor until it ends."""
    try:
        from wiki_hooks.lsp.server import make_server, serve
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] not in ("pygls", "lsprotocol"):
            raise
        raise CannotCheck(MISSING) from None
    from wiki_hooks.cli import version
    from wiki_schema.plugins import get_plugin_manager

    return serve(make_server(args.who, os.environ, get_plugin_manager(), version()))


COMMAND = Command("lsp", "Serve an editor: a language server for the notes of a wiki.", add_arguments, run)
