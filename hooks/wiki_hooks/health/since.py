"""Narrowing a health pass to files that changed. Everything is read all the same."""

from __future__ import annotations

from collections.abc import Collection

from wiki_hooks.plumbing.commits import commit_of
from wiki_hooks.plumbing.repository import Repository
from wiki_schema.finding import CannotCheck, Finding, Verdict
from wiki_schema.telling import count
from wiki_schema.text import decode, visible


def since(verdict: Verdict, repository: Repository | None, revision: str) -> Verdict:
    """The findings that have to do with a file which changed since a commit, in commits or on disk.

    Raises `CannotCheck` where there is no such commit.
    """
    if repository is None:
        raise CannotCheck("--since needs a git repository, and there is none here: leave it out.")
    changed = _changed(repository, revision)
    shown = tuple(finding for finding in verdict.findings if _concerns(finding, changed))
    left = len(verdict.findings) - len(shown)
    notice = (f"{count(left, 'more finding')} in files that have not changed since",) if left else ()
    return verdict._replace(findings=shown, notices=(*verdict.notices, *notice))


def _concerns(finding: Finding, changed: Collection[str]) -> bool:
    return finding.path in changed or any(path in changed for path, _ in finding.also)


def _changed(repository: Repository, revision: str) -> Collection[str]:
    """Every path that differs on disk from a commit, untracked files included."""
    git = repository.git
    commit = commit_of(git, revision)
    if commit is None:
        raise CannotCheck(
            f"{visible(revision)} names no single commit here. `git log --oneline` shows those there "
            "are; in a shallow clone, `git fetch --unshallow` brings the rest."
        )
    differing = git.run("diff-index", "--name-only", "--no-renames", "-z", commit, "--")
    untracked = git.run("ls-files", "-z", "--others", "--exclude-standard")
    return set(decode(differing + untracked).split("\0")) - {""}
