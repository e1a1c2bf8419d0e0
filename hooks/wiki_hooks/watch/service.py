"""Files that let the system start the watcher: a systemd user unit, a launchd property list."""

from __future__ import annotations

import os
import re
import shlex
import sys
from collections.abc import Sequence
from hashlib import sha256

from wiki_schema.finding import CannotCheck
from wiki_schema.text import is_hazard, visible
from wiki_schema.value import Value

SYSTEMD = "systemd"
LAUNCHD = "launchd"
KINDS = (SYSTEMD, LAUNCHD)


class Service(Value):
    """What the system is given, and how."""

    text: str
    """The file."""
    install: tuple[str, ...]
    """The commands that install and start it, once the file is written."""


def service(kind: str, top: str, arguments: Sequence[str] = (), python: str = sys.executable) -> Service:
    """The file for one wiki; a kind of "" means this system's. `arguments` are more options of the watcher.

    Raises `CannotCheck` for a folder whose name cannot stand in such a file.
    """
    kind = kind or (LAUNCHD if sys.platform == "darwin" else SYSTEMD)
    # What lies in the wiki must not be taken for a module: -P.
    command = [os.path.abspath(python), "-P", "-m", "wiki_hooks.cli", "watch", "--plain", *arguments]
    for word in (top, *command):
        if any(map(is_hazard, word)):
            raise CannotCheck(
                f"{visible(word)} holds characters that cannot stand in a service file: rename that folder."
            )
    return _launchd(top, command) if kind == LAUNCHD else _systemd(top, command)


def _name(top: str) -> str:
    """A name for the service of a wiki: readable, and its own."""
    readable = re.sub(r"[^A-Za-z0-9]+", "-", os.path.basename(top)).strip("-").lower()[:40]
    return f"{readable or 'wiki'}-{sha256(os.fsencode(top)).hexdigest()[:8]}"


# systemd


def _systemd(top: str, command: Sequence[str]) -> Service:
    unit = f"memwiki-{_name(top)}.service"
    text = "\n".join([
        "[Unit]",
        f"Description=memwiki watches {_specified(top)}",
        "",
        "[Service]",
        "Type=exec",
        f"WorkingDirectory={_folder(top)}",
        f"ExecStart={' '.join(map(_word, command))}",
        "Restart=on-failure",
        "RestartSec=5",
        "",
        "[Install]",
        "WantedBy=default.target",
        "",
    ])  # fmt: skip
    folder = "~/.config/systemd/user"
    return Service(
        text,
        (
            f"mkdir -p {folder}",
            f"{_again(SYSTEMD, command)} > {folder}/{unit}",
            "systemctl --user daemon-reload",
            f"systemctl --user enable --now {unit}",
            f"journalctl --user -u {unit} -f",
        ),
    )


def _specified(words: str) -> str:
    """Words in which systemd expands nothing."""
    return words.replace("%", "%%")


def _folder(path: str) -> str:
    """A folder as the value of a setting: taken as it stands, but for blanks and a backslash at its end."""
    end = "/." if path[-1:].isspace() or path.endswith("\\") else ""
    return _specified(path + end)


def _word(word: str) -> str:
    """One word of a command line, of which systemd takes quotes, escapes, variables and specifiers."""
    if re.fullmatch(r"[A-Za-z0-9_@+=:,./-]+", word):
        return word
    escaped = word.replace("\\", "\\\\").replace('"', '\\"').replace("$", "$$")
    return f'"{_specified(escaped)}"'


# launchd


def _launchd(top: str, command: Sequence[str]) -> Service:
    import plistlib

    label = f"org.memwiki.{_name(top)}"
    log = os.path.expanduser(f"~/Library/Logs/{label}.log")
    text = plistlib.dumps({
        "Label": label,
        "ProgramArguments": list(command),
        "WorkingDirectory": top,
        "RunAtLoad": True,
        "KeepAlive": {"SuccessfulExit": False},
        "ProcessType": "Background",
        "StandardOutPath": log,
        "StandardErrorPath": log,
    }).decode()  # fmt: skip
    path = f"~/Library/LaunchAgents/{label}.plist"
    return Service(
        text,
        (
            f"{_again(LAUNCHD, command)} > {path}",
            f"launchctl bootstrap gui/$(id -u) {path}",
            f"tail -f {log}",
        ),
    )


def _again(kind: str, command: Sequence[str]) -> str:
    """The command that prints the file, for a pipe."""
    more = command[command.index("--plain") + 1 :]
    return shlex.join(["memwiki", "watch", "--service", kind, *more])
