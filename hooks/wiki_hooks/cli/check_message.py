"""`memwiki check-message`: the staged change again, now that its message may carry an override."""

from __future__ import annotations

import argparse
import os

from wiki_hooks.cli import answer
from wiki_hooks.place.environment import today
from wiki_schema.command import Command
from wiki_schema.plugins import get_plugin_manager


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The message, as git gives it to the commit-msg hook."""
    parser.add_argument("file", help="the file that holds the commit message")
    parser.add_argument("--who", default="", metavar="NAME", help="who is acting (default: git's user)")
    answer.add_arguments(parser, is_hook=True)


def run(args: argparse.Namespace) -> int:
    """Judge the staged change, and honour what an admin wrote in the message."""
    from wiki_hooks.git import messages

    manager = get_plugin_manager()
    reporter = answer.reporter(manager, args)
    verdict = messages.check(os.getcwd(), os.environ, args.who, today(), manager, args.file)
    if not verdict.errors:
        # The check before this one has shown the warnings.
        verdict = verdict._replace(findings=())
    return reporter.give(verdict, "the staged change")


COMMAND = Command("check-message", "Git's commit-msg hook: honours an admin's override.", add_arguments, run)
