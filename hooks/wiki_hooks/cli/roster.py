"""`memwiki roster`: who the members are, by what names, and which directory knows them."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterator, Sequence

from wiki_hooks.place.settings import reader
from wiki_hooks.place.surroundings import around
from wiki_hooks.place.wiki import Wiki, find_wiki
from wiki_schema.command import Command
from wiki_schema.finding import CannotCheck
from wiki_schema.members import Member
from wiki_schema.plugins import get_plugin_manager
from wiki_schema.policy.setting import read_setting
from wiki_schema.text import harmless, path_key, visible

FORMATS = ("text", "json", "markdown")
KEYS = ("id", "name", "role", "emails", "aliases", "acts_for", "sources")
"""What is told of a member: never the remarks of an admin."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """How to answer."""
    parser.add_argument("--format", choices=FORMATS, default=FORMATS[0], help="text is the default")


def run(args: argparse.Namespace) -> int:
    """Tell the members as they are on disk: 0 also where there are none."""
    manager = get_plugin_manager()
    wiki = find_wiki(os.getcwd(), os.environ, manager)
    told: list[str] = []
    tree = wiki.tree
    setting = read_setting(reader(tree), manager, around(tree, told.append)) or wiki.setting
    members = sorted(setting.roster.members, key=lambda member: (path_key(member.label), member.id))
    if args.format == "json":
        sys.stdout.write(_json(members))
    elif args.format == "markdown":
        sys.stdout.write(_markdown(wiki._replace(setting=setting)))
    else:
        for line in _text(members):
            print(line)
    for sentence in dict.fromkeys(told):
        print(f"memwiki: {harmless(sentence)}", file=sys.stderr)
    return 0


def _text(members: Sequence[Member]) -> Iterator[str]:
    """A line for each member, and one for whatever else means it."""
    if not members:
        yield "Nobody is listed."
    for member in members:
        acting = f" for {', '.join(map(visible, member.acts_for))}" if member.acts_for else ""
        yield f"{visible(member.label)} ({member.role}{acting}), from {_sources(member)}"
        others = [name for name in member.names if name != member.label]
        if also := ", ".join(map(visible, (*dict.fromkeys(others), *member.emails))):
            yield f"  also {also}"


def _sources(member: Member) -> str:
    return ", ".join(map(visible, member.sources)) or "a plugin"


def _json(members: Sequence[Member]) -> str:
    from wiki_schema.as_json import dumped

    rows = [{key: getattr(member, key) for key in KEYS} for member in members]
    return dumped({"members": rows})


def _markdown(wiki: Wiki) -> str:
    """The roster as files show it."""
    from wiki_hooks.place.environment import today
    from wiki_schema.standing.lint import view_stores

    views = view_stores(wiki.tree, wiki.setting, today(), wiki.manager)
    given = wiki.manager.hook.wiki_render_block(name="roster", views=views)
    if given is None:
        raise CannotCheck("No plugin renders the block roster.")
    return str(given)


COMMAND = Command("roster", "Tell who the members are, and who knows them.", add_arguments, run)
