"""Notes as trees of what stands in them: the text they make, and where each fact lies in it.

This is the laws' own idea of a note. It writes Markdown and never reads it, so that it cannot share a
mistake with the parser.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from wiki_schema.text import BOM, normal

TODAY = "2026-11-30"

FENCE, TILDES, COMMENT, INLINE_COMMENT, QUOTE, CODE, DETAILS, HIDDEN = ZONES = (
    "fence", "tildes", "comment", "comment on a line", "quote", "indented code", "html", "hidden html",
)  # fmt: skip
"""What shows no facts, whatever stands in it."""


class Fact(NamedTuple):
    """What somebody stands behind."""

    text: str
    names: str
    day: str

    @property
    def said(self) -> str:
        """The fact as it is written."""
        return f"{self.text} — {self.names}, {self.day}"


class Entry(NamedTuple):
    """A list item, or a paragraph that says a fact."""

    said: str
    fact: Fact | None = None
    """What it says, where it is a current fact."""
    depth: int = 0
    marker: str = "-"
    """Empty for a paragraph."""
    box: str = ""
    width: int = 0
    """Where its lines are wrapped; 0 leaves it on one line."""
    lazy: bool = False
    """Whether its further lines stand at the margin."""
    gap: bool = False
    """Whether a blank line stands before it."""
    zone: tuple[str, str] = ("", "")
    """A zone inside the item, and the line it hides."""
    disputed: bool = False
    """Whether a pending line stands under it."""

    @property
    def is_fact(self) -> bool:
        """Whether it is a fact, current or struck."""
        return self.fact is not None or self.said.startswith("~~")


class Part(NamedTuple):
    """A heading and what stands under it up to the next one."""

    level: int = 0
    """0 above all headings."""
    title: str = ""
    prose: tuple[str, ...] = ()
    zones: tuple[tuple[str, str], ...] = ()
    """Kind of zone, and the line it hides."""
    entries: tuple[Entry, ...] = ()


class Page(NamedTuple):
    """A note."""

    parts: tuple[Part, ...]
    front: str = ""
    """A line of the front matter; without one there is none."""
    ending: str = "\n"
    bom: bool = False
    closed: bool = True
    """Whether the last line has an end."""


class Placed(NamedTuple):
    """Where a fact stands."""

    line: int
    said: str
    section: tuple[str, ...]
    parent: str
    """What the item says that it is nested in; empty at the top."""


class Printed(NamedTuple):
    """A page as text."""

    text: str
    facts: tuple[Placed, ...]


def text_of(page: Page) -> str:
    """The Markdown of a page."""
    return printed(page).text


def printed(page: Page) -> Printed:
    """The Markdown of a page, and where its facts stand in it."""
    lines: list[str] = ["---", page.front, "---"] if page.front else []
    facts: list[Placed] = []
    headings: list[tuple[int, str]] = []
    for part in page.parts:
        if part.level:
            headings = [*((level, title) for level, title in headings if level < part.level), part[:2]]
            lines += [f"{'#' * part.level} {part.title}"]
        for paragraph in part.prose:
            lines += ["", paragraph]
        for zone in part.zones:
            lines += ["", *zone_lines(*zone)]
        lines.append("")
        _write_entries(part.entries, lines, facts, tuple(normal(title) for _, title in headings))
        lines.append("")
    end = page.ending if page.closed else ""
    text = (BOM if page.bom else "") + page.ending.join(lines).rstrip("\r\n") + end
    return Printed(text, tuple(facts))


def _write_entries(
    entries: Iterable[Entry], lines: list[str], facts: list[Placed], section: tuple[str, ...]
) -> None:
    open_items: list[tuple[int, str]] = []  # content column and words of each open item
    was_paragraph = False
    for entry in entries:
        if entry.gap or was_paragraph or not entry.marker:
            lines.append("")
        was_paragraph = not entry.marker
        del open_items[entry.depth if entry.marker else 0 :]
        column = open_items[-1][0] if open_items else 0
        parent = open_items[-1][1] if open_items else ""
        said = normal(entry.said)
        if entry.is_fact:
            facts.append(Placed(len(lines) + 1, said, section, parent))
        inner = column + len(entry.marker) + 1 if entry.marker else 0
        first = " " * column + f"{entry.marker} {entry.box}" if entry.marker else ""
        lines += _wrapped(entry, first, " " * inner)
        if entry.marker:
            open_items.append((inner, said))
            if entry.zone[0]:
                lines += [f"{' ' * inner}{line}" for line in zone_lines(*entry.zone)]


def _wrapped(entry: Entry, first: str, further: str) -> Iterator[str]:
    """The lines of an entry. It breaks only before what can begin no block."""
    line = first
    fresh = True
    for word in _words(entry.said):
        breakable = (word[:1] == "—" or word[:1].isalpha()) and not line.endswith("\\")
        if not fresh and entry.width and breakable and len(line) + len(word) > entry.width:
            yield line
            line, fresh = "" if entry.lazy else further, True
        line += word if fresh else f" {word}"
        fresh = False
    yield line


def _words(said: str) -> Sequence[str]:
    """The words of an entry. Whom a mark names stays on one line: what follows it there is a reason."""
    head, by, name = said.rpartition(" by ") if said.startswith("~~") else (said, "", "")
    return [*head.split(" "), *([f"by {name}"] if by else [])]


def zone_lines(kind: str, hidden: str) -> list[str]:
    """A zone with one line that would be a fact outside it."""
    return {
        FENCE: ["```text", hidden, "``` not a close", "```"],
        TILDES: ["~~~~", hidden, "```", hidden, "~~~", "~~~~"],
        COMMENT: ["<!--", "", hidden, "-->"],
        INLINE_COMMENT: [f"<!-- {hidden} -->"],
        QUOTE: [f"> {hidden}", ">", f"> > {hidden}"],
        CODE: ["", f"    {hidden}"],
        DETAILS: ["<div>", hidden, "</div>", ""],
        HIDDEN: ["<div hidden>", "", hidden, "", "</div>"],
    }[kind]


# Amending


def with_entries(page: Page, part: int, entries: Sequence[Entry]) -> Page:
    """A page with other entries in one part."""
    parts = list(page.parts)
    parts[part] = parts[part]._replace(entries=tuple(entries))
    return page._replace(parts=tuple(parts))


def family(entries: Sequence[Entry], index: int) -> int:
    """The index behind an entry and all that is nested in it."""
    stop = index + 1
    while stop < len(entries) and entries[stop].marker and entries[stop].depth > entries[index].depth:
        stop += 1
    return stop


def subtree(page: Page, part: int) -> int:
    """The index behind a part and the parts below its heading."""
    stop = part + 1
    while stop < len(page.parts) and page.parts[stop].level > page.parts[part].level:
        stop += 1
    return stop


def titles(page: Page) -> set[str]:
    """Every heading of a page."""
    return {normal(part.title) for part in page.parts}


def struck(said: str, day: str, name: str, link: str = "") -> str:
    """A superseded fact. The tildes that it holds itself are escaped."""
    inner = re.sub(r"(?<!\\)~", r"\\~", said) if "~~" in said else said
    return f"~~{inner}~~ — superseded {day} by {name}" + (f" → [[{link}]]" if link else "")


def pending(what: str, who: str, day: str) -> str:
    """A claim that waits for its answer."""
    return f"⚠ claimed changed: {what} — {who}, {day} — unconfirmed"
