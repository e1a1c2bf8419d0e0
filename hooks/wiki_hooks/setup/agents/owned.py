"""How a file that is ours as a whole is written, and known again."""

from __future__ import annotations

import json
from collections.abc import Callable
from importlib import resources
from typing import Any

from wiki_hooks.setup.agents.program import Program, is_hook, program_in_value
from wiki_hooks.setup.agents.splice import rendered

MARK = "A hook of memwiki: `memwiki init --agent` writes it anew."


def text_of(value: Any) -> str:
    """A file of JSON."""
    return rendered(value) + "\n"


def is_hooks(text: str) -> bool:
    """Whether a text is JSON that runs hooks of memwiki and nothing else."""
    try:
        return is_hook(json.loads(text))
    except (ValueError, RecursionError):
        return False


def program_in(text: str) -> Program | None:
    """What the hooks in a file of JSON run."""
    return program_in_value(json.loads(text)) if is_hooks(text) else None


def has_mark(line: str) -> Callable[[str], bool]:
    """Whether a text has the line that says whose it is, near its beginning."""
    return lambda text: line in text.replace("\r\n", "\n").split("\n")[:3]


def shim(name: str) -> str:
    """The text of a file that is handed to a host as it is, but for the program."""
    return (resources.files(__package__) / "shims" / name).read_text(encoding="utf-8")
