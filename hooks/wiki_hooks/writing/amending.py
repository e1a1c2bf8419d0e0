"""Amending a wiki, whichever door asks for it: a fact is found, the change judged, and written."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date

from wiki_hooks.place.wiki import Wiki
from wiki_hooks.writing.desk import Desk, writing
from wiki_hooks.writing.landing import Landed, judged, land
from wiki_schema.amend import Amendment, CannotAmend, FactName, Scene
from wiki_schema.amend.page import Page
from wiki_schema.amend.redacting import covers
from wiki_schema.disk import revisions
from wiki_schema.disk.files import Changed
from wiki_schema.finding import ERROR
from wiki_schema.judge import load_formats
from wiki_schema.members import Evidence
from wiki_schema.value import Value

Amend = Callable[[Scene, FactName], Amendment]
"""What is to be done to a fact, or to the note that its name holds."""


OF_AN_OWNER = ("supersede-unauthorised", "fact-rewritten", "fact-erased")
"""The rules that refuse to have somebody else's fact changed, and say to claim it."""


class Wish(Value):
    """What somebody wants done to a note, in a wiki as it will be found."""

    through: str
    """The door, which is also what is done: `add`, `supersede`, …"""
    fact: FactName
    """The fact that it is about, or with neither words nor line the note alone."""
    amend: Amend
    claim: Amend | None = None
    """What is to be done instead where the fact is somebody else's; None: nothing."""
    secret: str = ""
    """Words that are not to be remembered either, once they are gone from the files."""


class Granted(Value):
    """What became of a wish."""

    amendment: Amendment
    landed: Landed
    mended: tuple[str, ...] = ()
    """What was mended first of what others had left unfinished: a sentence each."""
    unheard: tuple[str, ...] = ()
    """Plugins that could not take notice of what was written: a sentence each."""
    is_anothers: bool = False
    """Whether the fact is somebody else's, whom alone the rules let change it, or an admin."""
    is_claim: bool = False
    """Whether the claim was made instead."""


def grant(wiki: Wiki, wish: Wish, evidence: Evidence, day: date, dry_run: bool = False) -> Granted:
    """Do what is wished, if the rules allow it; with `dry_run` only find out what that would be.

    A file that changes between being read and being written is read once more.
    Raises `CannotCheck` where it cannot be done.
    """
    if dry_run:
        return _granted(wiki, wish, evidence, day, None)
    try:
        return _granted_at_desk(wiki, wish, evidence, day)
    except Changed:
        return _granted_at_desk(wiki, wish, evidence, day)


def _granted_at_desk(wiki: Wiki, wish: Wish, evidence: Evidence, day: date) -> Granted:
    with writing(wiki) as desk:
        granted = _granted(wiki, wish, evidence, day, desk)
        if wish.secret and granted.landed.written:
            revisions.erase(desk.db, covers(wish.secret))
        return granted._replace(mended=desk.mended, unheard=tuple(desk.unheard))


def _granted(wiki: Wiki, wish: Wish, evidence: Evidence, day: date, desk: Desk | None) -> Granted:
    scene = scene_of(wiki, wish.fact.note, evidence, day)
    amendment = wish.amend(scene, wish.fact)

    def landed(amendment: Amendment) -> Landed:
        if desk is None:
            return judged(wiki, amendment.files, evidence, day)
        return land(desk, amendment.files, evidence, day, wish.through, amendment.verb)

    granted = Granted(amendment, landed(amendment))
    refused = {finding.rule for finding in granted.landed.verdict.findings if finding.level == ERROR}
    if refused.isdisjoint(OF_AN_OWNER) or not _is_anothers(scene, wish.fact):
        return granted
    if wish.claim is None:
        return granted._replace(is_anothers=True)
    claim = wish.claim(scene, wish.fact)
    return Granted(claim, landed(claim), is_anothers=True, is_claim=True)


def _is_anothers(scene: Scene, name: FactName) -> bool:
    """Whether a fact is one that the actor may only claim."""
    page = Page(scene, name.note)
    try:
        item = page.item(page.find(name))
    except CannotAmend:  # it is about a note, or about a fact that is superseded already
        return False
    return not scene.roster.may_change(scene.actor, item.words.names)


def scene_of(wiki: Wiki, path: str, evidence: Evidence, day: date) -> Scene:
    """The store of a file as it lies on disk. Raises `CannotCheck` where the file belongs to none."""
    store = wiki.store_of(path)
    setting = wiki.setting
    log_format = load_formats(wiki.manager)[store.log_format]
    actor = wiki.actor(evidence)
    return Scene(store, wiki.tree, setting.roster, actor, day, log_format, setting.policy)
