"""`memwiki rule`: explains a rule."""

from __future__ import annotations

import argparse

from wiki_schema.command import Command
from wiki_schema.finding import CannotCheck
from wiki_schema.plugins import get_plugin_manager, load_rules
from wiki_schema.rule import Rule


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """One name, or none for the list."""
    parser.add_argument("name", nargs="?", help="the rule to explain; without it, all are listed")


def rules() -> dict[str, Rule]:
    """Every rule there is, by name."""
    return {rule.name: rule for rule in load_rules(get_plugin_manager())}


def first_sentence(page: str) -> str:
    """What a page says first, after its heading."""
    paragraphs = [part for part in page.split("\n\n") if part.strip() and not part.startswith("#")]
    words = " ".join(paragraphs[0].split()) if paragraphs else ""
    return words.split(". ")[0].removesuffix(".")


def run(args: argparse.Namespace) -> int:
    """Print one page, or the list."""
    known = rules()
    if args.name in known:
        print(known[args.name].page().rstrip("\n"))
        return 0
    if args.name:
        from wiki_schema.policy_reader import suggest
        from wiki_schema.text import visible

        near = suggest(args.name, known)
        raise CannotCheck(f"there is no rule {visible(args.name)}{near}\n`memwiki rule` lists them all.")
    width = max(map(len, known))
    for name, rule in sorted(known.items()):
        print(f"{name:<{width}}  {rule.level:<7}  {first_sentence(rule.page())}")
    return 0


COMMAND = Command("rule", "Explain a rule: what it refuses, why, and the right way.", add_arguments, run)
