"""One watcher a wiki: two would each log every save."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager

from wiki_schema.disk.locks import make_state
from wiki_schema.finding import CannotCheck
from wiki_schema.text import visible

LOCK = "watch.lock"


@contextmanager
def only_watcher(state: str) -> Iterator[None]:
    """Be the one watcher of a wiki for as long as the block lasts. A killed one is no obstacle.

    Raises `CannotCheck` where another one runs, with its process where that is known.
    """
    make_state(state)
    path = os.path.join(state, LOCK)
    try:
        file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC, 0o600)
    except OSError as error:
        raise CannotCheck(
            f"{visible(path)} cannot be opened: {error.strerror}. Give yourself the right to write there."
        ) from error
    try:
        _hold(file)
        yield
    finally:
        os.close(file)


def _hold(file: int) -> None:
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        pid = os.pread(file, 20, 0).decode("ascii", "replace").strip()
        known = pid.isdecimal()
        raise CannotCheck(
            f"a watcher of this wiki runs already{f' (process {pid})' if known else ''}, and one is enough. "
            f"To have this one instead, end it{f': kill {pid}' if known else ''}."
        ) from None
    except OSError as error:
        raise CannotCheck(
            f"no lock can be held beside this wiki: {error.strerror}. Two watchers would log every save "
            "twice, so none runs."
        ) from error
    os.ftruncate(file, 0)
    os.pwrite(file, b"%d\n" % os.getpid(), 0)
