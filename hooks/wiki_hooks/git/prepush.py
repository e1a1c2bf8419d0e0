"""Git's pre-push hook: the commits that a remote does not have yet, of every branch that is pushed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import date
from typing import TYPE_CHECKING

from wiki_hooks.git.judging import joined
from wiki_hooks.git.ranges import check_span
from wiki_hooks.git.span import Span, new_commits, range_of, resolve
from wiki_hooks.plumbing.process import Git
from wiki_hooks.plumbing.raw import is_zero
from wiki_hooks.plumbing.repository import find_repository
from wiki_schema.finding import CannotCheck, Verdict
from wiki_schema.text import visible

if TYPE_CHECKING:
    import pluggy


def check(
    cwd: str,
    environ: Mapping[str, str],
    today: date,
    manager: pluggy.PluginManager,
    remote: str,
    lines: Iterable[str],
) -> Verdict:
    """The verdict on a push. `lines` are what git gives: local ref, its commit, remote ref, its commit.

    Raises `CannotCheck` where what stands on the remote is not known here.
    """
    repository = find_repository(cwd, environ)
    spans = [_span(repository.git, remote, *line.split()) for line in lines if line.strip()]
    return joined(check_span(repository, span, today, manager) for span in spans)


def span_of_branch(git: Git, remote: str, branch: str) -> Span:
    """Everything of a local branch that a remote has on none of its own."""
    return _new_to(git, remote, resolve(git, branch))


def _span(git: Git, remote: str, local_ref: str, local: str, remote_ref: str, theirs: str) -> Span:
    if is_zero(local):
        return Span(
            "", notices=(f"{visible(remote_ref)} is deleted there: that is for the remote to judge.",)
        )
    if remote_ref.startswith("refs/tags/"):
        return Span(
            "", notices=(f"{visible(remote_ref)} is a tag: its commits are judged with their branch.",)
        )
    if is_zero(theirs):
        return _new_to(git, remote, resolve(git, local))
    if git.ask("cat-file", "-e", f"{theirs}^{{commit}}") is None:
        raise CannotCheck(
            f"What stands on {visible(remote)} as {visible(remote_ref)} is not known here, so there is "
            f"nothing to compare with: run `git fetch {visible(remote)}` first."
        )
    return range_of(git, theirs, local)


def _new_to(git: Git, remote: str, tip: str) -> Span:
    return new_commits(git, tip, (f"--remotes={remote}",))
