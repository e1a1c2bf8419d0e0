"""From two sides of a repository to a verdict: what every door to git does in the end."""

from __future__ import annotations

import shlex
from collections.abc import Callable, Collection, Iterable
from datetime import date
from typing import TYPE_CHECKING

from wiki_hooks.git.content import Files, content
from wiki_hooks.git.written_by import Written
from wiki_hooks.place.settings import Settings, is_or_below
from wiki_hooks.plumbing.objects import Objects
from wiki_hooks.plumbing.pathspec import from_top
from wiki_hooks.plumbing.raw import Entry
from wiki_schema.change import Change, EmptyTree, Tree
from wiki_schema.finding import CannotCheck, Finding, Verdict
from wiki_schema.judge import NO_POLICY, judge, load_rules
from wiki_schema.members import Evidence
from wiki_schema.override import apply_overrides, read_overrides
from wiki_schema.value import Value

if TYPE_CHECKING:
    import pluggy


class NoPolicy(CannotCheck):
    """Nothing configures a store."""


class Step(Value):
    """The way from one side to another."""

    entries: Collection[Entry]
    before: Tree
    after: Tree
    source: str
    """What git calls the side before, so that a lost file can be brought back from there."""
    others: tuple[Tree, ...] = ()
    base: Tree | None = None
    read_new: Callable[[Entry], str] | None = None
    joins: bool = False
    """Whether a root commit comes to what others have made: nothing before it, and still not the first."""


def judged(
    step: Step,
    settings: Settings,
    evidence: Evidence,
    day: date,
    objects: Objects,
    manager: pluggy.PluginManager,
    find_writers: Callable[[Files, Settings], Written] | None = None,
) -> Verdict:
    """The verdict on one step. Raises `NoPolicy` where nothing configures a store.

    `find_writers` tells what is known of who wrote the files; without it nothing is.
    """
    found = content(step.entries, objects, settings, step.read_new)
    if not settings.is_configured:
        raise NoPolicy(NO_POLICY)
    files = _against_standing(found.files, settings, step.after)
    if not files:
        return Verdict(notices=settings.notices + found.notices)
    written = find_writers(files, settings) if find_writers else Written()
    change = Change(
        files,
        evidence,
        day,
        step.before,
        step.after,
        first=isinstance(step.before, EmptyTree) and not step.joins,
        others=step.others,
        base=step.base,
        moved_logs=settings.moved_logs,
        restore=_restore(step.source),
    )
    # What holds from elsewhere goes on where a side says nothing of its own.
    after = settings.after or (settings.before if settings.standing else None)

    def judged_as(evidence: Evidence) -> Verdict:
        return judge(change._replace(evidence=evidence), settings.before, after, manager)

    verdict = written.judged(judged_as, evidence)
    notices = (*settings.notices, *found.notices, *written.notices, *verdict.notices)
    return verdict._replace(notices=notices)


def _against_standing(files: Files, settings: Settings, after: Tree) -> Files:
    """The files, those of a policy that is brought along compared with the one that stands already."""
    if settings.standing is None or settings.after is None:
        return files
    names = settings.policy_files
    pairs = {path: (settings.standing.read(path), after.read(path)) for path in names}
    brought = {path: pair for path, pair in pairs.items() if pair[0] != pair[1]}
    return {path: pair for path, pair in files.items() if not is_or_below(path, names)} | brought


def _restore(source: str) -> Callable[[str], str]:
    """The command that brings an old file back: at HEAD all of it, of an older commit only to look at.

    What was written since must not be lost over what was lost then.
    """

    def command(path: str) -> str:
        if source == "HEAD":
            place = from_top([path])
            return f"git restore --source=HEAD --staged --worktree -- {place}  # takes this whole change back"
        return f"git show {shlex.quote(f'{source}:{path}')}  # the file as it was"

    return command


def joined(verdicts: Iterable[Verdict]) -> Verdict:
    """All findings and notices of several verdicts, each once, in the order they came.

    What is lost against two parents can be brought back from either: one hint is enough.
    """
    found = list(verdicts)
    findings: dict[Finding, Finding] = {}
    for finding in (finding for verdict in found for finding in verdict.findings):
        findings.setdefault(finding._replace(hint=""), finding)
    notices = dict.fromkeys(notice for verdict in found for notice in verdict.notices)
    return Verdict(tuple(findings.values()), tuple(notices))


def overridden(
    verdict: Verdict, message: str, settings: Settings, evidence: Evidence, manager: pluggy.PluginManager
) -> Verdict:
    """A verdict with the overrides of a commit message honoured, as far as whoever acts may use them."""
    overrides = read_overrides(message)
    setting = settings.before or settings.after
    if not overrides or setting is None:
        return verdict
    actor = manager.hook.wiki_identify_actor(roster=setting.roster, evidence=evidence)
    names = [rule.name for rule in load_rules(manager)]
    return apply_overrides(verdict, overrides, actor, setting.roster, names)
