"""`memwiki plugins`: what is loaded, from where, and which hooks it answers."""

from __future__ import annotations

import argparse
import os

from wiki_schema.command import Command
from wiki_schema.plugins import Entry, find_entries, get_plugin_manager
from wiki_schema.text import visible


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """No arguments."""


def origin(entry: Entry | None) -> str:
    """The distribution a plugin came with: `memwiki 0.1.0`."""
    if entry is None:
        return "built in"
    folder = os.path.basename(os.path.dirname(entry.source))
    name, _, version = folder.removesuffix(".dist-info").removesuffix(".egg-info").partition("-")
    return f"{name} {version}".strip()


def run(args: argparse.Namespace) -> int:
    """Print one plugin a paragraph."""
    entries = find_entries()
    manager = get_plugin_manager(entries)
    by_name = {entry.name: entry for entry in entries}
    for name, plugin in manager.list_name_plugin():
        entry = by_name.get(name)
        target = entry.target if entry else getattr(plugin, "__name__", "")
        hooks = sorted(caller.name for caller in manager.get_hookcallers(plugin) or ())
        print(f"{visible(name)}: {visible(target)} ({visible(origin(entry))})")
        print(f"  answers {', '.join(hooks) or 'no hook'}")
    return 0


COMMAND = Command("plugins", "List what is loaded, from where, and what it answers.", add_arguments, run)
