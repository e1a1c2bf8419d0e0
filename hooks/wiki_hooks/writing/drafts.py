"""Words that no commit holds yet, and that their own author takes back: mending a slip is no offence.

Only one's own count: whatever touches words of others is told. They may be worded anew; they may go only
where the whole file is again as the last commit has it, or a slip of the hand would pass for a decision.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from wiki_hooks.place.wiki import Wiki
from wiki_schema.change import Tree, text_of
from wiki_schema.finding import Finding
from wiki_schema.judge import load_formats
from wiki_schema.members import Actor
from wiki_schema.text import normal, split_lines
from wiki_schema.words import read_words

if TYPE_CHECKING:
    from wiki_schema.members import Evidence

_FACT, _LINE = "fact-rewritten", "log-rewritten"
_REWORDED = {_FACT, _LINE}
_SIGNED = {*_REWORDED, "fact-erased", "log-shortened"}
"""Rules that tell of words which say whose they are."""
_LOSSES = ("fact-", "index-", "log-", "note-", "text-")
"""How the names of rules begin that tell of losses even where they name no words."""


def without_drafts(
    wiki: Wiki, findings: Iterable[Finding], evidence: Evidence, undone: Mapping[str, bool]
) -> list[Finding]:
    """The findings but those on words that whoever saved them has not committed yet, and takes back.

    `undone` are the files that are as the last commit has them. Without git there are no drafts: what is
    saved stands.
    """
    found = list(findings)
    if wiki.repository is None or not any(f.rule in _REWORDED or f.path in undone for f in found):
        return found
    from wiki_hooks.writing.reconcile import committed_side  # most changes reword nothing

    with committed_side(wiki) as head:
        drafts = _Drafts(wiki, head, wiki.actor(evidence))
        return [finding for finding in found if not _is_taken_back(finding, drafts, undone)]


def _is_taken_back(finding: Finding, drafts: _Drafts, undone: Mapping[str, bool]) -> bool:
    if finding.path not in undone:
        return finding.rule in _REWORDED and len(finding.lost) == 1 and drafts.are_own(finding)
    if finding.rule in _SIGNED and finding.lost:
        return drafts.are_own(finding)
    # What the last commit has is no news, so only of losses is there anything to tell.
    is_loss = bool(finding.lost) or finding.rule.startswith(_LOSSES)
    return undone[finding.path] or not is_loss


class _Drafts:
    """What somebody wrote that no commit holds."""

    def __init__(self, wiki: Wiki, head: Tree, actor: Actor) -> None:
        self._wiki = wiki
        self._head = head
        self._actor = actor

    def are_own(self, finding: Finding) -> bool:
        """Whether all words that a finding tells of are drafts of theirs."""
        committed = text_of(self._head.read(finding.path)) or ""
        return all(self._is_own(finding, words, committed) for words in finding.lost)

    def _is_own(self, finding: Finding, words: str, committed: str) -> bool:
        roster = self._wiki.setting.roster
        if finding.rule.startswith("fact"):
            is_new = words not in normal(committed)
            names = roster.names(read_words(words).names)
        else:
            is_new = words not in split_lines(committed)
            names = _signed(self._wiki, finding.path, words)
        return is_new and bool(names) and all(roster.acts_for(self._actor, name) for name in names)


def _signed(wiki: Wiki, log: str, line: str) -> tuple[str, ...]:
    """Who signed a line of a log; nobody where its format has no such field."""
    formats = load_formats(wiki.manager)
    for store in wiki.setting.policy.stores:
        if store.is_log(log) and formats[store.log_format].has_fields:
            entry = formats[store.log_format].read(1, line)
            return (entry.who,) if entry else ()
    return ()
