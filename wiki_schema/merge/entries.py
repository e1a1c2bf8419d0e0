"""What is new in a log, entry by entry, and under which day each entry stands."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import date, timedelta

from wiki_schema.log import LogFormat
from wiki_schema.merge.page import Line
from wiki_schema.merge.sides import Aligning
from wiki_schema.value import Value

_GRACE = timedelta(days=1)
_HEADING_OF_PAGE = ("# ", "## ")


class Entry(Value):
    """An entry with its body, or the rest of one that begins before."""

    lines: tuple[Line, ...]
    day: date | None
    """Its own day, or that of the entry before it among the new ones; None where there is none."""

    @property
    def said(self) -> tuple[str, ...]:
        """What it says."""
        return tuple(line.text for line in self.lines)

    @property
    def below(self) -> tuple[str, ...]:
        """The blank lines under it."""
        return self.lines[-1].below


class Section(Value):
    """New entries under a day heading of their own; without a heading, under what stands there already."""

    heading: Line | None
    day: date | None
    entries: list[Entry]
    under: str = ""
    """The heading that dates it, its own or the one that stands there already."""

    @property
    def said(self) -> tuple[str, ...]:
        """What its own heading says."""
        return (self.heading.text,) if self.heading else ()

    @property
    def content(self) -> tuple[tuple[str, ...], ...]:
        """What its heading and its entries say, each for itself."""
        entries = (entry.said for entry in self.entries)
        return (self.said, *entries) if self.heading else tuple(entries)

    @property
    def lines(self) -> Iterator[Line]:
        """All of it."""
        if self.heading:
            yield self.heading
        for entry in self.entries:
            yield from entry.lines


class Reading(Value):
    """How a log is read."""

    format: LogFormat
    newest_first: bool = False
    today: date | None = None
    """The day of the merge: under the heading of another day nothing may be put in any more."""

    def begins(self, line: str) -> bool:
        """Whether a line begins an entry, or what else stands for itself."""
        style = self.format
        if not style.has_bodies or style.read(1, line) is not None or self.is_heading(line):
            return True
        return bool(style.complain(line, ())) or (style.has_sections and line.startswith(_HEADING_OF_PAGE))

    def day_of(self, line: str) -> date | None:
        """The day on which a line says that what follows it was written; None where it says nothing."""
        entry = self.format.read(1, line)
        return entry.day if entry is not None and entry.day is not None else self.format.day_heading(line)

    def is_heading(self, line: str) -> bool:
        """Whether a line dates the entries under it."""
        return self.format.day_heading(line) is not None

    def is_open(self, heading: str) -> bool:
        """Whether something may still be put in under a day heading. A day more or less is forgiven."""
        day = self.format.day_heading(heading)
        return day is not None and self.today is not None and abs(day - self.today) <= _GRACE

    @property
    def aligning(self) -> Aligning:
        """How old lines are known again: the new ones are those at the open end."""
        return Aligning(
            lambda line: line.text,
            lambda line: self.day_of(line.text),
            self.begins,
            from_end=self.newest_first,
            late=not self.newest_first,
        )

    def sections(self, run: Iterable[Line], under: str = "") -> list[Section]:
        """New lines that stand together, below a heading or none, as the sections and entries they make."""
        found = [Section(None, None, [], under)]
        for line in run:
            entries = found[-1].entries
            if self.is_heading(line.text):
                found.append(Section(line, self.format.day_heading(line.text), [], line.text))
            elif not entries or self.begins(line.text):
                entries.append(Entry((line,), self._day(line.text, entries)))
            else:
                entries[-1] = Entry((*entries[-1].lines, line), entries[-1].day)
        return found if found[0].entries else found[1:]

    def _day(self, line: str, before: list[Entry]) -> date | None:
        entry = self.format.read(1, line)
        if entry is not None and entry.day is not None:
            return entry.day
        return before[-1].day if before else None
