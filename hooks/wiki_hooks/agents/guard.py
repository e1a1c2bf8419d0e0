"""A write that may concern a wiki: judged by the rules of a tool call, and announced where it is allowed."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from wiki_hooks.agents import deeds as acts
from wiki_hooks.agents import own
from wiki_hooks.agents.deeds import CannotTell, Deed
from wiki_hooks.agents.host import ALLOWED, Answer, Call, Host
from wiki_hooks.agents.places import Place, remember
from wiki_hooks.place.environment import today
from wiki_hooks.place.settings import Settings
from wiki_hooks.place.wiki import Speaker, Wiki, evidence, find_wiki
from wiki_hooks.plumbing.agents import MARKERS, NAMING
from wiki_hooks.writing.landing import Landed
from wiki_hooks.writing.stepping import judged_step
from wiki_schema.change import FILE
from wiki_schema.disk.plain import read_plain
from wiki_schema.finding import ERROR, CannotCheck
from wiki_schema.judge import NO_POLICY
from wiki_schema.plugins import get_plugin_manager
from wiki_schema.policy import PolicyError
from wiki_schema.telling import count
from wiki_schema.text import decode, harmless, visible
from wiki_schema.value import Value

if TYPE_CHECKING:
    from wiki_schema.members import Evidence

_FINDINGS = 6
_LONGEST = 2_500
_BY_AN_ADMIN = {"policy-changed"}
"""What an admin in person may allow, where the host asks its user and holds to the answer."""


class _Ground(Value):
    """A wiki, and what in it is guarded."""

    wiki: Wiki
    settings: Settings

    def guards(self, path: str) -> bool:
        """Whether a path from its top is a store's, decides about one, or is a part of the guard."""
        return (
            self.settings.concerns(path)
            or path in self.settings.policy_files
            or own.is_part(self.wiki.top, path)
            or self._is_around(path)
        )

    def _is_around(self, path: str) -> bool:
        """Whether a path is a folder that a store, or what decides about one, lies in."""
        stores = [store for setting in self.settings.known for store in setting.policy.stores]
        named = (*self.settings.policy_files, *(p for s in stores for p in (s.path, s.log_path)))
        return path == "." or any(f"{name}/".startswith(f"{path}/") for name in named)


def guarded(
    host: Host,
    call: Call,
    wanted: Sequence[Deed],
    places: Mapping[str, tuple[Place, ...]],
    near: Iterable[Place],
    folder: str,
    environ: Mapping[str, str],
) -> Answer:
    """The answer to a write of which some path may lie in a wiki.

    `places` are the files that each path may mean. Raises `CannotCheck` where something cannot be read.
    """
    # A wiki may be reached by several ways; it is one all the same.
    known = {top: _ground(top, environ) for top in {os.path.realpath(place.top) for place in near}}
    if not any(known.values()):
        return ALLOWED
    grounds = {place.top: known[os.path.realpath(place.top)] for place in near}
    try:
        aims = {path: aim for path, group in places.items() if (aim := _aim(path, group, grounds))}
        if "" in places:
            raise CannotTell("", next(deed.why for deed in wanted if isinstance(deed, acts.Unclear)))
        answers = []
        for ground in filter(None, known.values()):
            here = {path: at for path, (whose, at) in aims.items() if whose is ground}
            if here:
                answers.append(_judged(host, call, wanted, here, ground, folder, environ))
    except CannotTell as error:
        return host.deny(_untold(error))
    return next((answer for answer in answers if answer != ALLOWED), ALLOWED)


def _untold(error: CannotTell) -> str:
    where = visible(error.path) or "a file that it does not name"
    return (
        f"memwiki: this call would write {where}, and what would stand there cannot be told: "
        f"{harmless(error.why)}. Nothing was written."
    )


def _ground(top: str, environ: Mapping[str, str]) -> _Ground | None:
    """The wiki of a folder; None where nothing configures one any more."""
    try:
        wiki = find_wiki(top, environ, get_plugin_manager())
    except PolicyError:
        raise
    except CannotCheck as error:
        if str(error) == NO_POLICY:
            return None
        raise
    try:
        lies = wiki.as_it_lies.setting
    except PolicyError:  # what the last commit guards is guarded all the same
        lies = wiki.setting
    settings = Settings(wiki.setting, lies)
    stores = [store for setting in settings.known for store in setting.policy.stores]
    named = {path for s in stores for path in (s.path, s.log_path, s.index_path)}
    remember(wiki.state, {*named, *settings.policy_files, *(s.policy.baseline_file for s in settings.known)})
    return _Ground(wiki, settings)


def _aim(
    path: str, group: Iterable[Place], grounds: Mapping[str, _Ground | None]
) -> tuple[_Ground, str] | None:
    """The guarded file that a path means, from the top of its wiki; None where it means none.

    Raises `CannotTell` where it means a file by one way and another by the other.
    """
    aims: dict[tuple[str, str], _Ground] = {}
    links = False
    for place in group:
        ground = grounds.get(place.top) if place.top else None
        inside = "" if ground is None else os.path.relpath(place.full, place.top).replace(os.sep, "/")
        if ground is not None and ground.guards(inside):
            if os.path.isdir(place.full):
                raise CannotTell(path, "it is a folder, and there is more in it than this call names")
            aims[ground.wiki.top, inside] = ground
            real = os.path.realpath(place.full)
            links |= real != os.path.join(ground.wiki.top, inside)
    if links:
        raise CannotTell(path, "it is, or lies behind, a link; name the file itself")
    if len(aims) > 1:
        several = " or ".join(visible(at) for _, at in aims)
        raise CannotTell(path, f"it may be {several}; name the file plainly")
    return next(((ground, at) for (_, at), ground in aims.items()), None)


def _judged(
    host: Host,
    call: Call,
    wanted: Sequence[Deed],
    aims: Mapping[str, str],
    ground: _Ground,
    folder: str,
    environ: Mapping[str, str],
) -> Answer:
    """The answer as far as one wiki goes. `aims` gives the guarded files by their names in the call."""
    wiki = ground.wiki._replace(speaker=Speaker(host.name, call.session, call.use))
    outcome = acts.outcome(_translated(wanted, aims, ground, folder), lambda path: _text(wiki, path))
    for path, text in outcome.files.items():
        _check_characters(path, text, _text(wiki, path))
    if taken := own.taken_out(wiki.top, outcome.files):
        return host.deny(taken)
    who = evidence(wiki, "", environ, agent=host.name)
    landed = judged_step(wiki, outcome.files, who, today(), outcome.whole)
    errors = [finding for finding in landed.verdict.findings if finding.level == ERROR]
    if errors:
        return _refused(host, wiki, landed, who, folder, environ)
    unheard = _announce(wiki, landed, who)
    return ALLOWED._replace(err=unheard)


def _text(wiki: Wiki, path: str) -> str | None:
    """What a guarded file holds now. Raises `CannotTell` for what is no plain file."""
    file = wiki.tree.read(path)
    if file is None:
        return None
    if file.mode != FILE:
        raise CannotTell(path, "it is no plain file")
    return file.text


def _check_characters(path: str, text: str | None, before: str | None) -> None:
    """Half a character is no text: what a host would write for it nobody knows."""
    if text is None or text.isascii():
        return
    new = {char for char in set(text) - set(before or "") if "\ud800" <= char <= "\udfff"}
    if new:
        raise CannotTell(path, "it holds half a character")


def _translated(
    wanted: Iterable[Deed], aims: Mapping[str, str], ground: _Ground, folder: str
) -> Iterator[Deed]:
    """The deeds as far as they concern guarded files, by their paths from the top."""
    for deed in wanted:
        at = aims.get(deed.path)
        if isinstance(deed, (acts.Copy, acts.Move)):
            yield from _moved(deed, at, aims.get(deed.to), folder)
        elif at is None:
            continue
        elif _needs_text(ground, at) or isinstance(deed, acts.Remove):
            yield deed._replace(path=at)
        else:  # of other files only name and kind are judged
            yield acts.Write(at, "")


def _needs_text(ground: _Ground, path: str) -> bool:
    return ground.settings.needs_text(path) or own.is_part(ground.wiki.top, path)


def _moved(deed: acts.Copy | acts.Move, at: str | None, to: str | None, folder: str) -> Iterator[Deed]:
    """A file that is moved or copied within a wiki, out of it, or into it."""
    if at is not None and to is not None:
        yield deed._replace(path=at, to=to)
    elif at is not None:
        if isinstance(deed, acts.Move):
            yield acts.Remove(at)
    elif to is not None:
        try:
            data = read_plain(os.path.join(folder, os.path.expanduser(deed.path)))
            yield acts.Write(to, decode(data))
        except OSError as error:
            yield acts.Unclear(to, f"what is put there cannot be read: {error.strerror}")


def _announce(wiki: Wiki, landed: Landed, who: Evidence) -> str:
    """Enter who is about to write which bytes. Where that cannot be done the write is no worse for it."""
    from wiki_hooks.writing.desk import announce_edits, remembered

    try:
        with remembered(wiki) as db:
            announce_edits(db, wiki.speaker, landed.edits, wiki.actor(who).label, "hook")
    except CannotCheck as error:
        return f"memwiki: who writes this could not be noted down: {harmless(str(error))}\n"
    return ""


def _refused(
    host: Host, wiki: Wiki, landed: Landed, who: Evidence, folder: str, environ: Mapping[str, str]
) -> Answer:
    """A no in plain words: what, where, who may, and the commands that do it right."""
    errors = [finding for finding in landed.verdict.findings if finding.level == ERROR]
    lines = ["memwiki refused this write; nothing was written."]
    for finding in errors[:_FINDINGS]:
        at = f"{finding.path}:{finding.line}" if finding.line else finding.path
        lines.append(harmless(f"- {visible(at)}: {finding.message} [{finding.rule}]"))
    if len(errors) > _FINDINGS:
        lines.append(f"- and {count(len(errors) - _FINDINGS, 'more finding')}")
    from wiki_hooks.agents.remedies import commands  # most writes are right

    right = commands(wiki, wiki.actor(who), landed.edits, errors, folder, environ)
    if right:
        lines += ["Do it right with:" if len(right) == 1 else "Do it right with these:"]
        lines += [f"  {command}" for command in right]
    rules = {finding.rule for finding in errors}
    if "note-rewritten" in rules and right:
        lines.append("What such a command does not name stays as it is.")
    told = "\n".join(lines)[:_LONGEST]
    # Whoever sits there may allow what an admin in person may.
    user = wiki.actor(evidence(wiki, "", {**environ, **dict.fromkeys((*MARKERS, *NAMING), "")}))
    if host.ask and rules <= _BY_AN_ADMIN and wiki.setting.roster.is_admin_in_person(user):
        return host.ask(told)
    return host.deny(told)
