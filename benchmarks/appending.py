"""Appending line by line within one process, against a bare loop of flock, O_APPEND and fsync.

Two things are measured: the guarded write alone (lock, no link followed, last line ended, one write, safe),
and the whole of what a door does at its desk: the line is journalled, entered in the ledger so that it can
be put back, and remembered as a revision.
"""

from __future__ import annotations

import fcntl
import json
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

LINES = 1000
LOG = "wiki/log.md"


def line(number: int) -> str:
    """A log line of some eighty bytes."""
    return f"2026-11-30 | ADD | ana | n00/note-0.md | what is known of it, part {number:08d}"


def bare(top: str) -> None:
    """What nobody can do without: a lock, a write at the end, and the wait until it is safe."""
    for number in range(LINES):
        lock = os.open(f"{top}/bare.lock", os.O_RDWR | os.O_CREAT, 0o600)
        fcntl.flock(lock, fcntl.LOCK_EX)
        file = os.open(f"{top}/bare.md", os.O_WRONLY | os.O_APPEND | os.O_CREAT)
        os.write(file, line(number).encode() + b"\n")
        os.fsync(file)
        os.close(file)
        os.close(lock)


def guarded(top: str) -> None:
    """The guarded write alone."""
    from wiki_schema.disk import files
    from wiki_schema.disk.locks import locked

    for number in range(LINES):
        with locked(f"{top}/.git/memwiki"):
            files.append(top, "guarded.md", line(number).encode() + b"\n")


def at_a_desk(top: str) -> None:
    """What a door does: one deed a line."""
    from wiki_hooks.place.wiki import find_wiki
    from wiki_hooks.writing.desk import writing
    from wiki_schema.disk import files
    from wiki_schema.disk.journal import Deed, Edit, LedgerLine
    from wiki_schema.plugins import get_plugin_manager

    with writing(find_wiki(top, os.environ, get_plugin_manager())) as desk:
        for number in range(LINES):
            before = files.read(top, LOG) or b""
            edit = Edit(LOG, before, before + line(number).encode() + b"\n")
            desk.carry_out(Deed((edit,), "ana", "append", "ADD", (LedgerLine(LOG, line(number)),)))


def seconds(work: Callable[[str], None], top: str) -> float:
    """How long it takes."""
    start = time.perf_counter()
    work(top)
    return time.perf_counter() - start


def rounds(top: str, times: int) -> Iterator[tuple[float, float, float]]:
    """Each in turn, after a warm-up; every time in new files."""
    log = Path(top, LOG).read_bytes()
    for number in range(times + 1):
        for name in ("bare.md", "guarded.md"):
            Path(top, name).unlink(missing_ok=True)
        found = (seconds(bare, top), seconds(guarded, top), seconds(at_a_desk, top))
        Path(top, LOG).write_bytes(log)
        for path in Path(top, ".git/memwiki").iterdir():
            path.unlink()
        if number:
            yield found


def measure(top: Path, times: int) -> dict[str, dict[str, float]]:
    """What this program measures in a process of its own, in a wiki that is there."""
    done = subprocess.run(
        [sys.executable, __file__, str(top), str(times)], check=True, stdout=subprocess.PIPE, text=True
    )
    results: dict[str, dict[str, float]] = json.loads(done.stdout)
    return results


def main(top: str, times: int) -> None:
    found = list(rounds(top, times))
    names = {1: "the guarded write", 2: "with journal, ledger and revision"}
    print(
        json.dumps({
            f"append, {LINES:,} lines one by one, {name}": {
                "ratio": statistics.median(row[at] / row[0] for row in found),
                "ours_ms": statistics.median(row[at] for row in found) * 1000,
                "floor_ms": statistics.median(row[0] for row in found) * 1000,
            }
            for at, name in names.items()
        })
    )  # fmt: skip


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
