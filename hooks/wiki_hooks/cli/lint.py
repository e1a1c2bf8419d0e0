"""`memwiki lint`: the health pass over every store. It reads and reports; it never edits a note."""

from __future__ import annotations

import argparse
import os

from wiki_hooks.cli import answer
from wiki_hooks.place.environment import today
from wiki_hooks.place.wiki import find_wiki
from wiki_schema.command import Command
from wiki_schema.lint import lint, view_stores
from wiki_schema.plugins import get_plugin_manager


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """How to answer."""
    answer.add_arguments(parser)


def run(args: argparse.Namespace) -> int:
    """Look through every store, and report."""
    manager = get_plugin_manager()
    reporter = answer.reporter(manager, args)
    wiki = find_wiki(os.getcwd(), os.environ, manager)
    views = view_stores(wiki.tree, wiki.setting, today(), manager)
    return reporter.give(lint(views, manager), "the stores as they stand")


COMMAND = Command("lint", "Look through the stores for what has drifted: a health pass.", add_arguments, run)
