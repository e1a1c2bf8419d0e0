"""Which files have come to rest. Pure: the time is an argument, what stands on disk is told.

Events only say "look at this path". A path is looked at once it has been quiet, and what is seen decides
how long it must stay so before it is believed: half a save looks like an empty or a missing file.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from wiki_schema.value import Value

# What a look shows, compared with what was known.
SAME = "same"
CHANGED = "changed"
NEW = "new"
GONE = "gone"
EMPTY = "empty"
UNSTEADY = "unsteady"
"""It was written to while it was read."""

_UNSEEN = ""
_COMING_AND_GOING = (NEW, GONE)


class Patience(Value):
    """How long a path must be quiet before it is believed, in seconds."""

    quiet: float = 0.3
    longest: float = 2.0
    """A path that never comes to rest is looked at so long after its first event."""
    gone: float = 1.0
    """A missing file may be between delete and create. A new one may be the other end of a move."""
    empty: float = 2.0
    """An empty file may be between truncate and write."""

    def needed(self, sight: str) -> float:
        """How much quiet what was seen needs."""
        return {NEW: self.gone, GONE: self.gone, EMPTY: self.empty}.get(sight, self.quiet)

    def bound(self, sight: str) -> float:
        """After how long it is believed even though it never was quiet that long."""
        return max(self.longest, 4 * self.needed(sight))


def patience(quiet: float) -> Patience:
    """Everything that follows from how long a file must be quiet, in seconds.

    Of a file that is moved to another folder, inotify tells half a second later that it is gone: a new file
    must wait so long, or a move would look like a copy and then a loss.
    """
    return Patience(quiet, max(2.0, 2 * quiet), quiet + 0.7, quiet + 1.7)


class _Entry:
    """One path that something happened to."""

    def __init__(self, at: float) -> None:
        self.first = self.last = at
        self.not_before = at
        self.sight = _UNSEEN


class Settling:
    """The paths that something happened to and that have not been handed over yet."""

    def __init__(self, patience: Patience) -> None:
        self._patience = patience
        self._entries: dict[str, _Entry] = {}

    def __len__(self) -> int:
        return len(self._entries)

    def __iter__(self) -> Iterator[str]:
        return iter(self._entries)

    def __contains__(self, path: str) -> bool:
        return path in self._entries

    def touch(self, path: str, at: float) -> None:
        """Something happened to a path. `at` may lie in the past: a file that is found changed has a date."""
        entry = self._entries.setdefault(path, _Entry(at))
        if at - entry.last > self._patience.longest:
            entry.first = at  # it had been at rest: this is another save
        entry.last = max(entry.last, at)
        entry.sight = _UNSEEN

    def look_again(self, at: float) -> None:
        """Nothing that was seen counts any more: every path is looked at again, no sooner than `at`."""
        for entry in self._entries.values():
            entry.sight, entry.not_before = _UNSEEN, at

    def due(self, now: float) -> list[str]:
        """The paths to be looked at now."""
        return [path for path, entry in self._entries.items() if not entry.sight and self._look(entry) <= now]

    def seen(self, path: str, sight: str, now: float) -> None:
        """What a look showed. A path that says what was known is forgotten."""
        if sight == SAME:
            self._entries.pop(path, None)
        elif entry := self._entries.get(path):
            entry.sight = _UNSEEN if sight == UNSTEADY else sight
            entry.not_before = now + self._patience.quiet

    def ripe(self, now: float) -> dict[str, str]:
        """The paths that may be handed over, and what was seen of each.

        What came and what went go together, so that a move is seen as one.
        """
        ripe = {path: entry for path, entry in self._entries.items() if self._is_ripe(entry, now)}
        if any(not self._is_ripe(entry, now) for entry in self._moving()):
            for path, entry in list(ripe.items()):
                if entry.sight in _COMING_AND_GOING and now < self._last_call(entry):
                    del ripe[path]
        return {path: entry.sight for path, entry in ripe.items()}

    def hurried(self) -> dict[str, str]:
        """What may be handed over if there is no more time: not what is missing or empty, perhaps for a
        moment, nor what may be the other end of a move.
        """
        sights = {path: entry.sight for path, entry in self._entries.items()}
        wanted = {CHANGED} if GONE in sights.values() else {CHANGED, NEW}
        return {path: sight for path, sight in sights.items() if sight in wanted}

    def forget(self, paths: Iterable[str]) -> None:
        """They have been handed over."""
        for path in paths:
            self._entries.pop(path, None)

    def wait(self, now: float) -> float | None:
        """In how many seconds there may be something to do; None while nothing is waited for."""
        times = [self._next(entry, now) for entry in self._entries.values()]
        return max(0.0, min(times) - now) if times else None

    def _next(self, entry: _Entry, now: float) -> float:
        if not entry.sight:
            return self._look(entry)
        # One that is ripe but not handed over waits for another, at the latest until its last call.
        return self._last_call(entry) if self._is_ripe(entry, now) else self._ripens(entry)

    def _look(self, entry: _Entry) -> float:
        quiet = min(entry.last + self._patience.quiet, entry.first + self._patience.longest)
        return max(quiet, entry.not_before)

    def _ripens(self, entry: _Entry) -> float:
        return min(entry.last + self._patience.needed(entry.sight), self._last_call(entry))

    def _last_call(self, entry: _Entry) -> float:
        return entry.first + self._patience.bound(entry.sight)

    def _is_ripe(self, entry: _Entry, now: float) -> bool:
        return bool(entry.sight) and self._ripens(entry) <= now

    def _moving(self) -> Iterator[_Entry]:
        """What came or went, or may have: nobody knows yet of a path that has not been looked at."""
        return (e for e in self._entries.values() if e.sight in _COMING_AND_GOING)
