"""`memwiki update`: a fact changed in place, where the store lets one."""

from __future__ import annotations

import argparse

from wiki_hooks.cli import amending
from wiki_schema.amend import claim, update
from wiki_schema.command import Command


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The fact, and what it is to say."""
    amending.add_fact(parser, "OLD", "NEW")
    amending.add_options(parser, or_claim=True)


def run(args: argparse.Namespace) -> int:
    """Change the fact in its place."""
    old, (new,) = amending.words(args, 1, 1)
    return amending.Errand(args, "update").run(
        lambda scene, fact: update(scene, fact, new), old, lambda scene, fact: claim(scene, fact, new)
    )


COMMAND = Command("update", "Change a fact in place, where the store lets you.", add_arguments, run)
