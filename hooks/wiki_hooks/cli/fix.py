"""`memwiki fix`: the log and index lines that a change lacks are written."""

from __future__ import annotations

import argparse
import os

from wiki_hooks.cli import answer
from wiki_hooks.place.environment import today
from wiki_hooks.writing.fix import fix, fix_worktree
from wiki_schema.command import Command
from wiki_schema.plugins import get_plugin_manager


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Which change, and how to answer."""
    parser.add_argument(
        "--worktree", action="store_true", help="what the files on disk lack (default: what is staged)"
    )
    parser.add_argument("--dry-run", action="store_true", help="show what would be written; write nothing")
    parser.add_argument("--who", default="", metavar="NAME", help="who is acting (default: git's user)")
    answer.add_arguments(parser)


def run(args: argparse.Namespace) -> int:
    """Write the lines, and report what else there is; 1 where something is left that blocks."""
    manager = get_plugin_manager()
    reporter = answer.reporter(manager, args)
    mend = fix_worktree if args.worktree else fix
    verdict, done = mend(os.getcwd(), os.environ, args.who, today(), manager, args.dry_run)
    title = "the files on disk" if args.worktree else "the staged change"
    title = f"what else there is in {title}" if done else title
    code = reporter.give(verdict._replace(notices=(*verdict.notices, *done)), title)
    return code or int(args.dry_run and bool(done))


COMMAND = Command("fix", "Write the log and index lines that a change lacks.", add_arguments, run)
