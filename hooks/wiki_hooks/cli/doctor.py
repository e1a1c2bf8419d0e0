"""`memwiki doctor`: what protects this repository, what does not, and what closes each gap."""

from __future__ import annotations

import argparse
import os

from wiki_hooks.checkup import GAP, NOTE, OK, look
from wiki_hooks.cli.answer import has_colour
from wiki_schema.command import Command
from wiki_schema.plugins import get_plugin_manager
from wiki_schema.text import harmless

COLOURS = {OK: "32", NOTE: "33", GAP: "1;31"}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """No arguments."""


def run(args: argparse.Namespace) -> int:
    """Print one line for each thing looked at; 1 where there is a gap."""
    gaps = 0
    for check in look(os.getcwd(), os.environ, get_plugin_manager()):
        gaps += check.state == GAP
        state = f"{check.state:<4}"
        words = harmless(check.words)
        print(f"\x1b[{COLOURS[check.state]}m{state}\x1b[0m" if has_colour() else state, words)
        if check.command:
            print(f"       do: {harmless(check.command)}")
    print(f"\n{gaps or 'no'} gap{'' if gaps == 1 else 's'}." + ("" if gaps else " Well protected."))
    return 1 if gaps else 0


COMMAND = Command("doctor", "Say what protects this repository and what does not.", add_arguments, run)
