"""A range of commits, and the whole history: every commit against each of its parents."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from datetime import date
from typing import TYPE_CHECKING

from wiki_hooks.git.healing import healed
from wiki_hooks.git.judging import joined
from wiki_hooks.git.outcome import Outcome
from wiki_hooks.git.span import Span, named, range_of, reachable, resolve
from wiki_hooks.git.walk import Judged, Walk
from wiki_hooks.plumbing.objects import Objects
from wiki_hooks.plumbing.repository import Repository, find_repository
from wiki_schema.finding import CannotCheck, Verdict
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
    span = range_of(repository.git, from_ref, to_ref)
    return joined([told_of_who(who), check_span(repository, span, today, manager)])


def told_of_who(who: str) -> Verdict:
    """Says that whoever is named does not act in what others have committed."""
    said = ("--who does not count for commits: the author of each is who acts.",) if who else ()
    return Verdict(notices=said)


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
    """The verdict on a span: every commit of it, and between its ends what must not be lost.

    Raises `CannotCheck` where its end has a setting that cannot be read, whoever made it.
    """
    said = Verdict(notices=span.notices)
    if not span.commits and not span.replaced:
        return said
    with Objects(repository.git) as objects:
        walk = Walk(repository, objects, manager, today, span.tip, span.old)
        walk.require_setting(span.tip)
        judged = list(walk.judge(span.commits))
        verdict = joined(one.verdict for one in judged)
        if span.base:
            verdict = healed(verdict, Outcome(walk, span, judged).loss)
        if span.replaced:
            verdict = joined([verdict, walk.net(span.replaced, span.tip)])
    return joined([said, verdict])
