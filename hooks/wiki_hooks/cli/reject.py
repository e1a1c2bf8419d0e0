"""`memwiki reject`: a claim is not right; the fact stands."""

from __future__ import annotations

import argparse

from wiki_hooks.cli import amending
from wiki_schema.amend import reject
from wiki_schema.command import Command


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The claim."""
    amending.add_fact(parser, "CLAIM")
    amending.add_options(parser)


def run(args: argparse.Namespace) -> int:
    """Close the claim."""
    called, _ = amending.words(args, 0, 0)
    return amending.Errand(args, "reject").run(reject, called)


COMMAND = Command("reject", "Answer a claim with no; the fact stands.", add_arguments, run)
