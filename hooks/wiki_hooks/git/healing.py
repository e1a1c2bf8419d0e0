"""What a range lost on its way and has again at its end is shown, but does not block."""

from __future__ import annotations

from collections.abc import Callable

from wiki_schema.finding import ERROR, WARNING, Finding, Verdict
from wiki_schema.value import Value

LOSSES = frozenset([
    "log-shortened", "log-rewritten", "fact-erased", "fact-rewritten", "note-deleted", "note-emptied",
    "text-erased", "index-dropped", "claim-dropped",
])  # fmt: skip
"""The rules that tell of words gone."""


MISSING = frozenset(["log-missing", "note-unindexed", "claim-unlogged"])
"""The rules that ask for a line, which a later commit may bring."""


_OF_WORDS = ("fact-", "supersede-", "claim-")


class Loss(Value):
    """What is lost between two ends, whatever happened between them."""

    words: frozenset[str] = frozenset()
    places: frozenset[tuple[str, str]] = frozenset()
    """Rule and path of every loss."""
    files: frozenset[str] = frozenset()
    """Files with a loss that names no words, such as another order: any of theirs may be meant."""

    def plus(self, other: Loss) -> Loss:
        """Both losses."""
        return Loss(self.words | other.words, self.places | other.places, self.files | other.files)

    def minus(self, other: Loss) -> Loss:
        """What is lost here and not there."""
        return Loss(self.words - other.words, self.places - other.places, self.files - other.files)

    def has(self, finding: Finding) -> bool:
        """Whether what a finding tells of is still lost."""
        if finding.rule in MISSING or not finding.lost:
            return (finding.rule, finding.path) in self.places
        return finding.path in self.files or not self.words.isdisjoint(finding.lost)


def loss_of(verdict: Verdict) -> Loss:
    """The losses that a verdict tells of."""
    found = [finding for finding in verdict.findings if finding.rule in LOSSES]
    asked = [finding for finding in verdict.findings if finding.rule in MISSING]
    return Loss(
        frozenset(words for finding in found for words in finding.lost),
        frozenset((finding.rule, finding.path) for finding in [*found, *asked]),
        frozenset(finding.path for finding in found if not finding.lost),
    )


def refused(verdict: Verdict, finding: Finding) -> Loss:
    """The words that any error of a verdict names; of an error that names none those of a finding may be."""
    errors = [error for error in verdict.findings if error.level == ERROR]
    unnamed = any(not error.lost and error.rule.startswith(_OF_WORDS) for error in errors)
    words = frozenset(words for error in errors for words in error.lost)
    return Loss(words, files=frozenset([finding.path] if unnamed else ()))


def healed(verdict: Verdict, find_loss: Callable[[Finding], Loss]) -> Verdict:
    """The verdict, with every loss softened that the end of the range has made good.

    `find_loss` gives all that is lost in the end of what a finding speaks of; it is asked only where
    something was lost.
    """

    def soften(finding: Finding) -> Finding:
        can_heal = finding.level == ERROR and (finding.rule in LOSSES or finding.rule in MISSING)
        if not can_heal or find_loss(finding).has(finding):
            return finding
        return finding._replace(level=WARNING, message=f"{finding.message} The end of the range mends it.")

    return verdict._replace(findings=tuple(map(soften, verdict.findings)))
