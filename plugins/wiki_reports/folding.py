"""Findings of which one says what all say: told once, with the places where."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from wiki_schema.finding import ERROR, Finding
from wiki_schema.value import Value


class Fold(Value):
    """One thing that was found, once or in many places."""

    findings: tuple[Finding, ...]
    """All alike but for their place; never empty."""
    turn: int = 0
    """How many of the same rule and rank come before it in its section: no rule has room before another."""

    @property
    def first(self) -> Finding:
        """The finding whose words stand for all."""
        return self.findings[0]

    @property
    def rank(self) -> int:
        """Errors come first, then warnings, then what is accepted."""
        return 2 if self.first.accepted else int(self.first.level != ERROR)


def folded(findings: Iterable[Finding]) -> Sequence[Fold]:
    """Findings of one section, equal ones together: errors first, what is accepted last."""
    alike: dict[tuple[object, ...], list[Finding]] = {}
    for finding in findings:
        kind = (finding.level, finding.accepted, finding.rule)
        same = (*kind, finding.message, finding.hint, finding.lost, finding.also)
        alike.setdefault(same, []).append(finding)
    seen: Counter[tuple[str, bool, str]] = Counter()
    folds = []
    for group in alike.values():
        kind = (group[0].level, group[0].accepted, group[0].rule)
        folds.append(Fold(tuple(group), seen[kind]))
        seen[kind] += 1
    return sorted(folds, key=lambda fold: fold.rank)
