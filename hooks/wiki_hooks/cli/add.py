"""`memwiki add`: a new fact, in a note that is there or in a new one."""

from __future__ import annotations

import argparse

from wiki_hooks.cli import amending
from wiki_schema.amend import Amendment, FactName, Scene, add
from wiki_schema.command import Command


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The note, the fact, and where in the note it belongs."""
    amending.add_note(parser)
    parser.add_argument("text", metavar="TEXT", help="the fact, without name and day")
    parser.add_argument("--section", default="", metavar="HEADING", help="the heading it belongs under")
    parser.add_argument("--under", default="", metavar="FACT", help="the fact it is to be nested in")
    parser.add_argument("--title", default="", metavar="TITLE", help="the heading of a note that is new")
    amending.add_options(parser)


def run(args: argparse.Namespace) -> int:
    """Add the fact: under the heading, in the other fact, or at the end of the note's last list."""

    def added(scene: Scene, under: FactName) -> Amendment:
        nested = under if args.under else None
        return add(scene, under.note, args.text, section=args.section, under=nested, title=args.title)

    return amending.Errand(args, "add").run(added, args.under)


COMMAND = Command("add", "Add a fact, signed and dated; a note that is new is listed.", add_arguments, run)
