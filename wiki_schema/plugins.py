"""Finding and loading plugins. `get_plugin_manager` returns a fresh manager, never a global one."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from importlib import import_module

import pluggy

from wiki_schema import hookspecs
from wiki_schema.finding import CannotCheck
from wiki_schema.value import Value


class Entry(Value):
    """One entry point of the group `memwiki`."""

    name: str
    target: str
    """`module` or `module:attribute`."""
    source: str
    """The metadata file it was read from."""


def _section(text: str) -> Iterator[tuple[str, str]]:
    """The entries of `[memwiki]` in an entry_points.txt."""
    inside = False
    for raw in text.split("\n"):
        line = raw.strip()
        if line.startswith("["):
            inside = line == f"[{hookspecs.PROJECT}]"
        elif inside and "=" in line and not line.startswith(("#", ";")):
            name, _, target = line.partition("=")
            yield name.strip(), target.strip()


def find_entries(folders: Sequence[str] | None = None) -> list[Entry]:
    """Every installed plugin, in the order of the import path; the first of a name wins.

    Reads the same metadata as `importlib.metadata`, which would cost every commit 35 ms.
    """
    found: dict[str, Entry] = {}
    for folder in sys.path if folders is None else folders:
        try:
            names = sorted(n for n in os.listdir(folder or ".") if n.endswith((".dist-info", ".egg-info")))
        except OSError:
            continue
        for name in names:
            source = os.path.join(folder, name, "entry_points.txt")
            try:
                with open(source, encoding="utf-8") as file:
                    text = file.read()
            except OSError:
                continue
            if f"[{hookspecs.PROJECT}]" in text:
                for key, target in _section(text):
                    found.setdefault(key, Entry(key, target, source))
    return list(found.values())


def _load(entry: Entry) -> object:
    module, _, attribute = entry.target.partition(":")
    try:
        loaded: object = import_module(module)
        for part in attribute.split(".") if attribute else ():
            loaded = getattr(loaded, part)
    except Exception as error:
        raise CannotCheck(
            f"The plugin {entry.name} ({entry.target}, from {entry.source}) cannot be loaded: "
            f"{type(error).__name__}: {error}. Mend it or uninstall it; without it the rules are not whole."
        ) from error
    return loaded


def get_plugin_manager(entries: Sequence[Entry] | None = None) -> pluggy.PluginManager:
    """A fresh manager with the built-in rules and every installed plugin.

    Raises `CannotCheck` when a plugin cannot be loaded or answers a hook that does not exist.
    """
    from wiki_schema import rules

    manager = pluggy.PluginManager(hookspecs.PROJECT)
    manager.add_hookspecs(hookspecs)
    manager.register(rules, "rules")
    for entry in find_entries() if entries is None else entries:
        manager.register(_load(entry), entry.name)
    try:
        manager.check_pending()
    except pluggy.PluginValidationError as error:
        raise CannotCheck(f"A plugin answers a hook that memwiki does not have: {error}") from error
    return manager
