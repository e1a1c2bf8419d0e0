"""One writer at a time. The lock is a side file, so editors may rename the files themselves as they like."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from typing import TYPE_CHECKING

from wiki_schema.disk.refusal import CannotWrite
from wiki_schema.text import visible

if TYPE_CHECKING:
    from filelock import FileLock

LOCK = "lock"

# So often it is looked whether the lock is free. A writer holds it for about a millisecond.
_POLL_SECONDS = 0.005


def make_state(state: str) -> None:
    """Make the folder of what memwiki remembers, for the eyes of its owner alone."""
    try:
        os.makedirs(state, mode=0o700, exist_ok=True)
    except OSError as error:
        raise CannotWrite(
            f"{visible(state)} cannot be made: {error.strerror}. memwiki keeps its lock and its journal "
            "there; give yourself the right to make it."
        ) from error


@contextmanager
def locked(state: str, timeout: float = 30.0, name: str = LOCK) -> Iterator[None]:
    """Hold the lock of a wiki; a killed process holds none. `timeout` is in seconds.

    Whoever holds it may take it again, as a plugin does that is told of a write and writes itself.
    Raises `CannotWrite` where somebody else holds it all that time, and says who, where that is known.
    """
    from filelock import Timeout

    make_state(state)
    path = os.path.join(state, name)
    lock = _lock(path, os.getpid())
    try:
        lock.acquire(timeout=timeout, poll_interval=_POLL_SECONDS)
    except Timeout:
        holder = _holder(path)
        who = f"the process {holder}" if holder else "another process"
        raise CannotWrite(
            f"{who} has been writing in this wiki for more than {timeout:g} s, so nothing was written. "
            f"Wait for it, or end it{f' (kill {holder})' if holder else ''}, and try again."
        ) from None
    except OSError as error:
        raise CannotWrite(
            f"{visible(path)} cannot be locked: {error.strerror or error}. "
            "Give yourself the right to write there."
        ) from error
    try:
        yield
    finally:
        lock.release()


@lru_cache(maxsize=16)
def _lock(path: str, process: int) -> FileLock:
    """The lock of a file, made once in each process: that takes longer than to lock it."""
    from filelock import FileLock

    return FileLock(path, mode=0o600)


def _holder(path: str) -> int:
    """The process that holds the lock on a file, as Linux tells it; 0 where it is not known."""
    try:
        inode = str(os.stat(path).st_ino)
        with open("/proc/locks", encoding="ascii") as file:
            for line in file:
                fields = line.split()
                if "->" not in fields and fields[5].rpartition(":")[2] == inode:
                    return int(fields[4])
    except (OSError, ValueError, IndexError):
        pass
    return 0
