"""Where an amendment happens, and what it comes to: a store, who acts, the files as they would be."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date

from wiki_schema.amend.layout import Layout, lay_out
from wiki_schema.amend.lines import add_log_lines
from wiki_schema.change import FILE, Tree
from wiki_schema.finding import CannotCheck
from wiki_schema.log import MEMWIKI, LogFormat, LogLine
from wiki_schema.members import Actor, Roster
from wiki_schema.policy import Policy, Store
from wiki_schema.policy.scaffold import LOG, OTHER_LOG
from wiki_schema.text import normal, split_lines, visible
from wiki_schema.value import Value

_MOST_LOGGED = 200
"""So many characters of a text are repeated in the log."""

_MOST_OF_A_FACT = 60
"""So many of a fact's: what a log tells stays there when the fact is withdrawn."""

_LEAST_TELLING = 24
"""A line that was cut tells of a fact whose first so many characters it holds."""


class CannotAmend(CannotCheck):
    """An amendment that cannot be made; the message says why, and what to do instead."""


class Scene(Value):
    """A store before an amendment, and who makes it when. Paths count from the top."""

    store: Store
    tree: Tree
    roster: Roster
    actor: Actor
    day: date
    log_format: LogFormat
    policy: Policy

    @property
    def signs(self) -> str:
        """The name that the actor signs with. Raises `CannotAmend` where nobody is known to act."""
        if not self.actor.known and not self.actor.given.strip():
            raise CannotAmend("Nobody is known to act: say who you are with --who NAME.")
        return " ".join(self.actor.label.split())

    def knows(self, names: str) -> bool:
        """Whether names in a provenance are somebody's."""
        return bool(self.roster.originators(names))

    def inside(self, path: str) -> str:
        """A path as the log writes it: relative to the store."""
        return self.store.relative(path) or path

    def text(self, path: str) -> str | None:
        """The text of a file, None where there is none. Raises `CannotAmend` for what is no plain file."""
        file = self.tree.read(path)
        if file is not None and file.mode != FILE:
            raise CannotAmend(f"{visible(path)} is a link or a folder, not a file: put a note in its place.")
        return file.text if file is not None else None

    def note(self, path: str) -> str:
        """The text of a note. Raises `CannotAmend` where the store has none of that name."""
        if self.policy.store_of_note(path) != self.store:
            raise CannotAmend(f"{visible(path)} is no note of the store {visible(self.store.path) or '.'}.")
        text = self.text(path)
        if text is None:
            raise CannotAmend(f"There is no note {visible(path)}.")
        return text

    def layout(self, path: str) -> Layout:
        """A note, and where everything lies in it."""
        return self.laid(self.note(path))

    def laid(self, text: str) -> Layout:
        """A text read as a note of this store."""
        return lay_out(text, self.knows)


class Amendment(Value):
    """What an amendment makes of a store."""

    files: Mapping[str, str | None]
    """Every changed file, whole, by its path from the top; None for one that is removed."""
    verb: str
    summary: str
    """What was done, as one line of words."""
    log_lines: tuple[tuple[str, str], ...] = ()
    """The new log entries, line by line: path of the log, raw line. No day headings, no blank lines."""


def amended(
    scene: Scene, files: Mapping[str, str | None], verb: str, path: str, what: str, summary: str = ""
) -> Amendment:
    """Files as they would be, and the log line that tells of it: `what` happened to the file at `path`."""
    log = files.get(scene.store.log_path)
    log = scene.text(scene.store.log_path) if log is None else log
    if log is None:
        log = LOG if scene.log_format.name == MEMWIKI.name else OTHER_LOG
    lines = entry(scene, verb, path, what)
    grown = add_log_lines(log, lines, scene.log_format, scene.store.log_order, scene.day)
    told = tuple((scene.store.log_path, line) for line in lines if line)
    return Amendment({**files, scene.store.log_path: grown}, verb, summary or shortened(what), told)


def entry(scene: Scene, verb: str, path: str, what: str) -> Sequence[str]:
    """The lines of a new log entry. Raises `CannotAmend` for what cannot stand in one."""
    line = LogLine(0, "", scene.day, verb, scene.signs, scene.inside(path), shortened(what))
    try:
        return scene.log_format.render(line)
    except ValueError as error:
        raise CannotAmend(f"The log cannot tell of this: {error}.") from None


def shortened(words: str) -> str:
    """Words on one line, cut where they are long."""
    line = " ".join(words.split())
    return line if len(line) <= _MOST_LOGGED else f"{line[: _MOST_LOGGED - 1].rstrip()}…"


def brief(fact: str) -> str:
    """A fact as the log calls it: on one line, its first words where it is long."""
    line = " ".join(fact.split())
    if len(line) <= _MOST_OF_A_FACT:
        return line
    cut = line[:_MOST_OF_A_FACT]
    return f"{cut.rpartition(' ')[0] or cut[:-1]}…"


def lines_about(log: str, fact: str) -> list[int]:
    """The lines of a log, from 1, in which words of a fact stand, whole or cut."""
    words = normal(fact)
    head = words[:_LEAST_TELLING]
    found = []
    for number, line in enumerate(map(normal, split_lines(log)), 1):
        if words and (words in line or (len(words) > len(head) and head in line and line.endswith("…"))):
            found.append(number)
    return found
