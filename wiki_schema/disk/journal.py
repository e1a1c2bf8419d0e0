"""The journal: a deed happens wholly or not at all, whenever the process is killed.

What is about to be done is written down first, with what every file holds before and after. Whoever
takes the lock next finishes or undoes what a killed process left.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING

from wiki_schema.disk import deeds, files, intents, mending
from wiki_schema.disk.deeds import Deed as Deed
from wiki_schema.disk.deeds import Edit as Edit
from wiki_schema.disk.deeds import Written
from wiki_schema.disk.files import CannotWrite, Changed, Stamp, Trace
from wiki_schema.disk.intents import Intent
from wiki_schema.disk.ledger import LedgerLine as LedgerLine
from wiki_schema.disk.mending import DONE, STUCK, TODO, Rest
from wiki_schema.text import visible
from wiki_schema.value import Value

if TYPE_CHECKING:
    import sqlite3

# Of a file that was edited by hand since, nobody has seen the last state.
_UNSEEN = Stamp(0, 0, 0)

FINISHED = "finished"
UNDONE = "undone"
LEFT = "left"


class Recovered(Value):
    """What became of a deed that a killed process had begun."""

    paths: tuple[str, ...]
    through: str
    what: str
    """`finished`, `undone`, or `left` as it was found."""
    told: str
    """One sentence for a person."""


def carry_out(db: sqlite3.Connection, top: str, deed: Deed, moment: str) -> None:
    """Do a deed: all of it, or none. The caller holds the lock; `moment` is UTC as ISO 8601.

    Raises `CannotWrite` where a file cannot be written or is no longer as `before` says; what was written
    by then is undone.
    """
    deed = deed._replace(edits=tuple(edit for edit in deed.edits if edit.before != edit.after))
    if not deed.edits:
        return
    intent = intents.begin(db, deed, moment)
    logs = {line.log for line in deed.lines}
    done: list[Written] = []
    try:
        for edit in deed.edits:
            done.append(deeds.write(top, edit, edit.path in logs))
    except BaseException as error:
        _undo(db, top, intent, len(done), error)
        raise
    with _written_all_the_same():
        intents.end(db, intent, done)


def _undo(db: sqlite3.Connection, top: str, intent: Intent, number: int, error: BaseException) -> None:
    """Take back the first files of a deed, so many. Where that fails, the next command sees to it."""
    edits = intent.deed.edits
    try:
        for edit in edits[number : number + 1]:
            with suppress(Changed):  # what could not be written because others wrote it is theirs
                deeds.take_back(top, edit)
        for edit in reversed(edits[:number]):
            deeds.take_back(top, edit)
    except CannotWrite as worse:
        raise CannotWrite(f"{error}\n{worse}\nThe next command finishes what was begun.") from error
    intents.forget(db, intent)


@contextmanager
def _written_all_the_same() -> Iterator[None]:
    """Says, where it cannot be remembered what was written, that it was."""
    import sqlite3

    try:
        yield
    except sqlite3.Error as error:
        raise CannotWrite(
            f"All is written, but that could not be remembered: {error}. Make room on the disk; the next "
            "command completes it, so do not write it again."
        ) from error


# What a killed process left


def recover(db: sqlite3.Connection, top: str) -> tuple[Recovered, ...]:
    """Finish every deed that a killed process left, or undo it where hand edits leave no room for it.

    The caller holds the lock. Raises `CannotWrite` where a file cannot be written now.
    """
    return tuple(_recover(db, top, intent) for intent in intents.left(db))


def _recover(db: sqlite3.Connection, top: str, intent: Intent) -> Recovered:
    found = [_found(top, edit) for edit in intent.deed.edits]
    done = [at for at, (_, rest) in enumerate(found) if rest.state == DONE]
    # They were written in turn, so what stands before one that is done was done as well, and edited since.
    found[: max(done, default=0)] = [
        (now, rest._replace(state=DONE) if rest.state == STUCK else rest)
        for now, rest in found[: max(done, default=0)]
    ]
    is_stuck = any(rest.state == STUCK for _, rest in found)
    if is_stuck and not any(rest.state == DONE and rest.is_by_hand for _, rest in found):
        return _give_back(db, top, intent, found)
    return _finish(db, top, intent, found)


def _found(top: str, edit: Edit) -> tuple[bytes | None, Rest]:
    """What a file of a deed holds now, and what is left to do of it."""
    try:
        files.sweep(top, edit.path)
        now = files.read(top, edit.path)
    except CannotWrite:  # a link or a folder has taken its place
        return None, Rest(STUCK, None, True)
    return now, mending.rest_of(edit.before, edit.after, now)


def _finish(
    db: sqlite3.Connection, top: str, intent: Intent, found: Sequence[tuple[bytes | None, Rest]]
) -> Recovered:
    """Do what is left to do; what cannot be done because of a hand edit is told."""
    done = []
    for (path, before, after), (now, rest) in zip(intent.deed.edits, found, strict=True):
        if rest.state == TODO:
            written = deeds.write(top, Edit(path, now, rest.content), is_log=False)
            start = now if rest.is_by_hand else before
            done.append(written._replace(before=start, ours=after))
        elif rest.state == DONE:
            stamp = _UNSEEN if rest.is_by_hand else files.stamp(top, path)
            trace = None if stamp is None else Trace(_UNSEEN, stamp)
            done.append(Written(path, before, after, trace, after))
    intents.end(db, intent, done)
    stuck, by_hand = _paths(intent, found, STUCK), _paths(intent, found, DONE, TODO)
    if stuck:
        return _told(
            intent, LEFT, f"was finished but for {stuck}, which was edited by hand since: look at it"
        )
    kept = f"; what was edited by hand since is kept: {by_hand}" if by_hand else ""
    return _told(intent, FINISHED, f"was finished{kept}")


def _give_back(
    db: sqlite3.Connection, top: str, intent: Intent, found: Sequence[tuple[bytes | None, Rest]]
) -> Recovered:
    """Undo a deed that can no longer be finished, and on which no hand edit rests."""
    for edit, (_, rest) in reversed(list(zip(intent.deed.edits, found, strict=True))):
        if not rest.is_by_hand:
            deeds.take_back(top, edit)
    intents.forget(db, intent)
    stuck = _paths(intent, found, STUCK)
    return _told(intent, UNDONE, f"was undone, because {stuck} was edited by hand since: do it again")


def _paths(intent: Intent, found: Sequence[tuple[bytes | None, Rest]], *states: str) -> str:
    """The files that were edited by hand, of those in some states."""
    pairs = zip(intent.deed.edits, found, strict=True)
    return ", ".join(
        visible(edit.path) for edit, (_, rest) in pairs if rest.is_by_hand and rest.state in states
    )


def _told(intent: Intent, what: str, words: str) -> Recovered:
    paths = tuple(edit.path for edit in intent.deed.edits)
    through, shown = intent.deed.through, ", ".join(map(visible, paths))
    return Recovered(paths, through, what, f"a killed `{visible(through)}` of {shown} {words}")
