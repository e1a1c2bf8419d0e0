"""Deeds: changes of files that belong together. How one file of a deed is written, and taken back."""

from __future__ import annotations

from wiki_schema.disk import files
from wiki_schema.disk.files import Trace
from wiki_schema.disk.ledger import LedgerLine
from wiki_schema.disk.refusal import changed
from wiki_schema.value import Value


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


class Written(Value):
    """One file as it was left."""

    path: str
    before: bytes | None
    after: bytes | None
    trace: Trace | None
    """None where there is no file."""
    ours: bytes | None
    """What it would hold if nobody else had written it meanwhile."""


def write(top: str, edit: Edit, is_log: bool) -> Written:
    """Bring one file from before to after. Raises `Changed` where it does not hold what it should.

    A log bears that somebody else appends to it meanwhile: theirs stays, and ours stands behind it.
    """
    path, before, after = edit
    if after is None:
        files.remove(top, path, before or b"")
        return Written(path, before, None, None, None)
    if before is None or not only_grows(before, after):
        return Written(path, before, after, files.replace(top, path, after, before), after)
    if not is_log and files.read(top, path) != before:
        raise changed(path)
    trace = files.append(top, path, after[len(before) :])
    now = after if trace.after.size == len(after) else files.read(top, path)
    return Written(path, before, now, trace, after)


def only_grows(before: bytes, after: bytes) -> bool:
    """Whether whole lines come after what stood there, so that one append does it."""
    if not after.startswith(before) or not after.endswith(b"\n"):
        return False
    return before[-1:] in (b"", b"\n") or after.startswith((b"\n", b"\r\n"), len(before))


def take_back(top: str, edit: Edit) -> None:
    """Bring one file back to before, however far it has come. Raises `Changed` where others wrote it."""
    path, before, after = edit
    files.sweep(top, path)
    now = files.read(top, path)
    if now == before:
        return
    if before is None and now is not None and (after or b"").startswith(now):
        files.remove(top, path, now)
    elif before is not None and is_part_of(before, after, now):
        files.shorten(top, path, len(before), now or b"")
    elif before is not None and now == after:
        files.replace(top, path, before, now)
    else:
        raise changed(path)


def is_part_of(before: bytes, after: bytes | None, now: bytes | None) -> bool:
    """Whether a file holds what was there, and of what was appended a part at least."""
    if after is None or now is None:
        return False
    return now.startswith(before) and after.startswith(now)
