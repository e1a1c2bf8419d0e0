"""One step of a change, such as a tool call makes it: judged by itself, before it lands.

What a step may still lack, its log line or its listing, is the commit's to ask for.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from datetime import date

from wiki_hooks.place.settings import read_side
from wiki_hooks.place.wiki import Wiki
from wiki_hooks.writing.desk import Desk
from wiki_hooks.writing.drafts import without_drafts
from wiki_hooks.writing.landing import Landed, edits_of, ledger_lines, side_of
from wiki_schema.change import TOOL, Change, Tree
from wiki_schema.compare.overlay import Overlay
from wiki_schema.disk.journal import Deed
from wiki_schema.finding import ERROR, Finding
from wiki_schema.judge import changed_policy_files, judge
from wiki_schema.members import Evidence
from wiki_schema.policy import POLICY_FILES
from wiki_schema.policy.setting import Setting
from wiki_schema.text import visible

POLICY_RULE = "policy-changed"


def judged_step(
    wiki: Wiki,
    files: Mapping[str, str | None],
    evidence: Evidence,
    day: date,
    whole_writes: Collection[str] = (),
) -> Landed:
    """What the rules say of a tool call: the files on disk before, and as it would leave them.

    `files` are whole new texts by path from the top, None for a file that would be gone; `whole_writes`
    those that were given as a whole instead of being edited. Words that whoever acts wrote, and that no
    commit holds yet, may be worded anew. Raises `CannotCheck` where a file cannot be read or is a link.
    """
    before, after = wiki.tree, Overlay(wiki.tree, files)
    edits = edits_of(wiki, files)
    sides = {edit.path: (side_of(edit.before), side_of(edit.after)) for edit in edits}
    whole = frozenset(whole_writes).intersection(sides)
    change = Change(
        sides, evidence, day, before, after, TOOL, whole_writes=whole, restore=lambda path: ""
    )  # fmt: skip
    later = _setting_after(wiki, after, sides)
    verdict = judge(change, wiki.setting, later, wiki.manager)
    findings = without_drafts(wiki, verdict.findings, evidence, {})
    findings += _not_for_agents(wiki, change, later, findings)
    return Landed(verdict._replace(findings=tuple(findings)), edits)


def _setting_after(wiki: Wiki, after: Tree, changed: Collection[str]) -> Setting:
    """What the rules would be. Raises `PolicyError` for a configuration that cannot be used."""
    policy = wiki.setting.policy
    if not {*POLICY_FILES, *policy.member_files, policy.baseline_file}.intersection(changed):
        return wiki.setting
    return read_side(after, wiki.manager) or wiki.setting


def _not_for_agents(wiki: Wiki, change: Change, later: Setting, found: Collection[Finding]) -> list[Finding]:
    """What decides what everybody may do is no agent's to change, on whosever behalf it acts.

    Where no member is an admin it is everybody's, as it is in a commit.
    """
    if not wiki.speaker.agent or not wiki.setting.roster.has_admins:
        return []
    told = {finding.path for finding in found if finding.rule == POLICY_RULE}
    changed = [p for p in changed_policy_files(change, wiki.setting, later) if p not in told]
    why = "decides what everybody may do; an agent does not change it, whoever it works for: an admin does."
    return [Finding(path, 0, f"{visible(path)} {why}", level=ERROR, rule=POLICY_RULE) for path in changed]


def land_step(
    desk: Desk,
    files: Mapping[str, str | None],
    evidence: Evidence,
    day: date,
    through: str,
    whole_writes: Collection[str] = (),
) -> Landed:
    """Write what a tool call asks for if the rules allow it: every file, or none. `through` is the door.

    Raises `CannotCheck` as `judged_step` does, and where a file cannot be written or was changed meanwhile.
    """
    wiki = desk.wiki
    found = judged_step(wiki, files, evidence, day, whole_writes)
    if found.verdict.errors or not found.edits:
        return found
    told = tuple(ledger_lines(wiki, found.edits))
    desk.carry_out(Deed(found.edits, wiki.actor(evidence).label, through, "", told))
    return found._replace(written=True)
