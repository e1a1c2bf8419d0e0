"""`memwiki pre-push`: git's pre-push hook."""

from __future__ import annotations

import argparse
import os

from wiki_hooks.cli import answer
from wiki_hooks.cli.told import updates
from wiki_hooks.place.environment import today
from wiki_schema.command import Command
from wiki_schema.plugins import get_plugin_manager
from wiki_schema.text import visible


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The remote, as git gives it to the hook. What is pushed comes on standard input."""
    parser.add_argument("remote", help="the name of the remote")
    parser.add_argument("url", nargs="?", default="", help="where it is")
    answer.add_arguments(parser, is_hook=True)


def run(args: argparse.Namespace) -> int:
    """Judge every commit that the remote does not have yet."""
    from wiki_hooks.git import prepush

    manager = get_plugin_manager()
    reporter = answer.reporter(manager, args)
    verdict = prepush.check(os.getcwd(), os.environ, today(), manager, args.remote, updates(4))
    return reporter.give(verdict, f"the push to {visible(args.remote)}")


COMMAND = Command("pre-push", "Git's pre-push hook: judges what the remote lacks.", add_arguments, run)
