"""`memwiki log`: the logs, filtered, followed as they grow; put away, and their lost lines put back."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING

from wiki_hooks.cli.parser import Usage
from wiki_schema.command import Command
from wiki_schema.finding import CannotCheck
from wiki_schema.plugins import get_plugin_manager
from wiki_schema.text import harmless, visible

if TYPE_CHECKING:
    from wiki_hooks.logs.log_query import Query
    from wiki_hooks.logs.logbook import Entry
    from wiki_hooks.place.wiki import Wiki
    from wiki_schema.policy import Store

DEEDS = ("rotate", "flush")
"""What is done to a log instead of showing it."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Which entries, and how to show them; or what to do to a log."""
    parser.add_argument(
        "stores", nargs="*", metavar="STORE",
        help="of these stores (default: all); or `rotate`, which puts a log away as log-YYYY.md; "
        "or `flush`, which writes the lines that memwiki owes a log",
    )  # fmt: skip
    which = parser.add_argument_group("which entries")
    which.add_argument("--who", default="", metavar="NAME", help="of a member; with rotate: who is acting")
    which.add_argument("--verb", nargs="+", action="extend", default=[], metavar="VERB", help="with a verb")
    which.add_argument("--path", default="", metavar="NOTE", help="about a note, or what lies in a folder")
    when = "a day, `2 weeks`, or a git revision: what came to the log"
    which.add_argument("--since", default="", metavar="WHEN", help=f"{when} after it")
    which.add_argument("--until", default="", metavar="WHEN", help=f"{when} up to it")
    which.add_argument("--grep", default="", metavar="TEXT", help="that hold a text")
    which.add_argument("-n", type=int, default=None, metavar="N", dest="number", help="only the newest N")
    which.add_argument("--archives", action="store_true", help="those of logs that were put away, too")
    how = parser.add_argument_group("how")
    how.add_argument("--reverse", action="store_true", help="the newest first")
    how.add_argument("--json", action="store_true", help="one JSON object a line")
    how.add_argument("--follow", action="store_true", help="go on, and show new entries as they come")
    deeds = parser.add_argument_group("rotate")
    deeds.add_argument("--store", default="", metavar="STORE", help="the store whose log is put away")
    deeds.add_argument("--dry-run", action="store_true", help="only say what would be done")


def run(args: argparse.Namespace) -> int:
    """Show the entries, or do what is asked to the log."""
    deed = args.stores[0] if args.stores and args.stores[0] in DEEDS else ""
    _check_options(args, deed)
    from wiki_hooks.place.wiki import find_wiki

    wiki = find_wiki(os.getcwd(), os.environ, get_plugin_manager())
    if deed:
        from wiki_hooks.cli import log_deeds

        if deed == "flush":
            return log_deeds.flush(wiki)
        store = find_store(wiki, args.store) if args.store else None
        return log_deeds.rotate(wiki, store, args.who, args.dry_run, args.json)
    return _show(wiki, args)


def _check_options(args: argparse.Namespace, deed: str) -> None:
    """Options that a deed, or a list, would have to leave aside are refused."""
    filters = {
        "--verb": args.verb, "--path": args.path, "--since": args.since, "--until": args.until,
        "--grep": args.grep, "-n": args.number is not None, "--archives": args.archives,
        "--reverse": args.reverse, "--follow": args.follow,
    }  # fmt: skip
    of_rotate = {"--store": args.store, "--dry-run": args.dry_run}
    wrong = {
        "": of_rotate,
        "rotate": filters,
        "flush": {**filters, **of_rotate, "--who": args.who, "--json": args.json},
    }[deed]
    given = [name for name, is_given in wrong.items() if is_given]
    if given:
        raise Usage(f"`memwiki log{deed and ' '}{deed}` does not take {' and '.join(given)}")
    if deed and len(args.stores) > 1:
        raise Usage(f"`memwiki log {deed}` takes no further words; a store is named with --store")
    if args.number is not None and args.number < 0:
        raise Usage("-n takes a number from 0 on")
    if args.follow and (args.reverse or args.until):
        raise Usage("--follow shows what comes: it goes with neither --reverse nor --until")


def find_store(wiki: Wiki, name: str) -> Store:
    """A store by its path, as seen from here or from the top. Raises `CannotCheck` for what is none."""
    stores = {store.path: store for store in wiki.setting.policy.stores}
    here = os.path.relpath(os.path.realpath(name), wiki.top).replace(os.sep, "/")
    for path in (here, os.path.normpath(name)):
        if found := stores.get("" if path == "." else path):
            return found
    from wiki_schema.policy.reader import suggest

    known = ", ".join(visible(path) or "." for path in stores)
    raise CannotCheck(f"{visible(name)} is no store{suggest(name, list(stores))}; the stores are {known}.")


def _show(wiki: Wiki, args: argparse.Namespace) -> int:
    from wiki_hooks.logs.log_agents import agents_of
    from wiki_hooks.logs.log_query import Query, chosen, filters_of
    from wiki_hooks.logs.log_view import View
    from wiki_hooks.logs.logbook import Logbook

    stores: Sequence[Store] = [find_store(wiki, name) for name in args.stores] or wiki.setting.policy.stores
    book = Logbook(wiki, stores, args.archives)
    query = Query(args.who, tuple(args.verb), args.path, args.grep, args.since, args.until)
    view = View(wiki.setting.roster, args.json, len(book.stores) > 1, lambda: agents_of(wiki))
    if args.follow:
        from wiki_hooks.logs.following import follow

        follow(book, lambda entries: filters_of(wiki, book, query, entries), args.number, view)
        return 0
    entries = book.entries()
    found = chosen(entries, filters_of(wiki, book, query, entries), args.number)
    view.show(found[::-1] if args.reverse else found)
    if not found:
        _say_why(wiki, query, entries)
    return 0


def _say_why(wiki: Wiki, query: Query, entries: Collection[Entry]) -> None:
    """On an empty answer: what may have been meant."""
    from wiki_hooks.logs.log_filters import member_called

    gone = [store.log_path for store in wiki.setting.policy.stores if wiki.tree.read(store.log_path) is None]
    said = [f"{log} is gone: memwiki restore {log} --at HEAD" for log in gone]
    if not entries and not gone:
        said.append("the log has no entry yet")
    if query.who and member_called(query.who, wiki.setting.roster) is None:
        near = wiki.setting.roster.nearest(query.who)
        said.append(f"{visible(query.who)} is no member{f'; did you mean {visible(near)}?' if near else ''}")
    if query.of_fields and any(entry.head.day and not entry.head.verb for entry in entries):
        asked = " and ".join(query.of_fields)
        said.append(f"there is a log whose format has no such fields: {asked} finds nothing in it")
    for sentence in said:
        print(f"memwiki: {harmless(sentence)}", file=sys.stderr)


COMMAND = Command("log", "Show the logs: filtered, or as they grow; put one away.", add_arguments, run)
