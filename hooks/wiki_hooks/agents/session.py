"""The beginning and the end of a session: what the agent is told, and what it is asked once."""

from __future__ import annotations

import os
from collections.abc import Mapping
from hashlib import sha256

from wiki_hooks.agents.host import ALLOWED, Answer, Call, Host
from wiki_hooks.place.environment import today
from wiki_hooks.place.wiki import Wiki, evidence, find_wiki
from wiki_schema.finding import ERROR, CannotCheck, Finding
from wiki_schema.plugins import get_plugin_manager
from wiki_schema.text import harmless, visible

_ASKED = "asked"
_KEPT = 200
_LACKING = ("log-missing", "claim-unlogged", "note-unindexed", "index-dropped")
_SHOWN = 5


def primed(host: Host, call: Call, folder: str, environ: Mapping[str, str]) -> Answer:
    """What an agent should know, within what its host takes. A session may begin without it."""
    from wiki_hooks.tools.priming import now
    from wiki_hooks.tools.session import Asking

    try:
        wiki = find_wiki(folder, environ, get_plugin_manager())
        asking = Asking(wiki, evidence(wiki, "", environ, agent=host.name), today())
        return host.prime(now(asking, most=host.prime_bytes))
    except CannotCheck as error:
        return Answer(err=f"memwiki: {harmless(str(error))}\n")


def ended(host: Host, call: Call, folder: str, environ: Mapping[str, str]) -> Answer:
    """Ask for the log and index lines that what this session wrote still lacks: once, and never again."""
    if call.again or not call.session:
        return ALLOWED
    try:
        wiki = find_wiki(folder, environ, get_plugin_manager())
        lacking = _lacking(wiki, call.session, environ) if wiki.repository is not None else []
    except CannotCheck as error:
        return Answer(err=f"memwiki: {harmless(str(error))}\n")
    if not lacking or not _is_first(wiki.state, call.session):
        return ALLOWED
    return host.nudge(_told(lacking))


def _lacking(wiki: Wiki, session: str, environ: Mapping[str, str]) -> list[Finding]:
    """What a commit of what lies on disk would be refused for, as far as this session wrote it."""
    from wiki_hooks.git import worktree
    from wiki_hooks.writing.desk import remembered
    from wiki_schema.disk.announcements import paths

    with remembered(wiki) as db:
        written = paths(db, session.partition("/")[0])
    if not written:
        return []
    verdict = worktree.check(wiki.top, environ, "", today(), wiki.manager)
    return [
        finding
        for finding in verdict.findings
        if finding.rule in _LACKING and finding.level == ERROR and finding.path in written
    ]


def _is_first(state: str, session: str) -> bool:
    """Whether a session was not asked before; from now on it was.

    Where that cannot be kept it is not asked at all: better not at all than without end.
    """
    path = os.path.join(state, _ASKED)
    mark = sha256(session.partition("/")[0].encode("utf-8", "surrogatepass")).hexdigest()[:16]
    try:
        with open(path, "a+", encoding="ascii") as file:
            file.seek(0)
            known = file.read().split()
            if mark in known:
                return False
            if len(known) >= _KEPT:
                file.truncate(0)
            file.write(f"{mark}\n")
    except (OSError, ValueError):
        return False
    return True


def _told(lacking: list[Finding]) -> str:
    said = [f"- {visible(f.path)}: {f.message}" for f in lacking[:_SHOWN]]
    if len(lacking) > _SHOWN:
        said.append(f"- and {len(lacking) - _SHOWN} more")
    return harmless("\n".join([
        "What you wrote in the wiki lacks lines that the commit will ask for:",
        *said,
        "`memwiki fix --worktree` writes them.",
    ]))  # fmt: skip
