"""What a range lost on its way and has again at its end is shown, but does not block."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from wiki_schema.finding import ERROR, WARNING, Finding, Verdict

LOSSES = frozenset([
    "log-shortened", "log-rewritten", "fact-erased", "fact-rewritten", "note-deleted", "note-emptied",
    "text-erased", "index-dropped", "claim-dropped",
])  # fmt: skip
"""The rules that tell of words gone."""


class Loss(NamedTuple):
    """What is lost between two ends, whatever happened between them."""

    words: frozenset[str]
    places: frozenset[tuple[str, str]]
    """Rule and path of every loss: for the losses that name no words."""

    def plus(self, other: Loss) -> Loss:
        """Both losses."""
        return Loss(self.words | other.words, self.places | other.places)

    def minus(self, other: Loss) -> Loss:
        """What is lost here and not there."""
        return Loss(self.words - other.words, self.places - other.places)


def loss_of(verdict: Verdict) -> Loss:
    """The losses that a verdict tells of."""
    found = [finding for finding in verdict.findings if finding.rule in LOSSES]
    words = frozenset(words for finding in found for words in finding.lost)
    return Loss(words, frozenset(map(_place, found)))


def healed(verdict: Verdict, find_loss: Callable[[str], Loss]) -> Verdict:
    """The verdict, with every loss softened that the end of the range has made good.

    `find_loss` gives what is lost in the end of what the finding of some commit speaks of; it is asked
    only where something was lost.
    """

    def soften(finding: Finding) -> Finding:
        if finding.level != ERROR or finding.rule not in LOSSES:
            return finding
        loss = find_loss(finding.commit)
        is_lost = not loss.words.isdisjoint(finding.lost) if finding.lost else _place(finding) in loss.places
        if is_lost:
            return finding
        return finding._replace(
            level=WARNING, message=f"{finding.message} The end of the range has it again."
        )

    return verdict._replace(findings=tuple(map(soften, verdict.findings)))


def _place(finding: Finding) -> tuple[str, str]:
    return finding.rule, finding.path
