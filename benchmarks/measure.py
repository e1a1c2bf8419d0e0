"""Measures whole processes against a stated floor, in one run, in turn: ratios, not times, are the result.

Run it as `python benchmarks/measure.py` in an environment where memwiki is installed (not editable, as a user
of the hook has it). `--quick` measures fewer times, to see that it works.
"""

from __future__ import annotations

import argparse
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import appending
import duplicates
import hooking
import serving
import typing_along
import watching

HERE = Path(__file__).parent
MEMWIKI = shutil.which("memwiki", path=str(Path(sys.executable).parent)) or "memwiki"


class Run(NamedTuple):
    """One finished process."""

    seconds: float
    peak_mb: float
    code: int


def run(command: Sequence[str], cwd: Path, stdin: Path | None = None) -> Run:
    """Runs a command to its end; the peak is the largest process of it."""
    env = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    source = stdin.open("rb") if stdin else subprocess.DEVNULL
    start = time.perf_counter()
    process = subprocess.Popen(
        command, cwd=cwd, env=env, stdin=source, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    _, status, usage = os.wait4(process.pid, 0)
    return Run(time.perf_counter() - start, usage.ru_maxrss / 1024, os.waitstatus_to_exitcode(status))


def make(what: str, place: Path, *numbers: int) -> None:
    """Makes what is to be measured, in a process of its own (see `wikis.main`)."""
    command = [sys.executable, str(HERE / "wikis.py"), what, str(place), *map(str, numbers)]
    subprocess.run(command, check=True)


def in_turn(
    ours: Sequence[str], floor: Sequence[str], cwd: Path, times: int, expect: int = 0
) -> dict[str, float]:
    """Both commands in turn after a warm-up; the median ratio of the pairs, and medians."""
    pairs = []
    for number in range(times + 1):
        a, b = run(ours, cwd), run(floor, cwd)
        assert a.code == expect, f"{ours} ended with {a.code}, not {expect}"
        assert b.code == 0, f"{floor} ended with {b.code}"
        if number:
            pairs.append((a, b))
    return {
        "ratio": statistics.median(a.seconds / b.seconds for a, b in pairs),
        "ours_ms": statistics.median(a.seconds for a, _ in pairs) * 1000,
        "floor_ms": statistics.median(b.seconds for _, b in pairs) * 1000,
        "peak_mb": max(a.peak_mb for a, _ in pairs),
    }


def check_staged(folder: Path, times: int) -> dict[str, dict[str, float]]:
    """`memwiki check` with 1 and with 5,000 staged notes of a repository of 10,000."""
    results = {}
    for staged in (1, 5000):
        repo = folder / f"staged-{staged}"
        make("wiki", repo, 10_000, staged)
        floor = [sys.executable, str(HERE / "floor.py")]
        results[f"check, {staged:,} staged of 10,000 notes"] = in_turn(
            [MEMWIKI, "check", "--who", "ana"], floor, repo, times
        )
    return results


def check_log(folder: Path, times: int) -> dict[str, dict[str, float]]:
    """`memwiki check --stdin` on a log of 50 MB with one line more, and with a byte changed as well."""
    results = {}
    for name, code in (("one line more", 0), ("and a byte changed", 1)):
        file = folder / "change.json"
        make("log", file, code)
        runs = [run([MEMWIKI, "check", "--stdin"], folder, file) for _ in range(times)]
        assert all(r.code == code for r in runs), [r.code for r in runs]
        size = file.stat().st_size / 1024**2
        results[f"check --stdin, log of {size / 2:.0f} MiB twice, {name}"] = {
            "ours_ms": statistics.median(r.seconds for r in runs) * 1000,
            "peak_mb": max(r.peak_mb for r in runs),
            "over_input_mb": max(r.peak_mb for r in runs) - size,
        }
    return results


def audit(folder: Path, times: int) -> dict[str, dict[str, float]]:
    """`memwiki audit` of 2,000 commits against `git log -p` over the same paths."""
    repo = folder / "history"
    make("history", repo, 2000)
    floor = ["git", "log", "-p", "--no-color", "--", "wiki"]
    return {"audit, 2,000 commits": in_turn([MEMWIKI, "audit"], floor, repo, times)}


def append(folder: Path, times: int) -> dict[str, dict[str, float]]:
    """Appending line by line, within one process."""
    repo = folder / "appended"
    make("wiki", repo, 1, 0)
    return appending.measure(repo, times)


def watch(folder: Path, times: int) -> dict[str, dict[str, float]]:
    """The watcher on a repository of 10,000 notes."""
    repo = folder / "watched"
    make("wiki", repo, 10_000, 0)
    return watching.measure(MEMWIKI, repo, times)


def prime(folder: Path, times: int) -> dict[str, dict[str, float]]:
    """`memwiki prime` on 10,000 notes against a bare script that reads the same files."""
    repo = folder / "primed"
    make("wiki", repo, 10_000, 0)
    floor = [sys.executable, str(HERE / "reading.py")]
    return {"prime, 10,000 notes": in_turn([MEMWIKI, "prime"], floor, repo, times)}


LINT = ("lint", "--fail-on", "never", "--format", "json")


def lint(folder: Path, times: int) -> dict[str, dict[str, float]]:
    """`memwiki lint` on 10,000 notes against 1,000, and on an open store against markdownlint."""
    small, large = folder / "lived-in-1000", folder / "lived-in-10000"
    make("lived-in", small, 1000)
    make("lived-in", large, 10_000)
    few, many = ([run([MEMWIKI, *LINT], repo) for _ in range(max(times // 3, 1))] for repo in (small, large))
    assert all(each.code == 0 for each in (*few, *many)), few + many
    floor, ours = (statistics.median(each.seconds for each in runs) for runs in (few, many))
    peak = max(each.peak_mb for each in many)
    row = {"ratio": ours / floor, "ours_ms": ours * 1000, "floor_ms": floor * 1000, "peak_mb": peak}
    return {"lint, 10,000 notes against 1,000": row} | against_markdownlint(folder, small, times)


def against_markdownlint(folder: Path, wiki: Path, times: int) -> dict[str, dict[str, float]]:
    """The same files for both, as an open store; MEMWIKI_CORPUS names a folder of notes to take instead."""
    command = os.environ.get("MARKDOWNLINT") or shutil.which("markdownlint-cli2")
    if not command:
        return {}
    corpus = folder / "corpus"
    shutil.copytree(os.environ.get("MEMWIKI_CORPUS") or wiki, corpus, symlinks=True)
    (corpus / "memwiki.toml").write_text('[[store]]\npath = "."\nkind = "open"\n')
    pairs = [(run([MEMWIKI, *LINT], corpus), run([command, "**/*.md"], corpus)) for _ in range(times + 1)][1:]
    assert all(ours.code == 0 for ours, _ in pairs), pairs
    assert all(theirs.code in (0, 1) for _, theirs in pairs), pairs
    row = {
        "ratio": statistics.median(ours.seconds / theirs.seconds for ours, theirs in pairs),
        "ours_ms": statistics.median(ours.seconds for ours, _ in pairs) * 1000,
        "floor_ms": statistics.median(theirs.seconds for _, theirs in pairs) * 1000,
        "peak_mb": max(ours.peak_mb for ours, _ in pairs),
    }
    return {f"lint, {len(list(corpus.rglob('*.md'))):,} notes of an open store": row}


def duplicate_facts(folder: Path, times: int) -> dict[str, dict[str, float]]:
    """The health pass over 100,000 facts, of which 2,000 are said twice."""
    return duplicates.measure(MEMWIKI, folder / "duplicates", times, run)


def hook(folder: Path, times: int) -> dict[str, dict[str, float]]:
    """`memwiki hook`, before a write lands."""
    repo = folder / "hooked"
    make("wiki", repo, 10_000, 0)
    return hooking.measure(MEMWIKI, repo, times, run)


def lsp(folder: Path, times: int) -> dict[str, dict[str, float]]:
    """`memwiki lsp`, from a keystroke in a large note to what is shown of it."""
    return typing_along.measure(MEMWIKI, folder / "typed", times)


def serve(folder: Path, times: int) -> dict[str, dict[str, float]]:
    """`memwiki mcp`, a session of one client."""
    repo = folder / "served"
    make("wiki", repo, 1000, 0)
    return serving.measure(MEMWIKI, repo, times)


def ours(row: dict[str, float]) -> str:
    """What memwiki took, in the unit of the part."""
    if "percent" in row:
        return f"{row['percent']:.2f} % of a core"
    if "over_ms" in row:
        return f"settle time + {row['over_ms']:.0f} ms"
    if "p95_ms" in row:
        return f"{row['ours_ms']:.0f} ms, 95 of 100 within {row['p95_ms']:.0f} ms"
    if "recall" in row:
        return f"{row['ours_ms']:.0f} ms, {row['recall']:.3f} found, {row['false_alarms']:.0f} false alarms"
    return f"{row['ours_ms']:.0f} ms"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true")
    names = ["check", "log", "audit", "append", "watch", "prime", "lint", "duplicates", "hook", "mcp", "lsp"]
    parser.add_argument("--only", choices=names)
    args = parser.parse_args()
    times = 3 if args.quick else 9
    parts = {
        "check": check_staged, "log": check_log, "audit": audit, "append": append, "watch": watch,
        "prime": prime, "lint": lint, "duplicates": duplicate_facts, "hook": hook, "mcp": serve,
        "lsp": lsp,
    }  # fmt: skip
    results: dict[str, dict[str, float]] = {}
    with tempfile.TemporaryDirectory() as folder:
        for name, part in parts.items():
            if args.only in (None, name):
                results |= part(Path(folder), times)
    print(f"median of {times}, {os.cpu_count()} cores, Python {sys.version.split()[0]}\n")
    print("| what | ratio to the floor | ours | floor | peak memory |\n|---|---|---|---|---|")
    for what, row in results.items():
        ratio = f"{row['ratio']:.2f}×" if "ratio" in row else "–"
        floor = f"{row['floor_ms']:.0f} ms" if "floor_ms" in row else "–"
        over = f" ({row['over_input_mb']:.0f} over the input)" if "over_input_mb" in row else ""
        peak = f"{row['peak_mb']:.0f} MB" if "peak_mb" in row else "–"
        print(f"| {what} | {ratio} | {ours(row)} | {floor} | {peak}{over} |")
    return 0


if __name__ == "__main__":
    sys.exit(main())
