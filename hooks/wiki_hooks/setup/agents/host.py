"""What is known about a host: where its settings are, what is put there, and what can turn it off."""

from __future__ import annotations

from typing import Any

from wiki_hooks.setup.agents.others import OwnFile, TomlServer
from wiki_hooks.setup.agents.program import Program
from wiki_hooks.setup.agents.settings import Entry, JsonFile
from wiki_schema.value import Value

File = JsonFile | TomlServer | OwnFile

SECONDS = 30
"""How long a hook may take. A call takes a tenth of a second; another that writes holds the lock longer."""


class Switch(Value):
    """A setting that turns a host's hooks off."""

    path: str
    keys: tuple[str, ...]
    off: Any
    is_at_home: bool = False
    """Whether the file is below the user's home, and not below the project."""


class Host(Value):
    """A host of coding agents."""

    name: str
    """As members.toml and the attribution journal call it."""
    title: str
    guard: File
    """Where the hook before a write goes."""
    others: tuple[File, ...]
    """Where the server of tools goes, and whatever else has a file of its own."""
    seen: tuple[str, ...]
    """The folders and files of a project in which this host keeps its settings."""
    home: tuple[str, ...]
    """The same below the user's home."""
    broken: str
    """What becomes of a write when the hook cannot be run."""
    fails_open: bool
    hints: tuple[str, ...] = ()
    """What is left to do, or to know, once it is installed."""
    switches: tuple[Switch, ...] = ()
    home_guard: str = ""
    """The user's own settings, in the form of `guard`, which guard every project."""
    told: tuple[str, ...] = ()
    """Files of a project that tell this host something: it may be in use."""
    trust: str = ""
    """What the user must do in the host before it runs a hook; nobody else sees whether it is done."""
    reads: str = ""
    """The host whose settings it reads as well."""

    @property
    def files(self) -> tuple[File, ...]:
        """All that is installed."""
        return (self.guard, *self.others)


def server(program: Program, **more: Any) -> dict[str, Any]:
    """The entry of the server of tools, as most hosts write it."""
    command, *args = program.words
    return {**more, "command": command, "args": [*args, "mcp"]}


def server_file(path: str, key: str = "mcpServers", **more: Any) -> JsonFile:
    """A file of servers."""
    return JsonFile(path, lambda program: (Entry((key,), server(program, **more), "memwiki"),))


def command(program: Program, host: str, event: str) -> str:
    """The line that a host runs at an event, which it names in its own words."""
    return program.line("hook", host, event)
