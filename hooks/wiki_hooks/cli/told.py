"""What git tells a hook on standard input: one update a line."""

from __future__ import annotations

import sys

from wiki_schema.finding import CannotCheck
from wiki_schema.text import decode, visible


def updates(words: int) -> list[str]:
    """The lines, each of so many words. Raises `CannotCheck` for any other: somebody else spoke."""
    lines = [line for line in decode(sys.stdin.buffer.read()).split("\n") if line.strip()]
    for line in lines:
        if len(line.split()) != words:
            raise CannotCheck(f"git tells this hook {words} words a line, not {visible(line, 80)}")
    return lines
