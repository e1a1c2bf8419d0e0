"""Asking the database of a wiki something: no trace is left, and nobody is kept waiting."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable
from contextlib import closing
from typing import TYPE_CHECKING, TypeVar

from wiki_schema.disk.database import MEND, NAME, VERSION
from wiki_schema.finding import CannotCheck
from wiki_schema.text import visible

if TYPE_CHECKING:
    import sqlite3

_Answer = TypeVar("_Answer")

_WAIT_SECONDS = 0.2
_TRIES = 3


def ask(state: str, question: Callable[[sqlite3.Connection], _Answer]) -> _Answer | None:
    """What the database in a state folder answers; None where there is none, or it is from before all this.

    Raises `CannotCheck` where it cannot be read.
    """
    path = os.path.join(state, NAME)
    try:
        kind = os.lstat(path).st_mode
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError as error:
        raise CannotCheck(f"{visible(path)} cannot be read: {error.strerror}.") from error
    if not stat.S_ISREG(kind):
        raise CannotCheck(f"{visible(path)} is no plain file. {MEND}")
    import sqlite3

    for _ in range(_TRIES):
        seen = _stamps(path)
        # Nobody has it open where there is no journal: then no lock is needed, and no side file is made.
        at_rest = seen[1] is None
        try:
            answer = _asked(path, at_rest, question)
        except sqlite3.Error as error:
            if at_rest and seen != _stamps(path):
                continue
            raise CannotCheck(f"{visible(path)} cannot be read: {error}. {MEND}") from error
        if not at_rest or seen == _stamps(path):
            return answer
    raise CannotCheck(f"{visible(path)} cannot be read: others are writing it all the time. Try again.")


def _asked(path: str, at_rest: bool, question: Callable[[sqlite3.Connection], _Answer]) -> _Answer | None:
    import sqlite3

    quoted = path.replace("%", "%25").replace("?", "%3f").replace("#", "%23")
    how = "mode=ro&immutable=1" if at_rest else "mode=ro"
    with closing(sqlite3.connect(f"file:{quoted}?{how}", timeout=_WAIT_SECONDS, uri=True)) as db:
        version = db.execute("PRAGMA user_version").fetchone()[0]
        if version > VERSION:
            raise CannotCheck(
                f"{visible(path)} was made by a newer memwiki. Update this one (pip install -U memwiki)."
            )
        if version < 1:
            raise sqlite3.DatabaseError("it is no database of memwiki")
        return question(db) if version == VERSION else None


def _stamps(path: str) -> tuple[tuple[int, int] | None, tuple[int, int] | None]:
    """By what one sees that somebody wrote in between: the database and its journal."""
    return _stamp(path), _stamp(f"{path}-wal")


def _stamp(path: str) -> tuple[int, int] | None:
    try:
        status = os.lstat(path)
    except OSError:
        return None
    return status.st_mtime_ns, status.st_size
