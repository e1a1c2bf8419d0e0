"""What an admin overrode on the other side of a merge need not be overridden again by all who merge it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from typing import TYPE_CHECKING

from wiki_hooks.git.judging import Step, overridden
from wiki_hooks.git.merge import merge_base
from wiki_hooks.git.walk import Walk
from wiki_hooks.place.settings import Settings
from wiki_hooks.plumbing.author import commit_evidence
from wiki_hooks.plumbing.objects import Commit, Objects
from wiki_hooks.plumbing.process import Git
from wiki_hooks.plumbing.repository import Repository
from wiki_schema.finding import ERROR, Finding, Verdict
from wiki_schema.override import TRAILER, read_overrides

if TYPE_CHECKING:
    import pluggy

_Loss = tuple[str, str, str]
"""A rule, a file, and words that are lost; "" where the finding names none."""


def without_decided(
    verdict: Verdict,
    step: Step,
    others: Sequence[str],
    settings: Settings,
    repository: Repository,
    objects: Objects,
    today: date,
    manager: pluggy.PluginManager,
) -> Verdict:
    """The verdict on one step of a merge, without what commits of the other parents were allowed to do.

    Of one rule in one file that is no more than what such a commit itself took, of what stood there when
    the histories parted, and what its side has not put back.
    """
    errors = [finding for finding in verdict.findings if finding.level == ERROR]
    for tip in others if errors else ():
        walk = Walk(repository, objects, manager, today, tip, step.source)
        taken: set[_Loss] | None = None
        for commit in _with_override(repository.git, objects, step.source, tip, errors):
            if taken is None:
                taken = _taken(walk, merge_base(repository.git, [step.source, tip]), tip)
            lost = taken & _taken_by(walk, commit)
            decided = Verdict(tuple(f for f in verdict.findings if _is_among(f, lost, step)))
            if decided.findings:
                told = overridden(decided, commit.message, settings, commit_evidence(commit), manager)
                gone = set(decided.findings).difference(told.findings)
                left = tuple(finding for finding in verdict.findings if finding not in gone)
                verdict = Verdict(left, (*verdict.notices, *told.notices))
    return verdict


def _with_override(
    git: Git, objects: Objects, parent: str, tip: str, errors: Iterable[Finding]
) -> Iterator[Commit]:
    """The commits that a merge brings to a parent and that set a refused rule aside in a refused file."""
    rules, paths = {error.rule for error in errors}, {error.path for error in errors}
    words = ("rev-list", "--regexp-ignore-case", f"--grep=^{TRAILER}:", tip, f"^{parent}", "--")
    found = git.run(*words, *sorted(paths)).decode("ascii").split()
    for commit in objects.commits(found):
        if any(override.rule in rules for override in read_overrides(commit.message)):
            yield commit


def _taken_by(walk: Walk, commit: Commit) -> set[_Loss]:
    rules = {override.rule for override in read_overrides(commit.message)}
    losses = (_taken(walk, parent, commit.oid) for parent in commit.parents)
    return {loss for lost in losses for loss in lost if loss[0] in rules}


def _taken(walk: Walk, start: str, end: str) -> set[_Loss]:
    found = walk.net(start, end).findings if start else ()
    return {(finding.rule, finding.path, words) for finding in found for words in finding.lost or ("",)}


def _is_among(finding: Finding, lost: set[_Loss], step: Step) -> bool:
    """Whether a finding tells only of some losses. One without words needs a file that is as it was."""
    if not finding.lost and (
        step.base is None or step.base.read(finding.path) != step.before.read(finding.path)
    ):
        return False
    return all((finding.rule, finding.path, words) in lost for words in finding.lost or ("",))
