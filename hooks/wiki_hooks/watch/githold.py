"""Git beside the watcher: what it has in hand is waited for, and what it did is not taken for a save."""

from __future__ import annotations

import time

from wiki_hooks.place.wiki import Wiki
from wiki_hooks.plumbing import whereabouts
from wiki_hooks.plumbing.busy import LONGEST, busy

# What git or a hook did is looked at only after so much quiet: they often come in rows.
CALM = 1.0
_SHORTEST, _LONGEST = 0.2, 1.0
_JUST_NOW = 0.5


class GitHold:
    """Holds batches back while git is at work, and knows whether it was."""

    def __init__(self, wiki: Wiki) -> None:
        self._head = _head(wiki)
        self._trace = _trace(wiki)
        self._interval = _SHORTEST
        self._was_at_work = False
        self.reason = ""
        """What is being waited for; "" for nothing."""
        self._since = 0.0
        self.overdue = ""
        """What is no longer waited for, though it seems about to end; "" for nothing."""

    def note(self, wiki: Wiki, looked: float) -> bool:
        """Nothing waits, so what git did until now is no part of what comes. Whether it moved HEAD.

        `looked` is when files were looked at last, in seconds since 1970. What git did just before may be
        a part of what comes all the same: events take a moment to arrive.
        """
        new = _trace(wiki)
        if new is None or (new == self._trace and not self._was_at_work) or looked - new.when < _JUST_NOW:
            return False
        self._was_at_work = False
        old, self._trace = self._trace, new
        return old is None or old.head != new.head

    def forget(self, wiki: Wiki) -> None:
        """What git did until now has been taken into account."""
        self._trace = _trace(wiki)
        self._was_at_work = False

    def holds(self, wiki: Wiki) -> float:
        """For how many seconds to wait before asking again; 0 where git rests."""
        work = busy(wiki)
        if work is None or not work.passing:
            self._interval = _SHORTEST
            self._since, self.reason, self.overdue = 0.0, "", ""
            return 0.0
        self._was_at_work = True
        self._since = self._since or time.monotonic()
        if time.monotonic() - self._since > LONGEST:
            # Something that always seems new is no reason to look away for ever.
            self.overdue, self.reason = work.why, ""
            return 0.0
        self._interval = min(self._interval * 1.5, _LONGEST)
        self.reason = work.why
        return self._interval

    def did(self, wiki: Wiki) -> bool:
        """Whether git did anything, or was at it, since what was noted or forgotten."""
        return self._was_at_work or self._trace != _trace(wiki)

    def moved(self, wiki: Wiki) -> str:
        """Where HEAD went since this was asked last, such as `main → side`; "" where it stands."""
        old, self._head = self._head, _head(wiki)
        return whereabouts.moved(old, self._head) if old and self._head else ""


def _trace(wiki: Wiki) -> whereabouts.Trace | None:
    return whereabouts.trace(wiki.repository) if wiki.repository else None


def _head(wiki: Wiki) -> whereabouts.Head | None:
    return whereabouts.head(wiki.repository) if wiki.repository else None
