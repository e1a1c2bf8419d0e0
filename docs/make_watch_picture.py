"""Draws docs/watching.svg: a real watcher, while real programs write in its wiki. Needs tmux and vim."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from make_picture import picture

PICTURE = Path(__file__).with_name("watching.svg")
WIDTH, HEIGHT = 112, 40
LOCKERS = "- The station has lockers — Anna Rossi, 2026-11-30"
BEDS = "- The cabin has two beds — Anna Rossi, 2026-11-30"

TYPED = (
    f"vim -c 'normal Go{LOCKERS}' -c wq wiki/trips.md",
    f"sed -i '$ a {BEDS}' wiki/trips.md",
    "git commit --quiet --all --message 'Lockers and beds'",
    "git checkout --quiet -b plans HEAD~1",
    "git checkout --quiet main",
    ": > wiki/trips.md",
)
"""What somebody types beside the watcher, one line after the other."""

SETTLED = 3.0
"""Seconds after which an empty file is believed, and something has been done about it."""


def screen() -> str:
    """What was typed, and below it what the watcher shows, with its colours."""
    with tempfile.TemporaryDirectory() as folder:
        wiki = Path(folder, "memories")
        _run(sys.executable, "-m", "wiki_hooks.cli", "tour", "--keep", str(wiki))
        watcher = shlex.join([sys.executable, "-m", "wiki_hooks.cli", "watch", "--restore"])
        tmux = ("tmux", "-L", f"memwiki-{os.getpid()}")
        _run(*tmux, "new-session", "-d", "-x", str(WIDTH), "-y", str(HEIGHT), f"cd {wiki} && {watcher}")
        try:
            time.sleep(SETTLED)
            for command in TYPED:
                _run("bash", "-c", command, cwd=wiki)
                time.sleep(SETTLED)
            shown = _run(*tmux, "capture-pane", "-e", "-p")
        finally:
            _run(*tmux, "kill-server")
    typed = "".join(f"\x1b[36m$ {command}\x1b[0m\n" for command in (*TYPED, "", "memwiki watch --restore"))
    return typed.replace("$ \x1b", "\x1b") + shown.rstrip().replace(str(wiki), "~/memories")


def _run(*command: str, cwd: Path | None = None) -> str:
    environ = {**os.environ, "MEMWIKI_TODAY": "2026-11-30", "TERM": "xterm-256color"}
    ended = subprocess.run(
        command, cwd=cwd, env=environ, stdin=subprocess.DEVNULL, capture_output=True, check=True
    )
    return ended.stdout.decode()


if __name__ == "__main__":
    PICTURE.write_text(picture(screen(), "Every save, as it settles"), encoding="utf-8")
