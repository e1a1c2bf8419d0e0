"""Measures the watcher: its cost while nothing happens, how soon a save is logged, how fast it catches up."""

from __future__ import annotations

import os
import statistics
import subprocess
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

from wikis import note_path

SETTLE_MS = 300
IDLE_SECONDS = 30
CHANGED = 100


class Watcher(NamedTuple):
    """One that runs."""

    pid: int

    @property
    def cpu_seconds(self) -> float:
        """The time it has computed so far."""
        fields = Path(f"/proc/{self.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    @property
    def peak_mb(self) -> float:
        """The most memory it has had so far."""
        lines = Path(f"/proc/{self.pid}/status").read_text().split("\n")
        return next(int(line.split()[1]) for line in lines if line.startswith("VmHWM")) / 1024


def environ() -> dict[str, str]:
    return {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}


@contextmanager
def watcher(memwiki: str, repo: Path) -> Iterator[Watcher]:
    """A watcher that has looked at everything and waits."""
    command = [memwiki, "watch", "--plain", "--who", "ana", f"--settle-ms={SETTLE_MS}"]
    process = subprocess.Popen(command, cwd=repo, env=environ(), stdout=subprocess.PIPE)
    assert process.stdout
    try:
        while b" watching " not in process.stdout.readline():
            assert process.poll() is None, "the watcher ended"
        yield Watcher(process.pid)
    finally:
        process.terminate()
        process.stdout.read()
        assert process.wait() == 0


def add_fact(repo: Path, number: int, what: str) -> Path:
    """A save as an editor makes it: a line more at the end of a note."""
    path = repo / "wiki" / note_path(number)
    day = datetime.now(UTC).date()
    with path.open("a") as file:
        file.write(f"- Machine {number} {what} — Ana Ruiz, {day}\n")
    return path


def idle(running: Watcher) -> dict[str, float]:
    """The share of a core that it takes while nothing happens."""
    time.sleep(5)
    before, start = running.cpu_seconds, time.perf_counter()
    time.sleep(IDLE_SECONDS)
    share = (running.cpu_seconds - before) / (time.perf_counter() - start)
    return {"percent": share * 100, "peak_mb": running.peak_mb}


def one_save(repo: Path, number: int) -> float:
    """Seconds from a save to its line in the log."""
    log = repo / "wiki" / "log.md"
    size = log.stat().st_size
    start = time.perf_counter()
    add_fact(repo, number, "was looked at")
    while log.stat().st_size == size:
        assert time.perf_counter() < start + 20, "no line came"
        time.sleep(0.0005)
    return time.perf_counter() - start


def saves(running: Watcher, repo: Path, times: int) -> dict[str, float]:
    """From a save to its line in the log, beyond the time that the file must be at rest."""
    took = []
    for number in range(times):
        took.append(one_save(repo, 200 + number))
        time.sleep(0.5)
    over = [seconds * 1000 - SETTLE_MS for seconds in took[1:]]
    return {"over_ms": statistics.median(over), "worst_ms": max(over), "peak_mb": running.peak_mb}


def catch_up(memwiki: str, repo: Path, times: int) -> dict[str, float]:
    """`watch --once` after so many notes changed while no watcher ran."""
    took = []
    for turn in range(times):
        for number in range(CHANGED):
            add_fact(repo, 1000 + number, f"was moved, for the {turn + 1}. time")
        start = time.perf_counter()
        command: Sequence[str] = [memwiki, "watch", "--once", "--who", "ana"]
        done = subprocess.run(command, cwd=repo, env=environ(), stdout=subprocess.DEVNULL, check=False)
        assert done.returncode == 0, f"the watcher ended with {done.returncode}"
        took.append(time.perf_counter() - start)
    return {"ours_ms": statistics.median(took) * 1000}


def measure(memwiki: str, repo: Path, times: int) -> dict[str, dict[str, float]]:
    """All of it, on a repository of 10,000 notes."""
    with watcher(memwiki, repo) as running:
        results = {"watch, nothing happens, 10,000 notes": idle(running)}
        results["watch, from a save to its line in the log, median"] = saves(running, repo, 4 * times)
    results[f"watch --once, {CHANGED} of 10,000 notes changed"] = catch_up(memwiki, repo, times)
    return results
