"""Narrowing a verdict to some rules."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from wiki_schema.finding import CannotCheck, Verdict
from wiki_schema.telling import count

if TYPE_CHECKING:
    from pluggy import PluginManager


def by_rule(verdict: Verdict, names: Sequence[str], manager: PluginManager) -> Verdict:
    """The findings of some rules.

    Raises `CannotCheck` for a name that no rule bears: a misspelt name must not look clean.
    """
    shown = tuple(finding for finding in verdict.findings if finding.rule in names)
    for name in names:
        if not any(finding.rule == name for finding in shown):
            _check_known(name, verdict, manager)
    left = len(verdict.findings) - len(shown)
    notice = (f"{count(left, 'more finding')} of other rules",) if left else ()
    return verdict._replace(findings=shown, notices=(*verdict.notices, *notice))


def _check_known(name: str, verdict: Verdict, manager: PluginManager) -> None:
    from wiki_schema.plugins import known_rules
    from wiki_schema.policy.reader import suggest
    from wiki_schema.text import visible

    known = known_rules(manager) | {rule.name for rule in verdict.rules}
    if name not in known:
        near = suggest(name, sorted(known))
        raise CannotCheck(f"there is no rule {visible(name)}{near}\n`memwiki rule` lists them all.")
