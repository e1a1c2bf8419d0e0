"""Measures the language server: how soon a keystroke in a large note is answered, over real pipes."""

from __future__ import annotations

import json
import os
import random
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from datetime import date, timedelta
from pathlib import Path
from typing import Any, NamedTuple

LINES = 5_000
NOTES = 1_000
_WORDS = "boiler roof hotel train garden window winter summer service repair painter contract station".split()


def large_note() -> str:
    """A note of so many lines: a heading for each fifty facts, every fact unlike the others."""
    chance = random.Random(1)
    rows = ["# Large", ""]
    while len(rows) < LINES:
        number = len(rows)
        if number % 53 == 0:
            rows += ["", f"## Part {number}", ""]
        day = date(2026, 1, 1) + timedelta(days=number % 300)
        one, two, three = chance.sample(_WORDS, 3)
        rows.append(f"- The {one} {number} of the {two} was seen by the {three} — Ana Ruiz, {day}")
    return "\n".join(rows) + "\n"


class Keystroke(NamedTuple):
    """One change of a text: what is typed at a place, and how many characters go there."""

    line: int
    column: int
    gone: int
    text: str


def typing(rows: list[str]) -> Iterator[Keystroke]:
    """A person at work: words into a fact near the top, a new fact in the middle, a day anew near the end."""
    for number, letter in enumerate("seen twice "):
        yield Keystroke(40, len("- The ") + number, 0, letter)
    yield Keystroke(LINES // 2, 0, 0, "\n")
    for number, letter in enumerate("- A new fact "):
        yield Keystroke(LINES // 2, number, 0, letter)
    last = LINES - 100
    for number in range(8):
        yield Keystroke(last, len(rows[last - 1]) - number - 1, 1, "")
    for number, letter in enumerate("2026-11"):
        yield Keystroke(last, len(rows[last - 1]) - 8 + number, 0, letter)


def make_note(repo: Path) -> None:
    """A repository of so many notes, with the large one among them, committed."""
    from wikis import git, make_wiki

    repo.mkdir()
    make_wiki(repo, NOTES)
    (repo / "wiki" / "large.md").write_text(large_note(), encoding="utf-8")
    with (repo / "wiki" / "index.md").open("a", encoding="utf-8") as index:
        index.write("- [Large](large.md)\n")
    git(repo, "add", "-A")
    git(repo, "commit", "-q", "-m", "A large note")


class Client:
    """Just enough of an editor."""

    def __init__(self, command: list[str], repo: Path) -> None:
        environ = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
        self.process = subprocess.Popen(
            command, cwd=repo, env=environ, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=-1
        )

    def send(self, method: str, params: Any, number: int | None = None) -> None:
        """Sends a notification, or a request where it has a number."""
        message = {"jsonrpc": "2.0", "method": method, "params": params}
        body = json.dumps(message if number is None else {**message, "id": number}).encode()
        assert self.process.stdin
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))
        self.process.stdin.flush()

    def read(self) -> dict[str, Any]:
        """The next message."""
        assert self.process.stdout
        length = 0
        while (header := self.process.stdout.readline()) != b"\r\n":
            assert header, "the server ended"
            if header.startswith(b"Content-Length: "):
                length = int(header[16:])
        message: dict[str, Any] = json.loads(self.process.stdout.read(length))
        return message

    def until(self, version: int) -> None:
        """Reads until diagnostics of a version come."""
        while (self.read().get("params") or {}).get("version") != version:
            pass

    @property
    def peak_mb(self) -> float:
        """The most memory that the server has had so far."""
        lines = Path(f"/proc/{self.process.pid}/status").read_text().split("\n")
        return next(int(line.split()[1]) for line in lines if line.startswith("VmHWM")) / 1024


def measure(memwiki: str, repo: Path, times: int) -> dict[str, dict[str, float]]:
    """Keystrokes in a large note, each answered before the next is typed."""
    subprocess.run([sys.executable, __file__, str(repo)], check=True)
    path = repo / "wiki" / "large.md"
    text = path.read_text(encoding="utf-8")
    uri = path.as_uri()
    took: list[float] = []
    peak = 0.0
    for _ in range(max(times // 3, 1)):
        client = Client([memwiki, "lsp"], repo)
        client.send("initialize", {"processId": None, "rootUri": repo.as_uri(), "capabilities": {}}, 1)
        client.read()
        client.send("initialized", {})
        item = {"uri": uri, "languageId": "markdown", "version": 1, "text": text}
        client.send("textDocument/didOpen", {"textDocument": item})
        client.until(1)
        time.sleep(4)  # the health pass of 1,000 notes runs when a note is opened
        for version, key in enumerate(typing(text.split("\n")), 2):
            start = {"line": key.line - 1, "character": key.column}
            end = {"line": key.line - 1, "character": key.column + key.gone}
            change = {"range": {"start": start, "end": end}, "text": key.text}
            began = time.perf_counter()
            document = {"uri": uri, "version": version}
            client.send("textDocument/didChange", {"textDocument": document, "contentChanges": [change]})
            client.until(version)
            took.append((time.perf_counter() - began) * 1000)
            time.sleep(0.05)
        peak = max(peak, client.peak_mb)
        client.process.kill()
        client.process.wait()
    p95 = statistics.quantiles(took, n=20)[-1]
    row = {"ours_ms": statistics.median(took), "p95_ms": p95, "worst_ms": max(took), "peak_mb": peak}
    return {f"lsp, a keystroke in a note of {LINES:,} lines among {NOTES:,}": row}


if __name__ == "__main__":
    # In a process of its own, so that whoever measures stays small.
    make_note(Path(sys.argv[1]))
