"""How entries of a log are shown: as they stand, as a table on a terminal, as JSON."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

from wiki_hooks.logs.log_agents import NOBODY, Agents, key_of
from wiki_hooks.logs.logbook import Entry
from wiki_schema.members import Roster
from wiki_schema.text import inert, visible

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

COLOURS = {
    "ADD": "green", "UPDATE": "cyan", "SUPERSEDE": "yellow", "CLAIM": "magenta", "CONFLICT": "bold red",
    "LINT": "blue",
}  # fmt: skip
_TITLES = ("day", "verb", "who", "note", "what")


class View:
    """Shows entries on standard output: a table on a terminal, else the lines as they stand, or JSON."""

    def __init__(
        self, roster: Roster, as_json: bool, with_store: bool, find_agents: Callable[[], Agents]
    ) -> None:
        """With `with_store` a table names notes from the top, since several stores are shown."""
        self._roster = roster
        self._find_agents = find_agents
        self._as_json = as_json
        self._with_store = with_store
        self._dated = ("", "")

    def show(self, entries: Sequence[Entry]) -> None:
        """All entries at once."""
        if not self._as_json and sys.stdout.isatty() and entries:
            _console().print(table(entries, self._with_store, self._find_agents()))
        else:
            self.add(entries)

    def add(self, entries: Sequence[Entry]) -> None:
        """Entries that come after what was shown before."""
        if not entries:
            return
        if self._as_json:
            agents = self._find_agents()
            print(*(as_json(entry, self._roster, agents) for entry in entries), sep="\n", flush=True)
        elif sys.stdout.isatty():
            console, agents = _console(), self._find_agents()
            for entry in entries:
                console.print(one_line(entry, self._with_store, agents))
        else:
            print(*self._plain(entries), sep="\n", flush=True)

    def _plain(self, entries: Sequence[Entry]) -> Iterator[str]:
        """The lines as they stand; a heading that dates entries comes before the first of them."""
        for entry in entries:
            dated = (entry.path, entry.heading)
            if entry.heading and dated != self._dated:
                yield shown(entry.heading)
            self._dated = dated
            yield from map(shown, entry.lines)


def _console() -> Console:
    from rich.console import Console

    from wiki_hooks.cli.answer import has_colour

    return Console(no_color=not has_colour(), highlight=False, markup=False, emoji=False)


def shown(line: str) -> str:
    """A line of a log as it stands, however long, with nothing in it that acts."""
    return inert(visible(line, len(line)))


def as_json(entry: Entry, roster: Roster, agents: Agents) -> str:
    """An entry on one line, in ASCII. What its format has no field for is an empty string."""
    from wiki_schema.as_json import dumped

    head, member = entry.head, roster.find(entry.head.who)
    writer = agents.get(key_of(entry), NOBODY)
    told = {
        "store": entry.store.path or ".",
        "log": entry.path,
        "line": head.number,
        "day": head.day.isoformat() if head.day else None,
        "verb": head.verb,
        "who": head.who,
        "member": member.id if member else None,
        "agent": writer.agent,
        "session": writer.session,
        "path": head.path,
        "note": entry.note,
        "what": head.what,
        "body": list(entry.body),
        "raw": head.raw,
    }
    return dumped(told, indent=None).rstrip("\n")


def cells(entry: Entry, with_store: bool, agents: Agents) -> tuple[str, ...]:
    """Day, verb, who, note and what; of a line that cannot be read the text alone."""
    head = entry.head
    day = head.day.isoformat() if head.day else ""
    note = entry.note if with_store and head.path else head.path
    what = head.what if head.what or head.day else head.raw
    words = " ".join(filter(None, [what, *(line.strip() for line in entry.body)]))
    agent = agents.get(key_of(entry), NOBODY).agent
    who = f"{head.who} ({agent})" if agent and agent != head.who else head.who
    return tuple(visible(cell, len(cell)) for cell in (day, head.verb, who, note, words))


def table(entries: Sequence[Entry], with_store: bool, agents: Agents) -> Table:
    """The entries as a table as wide as the terminal. Columns that nothing stands in are left out."""
    from rich import box
    from rich.table import Table
    from rich.text import Text

    rows = [cells(entry, with_store, agents) for entry in entries]
    made = Table(box=box.SIMPLE_HEAD, pad_edge=False, header_style="bold")
    used = [at for at in range(len(_TITLES)) if any(row[at] for row in rows)]
    for at in used:
        made.add_column(_TITLES[at], no_wrap=at < 2, overflow="fold")
    for row in rows:
        styles = ("dim", COLOURS.get(row[1], ""), "", "", "")
        made.add_row(*(Text(row[at], styles[at]) for at in used))
    return made


def one_line(entry: Entry, with_store: bool, agents: Agents) -> Text:
    """An entry as it comes, in columns of fixed widths: on a terminal no table can grow."""
    from rich.text import Text

    day, verb, who, note, what = cells(entry, with_store, agents)
    line = Text(f"{day:<10}  ", "dim")
    line.append(f"{verb:<9}  ", COLOURS.get(verb, ""))
    line.append("".join(f"{name}  " for name in (who, note) if name), "bold")
    return line.append(what)
