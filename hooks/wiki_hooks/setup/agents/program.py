"""The memwiki that a host calls: how it is named in settings, and how an entry of ours is known again."""

from __future__ import annotations

import os
import shlex
import sys
import sysconfig
from collections.abc import Mapping
from typing import Any

from wiki_schema.value import Value

NAME = "memwiki"
_MODULE = "wiki_hooks.cli"
# What a shell would do more than run one program.
_SHELL = frozenset("();<>|&`$\n")


class Program(Value):
    """What is run, as the words before the command's own."""

    words: tuple[str, ...]

    def line(self, *more: str) -> str:
        """As a line for a shell."""
        return shlex.join([*self.words, *more])

    @property
    def is_by_name(self) -> bool:
        """Whether whoever has memwiki on the PATH runs their own."""
        return self.words == (NAME,)


def program_for(environ: Mapping[str, str]) -> Program:
    """`memwiki` where a host will find it, else the running one by its path.

    A virtual environment is on the PATH of the shell that activated it and of nothing else, so what lies
    there is named by its path.
    """
    scripts = sysconfig.get_path("scripts")
    folders = [folder for folder in environ.get("PATH", "").split(os.pathsep) if folder]
    own = {os.path.realpath(scripts)} if sys.prefix != sys.base_prefix else set()
    from shutil import which

    lasting = [folder for folder in folders if os.path.realpath(folder) not in own]
    if which(NAME, path=os.pathsep.join(lasting)):
        return Program((NAME,))
    path = os.path.join(scripts, NAME)
    return Program((path,)) if os.access(path, os.X_OK) else Program((sys.executable, "-P", "-m", _MODULE))


def arguments(command: object, more: object = None) -> tuple[str, ...] | None:
    """What a command of some settings hands to memwiki; None where it runs anything else, or more than that.

    The command is a line for a shell, or a list of words. Where arguments stand beside it, even none, it is
    the program alone.
    """
    words = _words(command) if more is None else _words([command, *more] if isinstance(more, list) else None)
    if not words:
        return None
    if os.path.basename(words[0]) in (NAME, f"{NAME}.exe"):
        return tuple(words[1:])
    for place in range(1, len(words) - 1):
        if words[place : place + 2] == ["-m", _MODULE]:
            return tuple(words[place + 2 :])
    return None


def program_of(command: object, more: object = None) -> Program | None:
    """What a command of ours runs; None where it is none of ours."""
    after = arguments(command, more)
    words = _words(command) if more is None else _words([command, *more] if isinstance(more, list) else None)
    return Program(tuple(words[: len(words) - len(after)])) if words and after is not None else None


def program_in_value(value: object) -> Program | None:
    """What the first command of ours within a value runs."""
    found = (program_of(_command(entry), entry.get("args")) for entry in commands_in(value))
    return next((program for program in found if program), None)


def commands_in(value: object) -> list[dict[str, Any]]:
    """Every object within a value that has a command."""
    if isinstance(value, list):
        return [found for item in value for found in commands_in(item)]
    if not isinstance(value, dict):
        return []
    inner = [found for item in value.values() for found in commands_in(item)]
    return [value, *inner] if any(key in value for key in _KEYS) else inner


def is_hook(value: object) -> bool:
    """Whether all that a value runs is a hook of memwiki. `prime` is how older ones began a session."""
    found = commands_in(value)
    return bool(found) and all(_first(entry)[:1] in (("hook",), ("prime",)) for entry in found)


def is_server(value: object) -> bool:
    """Whether a value starts memwiki's server of tools."""
    return isinstance(value, dict) and _first(value)[:1] == ("mcp",)


_KEYS = ("command", "bash", "exec")


def _first(entry: Mapping[str, Any]) -> tuple[str, ...]:
    return arguments(_command(entry), entry.get("args")) or ()


def _command(entry: Mapping[str, Any]) -> object:
    return next((entry[key] for key in _KEYS if key in entry), "")


def _words(command: object) -> list[str] | None:
    if isinstance(command, list):
        return [*command] if all(isinstance(word, str) for word in command) else None
    if not isinstance(command, str) or _SHELL & set(command):
        return None
    try:
        return shlex.split(command)
    except ValueError:
        return None
