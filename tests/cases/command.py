"""The real command in a process of its own, and what is done to a wiki before it is asked."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

from tests.repository import ROME, Repository

LOGGED = "2026-11-30 | UPDATE | ben | trips.md | tidied"


class Answer(NamedTuple):
    """What the command answered."""

    code: int
    out: str
    err: str

    @property
    def errors(self) -> list[str]:
        """The rules that refuse, of an answer in JSON."""
        return sorted(f["rule"] for f in json.loads(self.out)["findings"] if f["level"] == "error")


def memwiki(where: Repository | Path, *arguments: str, feed: str = "", **more: str) -> Answer:
    """Runs the command in a process of its own."""
    path = where.path if isinstance(where, Repository) else where
    environ = where.environ if isinstance(where, Repository) else os.environ
    done = subprocess.run(
        [sys.executable, "-m", "wiki_hooks.cli", *arguments],
        cwd=path,
        env={**environ, "MEMWIKI_TODAY": "2026-11-30", **more},
        input=feed.encode(),
        capture_output=True,
        check=False,
    )
    return Answer(done.returncode, done.stdout.decode(), done.stderr.decode())


def checked(where: Repository | Path, *arguments: str) -> Answer:
    """Runs the check, its report in JSON."""
    return memwiki(where, "check", "--format", "json", *arguments)


def erase(wiki: Repository) -> None:
    """Takes a fact out on disk, and logs something for it."""
    wiki.replace("wiki/trips.md", f"- {ROME}\n", "")
    wiki.append("wiki/log.md", LOGGED)
