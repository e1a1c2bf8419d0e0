"""The index: which of its lines refer to a note, and to which."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from types import MappingProxyType

from wiki_schema.markdown.blocks import Block, Piece, read_blocks
from wiki_schema.markdown.links import (
    BROKEN,
    LINK,
    PATH,
    URL,
    WIKILINK,
    Found,
    find_links,
    is_url,
    read_definition,
)
from wiki_schema.places import Paths, leads_out
from wiki_schema.text import BOM, split_lines
from wiki_schema.value import Value

__all__ = [
    "BROKEN",
    "LINK",
    "PATH",
    "URL",
    "WIKILINK",
    "Listed",
    "Listing",
    "Paths",
    "links",
    "listed",
    "listings",
    "references",
]


class Listing(Value):
    """One reference to something, in a line of a text."""

    line: int
    """From 1."""
    column: int
    """From 1."""
    target: str
    """What it refers to, decoded once, without its anchor; empty for a place in the same file."""
    kind: str
    """`link`, `wikilink`, `path` (bare or in backticks), `url` (only from `links`), or `broken`."""
    text: str
    """The whole line."""
    is_cut: bool = False
    """Whether it is a wikilink in a table with an unescaped pipe: it counts, but shows cut in two."""
    anchor: str = ""
    """The place in the target, decoded once."""
    is_embed: bool = False
    """Whether it is an image or an embedded note."""
    is_unseen: bool = False
    """Whether a reader sees nothing of it."""


class Listed(Value):
    """What an index, and the nested ones it reaches, refer to."""

    notes: Mapping[str, Listing] = MappingProxyType({})
    """The files listed, from the top of the repository: each with its first listing."""
    dead: tuple[tuple[str, Listing], ...] = ()
    """Listings of nothing: the index they stand in, and the listing."""
    ambiguous: tuple[tuple[str, Listing], ...] = ()
    """Wikilinks whose stem two notes bear."""
    outside: tuple[tuple[str, Listing], ...] = ()
    """Listings of what lies outside the store."""
    sources: Mapping[str, str] = MappingProxyType({})
    """For each file listed, the index that its first listing stands in."""
    indexes: tuple[str, ...] = ()
    """The index files that were read, the root index first."""


@lru_cache(64)
def listings(text: str) -> tuple[Listing, ...]:
    """The references of an index, in order: links, wikilinks, and paths that begin an item or a cell.

    Whatever names a scheme or a host (`https://…`) is none. An index is asked about by several rules, so
    the last few are kept.
    """
    return tuple(
        each
        for each in _of_index(text)
        if each.kind not in _NO_LISTING and each.target and not (each.is_embed or each.is_unseen)
    )


def links(text: str) -> tuple[Listing, ...]:
    """The links of any note outside code and comments, in order, those with a scheme or host included."""
    found = references(text)
    return tuple(each for each in found if each.kind != BROKEN and each.target and not each.is_embed)


def references(text: str, with_paths: bool = False) -> tuple[Listing, ...]:
    """The links of a text and whatever else refers to something: places in itself, images, embeds.

    What looks like a link and is none has the kind `broken`. `with_paths`: the bare paths of an index too.
    """
    if with_paths:
        return _of_index(text)
    return tuple(_references(text, with_paths=False)) if "[" in text or "<" in text else ()


@lru_cache(64)
def _of_index(text: str) -> tuple[Listing, ...]:
    return tuple(_references(text, with_paths=True))


_NO_LISTING = (URL, BROKEN)


def listed(index_path: str, store_root: str, read: Callable[[str], str | None], paths: Paths) -> Listed:
    """What the index of a store lists, through every nested index that it reaches.

    `read` gives the text of a file, or None. Where there is no index nothing is listed.
    """
    notes: dict[str, Listing] = {}
    sources: dict[str, str] = {}
    dead: list[tuple[str, Listing]] = []
    ambiguous: list[tuple[str, Listing]] = []
    outside: list[tuple[str, Listing]] = []
    name = index_path.rpartition("/")[2]
    reached = {index_path: read(index_path)}
    queue = [index_path]
    for index in queue:  # grows while it is read: each nested index once
        for listing in listings(reached[index] or ""):
            path = _resolve(listing, index, store_root, paths, name)
            if path is None:
                if paths.is_ambiguous(listing.target, listing.kind, index, store_root):
                    ambiguous.append((index, listing))
                elif leads_out(listing.target, index, store_root):
                    outside.append((index, listing))
                elif _is_meant(listing, index, store_root, paths):
                    dead.append((index, listing))
                continue
            if path not in notes:
                notes[path] = listing
                sources[path] = index
            if path.rpartition("/")[2] == name and path not in reached:
                reached[path] = read(path)
                queue.append(path)
    return Listed(
        MappingProxyType(notes),
        tuple(dead),
        tuple(ambiguous),
        tuple(outside),
        MappingProxyType(sources),
        tuple(index for index in queue if reached[index] is not None),
    )


def _resolve(listing: Listing, index: str, root: str, paths: Paths, name: str) -> str | None:
    """The file a listing stands for; for a folder that has an index, this."""
    found = paths.resolve(listing.target, listing.kind, index, root)
    if found is None and listing.kind != WIKILINK:
        folder = paths.folder(listing.target, index, root)
        if folder is not None:
            return paths.resolve(f"/{folder}/{name}", listing.kind, index, "")
    return found


def _is_meant(listing: Listing, index: str, root: str, paths: Paths) -> bool:
    """Whether a listing of no file was meant as one: no folder, and no `and/or` that begins an item."""
    if listing.kind == PATH and not listing.target.endswith(".md"):
        return False
    return paths.folder(listing.target, index, root) is None


def _references(text: str, with_paths: bool) -> Iterator[Listing]:
    """Every reference, those of one block in the order of their places."""
    lines = split_lines(text.removeprefix(BOM))
    blocks = read_blocks(text)
    definitions = _take_definitions(blocks) if "]:" in text else {}
    for block in blocks:
        rows = _table_start(block.pieces)
        yield from _of_block(block.pieces[:rows], block.is_item and with_paths, definitions, lines)
        for piece in block.pieces[rows:]:
            for cell in _cells(piece):
                yield from _of_block([cell], with_paths, definitions, lines, in_table=True)


def _take_definitions(blocks: list[Block]) -> dict[str, str]:
    """The reference definitions, wherever they stand; their lines are taken out of the blocks."""
    definitions: dict[str, str] = {}
    for block in blocks:
        kept = []
        for piece in block.pieces:
            found = read_definition(piece.content)
            if found is None:
                kept.append(piece)
            else:
                definitions.setdefault(*found)
        block.pieces[:] = kept
    return definitions


def _of_block(
    pieces: list[Piece],
    with_path: bool,
    definitions: Mapping[str, str],
    lines: list[str],
    in_table: bool = False,
) -> Iterator[Listing]:
    """The references of lines that are read as one."""
    if not pieces:
        return
    number, column, content = pieces[0]
    if with_path and (path := _leading_path(content)):
        at, target = path
        yield Listing(number, column + at + 1, target, PATH, lines[number - 1])
    if len(pieces) == 1:
        for found in find_links(content, definitions):
            yield _listing(found, number, column + found.at + 1, lines, in_table)
        return
    starts = [0]
    for piece in pieces:
        starts.append(starts[-1] + len(piece.content) + 1)
    for found in find_links("\n".join(piece.content for piece in pieces), definitions):
        index = bisect_right(starts, found.at) - 1
        number, column, _ = pieces[index]
        yield _listing(found, number, column + found.at - starts[index] + 1, lines)


def _listing(found: Found, line: int, column: int, lines: list[str], in_table: bool = False) -> Listing:
    """A link where it stands."""
    is_cut = in_table and found.has_bare_pipe
    return Listing(
        line, column, found.target, found.kind, lines[line - 1], is_cut, found.anchor, found.is_embed,
        found.is_unseen,
    )  # fmt: skip


def _leading_path(content: str) -> tuple[int, str] | None:
    """The path, bare or in backticks or angle brackets, that an item or a cell begins with, and where."""
    start = 4 if content[:1] == "[" and content[2:4] == "] " else 0  # a task box
    while content[start : start + 1] in ("*", " ") and start < len(content):
        start += 1
    first = content[start : start + 1]
    if first == "`":
        end = content.find("`", start + 1)
        inner = content[start + 1 : end].strip() if end > 0 else ""
        return (start, inner) if _is_path(inner) else None
    if first == "<":
        end = content.find(">", start)
        inner = content[start + 1 : end] if end > 0 else ""
        return (start, inner) if inner.endswith(".md") and _is_path(inner) else None
    if first in ("[", "!", "~", "#", ""):
        return None
    word = "".join(content[start:].split(maxsplit=1)[:1]).rstrip("*.,:;")  # nothing but odd blanks has none
    anchor = word.find(".md#")
    word = word[: anchor + 3] if anchor > 0 else word
    return None if "](" in word or "[[" in word or "`" in word or not _is_path(word) else (start, word)


def _is_path(word: str) -> bool:
    """Whether a word is a path: it ends in `.md` or holds a slash, and is no address."""
    return (word.endswith(".md") or "/" in word) and not is_url(word)


def _table_start(pieces: list[Piece]) -> int:
    """Which line of a block is the header of a table: the one above the row of dashes. The end if none is."""
    for index in range(1, len(pieces)):
        dashes = pieces[index].content
        if dashes[0] in "|:-" and "-" in dashes and "|" in dashes and not dashes.strip("|:- \t"):
            return index - 1 if "|" in pieces[index - 1].content else len(pieces)
    return len(pieces)


def _cells(row: Piece) -> Iterator[Piece]:
    """The cells of a row that are not empty."""
    number, column, content = row
    start = 0
    for bar in _bars(content):
        if cell := content[start:bar].strip():
            yield Piece(number, column + content.index(cell[0], start), cell)
        start = bar + 1


def _bars(content: str) -> Iterator[int]:
    """Where the cells of a row end. A pipe in `[[…]]` is the wikilink's own, though a table cuts there."""
    at, close = 0, -1
    while (bar := content.find("|", at)) >= 0:
        opening = content.rfind("[[", at, bar)
        if opening >= 0:
            if close < opening:
                close = content.find("]]", opening)
                close = len(content) if close < 0 else close
            if close < len(content) and content.find("[[", opening + 2, close) < 0:
                at = close + 2
                continue
        at = bar + 1
        if content[bar - 1 : bar] != "\\":
            yield bar
    yield len(content)
