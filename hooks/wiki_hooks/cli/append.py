"""`memwiki append`: whole lines at the open end of a file, by one write that cannot shorten it."""

from __future__ import annotations

import argparse
import os
import sys

from wiki_hooks.cli.amended import Manner, give
from wiki_hooks.place.environment import today
from wiki_hooks.place.wiki import evidence, find_wiki, path_from_top
from wiki_hooks.writing.appending import THROUGH, append
from wiki_schema.command import Command
from wiki_schema.plugins import get_plugin_manager
from wiki_schema.text import decode, split_lines

STDIN = ["-"]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The file and the lines."""
    parser.add_argument("path", metavar="PATH", help="a note, an index, or a log")
    parser.add_argument("lines", nargs="+", metavar="LINE", help="what to append; - reads lines from stdin")
    parser.add_argument("--who", default="", metavar="NAME", help="who is acting (default: git's user)")
    parser.add_argument("--dry-run", action="store_true", help="show what would change; write nothing")
    parser.add_argument("--json", action="store_true", help="answer as JSON")


def run(args: argparse.Namespace) -> int:
    """Append the lines if the rules allow it: 1 where they refuse it, else 0."""
    lines = split_lines(decode(sys.stdin.buffer.read())) if args.lines == STDIN else args.lines
    wiki = find_wiki(os.getcwd(), os.environ, get_plugin_manager())
    path = path_from_top(wiki, os.getcwd(), args.path)
    if not path.endswith(".md") and not os.path.lexists(os.path.join(wiki.top, path)):
        path += ".md"
    who = evidence(wiki, args.who, os.environ)
    granted = append(wiki, path, lines, who, today(), args.dry_run)
    return give(wiki, granted, Manner(THROUGH, args.dry_run, args.json))


COMMAND = Command(THROUGH, "Append lines to a note, an index or a log.", add_arguments, run)
