"""`memwiki supersede`: a fact replaced by a new one; the old one is kept, struck."""

from __future__ import annotations

import argparse

from wiki_hooks.cli import amending
from wiki_schema.amend import claim, supersede
from wiki_schema.command import Command


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The fact, and what is true now."""
    amending.add_fact(parser, "OLD", "NEW")
    amending.add_options(parser, or_claim=True)


def run(args: argparse.Namespace) -> int:
    """Strike the fact, and put the new one behind it."""
    old, (new,) = amending.words(args, 1, 1)
    return amending.Errand(args, "supersede").run(
        lambda scene, fact: supersede(scene, fact, new), old, lambda scene, fact: claim(scene, fact, new)
    )


COMMAND = Command("supersede", "Replace a fact; the old one stays, struck.", add_arguments, run)
