"""Landing what heals: judged by what a commit of it would record, not by what lies on disk before it.

Whoever puts a lost word back changes, as far as the disk goes, what somebody else wrote; against the last
commit nothing happened at all. So the last commit is what counts here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import date
from typing import TYPE_CHECKING

from wiki_hooks.git.uncommitted import Uncommitted
from wiki_hooks.plumbing.objects import Objects
from wiki_hooks.writing.amending import Granted, scene_of
from wiki_hooks.writing.desk import writing
from wiki_hooks.writing.landing import Landed, edits_of, judged, ledger_lines
from wiki_schema.amend import Amendment, Scene
from wiki_schema.compare.overlay import Overlay
from wiki_schema.disk.files import Changed
from wiki_schema.disk.journal import Deed
from wiki_schema.finding import Verdict

if TYPE_CHECKING:
    from wiki_hooks.place.wiki import Wiki
    from wiki_schema.members import Evidence


Heal = Callable[[Scene], Amendment]


def heal(
    wiki: Wiki,
    path: str,
    amend: Heal,
    evidence: Evidence,
    day: date,
    through: str,
    dry_run: bool = False,
) -> Granted:
    """Do what is wished to a file of a store, if a commit of it would not be refused.

    Raises `CannotCheck` where it cannot be done.
    """
    if dry_run:
        amendment = amend(scene_of(wiki, path, evidence, day))
        return Granted(amendment, judge_files(wiki, amendment.files, evidence, day))
    try:
        return _healed(wiki, path, amend, evidence, day, through)
    except Changed:  # a file that changes between being read and being written is read once more
        return _healed(wiki, path, amend, evidence, day, through)


def _healed(
    wiki: Wiki,
    path: str,
    amend: Heal,
    evidence: Evidence,
    day: date,
    through: str,
) -> Granted:
    with writing(wiki) as desk:
        amendment = amend(scene_of(wiki, path, evidence, day))
        found = judge_files(wiki, amendment.files, evidence, day)
        if not found.verdict.errors and found.edits:
            who = wiki.actor(evidence).label
            lines = tuple(ledger_lines(wiki, found.edits))
            desk.carry_out(Deed(found.edits, who, through, amendment.verb, lines))
            found = found._replace(written=True)
        return Granted(amendment, found, desk.mended, tuple(desk.unheard))


def judge_files(wiki: Wiki, files: Mapping[str, str | None], evidence: Evidence, day: date) -> Landed:
    """What a commit of everything on disk would be refused for, if these files were so, and is not now.

    Where there is no commit yet the way from what lies on disk is judged, as for every amendment.
    """
    if wiki.repository is None or not _has_head(wiki):
        return judged(wiki, files, evidence, day)
    edits = edits_of(wiki, files)
    if not edits:
        return Landed(Verdict(), ())
    before = wiki.tree
    after = Overlay(before, files)
    since = Uncommitted(wiki.repository, wiki.setting, evidence, day, wiki.manager)
    return Landed(Verdict(since.worsened(before, after, [edit.path for edit in edits])), edits)


def _has_head(wiki: Wiki) -> bool:
    assert wiki.repository is not None
    with Objects(wiki.repository.git) as objects:
        return objects.find("HEAD") is not None
