"""Git's pre-receive hook, where everybody pushes to: the one gate that no clone can walk around."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import date
from typing import TYPE_CHECKING

from wiki_hooks.git.judging import NoPolicy, joined
from wiki_hooks.git.ranges import check_span
from wiki_hooks.git.span import Span, new_commits, range_of, short
from wiki_hooks.git.walk import Walk
from wiki_hooks.plumbing.objects import Objects
from wiki_hooks.plumbing.process import Git, empty_tree
from wiki_hooks.plumbing.raw import is_zero
from wiki_hooks.plumbing.repository import Repository, find_repository
from wiki_schema.finding import Verdict
from wiki_schema.members import Evidence
from wiki_schema.text import visible

if TYPE_CHECKING:
    import pluggy

_BRANCHES = "refs/heads/"


def check(
    cwd: str, environ: Mapping[str, str], today: date, manager: pluggy.PluginManager, lines: Iterable[str]
) -> Verdict:
    """The verdict on a push as the remote sees it. `lines` are what git gives: old commit, new commit, ref.

    Every branch is judged, tags are not: what they hold is judged when a branch comes to hold it.
    Raises `CannotCheck` where something cannot be read.
    """
    repository = find_repository(cwd, environ)
    updates = [line.split(" ", 2) for line in map(str.strip, lines) if line]
    return joined(
        _told(_check_branch(repository, old, new, ref, today, manager), ref)
        for old, new, ref in updates
        if ref.startswith(_BRANCHES)
    )


def _check_branch(
    repository: Repository, old: str, new: str, ref: str, today: date, manager: pluggy.PluginManager
) -> Verdict:
    try:
        if is_zero(new):
            return _check_deletion(repository, old, ref, today, manager)
        return check_span(repository, _span(repository.git, old, new), today, manager)
    except NoPolicy:
        return Verdict(notices=("nothing configures a store here, so nothing was judged",))


def _span(git: Git, old: str, new: str) -> Span:
    """The commits that come in. A branch that is pushed anew must still hold all that it held."""
    if is_zero(old):
        # Not `--all`: a tag was never judged, so what it has is not known to be good.
        return new_commits(git, new, ("--branches",))
    span = range_of(git, old, new)
    if git.ask("merge-base", "--is-ancestor", old, new) is None:
        said = f"{short(new)} does not contain {short(old)}: every loss between them counts."
        return span._replace(replaced=old, notices=(*span.notices, said))
    return span


def _check_deletion(
    repository: Repository, old: str, ref: str, today: date, manager: pluggy.PluginManager
) -> Verdict:
    """The main branch goes with all that it holds; of any other it is nobody's business."""
    git = repository.git
    if git.ask("symbolic-ref", "--quiet", "HEAD") != ref:
        return Verdict()
    with Objects(git) as objects:
        walk, nothing = Walk(repository, objects, manager, today, old, old), empty_tree(git)
        walk.require_setting(nothing)
        return walk.net(old, nothing, Evidence())


def _told(verdict: Verdict, ref: str) -> Verdict:
    return verdict._replace(notices=tuple(f"{visible(ref)}: {notice}" for notice in verdict.notices))
