"""`append_file` in one session of `memwiki mcp`, a call after the other, against a bare append made safe.

The client is a few lines of JSON on a pipe, so that what it costs is not counted.
"""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import time
from pathlib import Path
from typing import Any

CALLS = 500
LOG = "wiki/log.md"


def _line(number: int) -> str:
    return f"2026-11-30 | UPDATE | Ana Ruiz | n00/note-0.md | reading {number}"


def _floor(folder: Path) -> float:
    """Seconds for as many bare appends, each made safe."""
    start = time.perf_counter()
    for number in range(CALLS):
        file = os.open(folder / "bare.md", os.O_WRONLY | os.O_APPEND | os.O_CREAT)
        os.write(file, _line(number).encode() + b"\n")
        os.fsync(file)
        os.close(file)
    return time.perf_counter() - start


class _Client:
    """A client of one server."""

    def __init__(self, memwiki: str, repo: Path) -> None:
        env = {**os.environ, "MEMWIKI_WHO": "ana", "MEMWIKI_TODAY": "2026-11-30"}
        self.process = subprocess.Popen(
            [memwiki, "mcp"], cwd=repo, env=env, stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
        about = {"name": "bench", "version": "1"}
        start = {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": about}
        self.ask(0, "initialize", start)
        self._send({"jsonrpc": "2.0", "method": "notifications/initialized"})

    def _send(self, message: dict[str, Any]) -> None:
        assert self.process.stdin
        self.process.stdin.write(json.dumps(message).encode() + b"\n")
        self.process.stdin.flush()

    def ask(self, number: int, method: str, params: dict[str, Any]) -> dict[str, Any]:
        self._send({"jsonrpc": "2.0", "id": number, "method": method, "params": params})
        assert self.process.stdout
        answer: dict[str, Any] = json.loads(self.process.stdout.readline())
        return answer

    def append(self, number: int) -> None:
        given = {"name": "append_file", "arguments": {"path": LOG, "lines": [_line(number)]}}
        answer = self.ask(number, "tools/call", given)
        assert not answer["result"].get("isError"), answer

    def close(self) -> None:
        assert self.process.stdin
        self.process.stdin.close()
        self.process.wait()


def measure(memwiki: str, repo: Path, times: int) -> dict[str, dict[str, float]]:
    """The medians of a few sessions."""
    rows = []
    for _ in range(max(times // 3, 1)):
        client = _Client(memwiki, repo)
        client.append(1)
        start = time.perf_counter()
        for number in range(CALLS):
            client.append(number + 2)
        rows.append((time.perf_counter() - start, _floor(repo)))
        client.close()
    ours, floor = (statistics.median(row[at] for row in rows) for at in (0, 1))
    row = {"ratio": ours / floor, "ours_ms": ours / CALLS * 1000, "floor_ms": floor / CALLS * 1000}
    return {f"mcp, append_file, {CALLS / ours:.0f} a second": row}
