"""What the watcher's engine hands over, and what the keeper answers: settled files in, events out.

The engine (`events`, `settle`, `scan`, `loop`) finds out *that* files settled in a new state; the keeper
works out what that means. Between the two stand only these values.

While `git.busy.busy(wiki)` tells of something `passing` (a lock, a commit, a live pre-commit) the engine
holds its batch back and reads the files again afterwards: what a hook takes away for a moment is no loss.
What is not passing (a merge or rebase that a person is in the middle of) holds nothing back: the keeper
enters the change in its journal at once, and writes the log line later.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from wiki_schema.value import Value

if TYPE_CHECKING:
    from wiki_schema.disk.shadow import Seen
    from wiki_schema.finding import Finding

# Why a batch came about.
SAVE = "save"
"""Files settled while the watcher was looking."""
AWAY = "away"
"""They changed while no watcher ran: found at start, or after a gap."""
GIT = "git"
"""HEAD or the index moved just before. The keeper still compares each file with HEAD's own blob."""


class Settled(Value):
    """One file that no longer says what it said, or no longer stands, and has been still for a while."""

    path: str
    """From the top of the wiki, with forward slashes."""
    before: bytes | None
    """What the watcher knew: the shadow's content, or None where it knew of no such file."""
    after: bytes | None
    """What stands on disk now, read twice alike; None where nothing does, or no plain file."""
    seen: Seen | None = None
    """How the file looked when it was read, for the shadow; None where nothing stands."""


class Batch(Value):
    """Files that settled together: one save, one checkout, one night away."""

    changes: tuple[Settled, ...]
    cause: str = SAVE
    moved: str = ""
    """Where HEAD moved, if it did: `main → side`; empty otherwise."""


# What an event is about.
SAVED = "saved"
"""A change was kept: by whom, with the log line it brought or got, and what the rules say of it."""
RESTORED = "restored"
"""Something that was lost stands there again."""
BY_GIT = "git"
"""git did it, so nobody is asked and no line is written."""
MENDED = "mended"
"""What a killed process or a rollback left behind was put right."""
STATE = "state"
"""How the watcher itself is: watching, waiting for git, polling, stopping. `told` says all."""


class Event(Value):
    """Something to show to whoever looks."""

    kind: str
    told: str
    """One plain sentence. Words and names in it are data: whoever prints it makes them harmless."""
    path: str = ""
    who: str = ""
    lines: tuple[str, ...] = ()
    """The log lines that were written for it, raw."""
    findings: tuple[Finding, ...] = ()
