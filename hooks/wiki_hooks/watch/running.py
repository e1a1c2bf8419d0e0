"""`memwiki watch` as a process: one a wiki, ended by a signal, begun anew where that is the only way."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from queue import SimpleQueue
from types import FrameType

from wiki_hooks.place.wiki import Wiki
from wiki_hooks.watch.batch import STATE, Event
from wiki_hooks.watch.handing import Keeper, Show
from wiki_hooks.watch.hints import Hints
from wiki_hooks.watch.loop import Loop
from wiki_hooks.watch.options import Options
from wiki_hooks.watch.single import only_watcher
from wiki_schema.finding import ERROR, CannotCheck
from wiki_schema.telling import count

# A folder that is moved away may be put back, or made anew: so long it is waited for.
_RETURN = 5.0
# Beginning anew more often than that means that it does not help.
_TRIES, _WITHIN, _PAUSE = 3, 30.0, 0.5
_ONCE_LIMIT = 30.0


def watch(find: Callable[[], Wiki], keeper: Keeper, show: Show, options: Options) -> int:
    """Watch until a signal says stop: 0. Raises `CannotCheck` where that is not possible, or no longer."""
    hints: Hints = SimpleQueue()
    begun: list[float] = []
    with _stopping(hints) as is_stopped:
        while True:
            wiki = _awaited(find, bool(begun))
            begun.append(time.monotonic())
            with only_watcher(wiki.state):
                loop = Loop(find, keeper, show, hints, options)
                fault = loop.run(is_stopped)
            if not fault:
                left = f"the next start looks at {count(loop.unkept, 'file')} again"
                show([Event(STATE, f"stopped; {left if loop.unkept else 'everything is kept'}")])
                return 0
            show([Event(STATE, f"{fault}: watching begins anew")])
            if len(begun) >= _TRIES and begun[-_TRIES] > time.monotonic() - _WITHIN:
                raise CannotCheck(f"watching was given up, because it fails again and again: {fault}")
            time.sleep(_PAUSE)


def watch_once(find: Callable[[], Wiki], keeper: Keeper, show: Show, options: Options) -> int:
    """Catch up and leave: 1 where a rule is broken, else 0. Raises `CannotCheck` where it cannot."""
    broken = False

    def show_and_note(events: Iterable[Event]) -> None:
        nonlocal broken
        events = list(events)
        broken = broken or any(f.level == ERROR for event in events for f in event.findings)
        show(events)

    with only_watcher(find().state):
        Loop(find, keeper, show_and_note, SimpleQueue(), options._replace(poll=True)).once(_ONCE_LIMIT)
    return int(broken)


def _awaited(find: Callable[[], Wiki], is_again: bool) -> Wiki:
    """The wiki; where it was there before, it may come back within moments."""
    end = time.monotonic() + (_RETURN if is_again else 0)
    while True:
        try:
            return find()
        except CannotCheck as error:
            if time.monotonic() >= end:
                raise CannotCheck(f"what was watched is gone: {error}" if is_again else str(error)) from error
            time.sleep(0.2)


@contextmanager
def _stopping(hints: Hints) -> Iterator[Callable[[], bool]]:
    """Lets SIGTERM and SIGINT end the watching; a second one ends the process at once."""
    asked = False

    def stop(number: int, _: FrameType | None) -> None:
        nonlocal asked
        if asked:
            signal.signal(number, signal.SIG_DFL)
            os.kill(os.getpid(), number)
        asked = True
        hints.put(None)

    old = {number: signal.signal(number, stop) for number in (signal.SIGTERM, signal.SIGINT)}
    try:
        yield lambda: asked
    finally:
        for number, handler in old.items():
            signal.signal(number, handler)
