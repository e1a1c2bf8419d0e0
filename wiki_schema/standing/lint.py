"""The health pass: runs the rules on a store over every store of a repository. It reads and reports only."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import date
from functools import partial
from typing import TYPE_CHECKING

from wiki_schema.change import Snapshot, Tree
from wiki_schema.finding import ERROR, OFF, WARNING, CannotCheck, Finding, Verdict
from wiki_schema.judge import format_of, formats_for, load_formats
from wiki_schema.plugins import load_store_rules
from wiki_schema.policy.setting import Setting
from wiki_schema.rule import StoreRule
from wiki_schema.standing.baseline import STALE, Baseline, Settled, settle, stale
from wiki_schema.standing.discretion import discreet
from wiki_schema.standing.view import History, StoreView

if TYPE_CHECKING:
    import pluggy

    from wiki_schema.policy import Policy


def view_stores(
    tree: Tree, setting: Setting, day: date, manager: pluggy.PluginManager, history: History | None = None
) -> tuple[StoreView, ...]:
    """Every store of a repository as it stands. Raises `PolicyError` where no plugin gives a log format.

    The views share what they read: a rule that asks again sees the same, and waits for no disk.
    """
    known = formats_for(setting, manager)
    tree, policy, roster = Snapshot(tree), setting.policy, setting.roster
    formats = partial(load_formats, manager)
    return tuple(
        StoreView(store, policy, roster, format_of(store, known, setting), tree, day, history, formats)
        for store in policy.stores
    )


def _to_nobody(_words: str) -> None:
    """Whoever is not told how far the pass has come."""


def lint(
    views: Iterable[StoreView], manager: pluggy.PluginManager, tell: Callable[[str], None] = _to_nobody
) -> Verdict:
    """All that the rules have to say about stores, ordered by who owes the decision.

    `tell` is told of each rule before it runs. What a rule could not look at is among `unknown`, and takes
    nothing from what the others found. Raises `CannotCheck` where nobody can say which files there are.
    """
    rules = load_store_rules(manager)
    findings: list[Finding] = []
    unknown: dict[str, None] = {}
    for view in views:
        found: list[Finding] = []
        _ = view.everything  # asked here once: each rule would wait for it to fail
        for rule in rules:
            try:
                found += _run(rule, view, tell)
            except CannotCheck as error:
                unknown[str(error)] = None
        findings += discreet(found, view.read, manager)
    ordered = in_order(findings, [rule.name for rule in rules])
    return Verdict(tuple(ordered), rules=tuple(rules), unknown=tuple(unknown))


def within(verdict: Verdict, baseline: Baseline, policy: Policy) -> Settled:
    """What a baseline leaves of a health pass, and what is stale in it."""
    settled = settle(verdict, baseline)
    level = policy.rules.get(STALE, WARNING)
    # Where a rule could not look, nobody knows whether what it found before is still there.
    is_told = level != OFF and not verdict.unknown
    found = [f._replace(level=level) for f in stale(baseline, settled.left)] if is_told else []
    findings = in_order((*settled.verdict.findings, *found), [rule.name for rule in verdict.rules])
    return settled._replace(verdict=verdict._replace(findings=tuple(findings)))


def with_accepted(settled: Settled) -> Verdict:
    """A health pass with what the baseline covers, each in its place and marked as accepted."""
    verdict = settled.all
    names = [rule.name for rule in verdict.rules]
    return verdict._replace(findings=tuple(in_order(verdict.findings, names)))


def _run(rule: StoreRule, view: StoreView, tell: Callable[[str], None]) -> list[Finding]:
    """The findings of a rule in a store where it holds, stamped with name and level."""
    level = view.policy.rules.get(rule.name, rule.level)
    if view.store.kind not in rule.kinds or level == OFF:
        return []
    tell(f"{view.store.path or '.'}: {rule.name}")
    try:
        found = list(rule.check(view))
    except CannotCheck:
        raise
    except (Exception, SystemExit) as error:
        raise CannotCheck(
            f"The rule {rule.name} failed ({type(error).__name__}: {error}), so what it would say is "
            "not known: update or uninstall the plugin it comes from, or report it with the note."
        ) from error
    return [
        finding._replace(rule=rule.name, level=WARNING if WARNING in (level, finding.level) else ERROR)
        for finding in found
    ]


def in_order(findings: Iterable[Finding], names: list[str]) -> list[Finding]:
    """By who owes the decision, whoever keeps the wiki last; then by file and line. Each once."""
    rank = {name: index for index, name in enumerate(names)}
    once = dict.fromkeys(findings)
    return sorted(
        once, key=lambda f: (not f.owed_by, f.owed_by, f.path, f.line, rank.get(f.rule, len(rank)), f.column)
    )
