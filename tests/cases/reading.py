"""Small words for changes and findings, so that a test says what it shows and little else."""

from __future__ import annotations

from collections.abc import Iterable

from tests.judging import rules_of
from wiki_schema.finding import Finding


def lines(*rows: str) -> str:
    """A file of these lines, each ended by LF."""
    return "".join(f"{row}\n" for row in rows)


def found(findings: Iterable[Finding]) -> list[str]:
    """Every rule that found something, each as often as it did: `name` refuses, `name?` only shows."""
    return sorted(rules_of(list(findings)))


def of(findings: Iterable[Finding], rule: str) -> list[Finding]:
    """The findings of one rule."""
    return [finding for finding in findings if finding.rule == rule]


def lost(findings: Iterable[Finding]) -> list[str]:
    """All words that would be lost, as they can be put back."""
    return [words for finding in findings for words in finding.lost]
