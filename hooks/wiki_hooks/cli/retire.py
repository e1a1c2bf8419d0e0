"""`memwiki retire`: a fact that no longer applies, and has no successor."""

from __future__ import annotations

import argparse

from wiki_hooks.cli import amending
from wiki_schema.amend import claim, retire
from wiki_schema.command import Command


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The fact, and why."""
    amending.add_fact(parser, "OLD", "[REASON]")
    amending.add_options(parser, or_claim=True)


def run(args: argparse.Namespace) -> int:
    """Strike the fact, and say behind it that it no longer applies."""
    old, further = amending.words(args, 0, 1)
    reason = "".join(further)
    what = f"no longer applies: {reason}" if reason else "no longer applies"
    return amending.Errand(args, "retire").run(
        lambda scene, fact: retire(scene, fact, reason), old, lambda scene, fact: claim(scene, fact, what)
    )


COMMAND = Command("retire", "Say that a fact no longer applies; it stays, struck.", add_arguments, run)
