"""Where a tool call writes: which files its paths may mean, and whether any lies in a wiki.

Every call of every project goes through here, so it asks the file system alone and imports next to nothing.
"""

from __future__ import annotations

import os
import re
from collections.abc import Collection, Iterator
from contextlib import suppress
from typing import Any

from wiki_schema.disk.plain import read_plain
from wiki_schema.value import Value

_POLICY, _PROJECT = "memwiki.toml", "pyproject.toml"
_WINDOWS = re.compile(r"^(?:[A-Za-z]:)?[\\/]|\\")
_DRIVE = re.compile(r"^/?([A-Za-z]):[\\/]")


class Place(Value):
    """A file that a path means, and the top of the wiki that it may lie in."""

    full: str
    """Absolute, without `.` and `..`; links on the way are as they are."""
    top: str
    """The folder of the repository or of the configuration; empty where there is no wiki."""


def places(path: str, folder: str) -> Iterator[Place]:
    """Every file that a path may mean when it is said in a folder: by its name, and behind links."""
    for meant in dict.fromkeys(_meanings(path, folder)):
        real = os.path.realpath(meant)
        for full in dict.fromkeys((meant, real)):
            # A folder may be the wiki itself.
            yield Place(full, wiki_above(full if os.path.isdir(full) else os.path.dirname(full)))


def _meanings(path: str, folder: str) -> Iterator[str]:
    """The absolute paths that a path may stand for. Which of them a host takes is not for us to guess."""
    path = path.replace("\0", "")
    if path.startswith("file://"):
        from urllib.parse import unquote, urlsplit

        path = unquote(urlsplit(path).path)
    for said in dict.fromkeys((path, path.strip())):
        yield os.path.normpath(os.path.join(folder, os.path.expanduser(said)))
        if _WINDOWS.search(said) and os.sep == "/":
            slashed = said.replace("\\", "/")
            # A drive may be mounted below /c, or below /mnt/c.
            if drive := _DRIVE.match(said):
                rest = slashed[drive.end() :]
                yield from (f"{mount}/{drive[1].lower()}/{rest}" for mount in ("", "/mnt"))
                slashed = f"/{rest}"
            yield os.path.normpath(os.path.join(folder, slashed))


def wiki_above(folder: str) -> str:
    """The top of the wiki that a folder would lie in; empty where there is none.

    That is the repository's top if it has a configuration, or had one: memwiki remembers it in git's
    folder. Outside of git it is the nearest folder with a configuration.
    """
    here = os.path.normpath(folder)
    configured = ""
    while True:
        if not configured and _is_configured(here):
            configured = here
        git = os.path.join(here, ".git")
        if os.path.lexists(git):
            return here if configured or _is_remembered(git) else ""
        above = os.path.dirname(here)
        if above == here:
            return configured
        here = above


def _is_configured(folder: str) -> bool:
    if os.path.lexists(os.path.join(folder, _POLICY)):
        return True
    project = os.path.join(folder, _PROJECT)
    return os.path.isfile(project) and b"[tool.memwiki" in _bytes(project)


def _is_remembered(git: str) -> bool:
    """Whether memwiki has written in a working tree, by what git keeps about it."""
    return os.path.isdir(os.path.join(_git_folder(git), "memwiki"))


def _git_folder(git: str) -> str:
    """The folder of a `.git`, which is a file in a linked working tree or a submodule."""
    if not os.path.isfile(git):
        return git
    said = _bytes(git).decode("utf-8", "surrogateescape").partition("gitdir:")[2].strip()
    return os.path.join(os.path.dirname(git), said)


def _bytes(path: str) -> bytes:
    try:
        return read_plain(path)
    except OSError:
        return b""


def is_outside(place: Place) -> bool:
    """Whether a file surely lies in no store, nor decides about one, by the configuration on disk alone.

    Where that cannot be told the answer is no, and the wiki itself is asked.
    """
    import tomllib

    inside = os.path.relpath(place.full, place.top).replace(os.sep, "/")
    # In hidden folders lie git's own files, and the settings by which hosts call this hook.
    if inside in (_POLICY, _PROJECT) or inside.startswith("."):
        return False
    policy = _bytes(os.path.join(place.top, _POLICY))
    if not policy:
        return False
    try:
        named = list(_texts(tomllib.loads(policy.decode())))
    except (ValueError, RecursionError):
        return False
    # Every text of it that may be a path: its stores, their logs, the members, the baseline.
    return not any(
        _covers(name, inside) or _covers(inside, name) for name in (*named, *_remembered(place.top))
    )


_DEFAULTS = ("members.toml", "memwiki-baseline.txt")


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for part in value.values():
            yield from _texts(part)
    elif isinstance(value, list):
        for part in value:
            yield from _texts(part)


def _covers(name: str, path: str) -> bool:
    folder = os.path.normpath(name or ".")
    # The archives of a log lie beside it.
    beside = folder.endswith(".md") and path.startswith(folder.removesuffix(".md"))
    return folder == "." or folder.startswith("..") or beside or f"{path}/".startswith(f"{folder}/")


# What was guarded at the last look, so that whoever takes a store out of the configuration by other means
# does not take the guard away with it before anybody looks at that change.

_GUARDED = "guarded"


def remember(state: str, guarded: Collection[str]) -> None:
    """Keep which paths a committed configuration guards. It is no loss where that cannot be kept."""
    path = os.path.join(state, _GUARDED)
    lines = "".join(f"{name}\n" for name in sorted(guarded) if "\n" not in name)
    said = lines.encode("utf-8", "surrogateescape")
    if _bytes(path) == said:
        return
    with suppress(OSError):
        os.makedirs(state, mode=0o700, exist_ok=True)
        with open(f"{path}.{os.getpid()}", "wb") as file:
            file.write(said)
        os.replace(f"{path}.{os.getpid()}", path)


def _remembered(top: str) -> tuple[str, ...]:
    said = _bytes(os.path.join(_git_folder(os.path.join(top, ".git")), "memwiki", _GUARDED))
    return (*_DEFAULTS, *said.decode("utf-8", "surrogateescape").split("\n")[:-1])
