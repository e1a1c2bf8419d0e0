"""What a person sees of the watcher: a live picture on a terminal, elsewhere one line for each event.

Names and words come from files that anybody may write, so all of it is made harmless before it is shown.
"""

from __future__ import annotations

import sys
import time
from collections import deque
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Protocol, TextIO

from wiki_hooks.watch.batch import RESTORED, STATE, Event
from wiki_schema.finding import ERROR
from wiki_schema.telling import count
from wiki_schema.text import harmless, split_lines, visible

if TYPE_CHECKING:
    from rich.console import Console, RenderableType
    from rich.table import Table
    from rich.text import Text

    from wiki_schema.finding import Finding

_KEPT = 200
"""How many events the live picture remembers."""
_WIDEST = 500
_LINES = 12
"""How many lost lines of one finding are shown; the revisions hold them all."""


class View(Protocol):
    """Shows events as they come. A context manager: what it drew is finished at its end."""

    def __enter__(self) -> View: ...

    def __exit__(self, *_: object) -> None: ...

    def show(self, events: Iterable[Event]) -> None:
        """Show events that have just happened."""
        ...


def make_view(top: str, plain: bool = False) -> View:
    """The live picture where standard output is a terminal that can show one, else plain lines."""
    if plain or not sys.stdout.isatty():
        return Lines(sys.stdout)
    from rich.console import Console

    console = Console(highlight=False, emoji=False)
    return Lines(sys.stdout) if console.is_dumb_terminal else Picture(top, console)


# Plain lines


class Lines:
    """One line for each event, with its log lines and findings below it."""

    def __init__(self, out: TextIO) -> None:
        self._out = out

    def __enter__(self) -> View:
        return self

    def __exit__(self, *_: object) -> None:
        self._out.flush()

    def show(self, events: Iterable[Event]) -> None:
        """Print them, at once: whoever reads a pipe waits for it."""
        for event in events:
            self._out.write(f"{_clock()} {_shown(event.told)}\n")
            self._out.writelines(f"         + {_shown(line)}\n" for line in event.lines)
            for finding in event.findings:
                self._out.writelines(f"         {line}\n" for line in told(finding))
        self._out.flush()


def told(finding: Finding) -> Iterator[str]:
    """A finding in lines: what is wrong, the words that were lost, what mends it."""
    place = f"{finding.path}:{finding.line}" if finding.line else finding.path
    yield f"{finding.level}: {_shown(place)}: {_shown(finding.message)} [{finding.rule}]"
    lost = [line for words in finding.lost for line in split_lines(words)]
    yield from (f"  lost │ {_shown(line)}" for line in lost[:_LINES])
    if len(lost) > _LINES:
        yield f"  lost … and {count(len(lost) - _LINES, 'more line')}"
    for number, line in enumerate(split_lines(finding.hint)):
        yield f"  {'   │' if number else 'do:'} {_shown(line)}"


def _shown(words: str) -> str:
    return harmless(visible(words, _WIDEST))


def _clock() -> str:
    return time.strftime("%H:%M:%S")


# The live picture


class Picture:
    """The last saves, the last log lines, what is wrong, and how the watcher is, redrawn at every event."""

    def __init__(self, top: str, console: Console) -> None:
        from rich.live import Live

        self._top = top
        self._console = console
        self._states: deque[str] = deque(maxlen=2)
        self._events: deque[tuple[str, Event]] = deque(maxlen=_KEPT)
        self._live = Live(self._drawn(), console=console, auto_refresh=False, vertical_overflow="crop")

    def __enter__(self) -> View:
        self._live.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._live.stop()

    def show(self, events: Iterable[Event]) -> None:
        """Draw the picture anew."""
        for event in events:
            if event.kind == STATE:
                self._states.append(_shown(event.told))
            else:
                self._events.append((_clock(), event))
        self._live.update(self._drawn(), refresh=True)

    def _drawn(self) -> RenderableType:
        from rich.console import Group
        from rich.panel import Panel

        # Half of the terminal for the saves, the rest for their log lines and for what is wrong.
        room = max(self._console.size.height - 10, 6)
        saves, lines = room // 2, room // 4
        events = [event for _, event in self._events]
        wrong = [f for event in events if event.kind != RESTORED for f in event.findings]
        logged = [line for event in events for line in event.lines]
        last = next((event for event in reversed(events) if event.findings), None)
        parts: list[RenderableType] = [self._head(len(wrong)), self._saves(saves)]
        if logged:
            parts.append(Panel(_text("\n".join(map(_shown, logged[-lines:])), "green"), title="in the log"))
        if last is not None:
            title, style = ("put back", "cyan") if last.kind == RESTORED else ("broken", "red")
            found = _text("\n".join(_told_all(last.findings, room - saves - lines)), "")
            parts.append(Panel(found, title=title, style=style))
        return Group(*parts)

    def _head(self, wrong: int) -> Text:
        found = f" · {count(wrong, 'finding')}" if wrong else ""
        state = " · ".join(self._states) or "starting"
        return _text(f"memwiki · {_shown(self._top)} · {state}{found}", "bold")

    def _saves(self, room: int) -> Table:
        from rich.table import Table

        table = Table(box=None, expand=True, show_header=False, pad_edge=False)
        table.add_column(width=8, style="dim")
        table.add_column(ratio=1, no_wrap=True, overflow="ellipsis")
        for clock, event in list(self._events)[-room:]:
            table.add_row(clock, _text(_shown(event.told), _style(event)))
        return table


def _told_all(findings: Iterable[Finding], room: int) -> list[str]:
    """Findings in as many lines as there is room for, and at least three."""
    shown = [line for finding in findings for line in told(finding)]
    room = max(room, 3)
    return shown if len(shown) <= room else [*shown[: room - 1], "…"]


def _style(event: Event) -> str:
    if any(finding.level == ERROR for finding in event.findings):
        return "red"
    if event.findings:
        return "yellow"
    return {"restored": "bold cyan", "git": "dim", "mended": "magenta"}.get(event.kind, "")


def _text(words: str, style: str) -> Text:
    """Words as they are: brackets in a note are no markup."""
    from rich.text import Text

    return Text(words, style)
