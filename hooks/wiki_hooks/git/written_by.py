"""Who wrote the bytes that a commit would record, as agents and tools announced it, and as whom it is judged.

An announcement is what a program said of itself, so it lends nobody anything: an agent gets no right by it
but those it is bound to, and nobody loses what they may do with their own words.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Iterator, Mapping
from functools import partial
from typing import TYPE_CHECKING

from wiki_hooks.place.owing import state_of
from wiki_hooks.place.settings import Settings, is_or_below
from wiki_schema.change import FILE, File
from wiki_schema.finding import CannotCheck, Verdict
from wiki_schema.members import Evidence
from wiki_schema.text import encode, visible
from wiki_schema.value import Value

if TYPE_CHECKING:
    import sqlite3

    from wiki_hooks.plumbing.repository import Repository
    from wiki_schema.disk.announcements import Announced, Announcement

_SHOWN = 3

_Files = Mapping[str, tuple[File | None, File | None]]


class Written(Value):
    """What is known of who wrote the files of a change."""

    notices: tuple[str, ...] = ()
    agent: str = ""
    """The agent that wrote every changed note, all of it; empty where there is no such one."""
    own: frozenset[str] = frozenset()
    """The files that it wrote, all of them."""

    def judged(self, judge: Callable[[Evidence], Verdict], evidence: Evidence) -> Verdict:
        """The verdict of a change whose author is known by some evidence.

        What one agent wrote is judged as its own, whoever commits it, unless somebody said who is acting.
        A log or an index that somebody else wrote as well stays the author's.
        """
        is_said = evidence.who.strip() or evidence.environ_who.strip() or evidence.agent
        if not self.agent or is_said:
            return judge(evidence)
        verdict = judge(evidence._replace(agent=self.agent))
        if not verdict.errors:
            return verdict
        others = judge(evidence)
        findings = [f for f in verdict.findings if f.path in self.own]
        findings += [f for f in others.findings if f.path not in self.own]
        return Verdict(tuple(sorted(findings, key=lambda f: f.path)), others.notices)


def writers_of(repository: Repository) -> Callable[[_Files, Settings], Written] | None:
    """What looks up who wrote the files of a change; None where nothing is remembered of this wiki.

    It makes and locks nothing. Where it cannot look, that is told, and the change is its author's.
    """
    state = state_of(repository.git_dir)
    if not os.path.isdir(state):
        return None
    from wiki_schema.disk.database import NAME

    return partial(_find, repository.top, state) if os.path.lexists(os.path.join(state, NAME)) else None


def _find(top: str, state: str, files: _Files, settings: Settings) -> Written:
    from wiki_schema.disk.asking import ask

    try:
        found = ask(state, lambda db: _announced(db, top, files))
    except CannotCheck as error:
        return Written((f"who wrote the changed files could not be looked up: {error}",))
    if not found:
        return Written()
    agent = _agent(found, files, settings)
    own = frozenset(path for path, known in found.items() if _only(known) == agent) if agent else frozenset()
    return Written(tuple(_told(found, files)), agent, own)


def _announced(db: sqlite3.Connection, top: str, files: _Files) -> dict[str, Announced]:
    """For each file that an announcement tells of, the announced writes by which it came to be as it is."""
    from wiki_schema.disk import announcements

    found = {}
    for path in sorted(announcements.paths(db).intersection(files)):
        before, after = (_states(side) for side in files[path])
        way = announcements.way(db, path, before, after)
        if not way.writes:
            way = announcements.way(db, path, before, _state_on_disk(files[path][1], top, path))
        if way.writes:
            found[path] = way
    return found


def _states(file: File | None) -> Collection[str]:
    """The hashes that a file may have on disk."""
    from wiki_schema.disk.announcements import states_of

    if file is not None and file.mode != FILE:
        return ()
    return states_of(None if file is None else file.text)


def _state_on_disk(file: File | None, top: str, path: str) -> Collection[str]:
    """The hash of the file on disk, where it differs in line ends alone, as it may where they are mixed."""
    from wiki_schema.disk import files
    from wiki_schema.disk.contents import hash_of

    try:
        content = files.read(top, path) if file is not None else None
    except CannotCheck:  # a link stands there by now
        return ()
    if file is None or content is None or _plain(content) != _plain(encode(file.text)):
        return ()
    return (hash_of(content),)


def _plain(content: bytes) -> bytes:
    return content.replace(b"\r\n", b"\n")


def _only(known: Announced) -> str:
    """The one agent that wrote a file, all of it; empty where there is no such one."""
    agents = {write.agent for write in known.writes}
    return agents.pop() if known.whole and len(agents) == 1 else ""


def _agent(found: Mapping[str, Announced], files: _Files, settings: Settings) -> str:
    """The one agent that wrote every note of a change, in which nothing decides what the rules are."""
    deciding = [*settings.policy_files, *(one.policy.baseline_file for one in settings.known)]
    notes = [path for path in files if any(one.policy.store_of_note(path) for one in settings.known)]
    agents = {_only(found[path]) if path in found else "" for path in notes}
    is_decided = any(is_or_below(path, deciding) for path in files)
    return agents.pop() if len(agents) == 1 and not is_decided else ""


def _told(found: Mapping[str, Announced], files: _Files) -> Iterator[str]:
    """A sentence for each writer."""
    groups: dict[tuple[str, str, bool, bool], list[str]] = {}
    for path, known in found.items():
        writer, rest = _called(known.writes[0])
        groups.setdefault((writer, rest, files[path][1] is None, known.whole), []).append(path)
    for (writer, rest, is_gone, is_whole), paths in groups.items():
        done, one = ("removed" if is_gone else "written"), len(paths) == 1
        if is_whole:
            yield f"{_folded(paths)} {'was' if one else 'were'} {done} by {writer}{rest}"
        elif is_gone:
            were = f"{'was' if one else 'were'} removed by {writer}{rest}"
            yield f"{_folded(paths)} {were}, but nobody announced what came before"
        else:
            are = f"{'is' if one else 'are'} as {writer} wrote {'it' if one else 'them'}{rest}"
            yield f"{_folded(paths)} {are}, but nobody announced a part of that change"


def _called(write: Announcement) -> tuple[str, str]:
    """Who made a write, in words, and for whom and in which session."""
    words = (write.agent, write.who, write.through, write.session)
    agent, who, through, session = (" ".join(visible(word, 80).split()) for word in words)
    rest = f" for {who}" if agent and who and who != agent else ""
    rest += f" through {through}" if not agent and through else ""
    rest += f" (session {session})" if session else ""
    return agent or who or "somebody", rest


def _folded(paths: Collection[str]) -> str:
    """Some paths in a sentence, no more than fit."""
    shown = [visible(path) for path in list(paths)[: _SHOWN if len(paths) > _SHOWN + 1 else len(paths)]]
    left = len(paths) - len(shown)
    *first, last = [*shown, f"{left:,} more files"] if left else shown
    return f"{', '.join(first)} and {last}" if first else last
