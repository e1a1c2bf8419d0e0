"""How many log lines wait until git rests: a tiny file, so that a commit need not open the database."""

from __future__ import annotations

import os
from contextlib import suppress

_NAME = "owed"


def state_of(git_dir: str) -> str:
    """The folder of what memwiki remembers about a working tree, given what git keeps about it."""
    return os.path.join(git_dir, "memwiki")


def owing(state: str) -> int:
    """How many lines wait to be written, as of the last look; 0 where none do."""
    try:
        with open(os.path.join(state, _NAME), encoding="ascii") as file:
            return int(file.read())
    except FileNotFoundError:
        return 0
    except (OSError, ValueError):
        return 1  # something waits, whatever the file says


def owe(state: str, lines: int) -> None:
    """Remember how many lines wait. The caller holds the lock."""
    path = os.path.join(state, _NAME)
    if lines:
        with open(path, "w", encoding="ascii") as file:
            file.write(f"{lines}\n")
    else:
        with suppress(FileNotFoundError):
            os.unlink(path)
