"""A finding: what a rule has to say about one place of a change or a store."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING

from wiki_schema.value import Value

if TYPE_CHECKING:
    from wiki_schema.rule import StoreRule

ERROR = "error"
WARNING = "warning"
OFF = "off"


class Finding(Value):
    """One thing that is not right.

    A rule fills in where and what; the judge stamps `rule` and `level`.
    """

    path: str
    """The file, relative to the top of the repository, with forward slashes."""
    line: int
    """The line in the new text (in the old one where the line is gone), from 1; 0 for the whole file."""
    message: str
    """One plain sentence: what happened, and who may do it."""
    hint: str = ""
    """The one command, or the lines to write, that do it right."""
    lost: tuple[str, ...] = ()
    """The words that would be lost, whole, so that they can be put back."""
    column: int = 1
    """The column, from 1."""
    level: str = ""
    """`error` or `warning`. A rule may only soften: it sets `warning` or leaves this empty."""
    rule: str = ""
    """The name of the rule, set by the judge."""
    commit: str = ""
    """In a range or an audit: the commit that did it."""
    owed_by: str = ""
    """In a health pass: who owes the decision, as the roster writes it; empty: whoever keeps the wiki."""
    also: tuple[tuple[str, int], ...] = ()
    """Other places that it is about, as path and line."""
    key: str = ""
    """In a health pass: what makes it the same finding next time, wherever its line has moved to.

    Empty: its message. It goes into a file that all may read, so no rule puts private words there.
    """
    accepted: bool = False
    """Whether a baseline covers it: shown where that is asked for, and never counted."""
    is_private: bool = False
    """In a health pass: whether its line holds what no report repeats."""
    number: int = 1
    """In a health pass: how many things of its kind it tells at once; a baseline accepts so many."""


class Commit(Value):
    """A commit that findings name."""

    oid: str
    author: str
    day: date
    subject: str


class Verdict(Value):
    """All that the rules have to say about one change, or in a health pass about stores as they stand."""

    findings: tuple[Finding, ...] = ()
    notices: tuple[str, ...] = ()
    """What was not looked at, and what was overridden: said aloud, never hidden."""
    commits: tuple[Commit, ...] = ()
    """In an audit: the commits that the findings name."""
    rules: tuple[StoreRule, ...] = ()
    """In a health pass: every rule that there is for one; else empty."""
    unknown: tuple[str, ...] = ()
    """In a health pass: what a rule could not look at, and the remedy. Then nothing was called sound."""

    @property
    def is_health(self) -> bool:
        """Whether it is of a health pass, so that findings are told by who owes the decision."""
        return bool(self.rules)

    @property
    def errors(self) -> int:
        """How many findings block."""
        return sum(finding.level == ERROR and not finding.accepted for finding in self.findings)

    @property
    def warnings(self) -> int:
        """How many findings are only shown."""
        return sum(finding.level == WARNING and not finding.accepted for finding in self.findings)

    @property
    def accepted(self) -> int:
        """How many findings a baseline covers, where those are shown too."""
        return sum(finding.accepted for finding in self.findings)


class CannotCheck(Exception):
    """The check could not look, so it must not say yes: exit code 2.

    The message says what is missing and how to mend it.
    """
