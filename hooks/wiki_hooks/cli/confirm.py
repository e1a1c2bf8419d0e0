"""`memwiki confirm`: a claim is right, so the fact it disputes is superseded."""

from __future__ import annotations

import argparse

from wiki_hooks.cli import amending
from wiki_schema.amend import confirm
from wiki_schema.command import Command


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The claim, and what is true now where it is not what was claimed."""
    amending.add_fact(parser, "CLAIM", "[NEW]")
    amending.add_options(parser)


def run(args: argparse.Namespace) -> int:
    """Close the claim, and supersede the fact, in one step."""
    called, further = amending.words(args, 0, 1)
    new = "".join(further)
    return amending.Errand(args, "confirm").run(lambda scene, fact: confirm(scene, fact, new), called)


COMMAND = Command("confirm", "Answer a claim with yes; the fact is superseded.", add_arguments, run)
