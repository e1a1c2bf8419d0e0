"""Saying on a terminal what long work is at."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from wiki_schema.text import visible

if TYPE_CHECKING:
    from rich.status import Status

_SHORT_SECONDS = 1.0
"""Work that takes no longer is not spoken of."""


@contextmanager
def progress(what: str, quiet: bool = False) -> Iterator[Callable[[str], None]]:
    """A function to be told what is looked at now: shown on standard error, if that is a terminal."""
    if quiet or not sys.stderr.isatty():
        yield lambda words: None
        return
    began, shown = time.monotonic(), _Shown(what)
    try:
        yield lambda words: shown.say(words) if time.monotonic() - began > _SHORT_SECONDS else None
    finally:
        shown.stop()


class _Shown:
    """A line that goes away when the work is done."""

    def __init__(self, what: str) -> None:
        self._what = what
        self._status: Status | None = None

    def say(self, words: str) -> None:
        """Show what is looked at now."""
        from rich.text import Text  # words are text here, never markup

        line = Text(f"{self._what}: {visible(words)}")
        if self._status is None:
            from rich.console import Console

            self._status = Console(stderr=True).status(line)
            self._status.start()
        else:
            self._status.update(line)

    def stop(self) -> None:
        """Take the line away."""
        if self._status is not None:
            self._status.stop()
