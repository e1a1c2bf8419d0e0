"""Logs that were put away, in the order in which that happened."""

from __future__ import annotations


def archive_age(log_path: str, path: str) -> tuple[int, ...]:
    """What sorts archives of a log, from the numbers in their names: `log-2026.md`, `log-2026-2.md`."""
    stem = log_path.rpartition(".")[0] or log_path
    span = path[len(stem) + 1 :].partition(".")[0]
    return tuple(int(part) for part in span.split("-") if part.isdecimal())
