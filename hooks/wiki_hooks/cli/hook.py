"""`memwiki hook`: what a coding agent asks before it writes, and as its session begins and ends."""

from __future__ import annotations

import argparse
import os
import sys

from wiki_hooks.agents.entry import answer
from wiki_hooks.agents.payload import received
from wiki_schema.command import Command


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Whose settings it was started from; what comes on standard input decides."""
    parser.add_argument("agent", nargs="?", default="", metavar="AGENT", help="the host, such as claude-code")
    parser.add_argument("event", nargs="?", default="", metavar="EVENT", help="its event, such as PreToolUse")


def run(args: argparse.Namespace) -> int:
    """Answer in the host's own form: most take exit code 2 for a no, with the reason on stderr."""
    said = answer(lambda: received(sys.stdin.fileno()), args.agent, args.event, os.environ)
    sys.stderr.write(said.err)
    sys.stdout.write(said.out)
    return said.code


COMMAND = Command("hook", "Answer a coding agent before it writes, in its own form.", add_arguments, run)
