"""What each version of a file did to it, and how that is shown."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from datetime import date
from typing import TYPE_CHECKING

from wiki_hooks.past.version import Version
from wiki_schema.change import Change, EmptyTree, File
from wiki_schema.compare.happenings import happenings
from wiki_schema.compare.store_change import Afterwards, StoreChange
from wiki_schema.members import Actor, Evidence
from wiki_schema.text import encode, visible
from wiki_schema.value import Value

if TYPE_CHECKING:
    from rich.table import Table

    from wiki_hooks.place.wiki import Wiki
    from wiki_schema.policy import Store

_TITLES = ("version", "time", "who", "through", "verb", "size", "facts", "")


class Told(Value):
    """One version, and what it did."""

    version: Version
    verb: str
    """As the log was told; else the one that fits what happened."""
    size: int | None
    """How many bytes the file held; None where it was removed."""
    facts: int
    """How many facts it held, current and struck."""
    added: int
    superseded: int
    lost: int
    """How many were erased, or changed in place."""
    what: str
    """What happened to the note, in words."""


def tell(wiki: Wiki, store: Store, version: Version) -> Told:
    """What a version did to a file."""
    seen = _seen(wiki, store, version)
    found = happenings(seen)
    facts = seen.facts
    note = seen.parse(version.text) if store.is_note(version.path) else None
    return Told(
        version,
        version.verb or (found[0].verbs[0] if found else ""),
        None if version.text is None else len(encode(version.text)),
        len(note.facts()) if note else 0,
        len(facts.added),
        len(facts.superseded) + len(facts.withdrawn),
        len(facts.erased) + len(facts.rewritten) + len(facts.mismarked),
        found[0].summary if found else "",
    )


def _seen(wiki: Wiki, store: Store, version: Version) -> StoreChange:
    """A version as the change of one note that it was."""
    old, new = (None if text is None else File(text) for text in (version.before, version.text))
    files = {version.path: (old, new)}
    if version.path_before:
        files = {version.path_before: (old, None), version.path: (None, new)}
    day = date.fromisoformat(version.time[:10])
    change = Change(files, Evidence(name=version.who), day, EmptyTree(), EmptyTree())
    policy, roster = wiki.setting.policy, wiki.setting.roster
    log_format = wiki.format_of(store)
    afterwards = Afterwards(policy, frozenset())
    return StoreChange(store, change, policy, roster, Actor(version.who), log_format, afterwards)


def as_object(told: Told) -> dict[str, object]:
    """A version for programs."""
    version = told.version
    return {
        "name": version.name,
        "also": version.also,
        "time": version.time,
        "who": version.who,
        "through": version.through,
        "agent": version.agent,
        "session": version.session,
        "verb": told.verb,
        "path": version.path,
        "renamed_from": version.path_before,
        "commit": version.commit,
        "size": told.size,
        "facts": {
            "held": told.facts, "added": told.added, "superseded": told.superseded, "lost": told.lost,
        },
        "what": told.what,
    }  # fmt: skip


def show(rows: Sequence[Told]) -> None:
    """The versions on standard output: a table on a terminal, else a line each, with tabs between."""
    if not sys.stdout.isatty():
        for told in rows:
            print("\t".join(_cells(told)).rstrip("\t"))
        return
    from rich.console import Console

    from wiki_hooks.cli.answer import has_colour

    console = Console(no_color=not has_colour(), highlight=False, markup=False, emoji=False)
    console.print(_table(rows))


def _cells(told: Told) -> tuple[str, ...]:
    version = told.version
    size = "removed" if told.size is None else f"{told.size:,} B"
    changes = [
        f"{sign}{number}"
        for sign, number in (("+", told.added), ("~", told.superseded), ("-", told.lost))
        if number
    ]
    renamed = f"was {version.path_before}" if version.path_before else ""
    session = f" (session {version.session})" if version.session else ""
    agent = f"by {version.agent}{session}" if version.agent else ""
    cells = (
        version.name,
        version.time,
        version.who,
        version.through,
        told.verb,
        size,
        " ".join(changes),
        ", ".join(filter(None, [renamed, agent])),
    )
    return tuple(visible(cell, len(cell)) for cell in cells)


def _table(rows: Sequence[Told]) -> Table:
    from rich import box
    from rich.table import Table
    from rich.text import Text

    cells = [_cells(told) for told in rows]
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, header_style="bold")
    used = [at for at in range(len(_TITLES)) if any(row[at] for row in cells)]
    for at in used:
        table.add_column(_TITLES[at], no_wrap=at < 2, justify="right" if at == 5 else "left", overflow="fold")
    styles = ("yellow", "dim", "", "", "cyan", "", "", "dim")
    for told, row in zip(rows, cells, strict=True):
        table.add_row(*(Text(row[at], "bold red" if at == 6 and told.lost else styles[at]) for at in used))
    return table
