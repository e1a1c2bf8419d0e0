"""`memwiki redact`: a secret covered where it stands, in a note or in the log."""

from __future__ import annotations

import argparse

from wiki_hooks.cli import amending
from wiki_schema.amend import redact
from wiki_schema.command import Command


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The file, the words to cover, and of what kind they are."""
    amending.add_note(parser)
    parser.add_argument("span", metavar="SPAN", help="the words to cover, as they stand there")
    parser.add_argument(
        "--kind", required=True, metavar="KIND", help="what is said of them: password, key, …"
    )
    parser.add_argument(
        "--everywhere", action="store_true", help="in every file of the store, not only there"
    )
    amending.add_options(parser)


def run(args: argparse.Namespace) -> int:
    """Leave `[redacted: KIND]` in the place of the words."""
    return amending.Errand(args, "redact", secret=args.span).run(
        lambda scene, fact: redact(scene, fact.note, args.span, args.kind, everywhere=args.everywhere)
    )


COMMAND = Command("redact", "Cover a secret in a note or the log; for admins.", add_arguments, run)
