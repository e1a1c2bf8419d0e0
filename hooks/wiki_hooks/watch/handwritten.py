"""Log lines that people write themselves, before they save the note or with it: no second one is needed."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Sequence
from datetime import date

from wiki_hooks.watch.batch import Settled
from wiki_schema.compare.growth import grow
from wiki_schema.log import LogFormat
from wiki_schema.policy import Store
from wiki_schema.text import decode, encode
from wiki_schema.value import Value

_LASTING = 600.0
"""For so many seconds a line that tells of a note stands for its next change."""


class _Credit(Value):
    log: str
    line: str
    path: str
    """The path it names, seen from the store; empty where its format has no such field."""
    until: float


class Credits:
    """Lines that were written by hand and tell of no change that was seen yet."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._credits: list[_Credit] = []

    def add(self, store: Store, entries: Iterable[tuple[str, str]]) -> None:
        """Remember new lines of a log, each with the path that it names."""
        until = self._clock() + _LASTING
        self._credits += [_Credit(store.log_path, line, path, until) for line, path in entries]

    def of(self, store: Store, insides: Collection[str]) -> list[str]:
        """For each of these notes, seen from the store, the oldest line that tells of it."""
        now = self._clock()
        self._credits = [credit for credit in self._credits if credit.until > now]
        found = (self._oldest(store, inside) for inside in insides)
        return [credit.line for credit in found if credit is not None]

    def spend(self, store: Store, inside: str) -> bool:
        """The oldest line that tells of a note has found its change; whether there was one."""
        credit = self._oldest(store, inside)
        if credit is not None:
            self._credits.remove(credit)
        return credit is not None

    def _oldest(self, store: Store, inside: str) -> _Credit | None:
        for credit in self._credits:
            is_told = credit.path == inside if credit.path else mentions(credit.line, inside)
            if credit.log == store.log_path and is_told:
                return credit
        return None


def new_lines(change: Settled, store: Store, log_format: LogFormat, day: date) -> list[str]:
    """The lines that a log gained."""
    old, new = decode(change.before or b""), decode(change.after or b"")
    grown = grow(old, new, log_format, store.log_order, day)
    return [line for _, line in grown.new if line.strip()]


def mentions(line: str, inside: str) -> bool:
    """Whether a line of a log without fields speaks of a note: by its path or by a link to it."""
    stem = inside.rpartition("/")[2].removesuffix(".md")
    return inside in line or f"[[{stem}]]" in line or f"[[{stem}|" in line


def without(text: bytes, lines: Sequence[str]) -> bytes:
    """A log without these lines, as it was before they were written: the last of equal ones go."""
    left = Counter(lines)
    kept = []
    for line in reversed(decode(text).split("\n")):
        if left[line.removesuffix("\r")] > 0:
            left[line.removesuffix("\r")] -= 1
        else:
            kept.append(line)
    return encode("\n".join(reversed(kept)))
