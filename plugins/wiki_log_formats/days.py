"""What the heads of entries have in common: marks, then a day, then words."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Collection
from datetime import date

from wiki_schema.log import LogFormat, LogLine, day_complaint
from wiki_schema.text import BOM, parse_day
from wiki_schema.value import Value

_PLACEHOLDER = "YYYY-MM-DD"


class Head(Value):
    """The first line of an entry, or a heading that dates others."""

    written: str
    """Ten characters that are meant as a day."""
    rest: str
    """What follows them, without brackets, separators and blanks."""

    @property
    def day(self) -> date | None:
        """The day; None where the calendar has none such."""
        return parse_day(self.written)

    @property
    def complaint(self) -> str:
        """What is wrong with the day; empty when nothing is."""
        return day_complaint(self.written)


def without_bom(line: str) -> str:
    """A line without the BOM that joining files leaves in the middle of one."""
    return line.removeprefix(BOM)


def after_heading(line: str, levels: tuple[str, ...]) -> str | None:
    """The text of a heading of these levels (`##`), None for other lines."""
    mark, blank, text = without_bom(line).replace("\t", " ", 1).partition(" ")
    return text.strip() if blank and mark in levels else None


def after_bullet(line: str) -> str | None:
    """The text of a list item that is nested in none, None for other lines."""
    line = without_bom(line)
    if line[:1] in ("-", "*", "+") and line[1:2] in (" ", "\t"):
        return line[2:].strip()
    return None


def read_head(text: str) -> Head | None:
    """The day that a text begins with, in brackets, emphasis or bare, and what follows; None without one."""
    bare = text.lstrip("[*_(`")
    written, rest = bare[:10], bare[10:]
    if rest[:1].isalnum() or not _is_meant_as_day(written):
        return None
    if text.startswith("[") and "]" in rest:  # a time of day may stand in the brackets too
        rest = rest.partition("]")[2]
    return Head(written, rest.lstrip("])*_`: \t").lstrip("—–-|").strip())


def _is_meant_as_day(text: str) -> bool:
    if len(text) != 10 or text[4] != "-" or text[7] != "-":
        return False
    return text == _PLACEHOLDER or (text[:4] + text[5:7] + text[8:]).isdigit()


def sentence(entry: LogLine) -> str:
    """Who did what, on one line without anything in it that acts: `Ana Ruiz: the boiler`.

    Raises ValueError where it would not stay one line.
    """
    words = f"{entry.who}: {entry.what}"
    if any(unicodedata.category(char) in ("Cc", "Zl", "Zp") for char in f"{words}{entry.path}"):
        raise ValueError("a control character or line break may not stand in a log")
    return words


def dated_format(
    name: str,
    text_of: Callable[[str], str | None],
    render: Callable[[LogLine], tuple[str, ...]],
    has_sections: bool = False,
) -> LogFormat:
    """A format whose entries begin with a line that holds their own day.

    `text_of` gives what stands in such a line behind its mark, None for every other line.
    """

    def head(raw: str) -> Head | None:
        text = text_of(raw)
        return read_head(text) if text else None

    def read(number: int, raw: str) -> LogLine | None:
        found = head(raw)
        if found is None or found.day is None:
            return None
        return LogLine(number, raw, found.day, what=found.rest)

    def complain(raw: str, _verbs: Collection[str]) -> str:
        found = head(raw)
        return found.complaint if found is not None else ""

    def no_heading(_raw: str) -> None:
        return None

    return LogFormat(name, False, True, read, complain, no_heading, render, has_sections=has_sections)
