"""The links of an open file: where each stands, and which file and line it leads to."""

from __future__ import annotations

from collections.abc import Iterator

from wiki_hooks.lsp.bench import Bench
from wiki_schema.change import text_of
from wiki_schema.index import BROKEN, PATH, URL, WIKILINK, Listing, references
from wiki_schema.markdown.commonmark import HEADING
from wiki_schema.places import Paths
from wiki_schema.text import normal, split_lines
from wiki_schema.value import Value

_MOST_READ = 2_000


class Link(Value):
    """A link, and what it leads to."""

    line: int
    """From 1."""
    start: int
    """Where it begins in its line, from 0."""
    stop: int
    path: str
    """The file it leads to, from the top."""
    anchor: str = ""


def links(bench: Bench) -> Iterator[Link]:
    """Every link of a file that leads to a file of its store."""
    rows = split_lines(bench.text.removeprefix("\ufeff"))
    paths = Paths(filter(bench.store.holds, bench.tree.paths()), bench.store.link_base)
    for found in references(bench.text, with_paths=bench.store.is_index(bench.path)):
        if found.kind in (BROKEN, URL):
            continue
        target = bench.path
        if found.target:
            there = paths.resolve(found.target, found.kind, bench.path, bench.store.path)
            if there is None:
                continue
            target = there
        start = found.column - 1
        yield Link(found.line, start, _end(rows[found.line - 1], found), target, found.anchor)


def link_at(bench: Bench, line: int, column: int) -> Link | None:
    """The link at a place: its line from 1, its column from 0."""
    found = (link for link in links(bench) if link.line == line and link.start <= column <= link.stop)
    return next(found, None)


def _end(row: str, found: Listing) -> int:
    """Where a link ends in its line."""
    start = found.column - 1
    if found.kind == WIKILINK:
        end = row.find("]]", start)
        return end + 2 if end >= 0 else len(row)
    if found.kind == PATH:
        return min(start + len(found.target) + 2 * (row[start : start + 1] in "`<"), len(row))
    middle = row.find("](", start)
    if middle < 0:
        end = row.find("]", start)
        return end + 1 if end >= 0 else len(row)
    depth = 0
    for at in range(middle + 1, len(row)):
        depth += {"(": 1, ")": -1}.get(row[at], 0)
        if depth == 0:
            return at + 1
    return len(row)


def title_of(bench: Bench, path: str) -> str:
    """What a note calls itself: its first heading, else the name of its file."""
    text = text_of(bench.tree.read(path)) or ""
    found = (HEADING.match(row) for row in split_lines(text[:_MOST_READ]) if row[:1] == "#")
    first = next((match for match in found if match is not None), None)
    return normal(first[2] or "") if first else path.rpartition("/")[2].removesuffix(".md")


def line_of(bench: Bench, link: Link) -> int:
    """The line of the heading that a link leads to, from 1; the first where it names none."""
    wanted = _slug(link.anchor)
    if not wanted:
        return 1
    text = text_of(bench.tree.read(link.path)) or ""
    headings = bench.ground.laid(text).headings
    return next((line for line, section in headings if section and _slug(section[-1]) == wanted), 1)


def _slug(title: str) -> str:
    """A heading in the form in which anchors of most renderers agree: its letters and digits."""
    return "".join(char for char in normal(title).casefold() if char.isalnum())
