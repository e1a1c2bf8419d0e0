"""Draws docs/blocked-commit.svg from the real answer to a real commit: the first bad write of the tour."""

from __future__ import annotations

import io
import re
import tempfile
from datetime import date
from pathlib import Path

from rich.console import Console
from rich.terminal_theme import MONOKAI
from rich.text import Text

from wiki_hooks.tour.scenes import scenes
from wiki_hooks.tour.stage import Tour

PICTURE = Path(__file__).with_name("blocked-commit.svg")
DAY = date(2026, 11, 30)
WIDTH = 112


def answer() -> str:
    """What the terminal shows, with its colours."""
    with tempfile.TemporaryDirectory() as folder:
        tour = Tour(folder, DAY, has_colour=True)
        list(tour.prepare())
        diff, commit = tour.play(scenes(DAY)[0]).runs
    changed = "\n".join(_painted(line) for line in diff.output.rstrip("\n").split("\n"))
    return f"$ git diff --cached\n{changed}\n$ {commit.command}\n{commit.output}"


def _painted(line: str) -> str:
    colour = {"-": "31", "+": "32"}.get(line[:1])
    return f"\x1b[{colour}m{line}\x1b[0m" if colour else line


def picture(shown: str, title: str) -> str:
    """What a terminal shows as SVG, with no font from elsewhere."""
    console = Console(record=True, width=WIDTH, file=io.StringIO())
    console.print(Text.from_ansi(shown.rstrip("\n")), soft_wrap=True)
    svg = console.export_svg(title=title, theme=MONOKAI, unique_id="memwiki")
    svg = re.sub(r"@font-face \{.*?\}\s*", "", svg, flags=re.DOTALL)
    return re.sub(r"font-family: [^;]+;", "font-family: Menlo, Consolas, DejaVu Sans Mono, monospace;", svg)


if __name__ == "__main__":
    PICTURE.write_text(picture(answer(), "An agent left out the rest"), encoding="utf-8")
