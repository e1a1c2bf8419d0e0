"""Processes that are killed just before a chosen effect on the disk, or in the middle of a write."""

from __future__ import annotations

import os
import signal
import traceback
from collections.abc import Callable, Iterator

from wiki_schema.disk import effects


def killed(number: int, work: Callable[[], object]) -> bool:
    """Runs some work in a process of its own, which is killed at its effect of a number (from 1).

    A write counts twice: it is cut off before it, and half way through. False where the work was done
    before that; 0 kills nobody.
    """
    child = os.fork()
    if not child:
        _die_at(number)
        try:
            work()
        except BaseException:
            traceback.print_exc()
            os._exit(1)
        os._exit(0)
    _, status = os.waitpid(child, 0)
    assert status == 0 or os.WTERMSIG(status) == signal.SIGKILL, "the work itself failed"
    return status != 0


def every_kill(work: Callable[[], object], most: int = 200) -> Iterator[int]:
    """Each number at which the work can be killed; whoever asks has put everything back before the next."""
    for number in range(1, most):
        if not killed(number, work):
            return
        yield number
    raise AssertionError(f"more than {most} effects")


def _die_at(number: int) -> None:
    write, reached = effects.write, 0

    def boundary(name: str) -> None:
        nonlocal reached
        reached += 1
        if reached == number:
            os.kill(os.getpid(), signal.SIGKILL)

    def torn(descriptor: int, data: bytes | memoryview) -> int:
        boundary("write")
        if reached + 1 == number:
            os.write(descriptor, bytes(data)[: len(data) // 2])
        boundary("half a write")
        return write(descriptor, data)

    effects.boundary = boundary
    effects.write = torn
