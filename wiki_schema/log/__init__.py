"""Log lines: how they are read, what is wrong with them, how they are written; where a log begins.

Source: the wiki grammar, section 2.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from datetime import date

from wiki_schema.markdown.commonmark import after_front_matter, fence_end
from wiki_schema.text import BOM, describe, parse_day, split_lines, visible
from wiki_schema.value import Value

VERBS = ("ADD", "UPDATE", "SUPERSEDE", "CLAIM", "CONFLICT", "LINT")

SEPARATOR = " | "
_ESCAPED = " \\| "
_FIELDS = ("date", "verb", "who", "path", "what")

# So many lines of a log's body are looked at from either end to find its newest day.
_NEWEST_AMONG = 1000

# A preamble is looked for in so much of a text first.
_FIRST_LOOK = 1 << 17

_LOOKS_LIKE_ENTRY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2} \| ")
_FORBIDDEN = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029]")


class LogLine(Value):
    """The first line of an entry, and what it says as far as its format has such fields."""

    number: int
    """From 1."""
    raw: str
    day: date | None
    """None where the format dates its entries by a heading above them."""
    verb: str = ""
    who: str = ""
    path: str = ""
    """Relative to the store, with its pipes unescaped."""
    what: str = ""


def _no_heading_at_all(_day: date) -> str:
    return ""


class LogFormat(Value):
    """A style in which a log is written."""

    name: str
    has_fields: bool
    """Whether its entries have verb, who and path."""
    has_bodies: bool
    """Whether lines that are no entry may follow an entry."""
    read: Callable[[int, str], LogLine | None]
    """From number and raw text: an entry's first line, or None."""
    complain: Callable[[str, Collection[str]], str]
    """What is wrong with a new line, given the verbs in use; empty when it is right.

    In a format without fields nothing but an entry's head can be wrong.
    """
    day_heading: Callable[[str], date | None]
    """The day of a heading that dates what follows it; None for every other line."""
    render: Callable[[LogLine], tuple[str, ...]]
    """The lines of a new entry, from its fields; its number and raw text do not matter.

    Raises ValueError for what cannot stand in one.
    """
    write_heading: Callable[[date], str] = _no_heading_at_all
    """The heading that dates what follows it; empty where a format has none."""
    has_sections: bool = False
    """Whether its entries are sections of a page, which may have others below the last entry."""


class Log(Value):
    """A log, parsed."""

    preamble_end: int
    """The index of the first line behind the preamble; the number of lines where there is no entry."""
    lines: list[str]
    """All of them, without their ends."""
    entries: tuple[LogLine, ...]

    @classmethod
    def parsed(cls, text: str, format: LogFormat) -> Log:
        """Parse a log. Entries under a day heading bear its day."""
        lines = split_lines(text.removeprefix(BOM))
        start = preamble_length(lines, format)
        return cls(start, lines, tuple(_read_entries(enumerate(lines[start:], start + 1), format)))


def _read_entries(numbered: Iterable[tuple[int, str]], format: LogFormat) -> Iterator[LogLine]:
    heading: date | None = None
    for number, line in numbered:
        day = format.day_heading(line)
        if day is not None:
            heading = day
            continue
        entry = format.read(number, line)
        if entry is not None:
            yield entry if entry.day is not None or heading is None else entry._replace(day=heading)


# The preamble


def preamble_length(lines: list[str], format: LogFormat) -> int:
    """How many lines stand before the first entry. Lines in front matter and closed fences are none."""
    start = after_front_matter(lines)
    return next(
        (index for index, line in outside_fences(lines, start) if _begins_body(line, format)), len(lines)
    )


def outside_fences(lines: Sequence[str], start: int = 0) -> Iterator[tuple[int, str]]:
    """The lines from an index on, with their index, but for what stands in a fence that is closed."""
    index = start
    unclosed: dict[str, int] = {}  # by mark, from which width on no fence closes any more
    while index < len(lines):
        line = lines[index]
        yield index, line
        index += 1
        mark, width = _fence(line)
        if mark and width < unclosed.get(mark, len(line) + 1):
            closer = _closer(lines, index, mark, width)
            if closer is None:
                unclosed[mark] = width
            else:
                index = closer + 1


def preamble_offset(text: str, format: LogFormat) -> int:
    """Where in a text the first line behind the preamble begins.

    Logs are long and preambles short: no more is split than must be.
    """
    size = _FIRST_LOOK
    while True:
        end = text.find("\n", size)
        head = text if end < 0 else text[: end + 1]
        length = preamble_length(split_lines(head.removeprefix(BOM)), format)
        start = 0
        for _ in range(length):
            start = head.find("\n", start) + 1 or len(head)
        if end < 0 or start < len(head):
            return start
        size *= 8


def _begins_body(line: str, format: LogFormat) -> bool:
    entry = format.read(1, line)
    if (entry is not None and entry.day is not None) or format.day_heading(line) is not None:
        return True
    if format.has_fields:  # one that is meant, with a fault in it
        return _LOOKS_LIKE_ENTRY.match(line.removeprefix(BOM)) is not None
    return bool(format.complain(line, ()))


def _fence(line: str) -> tuple[str, int]:
    """The mark and the width of a fence that this line opens; nothing where it opens none."""
    text = line.lstrip(" ")
    mark = text[:3]
    if mark not in ("```", "~~~") or len(line) - len(text) > 3:
        return "", 0
    info = text.lstrip(mark)
    return ("", 0) if mark == "```" and "`" in info else (mark, len(text) - len(info))


def _closer(lines: Sequence[str], start: int, mark: str, width: int) -> int | None:
    ends = fence_end(mark[0] * width)
    for index in range(start, len(lines)):
        text = lines[index].lstrip(" \t")
        if ends(text, len(lines[index]) - len(text)):
            return index
    return None


# The newest day


def newest_day(text: str, format: LogFormat) -> date | None:
    """The newest day among the entries of a log, which stands near one of its ends."""
    days = (_day_of(line, format) for line in _outer_lines(text, preamble_offset(text, format)))
    return max(filter(None, days), default=None)


def _day_of(line: str, format: LogFormat) -> date | None:
    entry = format.read(1, line)
    return entry.day if entry is not None and entry.day is not None else format.day_heading(line)


def _outer_lines(text: str, start: int) -> list[str]:
    """The first and the last lines of a text from an offset on, all of them where they are few."""
    first, last = start, len(text)
    for _ in range(_NEWEST_AMONG):
        end = text.find("\n", first)
        begin = text.rfind("\n", first, last)
        if end < 0 or begin <= end:
            return split_lines(text[start:])
        first, last = end + 1, begin
    return split_lines(text[start:first]) + split_lines(text[last + 1 :])


# The memwiki format


def _split(raw: str) -> list[str]:
    """The fields of a line as written, at most five, without the blanks around them."""
    return [field.strip(" ") for field in raw.removeprefix(BOM).split(SEPARATOR, 4)]


def _escape(field: str) -> str:
    return _swap(field, SEPARATOR, _ESCAPED)


def _unescape(field: str) -> str:
    return _swap(field, _ESCAPED, SEPARATOR) if "\\" in field else field


def _swap(field: str, old: str, new: str) -> str:
    # Two pipes may share the blank between them, so one pass sees every other one only.
    return f" {field} ".replace(old, new).replace(old, new)[1:-1]


def _read(number: int, raw: str) -> LogLine | None:
    fields = _split(raw)
    if len(fields) < 5:
        return None
    day = parse_day(fields[0])
    verb = fields[1]
    if day is None or not verb or " " in verb:
        return None
    return LogLine(number, raw, day, verb, _unescape(fields[2]), _unescape(fields[3]), fields[4])


def _complain(raw: str, verbs: Collection[str]) -> str:
    char = _FORBIDDEN.search(raw)
    if char is not None:
        return f"{describe(char[0])} may not stand in a log line"
    fields = _split(raw)
    odd = _odd_separator(fields)
    if odd:
        return odd
    if fields[0] == "YYYY-MM-DD":
        return "YYYY-MM-DD is a placeholder that was never filled in"
    if len(fields) < 5:
        return _count_complaint(fields)
    return (
        day_complaint(fields[0])
        or _verb_complaint(fields[1], verbs)
        or _empty_complaint(fields)
        or _path_complaint(_unescape(fields[3]))
    )


def _count_complaint(fields: list[str]) -> str:
    pipes = sum(field.count("|") for field in fields)
    hint = "; a separator is a pipe with a blank on both sides" if pipes else ""
    shown = f"{len(fields)} field" + "s" * (len(fields) != 1)
    return f"it has {shown} where a log line has 5: {SEPARATOR.join(_FIELDS)}{hint}"


def _odd_separator(fields: list[str]) -> str:
    """A complaint about a character that passes for a blank beside a pipe, or for a pipe."""
    for field in fields[:4]:
        if field.isascii():
            continue
        before, after = field[:1], field[-1:]
        inside = [c for at, c in enumerate(field) if "|" in (field[at - 1 : at], field[at + 1 : at + 2])]
        for char in (before, after, *inside):
            if char != " " and (char.isspace() or char in "\u200b\ufeff\u2060"):
                return f"{describe(char)} stands beside a pipe; only plain blanks may"
    for char in "│｜¦ǀ∣":
        if any(f" {char} " in field for field in fields[: 4 if len(fields) == 5 else 5]):
            return f"{describe(char)} is no pipe; fields are separated by U+007C"
    return ""


def day_complaint(text: str) -> str:
    """What is wrong with a day; empty when it is one."""
    if parse_day(text) is not None:
        return ""
    odd = [describe(char) for char in dict.fromkeys(text[:40]) if not char.isascii()]
    named = f" (it has {', '.join(odd[:3])})" if odd else ""
    return f"{visible(text, 40)!r} is no calendar day YYYY-MM-DD{named}"


def _verb_complaint(verb: str, verbs: Collection[str]) -> str:
    if verb in verbs:
        return ""
    if verb.upper() in verbs:
        return f"the verb {visible(verb, 40)} is written {verb.upper()}"
    return f"{visible(verb, 40)!r} is no verb; the verbs are {', '.join(verbs)}"


def _empty_complaint(fields: list[str]) -> str:
    for name, field in zip(_FIELDS, fields, strict=True):
        if not field or field == "|":
            return f"the field {name!r} is empty"
    return ""


def _path_complaint(path: str) -> str:
    if "\\" in path:
        return "the path has a backslash; folders are separated by /"
    if path.startswith("/") or path == "~" or path.startswith("~/") or path[1:3] == ":/":
        return "the path is absolute; write it relative to the store"
    depth = 0
    for part in path.split("/"):
        depth += -1 if part == ".." else part not in ("", ".")
        if depth < 0:
            return "the path leads out of the store"
    return ""


def _no_heading(raw: str) -> None:
    return None


def render_line(day: date, verb: str, who: str, path: str, what: str) -> str:
    """A log line, without its end. Pipes in `who` and `path` are escaped.

    Raises ValueError for what cannot stand in a log line or would be read as something else: control
    characters and line breaks, empty fields, a path out of the store.
    """
    line = SEPARATOR.join((day.isoformat(), verb, _escape(who), _escape(path), what))
    fault = _complain(line, (verb,))
    if fault:
        raise ValueError(fault)
    if _read(1, line) != LogLine(1, line, day, verb, who, path, what.strip(" ")):
        raise ValueError("these fields do not make one log line that says the same")
    return line


def _render(entry: LogLine) -> tuple[str, ...]:
    if entry.day is None:
        raise ValueError("a log line has a day")
    return (render_line(entry.day, entry.verb, entry.who, entry.path, entry.what),)


MEMWIKI = LogFormat("memwiki", True, False, _read, _complain, _no_heading, _render)
