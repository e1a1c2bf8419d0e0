"""`memwiki rule`: explains a rule."""

from __future__ import annotations

import argparse
from collections.abc import Iterator

from wiki_schema.command import Command
from wiki_schema.finding import CannotCheck
from wiki_schema.plugins import get_plugin_manager, load_rules, load_store_rules
from wiki_schema.rule import Rule, StoreRule, first_sentence

ON_CHANGE, ON_STORE = "change", "store"

BETWEEN_PAGES = "\n\n---\n\n"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """One name, or none for the list."""
    parser.add_argument("name", nargs="?", help="the rule to explain; without it, all are listed")


def rules() -> Iterator[tuple[str, Rule | StoreRule]]:
    """Every rule there is, with what it looks at: first those on a change, then those on a store."""
    manager = get_plugin_manager()
    yield from ((ON_CHANGE, rule) for rule in load_rules(manager))
    yield from ((ON_STORE, rule) for rule in load_store_rules(manager))


def run(args: argparse.Namespace) -> int:
    """Print one page, or both of a name that looks at a change and at a store; or the list."""
    known = list(rules())
    if args.name is None:
        print("\n".join(_rows(known)))
        return 0
    pages = [rule.page().strip("\n") for _, rule in known if rule.name == args.name]
    if not pages:
        from wiki_schema.policy.reader import suggest
        from wiki_schema.text import visible

        near = suggest(args.name, sorted({rule.name for _, rule in known}))
        raise CannotCheck(f"there is no rule {visible(args.name)}{near}\n`memwiki rule` lists them all.")
    print(BETWEEN_PAGES.join(pages))
    return 0


def _rows(known: list[tuple[str, Rule | StoreRule]]) -> Iterator[str]:
    """A line for each rule: its name, its level, what it looks at, and what it says first."""
    width = max(len(rule.name) for _, rule in known)
    for on, rule in sorted(known, key=lambda pair: (pair[1].name, pair[0])):
        yield f"{rule.name:<{width}}  {rule.level:<7}  {on:<6}  {first_sentence(rule.page())}"


SUMMARY = "Explain a rule: what it refuses or finds, why, and the right way."

COMMAND = Command("rule", SUMMARY, add_arguments, run)
