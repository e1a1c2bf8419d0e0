"""What whoever watches is told: look at this path. Apart from what tells it, which costs an import."""

from __future__ import annotations

import os
from queue import SimpleQueue

from wiki_schema.value import Value


class Hint(Value):
    """Something happened at a path, or, where it is "", somewhere: everything must be looked at."""

    path: str
    is_folder: bool = False


Hints = SimpleQueue[Hint | None]
"""What waits to be looked at. None only wakes whoever waits."""

LOST = Hint("")


class CannotWatch(Exception):
    """The system gives no events, or no more of them. The message says why."""


def identity_of(folder: str) -> tuple[int, int] | None:
    """By what a folder is known from another one at the same place; None where none stands."""
    try:
        status = os.stat(folder, follow_symlinks=False)
    except OSError:
        return None
    return status.st_dev, status.st_ino
