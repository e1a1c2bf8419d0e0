"""Whether the store is whole: what a killed process left, and the database of what memwiki remembers."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from wiki_hooks.checkup.check import GAP, NOTE, OK, Check
from wiki_hooks.place.owing import owing
from wiki_hooks.place.wiki import Wiki, find_wiki
from wiki_schema.disk import database, revisions
from wiki_schema.disk.locks import locked
from wiki_schema.disk.refusal import CannotWrite, Damaged
from wiki_schema.finding import CannotCheck
from wiki_schema.telling import count
from wiki_schema.text import visible

if TYPE_CHECKING:
    from pluggy import PluginManager

MEND = "memwiki doctor --mend"

# Whoever looks does not want to wait for another process for long.
_PATIENCE = 5.0


def state(folder: str, environ: Mapping[str, str], manager: PluginManager) -> Iterator[Check]:
    """What is remembered of the wiki of a folder. What can be mended is, under the lock, and told."""
    try:
        wiki = find_wiki(folder, environ, manager)
    except CannotCheck:  # which was told before
        return
    if not os.path.lexists(os.path.join(wiki.state, database.NAME)):
        yield Check(OK, "nothing is left unfinished: memwiki has written nothing here yet")
        return
    try:
        yield from _at_desk(wiki)
    except Damaged as error:
        yield Check(GAP, str(error), MEND)
    except CannotWrite as error:
        yield Check(GAP, f"what was left unfinished could not be looked at: {error}", "memwiki doctor")


def _at_desk(wiki: Wiki) -> Iterator[Check]:
    from wiki_hooks.writing.desk import writing

    with writing(wiki, _PATIENCE) as desk:
        if fault := database.fault_of(desk.db):
            raise Damaged(f"{visible(database.NAME)} is damaged: {fault}")
        for sentence in desk.mended:
            yield Check(NOTE, f"mended: {sentence}")
        if waiting := owing(wiki.state):
            words = f"{count(waiting, 'log line')} will be written as soon as git has finished"
            yield Check(NOTE, words, "finish what git is doing, then memwiki doctor")
        yield Check(OK, f"the store is whole; remembered: {_size(wiki, revisions.number(desk.db))}")


def _size(wiki: Wiki, number: int) -> str:
    bytes_ = sum(entry.stat().st_size for entry in os.scandir(wiki.state) if entry.is_file())
    bound = wiki.setting.policy.history["max_mb"]
    return f"{count(number, 'revision')}, {bytes_ / (1 << 20):.1f} of {bound} MB"


def mend(folder: str, environ: Mapping[str, str], manager: PluginManager) -> Iterator[Check]:
    """Move a damaged database aside, so that a new one is begun. One that is sound stays."""
    wiki = find_wiki(folder, environ, manager)
    with locked(wiki.state, _PATIENCE):
        if not _is_damaged(wiki):
            yield Check(OK, "the database is sound: there is nothing to mend")
            return
        aside = database.set_aside(wiki.state)
    words = (
        f"the damaged database lies in {visible(aside)} now: revisions, and log lines that stood only there, "
        "are not known any more; what lies on disk is as it was"
    )
    yield Check(NOTE, words, "memwiki check --worktree")


def _is_damaged(wiki: Wiki) -> bool:
    from wiki_hooks.writing.desk import remembered
    from wiki_schema.disk import intents

    try:
        with remembered(wiki) as db:
            intents.left(db)
            return bool(database.fault_of(db))
    except Damaged:
        return True
