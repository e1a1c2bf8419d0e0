"""`memwiki retire`: a fact that no longer applies, and has no successor."""

from __future__ import annotations

import argparse

from wiki_hooks.cli import amending
from wiki_hooks.cli.parser import Usage
from wiki_schema.amend import claim, retire, retire_for
from wiki_schema.command import Command


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The fact, and why."""
    amending.add_fact(parser, "OLD", "[REASON]")
    parser.add_argument("--same-as", metavar="NOTE2", help="this note keeps a fact that says the same")
    amending.add_options(parser, or_claim=True)


def run(args: argparse.Namespace) -> int:
    """Strike the fact, and say behind it that it no longer applies."""
    old, further = amending.words(args, 0, 1)
    if args.same_as is not None:
        return _retire_for(args, old, further)
    reason = "".join(further)
    what = f"no longer applies: {reason}" if reason else "no longer applies"
    return amending.Errand(args, "retire").run(
        lambda scene, fact: retire(scene, fact, reason), old, lambda scene, fact: claim(scene, fact, what)
    )


def _retire_for(args: argparse.Namespace, old: str, further: list[str]) -> int:
    if further:
        raise Usage("--same-as says why; leave the reason out")
    errand = amending.Errand(args, "retire")
    kept = errand.other(args.same_as)
    return errand.run(
        lambda scene, fact: retire_for(scene, fact, kept),
        old,
        lambda scene, fact: claim(scene, fact, f"said in {scene.inside(kept)} too"),
    )


COMMAND = Command("retire", "Say that a fact no longer applies; it stays, struck.", add_arguments, run)
