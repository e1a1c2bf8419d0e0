"""`memwiki conflict`: something that a person must look at, said in the log."""

from __future__ import annotations

import argparse

from wiki_hooks.cli import amending
from wiki_schema.amend import conflict
from wiki_schema.command import Command


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The note, and what is wrong with it."""
    amending.add_note(parser)
    parser.add_argument("what", metavar="WHAT", help="what is wrong, or with which other note it disagrees")
    amending.add_options(parser)


def run(args: argparse.Namespace) -> int:
    """Add a CONFLICT line to the log; the note stays as it is."""
    return amending.Errand(args, "conflict").run(lambda scene, fact: conflict(scene, fact.note, args.what))


COMMAND = Command("conflict", "Say in the log that a person must look at a note.", add_arguments, run)
