"""A range of commits, and the whole history: every commit against each of its parents."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import date
from functools import cache
from typing import TYPE_CHECKING

from wiki_hooks.git.healing import Loss, healed, loss_of
from wiki_hooks.git.judging import joined
from wiki_hooks.git.objects import Objects
from wiki_hooks.git.repository import Repository, find_repository
from wiki_hooks.git.span import Span, named, range_of, reachable, resolve
from wiki_hooks.git.walk import Judged, Walk
from wiki_schema.finding import CannotCheck, Finding, Verdict
from wiki_schema.text import visible

if TYPE_CHECKING:
    import pluggy


def check(
    cwd: str,
    environ: Mapping[str, str],
    who: str,
    today: date,
    manager: pluggy.PluginManager,
    from_ref: str,
    to_ref: str,
) -> Verdict:
    """The verdict on the commits of `to_ref` that `from_ref` does not have.

    Each commit's author is the actor, its day the day. What the end has again is only a warning.
    Raises `CannotCheck` where a commit is not in this clone or nothing configures a store.
    """
    repository = find_repository(cwd, environ)
    said = ("--who does not count for commits: the author of each is who acts.",) if who else ()
    verdict = check_span(repository, range_of(repository.git, from_ref, to_ref), today, manager)
    return joined([Verdict(notices=said), verdict])


def audit(
    cwd: str, environ: Mapping[str, str], today: date, manager: pluggy.PluginManager, revisions: str = ""
) -> Iterator[Judged]:
    """Every commit of some revisions (`A..B`; all of HEAD where none are given), oldest first, each judged.

    Raises `CannotCheck` as `check` does.
    """
    repository = find_repository(cwd, environ)
    git = repository.git
    commits = named(git, revisions) if revisions else reachable(git, resolve(git, "HEAD"))
    if not commits:
        raise CannotCheck(f"{visible(revisions)} names no commit.")
    with Objects(git) as objects:
        yield from Walk(repository, objects, manager, today, commits[-1]).judge(commits)


def is_unborn(cwd: str, environ: Mapping[str, str]) -> bool:
    """Whether the branch that is checked out has no commit yet. One that cannot be read has."""
    git = find_repository(cwd, environ).git
    branch = git.ask("symbolic-ref", "--quiet", "HEAD")
    if branch is None or git.ask("rev-parse", "--quiet", "--verify", "HEAD") is not None:
        return False
    file = git.ask("rev-parse", "--git-path", branch) or ""
    return not os.path.lexists(os.path.join(git.folder, file))


def check_span(repository: Repository, span: Span, today: date, manager: pluggy.PluginManager) -> Verdict:
    """The verdict on a span: every commit of it, and between its ends what must not be lost."""
    said = Verdict(notices=span.notices)
    if not span.commits and not span.replaced:
        return said
    with Objects(repository.git) as objects:
        walk = Walk(repository, objects, manager, today, span.tip, span.old)
        judged = list(walk.judge(span.commits))
        verdict = joined(one.verdict for one in judged)
        if span.base:
            verdict = healed(verdict, _find_loss(walk, span, judged))
        if span.replaced:
            verdict = joined([verdict, walk.net(span.replaced, span.tip)])
    return joined([said, verdict])


def _find_loss(walk: Walk, span: Span, judged: Iterable[Judged]) -> Callable[[Finding], Loss]:
    """What is lost in the end, of what the base had and a finding may speak of.

    What a range wrote and took back never was in the base, and so is no loss. But what a merge drops of
    the new words of one of its sides was somebody else's; and a log that the base does not have yet must
    be kept from its first line on.
    """
    parents = {one.commit.oid: one.commit.parents for one in judged}

    @cache
    def until_end(commit: str) -> Loss:
        return loss_of(walk.net(commit, span.tip)) if commit else Loss()

    def find(finding: Finding) -> Loss:
        starts = parents[finding.commit]
        loss = until_end(span.base)
        if len(starts) > 1:
            old = until_end(walk.merge_base(starts))
            for start in starts:
                loss = loss.plus(until_end(start).minus(old))
        elif finding.rule.startswith("log-") and not walk.has_log(span.base, finding.path):
            return until_end(*starts)
        return loss

    return find
