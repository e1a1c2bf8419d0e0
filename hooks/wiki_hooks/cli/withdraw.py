"""`memwiki withdraw`: a private matter taken out of a note."""

from __future__ import annotations

import argparse

from wiki_hooks.cli import amending
from wiki_schema.amend import withdraw
from wiki_schema.command import Command


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The fact."""
    amending.add_fact(parser, "OLD")
    amending.add_options(parser)


def run(args: argparse.Namespace) -> int:
    """Leave a mark in the place of the fact."""
    old, _ = amending.words(args, 0, 0)
    return amending.Errand(args, "withdraw").run(withdraw, old)


COMMAND = Command("withdraw", "Take a private matter out of a note; a mark stays.", add_arguments, run)
