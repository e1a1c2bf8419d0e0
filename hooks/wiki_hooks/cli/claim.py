"""`memwiki claim`: what anybody may say against a fact, without changing it."""

from __future__ import annotations

import argparse

from wiki_hooks.cli import amending
from wiki_schema.amend import claim
from wiki_schema.command import Command


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The fact, and what is claimed to be true instead."""
    amending.add_fact(parser, "OLD", "WHAT")
    amending.add_options(parser)


def run(args: argparse.Namespace) -> int:
    """Put a pending line under the fact."""
    old, (what,) = amending.words(args, 1, 1)
    return amending.Errand(args, "claim").run(lambda scene, fact: claim(scene, fact, what), old)


COMMAND = Command("claim", "Say that somebody's fact has changed; its owner decides.", add_arguments, run)
