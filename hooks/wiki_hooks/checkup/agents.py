"""Whether memwiki stands in front of the agents that are in use here, and whether anything turns it off."""

from __future__ import annotations

import json
import os
import sys
import sysconfig
import tomllib
from collections.abc import Callable, Iterator, Mapping
from shutil import which

from wiki_hooks.checkup.check import GAP, NOTE, OK, Check, seen_from
from wiki_hooks.plumbing.agents import agents_of
from wiki_hooks.setup.agents import jsonc
from wiki_hooks.setup.agents.host import File, Host, Switch
from wiki_hooks.setup.agents.hosts import NAMES, host
from wiki_hooks.setup.agents.others import OwnFile
from wiki_hooks.setup.agents.program import Program
from wiki_schema.disk import files
from wiki_schema.finding import CannotCheck
from wiki_schema.members import AGENT
from wiki_schema.policy.setting import Setting
from wiki_schema.text import visible
from wiki_schema.value import Value

_LARGEST = 1_000_000


class Ground(Value):
    """Where is looked: the project, the user's home, and the folder from which one looks."""

    top: str
    home: str
    folder: str
    path: str
    """The folders in which programs are found by name."""

    def has(self, path: str) -> bool:
        """Whether something lies in the project."""
        return os.path.lexists(os.path.join(self.top, path))

    def has_at_home(self, path: str) -> bool:
        """Whether something lies below the user's home."""
        return bool(self.home) and os.path.lexists(os.path.join(self.home, path))

    def read(self, path: str) -> str | None:
        """A file of the project; None where there is none. Raises `CannotCheck`."""
        data = files.read(self.top, path)
        try:
            return None if data is None else data.decode("utf-8")
        except UnicodeDecodeError:
            raise CannotCheck(f"{visible(path)} is not UTF-8") from None

    def read_at_home(self, path: str) -> str | None:
        """A file below the user's home; None where there is none that can be read."""
        try:
            with open(os.path.join(self.home, path), encoding="utf-8") as file:
                return file.read(_LARGEST) if self.home else None
        except (OSError, UnicodeDecodeError):
            return None


def agents(top: str, folder: str, environ: Mapping[str, str], setting: Setting) -> Iterator[Check]:
    """Each host that is in use here: whether it is guarded, and what closes what is open."""
    ground = Ground(top, environ.get("HOME", ""), folder, environ.get("PATH", ""))
    told: set[str] = set()
    guarded = []
    for name in NAMES:
        found = host(name)
        is_used = any(map(ground.has, found.seen))
        try:
            places = _guards(ground, found)
            # Two hosts may share a file; of the second nothing is said unless it is in use.
            if not places:
                yield from _open(ground, found, is_used)
            elif is_used or not told.issuperset(places):
                told.update(places)
                yield from _guarded(ground, found, places)
                guarded.append(found)
        except CannotCheck as error:
            yield Check(GAP, f"{found.title}: {error}", f"mend that, then memwiki init --agent {name}")
    yield from _members(guarded, environ, setting)


def _guards(ground: Ground, found: Host) -> list[str]:
    """The settings in which the hook before a write stands, as they are shown."""
    places = [found.guard.path] if _ours(found.guard, ground.read(found.guard.path)) else []
    if found.home_guard and _is_there(found.guard, lambda: ground.read_at_home(found.home_guard)):
        places.append(f"~/{found.home_guard}")
    if found.reads and not places:
        other = host(found.reads).guard
        places = [other.path] if _is_there(other, lambda: ground.read(other.path)) else []
    return places


def _is_there(file: File, read: Callable[[], str | None]) -> bool:
    """Whether our hook is in settings that are looked at for nothing else."""
    try:
        return _ours(file, read())
    except CannotCheck:
        return False


def _ours(file: File, text: str | None) -> bool:
    return text is not None and bool(file.ours(text))


def _open(ground: Ground, found: Host, is_used: bool) -> Iterator[Check]:
    """A host in front of which nothing stands."""
    command = f"memwiki init --agent {found.name}"
    if is_used:
        place = next(filter(ground.has, found.seen))
        words = f"{found.title} is in use here ({place}), and nothing stands in front of its writes"
        yield Check(GAP, words, command)
    elif told := next(filter(ground.has, found.told), ""):
        yield Check(
            NOTE, f"{told} is there, but nothing stands in front of the writes of {found.title}", command
        )
    elif home := next(filter(ground.has_at_home, found.home), ""):
        words = f"you have {found.title} (~/{home}), and nothing stands in front of its writes here"
        yield Check(NOTE, words, command)


def _guarded(ground: Ground, found: Host, places: list[str]) -> Iterator[Check]:
    """A host in front of which memwiki stands: whether it really does."""
    where = " and ".join(places)
    gaps = [*_switches(ground, found), *(gap for file in found.files for gap in _file(ground, found, file))]
    yield from gaps
    if not any(check.state == GAP for check in gaps):
        state = NOTE if found.fails_open else OK
        manner = "guarded, but fails open" if found.fails_open else "guarded"
        # What gets through is caught behind it.
        behind = "memwiki watch --restore" if found.fails_open else ""
        yield Check(state, f"{found.title}: {manner} ({where}); {found.broken}", behind)
    if found.trust:
        yield Check(NOTE, f"{found.title}: {found.trust}")


def _file(ground: Ground, found: Host, file: File) -> Iterator[Check]:
    """One file of a host: whether it says what it should, and whether what it names is there."""
    text = ground.read(file.path)
    if text is None or not file.ours(text):
        return
    program = file.program(text)
    again = f"memwiki init --agent {found.name}"
    if program is None or not _is_as_made(file, text, program):
        words = f"{found.title}: what memwiki put into {file.path} was altered, or is of an older form"
        yield Check(GAP, words, again)
    if program is not None:
        yield from _program(ground, found, file, program)
    if file.is_executable and not os.access(os.path.join(ground.top, file.path), os.X_OK):
        command = f"chmod +x {seen_from(ground.folder, ground.top, file.path)}"
        yield Check(GAP, f"{found.title}: {file.path} is not executable, so it is passed over", command)


def _is_as_made(file: File, text: str, program: Program) -> bool:
    made = file.installed(text, program)
    if isinstance(file, OwnFile) and file.path.endswith(".json"):
        return bool(json.loads(made) == json.loads(text))
    return made == text


def _program(ground: Ground, found: Host, file: File, program: Program) -> Iterator[Check]:
    """Whether the program that settings name is there, and is this one."""
    name = program.words[0]
    shown = visible(name)
    place = name if os.path.isabs(name) else which(name, path=ground.path)
    if place is None or not os.access(place, os.X_OK):
        words = f"{found.title}: {file.path} names {shown}, which is not there; {found.broken}"
        yield Check(GAP, words, f"memwiki init --agent {found.name}")
        return
    own = {sysconfig.get_path("scripts"), os.path.dirname(sys.executable)}
    if os.path.dirname(os.path.realpath(place)) not in {*own, *map(os.path.realpath, own)}:
        yield Check(NOTE, f"{found.title}: {file.path} runs another memwiki than this: {visible(place)}")


def _switches(ground: Ground, found: Host) -> Iterator[Check]:
    """Settings that turn off every hook of a host."""
    for switch in found.switches:
        read = ground.read_at_home if switch.is_at_home else ground.read
        if _value(switch, read(switch.path)) == switch.off:
            path = f"~/{switch.path}" if switch.is_at_home else switch.path
            key = ".".join(switch.keys)
            off = json.dumps(switch.off)
            yield Check(
                GAP, f"{found.title} runs no hook: {key} is {off} in {path}", f"take {key} out of {path}"
            )


def _value(switch: Switch, text: str | None) -> object:
    """What a setting is; None where it is not there, or the file cannot be read by its host either."""
    try:
        value = (
            tomllib.loads(text or "") if switch.path.endswith(".toml") else jsonc.parse(text or "{}").value
        )
    except (jsonc.Broken, tomllib.TOMLDecodeError, RecursionError):
        return None
    for key in switch.keys:
        value = value.get(key) if isinstance(value, dict) else None
    return value


def _members(guarded: list[Host], environ: Mapping[str, str], setting: Setting) -> Iterator[Check]:
    """Whether what agents write counts as their own. Those that the environment names were told of before."""
    members = ((found, setting.roster.find(found.name)) for found in guarded)
    unbound = [found for found, member in members if member is None or member.role != AGENT]
    unbound = [found for found in unbound if found.name not in agents_of(environ)]
    if not unbound:
        return
    titles, file = ", ".join(found.title for found in unbound), visible(setting.policy.members_file)
    each = "" if len(unbound) == 1 else " for each"
    names = " or ".join(f'id = "{found.name}"' for found in unbound)
    verb = "is" if len(unbound) == 1 else "are"
    words = f"{titles} {verb} bound to no member: git's user acts, whoever of them writes"
    yield Check(NOTE, words, f'add a [[member]]{each} to {file} with role = "agent" and {names}')
