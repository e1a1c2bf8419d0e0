"""How much work a call is, counted rather than timed: the same on any machine, and under any load."""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import FrameType

from wiki_schema.text import split_lines


class Work:
    """What a call costs: how many calls it makes, and how many characters it parts into lines."""

    def __init__(self, call: Callable[[], object]) -> None:
        self.calls = self.parted = 0
        sys.setprofile(self._count)
        try:
            call()
        finally:
            sys.setprofile(None)

    def _count(self, frame: FrameType, event: str, _: object) -> None:
        if event in ("call", "c_call"):
            self.calls += 1
            if event == "call" and frame.f_code is split_lines.__code__:
                self.parted += len(frame.f_locals["text"])
