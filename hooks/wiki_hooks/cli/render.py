"""`memwiki render`: managed blocks, such as the roster, in every Markdown file that asks for them."""

from __future__ import annotations

import argparse
import os
import sys

from wiki_hooks.cli import answer
from wiki_hooks.place.environment import today
from wiki_hooks.place.wiki import Wiki, evidence, find_wiki
from wiki_schema.command import Command
from wiki_schema.plugins import get_plugin_manager
from wiki_schema.text import harmless, visible


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Whether to write, and how to answer."""
    parser.add_argument("--check", action="store_true", help="write nothing; report what is out of date")
    parser.add_argument(
        "--force", action="store_true", help="write over what was written by hand between the markers"
    )
    parser.add_argument("--who", default="", metavar="NAME", help="who is acting (default: git's user)")
    answer.add_arguments(parser)


def run(args: argparse.Namespace) -> int:
    """Render, or check: 1 where a block is out of date or was edited by hand, else 0."""
    from wiki_hooks.writing.rendering import check, render_all

    manager = get_plugin_manager()
    reporter = answer.reporter(manager, args)
    wiki = find_wiki(os.getcwd(), os.environ, manager)
    if args.check:
        return reporter.give(check(wiki, today()), "the managed blocks")
    rendered = render_all(wiki, evidence(wiki, args.who, os.environ), today(), args.force)
    for sentence in (*rendered.mended, *rendered.unheard):
        print(f"memwiki: {harmless(sentence)}", file=sys.stderr)
    verdict = rendered.landed.verdict
    if verdict.errors:
        return reporter.give(verdict, "the managed blocks")
    if rendered.landed.written:
        _tell(wiki, [edit.path for edit in rendered.landed.edits])
    elif not args.quiet:
        print("Every managed block is as it is rendered.")
    return 0


def _tell(wiki: Wiki, paths: list[str]) -> None:
    from wiki_hooks.plumbing.pathspec import from_top

    for path in paths:
        print(f"rendered {visible(path)}")
    if wiki.repository is not None:
        print(f"next: git add {from_top(paths)}")


COMMAND = Command(
    "render", "Render the roster, and other managed blocks, where files ask for them.", add_arguments, run
)
