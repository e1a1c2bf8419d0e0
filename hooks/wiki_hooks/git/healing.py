"""What a range lost on its way and has again at its end is shown, but does not block."""

from __future__ import annotations

from collections.abc import Callable

from wiki_schema.finding import ERROR, WARNING, Finding, Verdict

LOSSES = frozenset([
    "log-shortened", "log-rewritten", "fact-erased", "fact-rewritten", "note-deleted", "note-emptied",
    "text-erased", "index-dropped", "claim-dropped",
])  # fmt: skip
"""The rules that tell of words gone."""


def healed(verdict: Verdict, find_net: Callable[[], Verdict]) -> Verdict:
    """The verdict, with every loss softened that is none between the two ends.

    `find_net` judges the end against the base as one change; it is asked only when something was lost.
    """
    if not any(_blocks(finding) for finding in verdict.findings):
        return verdict
    net = [finding for finding in find_net().findings if finding.rule in LOSSES]
    words = {lost for finding in net for lost in finding.lost}
    places = {(finding.rule, finding.path) for finding in net}

    def soften(finding: Finding) -> Finding:
        still_lost = not words.isdisjoint(finding.lost) if finding.lost else _place(finding) in places
        if still_lost or not _blocks(finding):
            return finding
        return finding._replace(
            level=WARNING, message=f"{finding.message} The end of the range has it again."
        )

    return verdict._replace(findings=tuple(map(soften, verdict.findings)))


def _blocks(finding: Finding) -> bool:
    return finding.level == ERROR and finding.rule in LOSSES


def _place(finding: Finding) -> tuple[str, str]:
    return finding.rule, finding.path
