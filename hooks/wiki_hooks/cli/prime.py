"""`memwiki prime`: what an agent is told when its session starts, within so many bytes."""

from __future__ import annotations

import argparse
import os
import shlex
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from wiki_hooks.cli.parser import Usage
from wiki_hooks.place.environment import today
from wiki_hooks.place.wiki import evidence, find_wiki
from wiki_schema.command import Command
from wiki_schema.plugins import get_plugin_manager
from wiki_schema.prime import COMMAND as AGAIN
from wiki_schema.prime import Section, compose
from wiki_schema.prime.sections import sections
from wiki_schema.standing.lint import view_stores
from wiki_schema.text import visible

if TYPE_CHECKING:
    from wiki_schema.policy import Policy


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """How much, of what, for whom."""
    parser.add_argument(
        "--max-bytes", type=int, default=None, metavar="N",
        help="the most bytes of the whole output (default: [prime] max_bytes)",
    )  # fmt: skip
    parser.add_argument(
        "--sections", nargs="+", default=[], metavar="NAME",
        help="these sections, in this order: writing, roster, claims, index, log, or a plugin's "
        "(default: [prime] sections)",
    )  # fmt: skip
    parser.add_argument("--who", default="", metavar="NAME", help="whom it is for (default: git's user)")
    parser.add_argument("--format", choices=("text", "json"), default="text", help="text is the default")


def run(args: argparse.Namespace) -> int:
    """Print it, as UTF-8 whatever the terminal says: the bytes are counted."""
    if args.max_bytes is not None and args.max_bytes < 0:
        raise Usage("--max-bytes takes a number from 0 on")
    manager = get_plugin_manager()
    wiki = find_wiki(os.getcwd(), os.environ, manager)
    policy = wiki.setting.policy
    views = view_stores(wiki.tree, wiki.setting, today(), manager)
    actor = wiki.actor(evidence(wiki, args.who, os.environ))
    if args.who and actor.member is None and (near := wiki.setting.roster.nearest(args.who)):
        meant = f"{visible(args.who, 60)} is no member; did you mean {visible(near)}?"
        print(f"memwiki: {meant}", file=sys.stderr)
    names, source = _names(args, policy)
    found = sections(views, actor, manager, names, source)
    most = int(str(policy.prime["max_bytes"])) if args.max_bytes is None else args.max_bytes
    sys.stdout.flush()
    sys.stdout.buffer.write(_rendered(found, most, args).encode())
    return 0


def _names(args: argparse.Namespace, policy: Policy) -> tuple[Sequence[str], str]:
    """Which sections are asked for, and by what."""
    given = [name for names in args.sections for name in names.split(",") if name]
    configured: Any = policy.prime["sections"]
    return (given, "--sections") if given else (configured, f"{policy.source}: [prime] sections")


def _rendered(found: tuple[Section, ...], most: int, args: argparse.Namespace) -> str:
    again = _again(args)
    if args.format == "text":
        return compose(found, most, again).text
    import json

    # All counts at their largest: so much stands around the text at most.
    around = json.dumps({"left_out": {section.name: len(section.lines) for section in found}, "text": ""})
    primed = compose(
        found, most, again, lambda line: len(json.dumps(line, ensure_ascii=False).encode()), len(around) + 1
    )
    return json.dumps({"left_out": dict(primed.left_out), "text": primed.text}, ensure_ascii=False) + "\n"


def _again(args: argparse.Namespace) -> str:
    """The command line that was given, without its number."""
    words = [AGAIN]
    if args.sections:
        words += ["--sections", *map(shlex.quote, args.sections)]
    if args.who:
        words += ["--who", shlex.quote(args.who)]
    if args.format != "text":
        words += ["--format", args.format]
    return " ".join(words)


COMMAND = Command("prime", "Say what an agent should know as its session starts.", add_arguments, run)
