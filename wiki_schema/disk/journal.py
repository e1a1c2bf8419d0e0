"""Deeds: changes of several files that happen wholly or not at all, whenever the process is killed.

What is about to be done is written down first, with what every file holds before and after. Whoever
takes the lock next finishes or undoes what a killed process left.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from wiki_schema.disk import contents, files, ledger, mending, revisions, shadow
from wiki_schema.disk.database import transaction
from wiki_schema.disk.files import CannotWrite, Stamp
from wiki_schema.disk.ledger import LedgerLine as LedgerLine
from wiki_schema.disk.shadow import Seen
from wiki_schema.text import decode, encode, visible
from wiki_schema.value import Value

if TYPE_CHECKING:
    import sqlite3

FINISHED = "finished"
UNDONE = "undone"
LEFT = "left"


class Edit(Value):
    """One file of a deed: what it holds before and after; None where there is no file."""

    path: str
    """From the top."""
    before: bytes | None
    after: bytes | None


class Deed(Value):
    """A change of files that belong together, such as note, index and log."""

    edits: tuple[Edit, ...]
    who: str
    through: str
    """The door it comes through: `add`, `append`, `watch`, `restore`, …"""
    verb: str = ""
    """The log verb, where there is one."""
    lines: tuple[LedgerLine, ...] = ()
    """The new log lines among the edits."""


class Recovered(Value):
    """What became of a deed that a killed process had begun."""

    paths: tuple[str, ...]
    through: str
    what: str
    """`finished`, `undone`, or `left` as it was found."""
    told: str
    """One sentence for a person."""


class _Written(Value):
    """One file as it was left."""

    path: str
    before: bytes | None
    after: bytes | None
    stamp: Stamp | None


def carry_out(db: sqlite3.Connection, top: str, deed: Deed, moment: str) -> None:
    """Do a deed: all of it, or none. The caller holds the lock; `moment` is UTC as ISO 8601.

    Raises `CannotWrite` where a file cannot be written or is no longer as `before` says; what was written
    by then is undone.
    """
    deed = deed._replace(edits=tuple(edit for edit in deed.edits if edit.before != edit.after))
    if not deed.edits:
        return
    intent = _intend(db, deed, moment)
    logs = {line.log for line in deed.lines}
    done: list[_Written] = []
    try:
        for edit in deed.edits:
            done.append(_write(top, edit, edit.path in logs))
    except BaseException as error:
        _undo(db, top, intent, done, error)
        raise
    _conclude(db, intent, deed, done, moment)


def _intend(db: sqlite3.Connection, deed: Deed, moment: str) -> int:
    """Write down what is about to be done."""
    # One file is written in one step, so only of several could a power cut leave some behind.
    with transaction(db, durable=len(deed.edits) > 1):
        intent = db.execute(
            "INSERT INTO intent (time, who, through, verb) VALUES (?, ?, ?, ?)",
            (moment, encode(deed.who), deed.through, deed.verb),
        ).lastrowid
        assert intent is not None
        for edit in deed.edits:
            before = contents.keep(db, edit.before)
            after = contents.keep(db, edit.after, edit.before)
            db.execute(
                "INSERT INTO intent_edit (intent, path, before, after) VALUES (?, ?, ?, ?)",
                (intent, encode(edit.path), before, after),
            )
        for log, line, note, state in deed.lines:
            db.execute(
                "INSERT INTO intent_line (intent, log, line, note, state) VALUES (?, ?, ?, ?, ?)",
                (intent, encode(log), encode(line), encode(note), state),
            )
    return intent


def _write(top: str, edit: Edit, is_log: bool) -> _Written:
    """Bring one file from before to after."""
    path, before, after = edit
    if after is None:
        files.remove(top, path, before or b"")
        return _Written(path, before, None, None)
    if before is None or not _only_grows(before, after):
        return _Written(path, before, after, files.replace(top, path, after, before))
    if not is_log and files.read(top, path) != before:
        raise files.changed(path)
    stamp = files.append(top, path, after[len(before) :])
    # Another's line may have come in between. It stays, and ours stands behind it.
    now = after if stamp.size == len(after) else files.read(top, path)
    return _Written(path, before, now, stamp)


def _only_grows(before: bytes, after: bytes) -> bool:
    """Whether whole lines come after what stood there, so that one append does it."""
    if not after.startswith(before) or not after.endswith(b"\n"):
        return False
    return before[-1:] in (b"", b"\n") or after.startswith((b"\n", b"\r\n"), len(before))


def _undo(db: sqlite3.Connection, top: str, intent: int, done: list[_Written], error: BaseException) -> None:
    """Take back what was written. Where that fails, the next command sees to it."""
    try:
        for written in reversed(done):
            _take_back(top, written)
    except CannotWrite as worse:
        raise CannotWrite(f"{error}\n{worse}\nThe next command finishes what was begun.") from error
    _forget(db, intent)


def _take_back(top: str, written: _Written) -> None:
    path, before, after, _ = written
    if before is None and after is not None:
        files.remove(top, path, after)
    elif before is not None and after is not None and after.startswith(before):
        files.shorten(top, path, len(before), after)
    elif before is not None:
        files.replace(top, path, before, after)


def _forget(db: sqlite3.Connection, intent: int) -> None:
    with transaction(db, durable=False):
        for table, key in (("intent", "id"), ("intent_edit", "intent"), ("intent_line", "intent")):
            db.execute(f"DELETE FROM {table} WHERE {key} = ?", (intent,))


def _conclude(db: sqlite3.Connection, intent: int, deed: Deed, done: list[_Written], moment: str) -> None:
    """Remember what was done, and forget that it was to be done."""
    with transaction(db, durable=False):
        for path, before, after, stamp in done:
            old = contents.keep(db, before)
            new = contents.keep(db, after, before)
            revisions.record_kept(db, path, old, new, deed.who, deed.through, deed.verb, moment)
            _give_up(db, path, before, after)
            if shadow.get(db, path) is not None:
                if stamp is None or new is None:
                    shadow.remove(db, path)
                else:
                    shadow.put(db, Seen(path, stamp.size, stamp.mtime_ns, stamp.inode, new))
        _enter_lines(db, deed, done, moment)
        _forget(db, intent)


def _give_up(db: sqlite3.Connection, path: str, before: bytes | None, after: bytes | None) -> None:
    """Forget the log lines that this very deed takes out of a log, as a rotation does."""
    if before is None or (after is not None and after.startswith(before)):
        return
    if gone := ledger.held(db, path, decode(before)):
        lacking = {line.id for line in ledger.owed(db, path, decode(after or b""))}
        ledger.settle(db, [line.id for line in gone if line.id in lacking])


def _enter_lines(db: sqlite3.Connection, deed: Deed, done: list[_Written], moment: str) -> None:
    by_log: dict[str, list[LedgerLine]] = {}
    for line in deed.lines:
        by_log.setdefault(line.log, []).append(line)
    for path, _, after, stamp in done:
        if path in by_log and after is not None and stamp is not None:
            ledger.enter(db, by_log[path], path, after, moment)
            ledger.leave(db, path, stamp)


# What a killed process left


def recover(db: sqlite3.Connection, top: str) -> tuple[Recovered, ...]:
    """Finish every deed that a killed process left, or undo it where hand edits leave no room for it.

    The caller holds the lock. Raises `CannotWrite` where a file cannot be written now.
    """
    found = db.execute("SELECT id, time, who, through, verb FROM intent ORDER BY id").fetchall()
    return tuple(
        _recover(db, top, id, _deed(db, id, decode(who), through, verb), time)
        for id, time, who, through, verb in found
    )


def _deed(db: sqlite3.Connection, intent: int, who: str, through: str, verb: str) -> Deed:
    edits = db.execute(
        "SELECT path, before, after FROM intent_edit WHERE intent = ? ORDER BY rowid", (intent,)
    )
    rows = db.execute(
        "SELECT log, line, note, state FROM intent_line WHERE intent = ? ORDER BY rowid", (intent,)
    )
    return Deed(
        tuple(
            Edit(decode(path), contents.content(db, before), contents.content(db, after))
            for path, before, after in edits
        ),
        who,
        through,
        verb,
        tuple(LedgerLine(decode(log), decode(line), decode(note), state) for log, line, note, state in rows),
    )


def _recover(db: sqlite3.Connection, top: str, intent: int, deed: Deed, moment: str) -> Recovered:
    now: dict[str, bytes | None] = {}
    rests: dict[str, mending.Rest] = {}
    for path, before, after in deed.edits:
        try:
            files.sweep(top, path)
            now[path] = files.read(top, path)
            rests[path] = mending.rest_of(before, after, now[path])
        except CannotWrite:  # a link or a folder has taken its place
            rests[path] = mending.Rest(mending.STUCK, None, True)
    if any(rest.state == mending.STUCK for rest in rests.values()):
        return _give_back(db, top, intent, deed, rests)
    return _finish(db, top, intent, deed, moment, rests, now)


def _finish(
    db: sqlite3.Connection,
    top: str,
    intent: int,
    deed: Deed,
    moment: str,
    rests: Mapping[str, mending.Rest],
    now: Mapping[str, bytes | None],
) -> Recovered:
    done = []
    for path, before, after in deed.edits:
        rest = rests[path]
        if rest.state == mending.TODO:
            old = now[path]
            # What was appended by hand, or torn in the middle, is an old content like any other.
            written = _write(top, Edit(path, old, rest.content), is_log=False)
            start = before if not rest.is_by_hand else old
            done.append(written._replace(before=start))
        else:
            done.append(_Written(path, before, after, None if after is None else files.stamp(top, path)))
    _conclude(db, intent, deed, done, moment)
    by_hand = [visible(path) for path, rest in rests.items() if rest.is_by_hand]
    more = f"; what was edited by hand since stays as it is: {', '.join(by_hand)}" if by_hand else ""
    return _told(deed, FINISHED, f"was finished{more}")


def _give_back(
    db: sqlite3.Connection, top: str, intent: int, deed: Deed, rests: Mapping[str, mending.Rest]
) -> Recovered:
    """Undo a deed that can no longer be finished; where a hand edit rests on it, leave it as it is."""
    stuck = ", ".join(visible(path) for path, rest in rests.items() if rest.state == mending.STUCK)
    done = [edit for edit in deed.edits if rests[edit.path].state == mending.DONE]
    if any(rests[edit.path].is_by_hand for edit in done):
        _forget(db, intent)
        return _told(deed, LEFT, f"was left half done, because {stuck} was edited by hand since: look at it")
    for path, before, after in reversed(done):
        _take_back(top, _Written(path, before, after, None))
    _forget(db, intent)
    return _told(deed, UNDONE, f"was undone, because {stuck} was edited by hand since: do it again")


def _told(deed: Deed, what: str, words: str) -> Recovered:
    paths = tuple(edit.path for edit in deed.edits)
    shown = ", ".join(map(visible, paths))
    return Recovered(paths, deed.through, what, f"a killed `{deed.through}` of {shown} {words}")
