"""`memwiki pre-receive`: git's pre-receive hook, for the repository that everybody pushes to."""

from __future__ import annotations

import argparse
import os

from wiki_hooks.cli import answer
from wiki_hooks.cli.told import updates
from wiki_hooks.place.environment import today
from wiki_schema.command import Command
from wiki_schema.finding import CannotCheck
from wiki_schema.plugins import get_plugin_manager


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """How to answer. What is pushed comes on standard input."""
    answer.add_arguments(parser, is_hook=True)


def run(args: argparse.Namespace) -> int:
    """Judge every commit that the push would bring."""
    from wiki_hooks.git import receive

    manager = get_plugin_manager()
    reporter = answer.reporter(manager, args)
    lines = updates(3)
    if not lines:
        # A script in front of this one that reads all of it would make every push look clean.
        raise CannotCheck("git's list of updates did not arrive on standard input; hand it on to memwiki")
    return reporter.give(receive.check(os.getcwd(), os.environ, today(), manager, lines), "the push")


COMMAND = Command("pre-receive", "Git's pre-receive hook: the gate nobody can skip.", add_arguments, run)
