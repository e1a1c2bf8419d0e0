"""What became in the end of the words that a range lost on its way."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache

from wiki_hooks.git.healing import Loss, loss_of, refused
from wiki_hooks.git.span import Span
from wiki_hooks.git.walk import Judged, Walk
from wiki_hooks.plumbing.author import commit_evidence
from wiki_hooks.plumbing.objects import Commit
from wiki_schema.finding import Finding, Verdict
from wiki_schema.members import Evidence


class Outcome:
    """The outcome of a range. Everything is worked out when a finding asks for it, and once."""

    def __init__(self, walk: Walk, span: Span, judged: Sequence[Judged]) -> None:
        self._walk = walk
        self._span = span
        self._commits = {one.commit.oid: one.commit for one in judged}
        self._until_end = cache(self._find_until_end)
        self._net = cache(self._find_net)

    def loss(self, finding: Finding) -> Loss:
        """What is lost in the end, of what the base had and a finding may speak of.

        What a range wrote and took back never was in the base, and so is no loss. But what a merge drops
        of the new words of one of its sides was somebody else's; and a log that the base does not have yet
        must be kept from its first line on. What came back only by what nobody may do who did it, in
        another place or struck, is lost as well.
        """
        starts = self._commits[finding.commit].parents
        loss = self._until_end(self._span.base)
        if len(starts) > 1:
            old = self._until_end(self._walk.merge_base(starts))
            for start in starts:
                loss = loss.plus(self._until_end(start).minus(old))
        elif finding.rule.startswith("log-") and not self._walk.has_log(self._span.base, finding.path):
            return self._until_end(starts[0] if starts else "")
        if not finding.lost or loss.has(finding):
            return loss
        for start in starts:
            loss = loss.plus(self._refused(start, finding))
        return loss

    def _find_until_end(self, commit: str) -> Loss:
        """Nobody known acts: what an admin may cover, say, is gone all the same."""
        return loss_of(self._walk.net(commit, self._span.tip, Evidence())) if commit else Loss()

    def _find_net(self, start: str, commit: str) -> Verdict:
        return self._walk.net(start, commit, commit_evidence(self._commits[commit]))

    def _refused(self, start: str, finding: Finding) -> Loss:
        """What is against the way in which lost words came back: done at once it would be refused.

        Whoever brought them back is who acts: to put them back as they were is anybody's right.
        """
        if not loss_of(self._net(start, finding.commit)).has(finding):
            return Loss()
        for commit in self._after(finding.commit):
            net = self._net(start, commit.oid)
            if not loss_of(net).has(finding):
                return refused(net, finding)
        return Loss()

    def _after(self, commit: str) -> Iterator[Commit]:
        """The commits that have a commit in their past, oldest first."""
        past = {commit}
        for later in self._commits.values():
            if not past.isdisjoint(later.parents):
                past.add(later.oid)
                yield later
