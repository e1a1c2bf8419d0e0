"""The health pass: rules on a store as it stands. One rule, one module, one page; this is their table.

A rule's module is imported only when the pass runs: a commit check loads this table and no more.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from typing import TYPE_CHECKING

from wiki_schema import hookimpl
from wiki_schema.rule import EVERY_KIND, StoreRule

if TYPE_CHECKING:
    from wiki_schema.finding import Finding
    from wiki_schema.standing.view import StoreView

_SHARED = ("shared",)
_GROUPS = ("shared", "open")
_FACTS = ("shared", "private")


def _check(module: str, view: StoreView) -> Iterable[Finding]:
    from importlib import import_module

    check: Callable[[StoreView], Iterable[Finding]] = import_module(f"{__name__}.rules.{module}").check
    return check(view)


def _page(name: str) -> str:
    from importlib.resources import files

    return files(f"{__name__}.rules").joinpath(f"{name}.md").read_text(encoding="utf-8")


def _rule(name: str, level: str, kinds: tuple[str, ...] = EVERY_KIND) -> StoreRule:
    return StoreRule(name, level, partial(_check, name.replace("-", "_")), kinds, partial(_page, name))


RULES: tuple[StoreRule, ...] = (
    # Names and bytes
    _rule("name-clash", "error"),
    _rule("encoding", "error"),
    _rule("render", "warning"),
    _rule("conflict-copy", "error"),
    _rule("conflict-marker", "error"),
    # What leads where
    _rule("note-orphan", "error"),
    _rule("index-dead", "error"),
    _rule("link-dead", "error"),
    _rule("note-large", "error"),
    _rule("index-large", "error"),
    # Facts
    _rule("fact-duplicate", "warning", _FACTS),
    _rule("fact-contradiction", "warning", _FACTS),
    _rule("superseded-current", "warning", _FACTS),
    _rule("fact-unattributed", "warning", _SHARED),
    _rule("member-unknown", "warning", _SHARED),
    # Claims and the log
    _rule("claim-stale", "warning", _FACTS),
    _rule("conflict-open", "warning"),
    _rule("log-gap", "warning"),
    _rule("log-order", "warning"),
    _rule("log-malformed", "warning"),
    # What words say
    _rule("date-passed", "warning", _FACTS),
    _rule("private-matter", "warning", _SHARED),
    _rule("roster-copied", "warning"),
    _rule("instruction-in-note", "warning"),
    # What was accepted
    _rule("baseline-stale", "warning"),
)


@hookimpl
def wiki_find_drift() -> tuple[StoreRule, ...]:
    """The rules of this package."""
    return RULES
