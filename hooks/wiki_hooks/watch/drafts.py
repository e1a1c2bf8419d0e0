"""Words that no commit holds yet, and that their own author words anew: mending a slip is no offence.

Only rewording counts, and only one's own: what is gone is told, and so is whatever touches words of others.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from wiki_hooks.reconcile import committed_side
from wiki_hooks.wiki import Wiki
from wiki_schema.change import Tree, text_of
from wiki_schema.finding import Finding
from wiki_schema.judge import load_formats
from wiki_schema.members import Actor
from wiki_schema.text import normal, split_lines
from wiki_schema.words import read_words

if TYPE_CHECKING:
    from wiki_schema.members import Evidence

_FACT, _LINE = "fact-rewritten", "log-rewritten"


def without_drafts(wiki: Wiki, findings: Iterable[Finding], evidence: Evidence) -> list[Finding]:
    """The findings but those on a fact or log line that whoever saved it has not committed yet.

    Without git there are no drafts: what is saved stands.
    """
    found = list(findings)
    if wiki.repository is None or not any(finding.rule in (_FACT, _LINE) for finding in found):
        return found
    with committed_side(wiki) as head:
        drafts = set(_drafts(wiki, found, head, wiki.actor(evidence)))
    return [finding for finding in found if finding not in drafts]


def _drafts(wiki: Wiki, findings: Iterable[Finding], head: Tree, actor: Actor) -> Iterator[Finding]:
    roster = wiki.setting.roster
    for finding in findings:
        if finding.rule not in (_FACT, _LINE) or len(finding.lost) != 1:
            continue
        words = finding.lost[0]
        committed = text_of(head.read(finding.path)) or ""
        if finding.rule == _FACT:
            is_new = words not in normal(committed)
            names = roster.names(read_words(words).names)
        else:
            is_new = words not in split_lines(committed)
            names = _signed(wiki, finding.path, words)
        if is_new and names and all(roster.acts_for(actor, name) for name in names):
            yield finding


def _signed(wiki: Wiki, log: str, line: str) -> tuple[str, ...]:
    """Who signed a line of a log; nobody where its format has no such field."""
    formats = load_formats(wiki.manager)
    for store in wiki.setting.policy.stores:
        if store.is_log(log) and formats[store.log_format].has_fields:
            entry = formats[store.log_format].read(1, line)
            return (entry.who,) if entry else ()
    return ()
