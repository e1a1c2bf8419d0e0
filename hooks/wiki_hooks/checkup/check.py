"""One thing that `memwiki doctor` looked at, and how it shows what is to be done."""

from __future__ import annotations

import os
import shlex

from wiki_schema.text import visible
from wiki_schema.value import Value

OK = "ok"
NOTE = "note"
GAP = "gap"


class Check(Value):
    """One thing that was looked at."""

    state: str
    """`ok`, `note` (worth knowing) or `gap` (does not protect as it should)."""
    words: str
    command: str = ""
    """What closes the gap, as it works in the folder from which one looked."""
    is_gate: bool = False
    """Whether it is a check that nobody who commits can skip."""


def quoted(path: str) -> str:
    """A path as a shell takes it, and as a terminal may show it."""
    return shlex.quote(visible(path, 4_000))


def seen_from(folder: str, top: str, path: str) -> str:
    """A path of the repository as it is typed in a folder, quoted."""
    relative = os.path.relpath(os.path.join(top, path), os.path.realpath(folder))
    return quoted(f"./{relative}" if relative.startswith("-") else relative)
