"""The rules on a change: one rule, one module, one page. This is their table.

A rule's module is imported only when what it looks at happened, so a clean commit pays for few of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache, partial
from typing import TYPE_CHECKING

from wiki_schema.hookspecs import hookimpl
from wiki_schema.rule import EVERY_KIND, Rule

if TYPE_CHECKING:
    from wiki_schema.compare.store_change import StoreChange
    from wiki_schema.finding import Finding

_SHARED = ("shared",)
_GROUPS = ("shared", "open")


@cache
def _load(module: str) -> Callable[[StoreChange], Iterable[Finding]]:
    from importlib import import_module

    check: Callable[[StoreChange], Iterable[Finding]] = import_module(f"{__name__}.{module}").check
    return check


def _check(module: str, seen: StoreChange) -> Iterable[Finding]:
    return _load(module)(seen)


def _page(name: str) -> str:
    from importlib.resources import files

    return files(__name__).joinpath(f"{name}.md").read_text(encoding="utf-8")


def _rule(
    name: str,
    level: str,
    on: str,
    kinds: tuple[str, ...] = EVERY_KIND,
    step: str = "binds",
    levels: tuple[tuple[str, str], ...] = (),
) -> Rule:
    check = partial(_check, name.replace("-", "_"))
    return Rule(name, level, check, kinds, on, step, levels, partial(_page, name))


RULES: tuple[Rule, ...] = (
    _rule("log-shortened", "error", "log.touched"),
    _rule("log-rewritten", "error", "log.touched"),
    _rule("log-malformed", "error", "log.new_lines"),
    _rule("log-backdated", "warning", "log.new_entries"),
    _rule("log-missing", "error", "notes", step="reminds"),
    _rule("log-idle", "warning", "log.new_entries", step="reminds"),
    _rule("fact-erased", "error", "hides_or_erases", _SHARED),
    _rule("fact-rewritten", "error", "facts.changed_in_place", _SHARED),
    _rule("fact-moved", "error", "facts.moved", _SHARED),
    _rule("fact-deduplicated", "warning", "facts.deduplicated", _SHARED),
    _rule("fact-unattributed", "error", "notes", _SHARED),
    _rule("provenance-malformed", "error", "notes", _SHARED),
    _rule("fact-backdated", "warning", "facts.added", _SHARED),
    _rule("date-future", "error", "files", _SHARED),
    _rule("impersonated", "error", "signatures", _SHARED),
    _rule("member-unknown", "warning", "signatures", _SHARED),
    _rule("supersede-unauthorised", "error", "facts.struck", _SHARED),
    _rule("supersede-mismarked", "error", "facts.strikes", _SHARED),
    _rule("supersede-unreplaced", "error", "facts.replaced", _SHARED),
    _rule("claim-unlogged", "error", "claims_told", _SHARED, step="reminds"),
    _rule("claim-dropped", "error", "facts.has_pending", _SHARED),
    _rule("claim-unauthorised", "error", "facts.has_pending", _SHARED),
    _rule("note-deleted", "error", "gone_notes", _GROUPS),
    _rule("note-emptied", "error", "loses_words", _GROUPS),
    _rule("note-rewritten", "error", "loses_words", _GROUPS),
    _rule("text-erased", "error", "files", _GROUPS, levels=(("open", "warning"),)),
    _rule("note-unindexed", "error", "new_notes", step="reminds"),
    _rule("index-dropped", "error", "index.changed", step="reminds"),
    _rule("policy-changed", "error", "policy_files"),
    _rule("conflict-marker", "error", "files"),
    _rule("elision", "warning", "files", _GROUPS),
    _rule("encoding", "error", "files"),
    _rule("path-escape", "error", "files"),
    _rule("render", "warning", "files", _SHARED),
)


@hookimpl
def wiki_provide_rules() -> tuple[Rule, ...]:
    """The built-in rules."""
    return RULES
