"""Under the pre-commit framework: which change a hook stands for is told by variables alone."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from typing import TYPE_CHECKING

from wiki_hooks.plumbing.process import Git
from wiki_hooks.plumbing.repository import find_repository
from wiki_schema.finding import Verdict

if TYPE_CHECKING:
    import pluggy

    from wiki_hooks.git.span import Span

_FROM, _TO = "PRE_COMMIT_FROM_REF", "PRE_COMMIT_TO_REF"
_REMOTE = "PRE_COMMIT_REMOTE_NAME"


def check(
    cwd: str, environ: Mapping[str, str], who: str, today: date, manager: pluggy.PluginManager
) -> Verdict | None:
    """The verdict on a push where one is going on, on a range where one was named; None for what is staged.

    Variables that name nothing new may be left over, so they excuse nothing: what is staged is judged too.
    Raises `CannotCheck` where something cannot be read or nothing configures a store.
    """
    if not (environ.get(_FROM) and environ.get(_TO)) and not environ.get(_REMOTE):
        return None
    from wiki_hooks.git import ranges, staged
    from wiki_hooks.git.judging import joined

    repository = find_repository(cwd, environ)
    span = _span(repository.git, environ)
    verdict = joined([ranges.told_of_who(who), ranges.check_span(repository, span, today, manager)])
    if span.commits and not span.again:
        return verdict
    index = staged.check(cwd, environ, who, today, manager)
    told = tuple(notice for notice in index.notices if notice != staged.NOTHING_STAGED)
    return joined([verdict, index._replace(notices=told)])


def _span(git: Git, environ: Mapping[str, str]) -> Span:
    first, last = environ.get(_FROM), environ.get(_TO)
    if first and last:
        from wiki_hooks.git.span import range_of

        return range_of(git, first, last)
    # A history that is new to the remote, root and all, is pushed without naming a range.
    from wiki_hooks.git.prepush import span_of_branch

    return span_of_branch(git, environ[_REMOTE], environ.get("PRE_COMMIT_LOCAL_BRANCH") or "HEAD")
