"""Which commits a range means, and what their end is measured by: worked out here, and said aloud."""

from __future__ import annotations

from collections.abc import Sequence

from wiki_hooks.plumbing.commits import commit_of
from wiki_hooks.plumbing.objects import FULL_HISTORY
from wiki_hooks.plumbing.process import Git
from wiki_hooks.plumbing.raw import is_zero
from wiki_schema.finding import CannotCheck
from wiki_schema.text import visible
from wiki_schema.value import Value

_DEFAULTS = ("origin/HEAD", "origin/main", "origin/master", "main", "master")


class Span(Value):
    """Some commits to judge, one by one."""

    tip: str
    """The newest; empty where there is none."""
    commits: tuple[str, ...] = ()
    """All of them, oldest first."""
    base: str = ""
    """What the end is compared with, to see what became good again; empty where there is nothing."""
    old: str = ""
    """What stood there before: its setting judges commits that come without one. Empty where nothing did."""
    replaced: str = ""
    """A tip that this one takes the place of without containing it: whatever it held must still be there."""
    again: bool = False
    """Whether there is nothing new in it, and its one commit was there already."""
    notices: tuple[str, ...] = ()


def resolve(git: Git, name: str) -> str:
    """The commit of a name. Raises `CannotCheck` with the remedy where it is not in this clone."""
    _refuse_option(name)
    oid = commit_of(git, name)
    if oid is None:
        raise CannotCheck(
            f"{visible(name)} is no commit of this clone, so there is nothing to compare with. {FULL_HISTORY}"
        )
    return oid


def range_of(git: Git, start: str, end: str) -> Span:
    """The commits of `end` that `start` does not have; the base is what the two last had in common."""
    if is_zero(end):
        return Span("", notices=("The branch is deleted: there is no commit to judge.",))
    tip = resolve(git, end)
    if is_zero(start):
        return _new_branch(git, tip)
    first = resolve(git, start)
    if first == tip:
        said = f"{visible(start)} and {visible(end)} are one commit, {short(tip)}: compared with its parents."
        return Span(tip, (tip,), again=True, notices=(said,))
    base = git.ask("merge-base", first, tip)
    commits = reachable(git, tip, "--not", first)
    if base is None:
        if git.ask("rev-parse", "--is-shallow-repository") == "true":
            raise CannotCheck(
                f"{visible(start)} and {visible(end)} have no common commit here. {FULL_HISTORY}"
            )
        said = f"{visible(start)} and {visible(end)} have no common commit: every loss between them counts."
        return Span(tip, commits, old=first, replaced=first, notices=(said,))
    what = (
        short(base)
        if base == first
        else f"{short(base)}, the merge base of {visible(start)} and {visible(end)}"
    )
    return Span(tip, commits, base, first, notices=(_counted(commits, what),))


def new_commits(git: Git, tip: str, known: Sequence[str]) -> Span:
    """The commits of a tip that no reference of some patterns (`--branches`, `--remotes=NAME`) has yet."""
    listing = git.run("rev-list", "--reverse", "--topo-order", "--boundary", tip, "--not", *known)
    lines = listing.decode("ascii").split()
    commits = tuple(line for line in lines if not line.startswith("-"))
    edges = [line[1:] for line in lines if line.startswith("-")]
    # With several edges none of them holds all that was there before, so nothing counts as made good.
    base = edges[0] if len(edges) == 1 else ""
    counted = _counted(commits, short(base) if base else "what is known there")
    return Span(tip, commits, base, edges[0] if edges else "", notices=(counted,))


def reachable(git: Git, *what: str) -> tuple[str, ...]:
    """Commits, oldest first, parents before children. Takes object names and options of `git rev-list`."""
    return tuple(git.run("rev-list", "--reverse", "--topo-order", *what, "--").decode("ascii").split())


def named(git: Git, revisions: str) -> tuple[str, ...]:
    """The commits of a range as people write it: `A..B`, `HEAD~20..`, several words."""
    words = revisions.split()
    for word in words:
        _refuse_option(word)
    return tuple(
        git.run("rev-list", "--reverse", "--topo-order", "--end-of-options", *words, "--")
        .decode("ascii")
        .split()
    )


def short(oid: str) -> str:
    """An object name for people, and still for git."""
    return oid[:12]


def _refuse_option(name: str) -> None:
    if name.startswith("-"):
        raise CannotCheck(f"{visible(name)} is no name of a commit: it begins with a dash.")


def _new_branch(git: Git, tip: str) -> Span:
    """A branch that was not there before: measured by the default branch, where there is one."""
    for default in _DEFAULTS:
        first = git.ask("rev-parse", "--verify", "--quiet", f"{default}^{{commit}}")
        if first == tip:
            said = f"A new branch, the same as {default}: its newest commit is compared with its parents."
            return Span(tip, (tip,), again=True, notices=(said,))
        base = git.ask("merge-base", first, tip) if first else None
        if first and base:
            commits = reachable(git, tip, "--not", first)
            what = f"{short(base)}, where the new branch left {default}"
            return Span(tip, commits, base, first, notices=(_counted(commits, what),))
    commits = reachable(git, tip)
    return Span(tip, commits, notices=(_counted(commits, "nothing: a new branch with a history of its own"),))


def _counted(commits: Sequence[str], base: str) -> str:
    if not commits:
        return f"No new commits after {base}: nothing to judge."
    count = "1 commit" if len(commits) == 1 else f"{len(commits)} commits"
    return f"Judged one by one: {count} after {base}."
