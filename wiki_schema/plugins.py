"""Finding and loading plugins. `get_plugin_manager` returns a fresh manager, never a global one."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from importlib import import_module
from typing import TypeVar

import pluggy

from wiki_schema import hookspecs
from wiki_schema.finding import CannotCheck
from wiki_schema.rule import Rule, StoreRule
from wiki_schema.value import Value

_Rule = TypeVar("_Rule", Rule, StoreRule)


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
    except (Exception, SystemExit) as error:
        raise CannotCheck(
            f"The plugin {entry.name} ({entry.target}, from {entry.source}) cannot be loaded: "
            f"{_said(error)}. {_REMEDY}"
        ) from error
    return loaded


_REMEDY = "Mend it or uninstall it; without it the rules are not whole."


def _said(error: BaseException) -> str:
    return f"{type(error).__name__}: {error}"


def get_plugin_manager(entries: Sequence[Entry] | None = None) -> pluggy.PluginManager:
    """A fresh manager with the built-in rules and every installed plugin.

    Raises `CannotCheck` when a plugin cannot be loaded or answers a hook that does not exist.
    """
    from wiki_schema import rules

    manager = pluggy.PluginManager(hookspecs.PROJECT)
    manager.add_hookspecs(hookspecs)
    manager.register(rules, "rules")
    try:
        for entry in find_entries() if entries is None else entries:
            manager.register(_load(entry), entry.name)
        manager.check_pending()
    except pluggy.PluginValidationError as error:
        raise CannotCheck(f"A plugin answers a hook that memwiki does not have: {error}") from error
    manager.add_hookcall_monitoring(lambda *_: None, _name_the_culprit)
    return manager


def _name_the_culprit(
    outcome: pluggy.Result[object], hook: str, answering: Sequence[pluggy.HookImpl], given: object
) -> None:
    """Where a plugin fails that must answer, says which one: what it would have said is not known."""
    error = outcome.exception
    if error is None or isinstance(error, (CannotCheck, KeyboardInterrupt)):
        return
    codes = {getattr(impl.function, "__code__", None): impl.plugin_name for impl in answering}
    frame, name = error.__traceback__, "?"
    while frame is not None:
        name = codes.get(frame.tb_frame.f_code, name)
        frame = frame.tb_next
    outcome.force_exception(CannotCheck(f"The plugin {name} failed in {hook}: {_said(error)}. {_REMEDY}"))


def load_rules(manager: pluggy.PluginManager) -> list[Rule]:
    """Every rule on a change, the built-in ones first, each name once.

    Raises `CannotCheck` where a plugin gives what is no rule, or two give one of the same name.
    """
    return _rules(manager.hook.wiki_provide_rules, Rule)


def load_store_rules(manager: pluggy.PluginManager) -> list[StoreRule]:
    """Every rule on a store, each name once. Raises `CannotCheck` as `load_rules` does."""
    return _rules(manager.hook.wiki_find_drift, StoreRule)


def known_rules(manager: pluggy.PluginManager) -> frozenset[str]:
    """The names that `[rules]` may set a level for."""
    return frozenset(rule.name for rule in load_rules(manager)) | {r.name for r in load_store_rules(manager)}


def _rules(hook: pluggy.HookCaller, sort: type[_Rule]) -> list[_Rule]:
    given: list[_Rule] = [rule for rules in reversed(hook()) for rule in rules]
    odd = [rule for rule in given if not isinstance(rule, sort)]
    if odd:
        what = f"{hook.name} what is no rule: {odd[0]!r}"
        raise CannotCheck(f"The plugin {_givers(hook, odd[0])} gives {what}. {_REMEDY}")
    names: set[str] = set()
    for name in (rule.name for rule in given):
        if name in names:
            raise CannotCheck(
                f"Two plugins ({_givers(hook, name)}) give a rule named {name}, so one would hide the other: "
                "uninstall one."
            )
        names.add(name)
    return given


def _givers(hook: pluggy.HookCaller, name: object) -> str:
    """The plugins that give a rule of a name, or this very thing that is no rule."""
    givers = []
    for answering in hook.get_hookimpls():
        rules: Sequence[object] = answering.function()  # type: ignore[assignment]
        if any(getattr(rule, "name", rule) == name for rule in rules):
            givers.append(answering.plugin_name)
    return " and ".join(givers)
