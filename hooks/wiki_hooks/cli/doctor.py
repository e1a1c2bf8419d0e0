"""`memwiki doctor`: what protects this repository, what does not, and what closes each gap."""

from __future__ import annotations

import argparse
import os

from wiki_hooks.checkup import GAP, NOTE, OK, look
from wiki_hooks.checkup.state import mend
from wiki_hooks.cli.answer import has_colour
from wiki_schema.command import Command
from wiki_schema.plugins import get_plugin_manager
from wiki_schema.telling import count
from wiki_schema.text import harmless

COLOURS = {OK: "32", NOTE: "33", GAP: "1;31"}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Whether it may mend what it finds damaged."""
    parser.add_argument(
        "--mend",
        action="store_true",
        help="move a damaged database of old contents aside, and begin a new one",
    )


def run(args: argparse.Namespace) -> int:
    """Print one line for each thing looked at; 1 where there is a gap."""
    gaps, has_gate = 0, False
    place = (os.getcwd(), os.environ, get_plugin_manager())
    for check in (*(mend(*place) if args.mend else ()), *look(*place)):
        gaps += check.state == GAP
        has_gate = has_gate or check.is_gate
        state = f"{check.state:<4}"
        words = harmless(check.words)
        print(f"\x1b[{COLOURS[check.state]}m{state}\x1b[0m" if has_colour() else state, words)
        if check.command:
            print(f"       do: {harmless(check.command)}")
    print(f"\n{_summary(gaps, has_gate)}")
    return 1 if gaps else 0


def _summary(gaps: int, has_gate: bool) -> str:
    if gaps:
        return f"{count(gaps, 'gap')}."
    if has_gate:
        return "no gaps. Well protected."
    return (
        "no gaps here: the hooks are in place. But --no-verify skips them: "
        "CI or pre-receive is the gate (see README)."
    )


COMMAND = Command("doctor", "Say what protects this repository and what does not.", add_arguments, run)
