"""`memwiki history`: the versions of a note, from commits and from what memwiki wrote or saw."""

from __future__ import annotations

import argparse
import os
import sys
from typing import TYPE_CHECKING

from wiki_hooks.cli.parser import Usage
from wiki_schema.change import text_of
from wiki_schema.command import Command
from wiki_schema.finding import CannotCheck
from wiki_schema.plugins import get_plugin_manager
from wiki_schema.text import LINE_LIMIT, encode, inert, visible

if TYPE_CHECKING:
    from wiki_hooks.past.versions import Past
    from wiki_hooks.place.wiki import Wiki


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Which note, and what of its past."""
    parser.add_argument("note", metavar="NOTE", help="a note, also one that is gone; an index, or a log")
    parser.add_argument("-n", type=int, default=None, metavar="N", dest="number", help="only the newest N")
    parser.add_argument("--json", action="store_true", help="answer as JSON")
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--show", default="", metavar="REV", help="print the note as it was in a version")
    what.add_argument("--diff", default="", metavar="REV", help="print what changed since a version")


def run(args: argparse.Namespace) -> int:
    """Print the versions, or one of them."""
    if (args.show or args.diff) and (args.json or args.number is not None):
        raise Usage("-n and --json list versions; --show and --diff print one")
    if args.number is not None and args.number < 0:
        raise Usage("-n takes a number from 0 on")
    from wiki_hooks.past.versions import Past, file_called
    from wiki_hooks.place.wiki import find_wiki

    wiki = find_wiki(os.getcwd(), os.environ, get_plugin_manager())
    path = file_called(wiki, os.getcwd(), args.note)
    with Past(wiki, path) as past:
        if args.show:
            return _print_version(past, args.show)
        if args.diff:
            return _print_difference(wiki, past, args.diff)
        return _print_versions(wiki, past, args.number, args.json)


def _print_versions(wiki: Wiki, past: Past, number: int | None, as_json: bool) -> int:
    from wiki_hooks.past.restoring import store_of
    from wiki_hooks.past.view import as_object, show, tell

    store = store_of(wiki, past.path)
    versions = past.versions if number is None else past.versions[:number]
    told = [tell(wiki, store, version) for version in versions]
    newest = past.versions[0].text if past.versions else None
    now = text_of(wiki.tree.read(past.path))
    if as_json:
        from wiki_schema.as_json import dumped

        answer = {"note": past.path, "versions": [as_object(one) for one in told], "recorded": newest == now}
        sys.stdout.write(dumped(answer))
        return 0
    show(told)
    if not past.versions and now is None:
        raise CannotCheck(f"There is no {visible(past.path)}, and there was none as far as is known.")
    if newest != now:
        print(f"memwiki: what lies on disk is in no version yet: {visible(past.path)}", file=sys.stderr)
    return 0


def _print_version(past: Past, name: str) -> int:
    version = past.find(name)
    if version.text is None:
        raise CannotCheck(f"{visible(past.path)} was removed in {visible(name)}, or its words are forgotten.")
    if sys.stdout.isatty():
        for line in version.text.split("\n"):
            print(visible(line, max(1, len(line))))
    else:
        sys.stdout.flush()
        sys.stdout.buffer.write(encode(version.text))
    return 0


def _print_difference(wiki: Wiki, past: Past, name: str) -> int:
    from wiki_hooks.cli.answer import has_colour
    from wiki_hooks.showing.differences import unified
    from wiki_schema.disk.journal import Edit

    before, now = past.find(name).text, text_of(wiki.tree.read(past.path))
    sides = (None if text is None else encode(text) for text in (before, now))
    colours = {"+": "32", "-": "31", "@": "36"}
    for line in unified([Edit(past.path, *sides)]).split("\n")[:-1]:
        shown = inert(visible(line, LINE_LIMIT))
        colour = colours.get(line[:1], "")
        print(f"\x1b[{colour}m{shown}\x1b[0m" if colour and has_colour() else shown)
    return 0


COMMAND = Command(
    "history", "Show the versions of a note, one of them, or what changed since.", add_arguments, run
)
