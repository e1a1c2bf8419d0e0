"""What the commits that a merge brings did to logs: nobody may have judged them yet.

A merge itself is held to what its parents hold; a parent whose own commits emptied the log would be taken as
it is. So where a merge is made, the commits it brings are judged like a range, and what they took out of a
log or an index is refused unless the merge has it again.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from typing import TYPE_CHECKING

from wiki_hooks.git.ranges import check
from wiki_hooks.plumbing.repository import Repository
from wiki_schema.change import Tree, text_of
from wiki_schema.finding import ERROR, Finding, Verdict
from wiki_schema.text import split_lines

if TYPE_CHECKING:
    import pluggy

_TAKEN = frozenset(("log-shortened", "log-rewritten", "index-dropped"))


def losses(
    repository: Repository,
    environ: Mapping[str, str],
    others: Sequence[str],
    after: Tree,
    today: date,
    manager: pluggy.PluginManager,
) -> Verdict:
    """The errors of commits that a merge brings to HEAD, as far as words of logs and indexes are still gone.

    Raises `CannotCheck` where one of them is not in this clone.
    """
    found: dict[Finding, None] = {}
    for other in others:
        verdict = check(repository.top, environ, "", today, manager, "HEAD", other)
        for finding in verdict.findings:
            if finding.level == ERROR and finding.rule in _TAKEN and not _stands(finding, after):
                message = f"A commit that this merge brings did it: {finding.message}"
                hint = f"put the words back before you commit the merge\n{finding.hint}"
                found[finding._replace(message=message, hint=hint, commit="")] = None
    return Verdict(tuple(found))


def _stands(finding: Finding, after: Tree) -> bool:
    """Whether all that a commit took stands in the merge; what names no words counts as taken."""
    standing = set(split_lines(text_of(after.read(finding.path)) or ""))
    return bool(finding.lost) and standing.issuperset(finding.lost)
