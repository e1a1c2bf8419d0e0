"""Managed blocks: parts of a Markdown file that memwiki renders, between two markers on lines of their own.

The end marker holds a hash of what was rendered, so that a hand edit is seen and never written over.
Everything outside the markers is left byte for byte as it is.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Sequence

from wiki_schema.policy.keys import ROLES
from wiki_schema.text import BOM, visible
from wiki_schema.value import Value

BEGIN = "<!-- memwiki:"
END = "<!-- /memwiki:"

_MARKER = re.compile(r"<!-- (/?)memwiki:([a-z0-9][a-z0-9._-]{0,99})(?: ([0-9a-f]{16}))? -->")
_RAW = re.compile(r"\s*<(?:!|\?|pre\b|script\b|style\b|textarea\b)", re.IGNORECASE)
_NEARLY = re.compile(r"<!--\s*/?\s*memwiki\s*:", re.IGNORECASE)


class Block(Value):
    """A managed block, by the lines of its text, counted from 0."""

    name: str
    begin: int
    """The line of its begin marker."""
    end: int
    """The line of its end marker."""
    body: str
    """What stands between the markers, lines ended by LF."""
    stamp: str = ""
    """The hash in its end marker; empty where it was never rendered."""

    @property
    def is_by_hand(self) -> bool:
        """Whether somebody wrote in it: a block never rendered may hold nothing but blank lines."""
        return self.stamp != stamp(self.body) if self.stamp else bool(self.body.strip())


class Fault(Value):
    """Markers that say no block: where, from 1, and what is wrong, as a sentence."""

    line: int
    message: str


class Managed(Value):
    """What a text holds of managed blocks."""

    blocks: tuple[Block, ...] = ()
    faults: tuple[Fault, ...] = ()


class _Marker(Value):
    line: int
    closes: bool
    name: str
    stamp: str = ""


def holds_marker(text: str) -> bool:
    """Whether there is anything to look at: a quick look at the text, which examples pass too."""
    return "<!--" in text and _NEARLY.search(text) is not None


def stamp(body: str) -> str:
    """The hash of what stands between the markers, lines ended by LF."""
    from hashlib import sha256

    return sha256(body.encode("utf-8", "surrogatepass")).hexdigest()[:16]


def read_blocks(text: str) -> Managed:
    """The managed blocks of a Markdown text. Markers in code, quotes, lists and HTML are examples."""
    if not holds_marker(text):
        return Managed()
    lines = _lines(text)
    faults: list[Fault] = []
    blocks: list[Block] = []
    opened: _Marker | None = None
    seen: dict[str, int] = {}
    for marker in _markers(lines, faults):
        if marker.closes:
            if opened is None or marker.name != opened.name:
                faults.append(_lonely_end(marker, opened))
                continue
            body = "".join(f"{line}\n" for line in lines[opened.line + 1 : marker.line])
            blocks.append(Block(marker.name, opened.line, marker.line, body, marker.stamp))
            opened = None
            continue
        if opened is not None:
            faults.append(_nested(marker, opened))
        elif marker.name in seen:
            what = f"a second block {marker.name}: the first begins in line {seen[marker.name]}"
            faults.append(Fault(marker.line + 1, f"{what}. Keep one of them."))
        seen.setdefault(marker.name, marker.line + 1)
        opened = opened or marker
    if opened is not None:
        faults.append(_unclosed(opened))
    return Managed(tuple(blocks), tuple(sorted(faults)))


def _markers(lines: Sequence[str], faults: list[Fault]) -> Iterator[_Marker]:
    """The markers, in order. What is nearly one, and stands where one would count, is a fault."""
    for number in _own_lines(lines):
        line = lines[number].rstrip(" \t")
        match = _MARKER.fullmatch(line)
        if match and (match[1] or not match[3]):
            yield _Marker(number, bool(match[1]), match[2], match[3] or "")
        elif _NEARLY.match(line.lstrip()):
            right = f"{BEGIN}roster --> and {END}roster -->"
            what = f"“{visible(line, 80)}” is no marker: they are written {right}"
            faults.append(Fault(number + 1, f"{what}, each at the beginning of a line of its own."))


def _own_lines(lines: Sequence[str]) -> Iterator[int]:
    """The lines of HTML that stand in no list, quote or code: where a marker counts."""
    from markdown_it import MarkdownIt

    reader = MarkdownIt("commonmark")
    # Only blocks are asked for: what lines hold inside them may be as odd as it likes.
    reader.core.ruler.enableOnly(["normalize", "block"])
    # A front matter is nothing that CommonMark knows, and nothing a block could stand in.
    start = _after_front_matter(lines)
    shown = [*[""] * start, *lines[start:]]
    # What ends no line to us may end one to the library: then its numbers would not be ours.
    source = "\n".join(line.replace("\r", " ") for line in shown)
    for token in reader.parse(source):
        if token.type == "html_block" and token.level == 0 and token.map:
            first, last = token.map
            yield first
            # A tag such as <div> takes every line up to a blank one; what is raw shows an example.
            yield from range(first + 1, 0 if _RAW.match(lines[first]) else last)


def _after_front_matter(lines: Sequence[str]) -> int:
    from wiki_schema.markdown.commonmark import after_front_matter

    return after_front_matter(list(lines))


def _lonely_end(marker: _Marker, opened: _Marker | None) -> Fault:
    if opened is None:
        what = f"the end of a block {marker.name} that does not begin. Add {BEGIN}{marker.name} --> above it"
    else:
        what = f"the end of a block {marker.name} inside the block {opened.name}, which begins in line "
        what += f"{opened.line + 1}. Close that one first"
    return Fault(marker.line + 1, f"{what}.")


def _nested(marker: _Marker, opened: _Marker) -> Fault:
    what = f"a block {marker.name} begins inside the block {opened.name}, which begins in line"
    closing = f"add {END}{opened.name} --> where that one ends"
    return Fault(marker.line + 1, f"{what} {opened.line + 1}: {closing}.")


def _unclosed(marker: _Marker) -> Fault:
    what = f"the block {marker.name} does not end. Add {END}{marker.name} --> on a line of its own"
    return Fault(marker.line + 1, f"{what} where it should.")


def unknown(blocks: Sequence[Block], names: Collection[str]) -> tuple[Fault, ...]:
    """The blocks that nothing renders."""
    from wiki_schema.policy.reader import suggest

    faults = []
    for block in blocks:
        if block.name not in names:
            known = f"there is {', '.join(sorted(names))}" if names else "no plugin renders any"
            near = suggest(block.name, names)
            what = f"there is no block {block.name}{near or f': {known}.'}"
            faults.append(Fault(block.begin + 1, what))
    return tuple(faults)


def body_of(rendered: str) -> str:
    """What stands between the markers for what a plugin rendered: a blank line round it.

    A marker in it, which would end the block early, is made harmless.
    """
    words = rendered.replace("\r\n", "\n").strip("\n").replace("<!--", "&lt;!--")
    return f"\n{words}\n\n" if words else ""


def render(text: str, blocks: Sequence[Block], render_block: Callable[[str], str]) -> str:
    """The text with its blocks rendered. `render_block` gives the Markdown of a block by its name.

    `blocks` are those of `read_blocks`. Lines end as their begin marker's does.
    """
    kept = _raw_lines(text)
    for block in reversed(blocks):
        body = body_of(render_block(block.name))
        if body == block.body and block.stamp == stamp(body):
            continue
        begin, end = kept[block.begin], kept[block.end]
        newline = "\r\n" if begin.endswith("\r\n") else "\n"
        tail = end[len(end.rstrip("\r\n")) :]
        marker = f"{END}{block.name} {stamp(body)} -->"
        new = body.replace("\n", newline)
        kept[block.begin + 1 : block.end + 1] = [new, f"{marker}{tail}"]
    return "".join(kept)


def blanked(lines: list[str]) -> list[str]:
    """The lines of a note, those that memwiki rendered blank: they are nobody's words.

    Only a block that holds exactly what its hash says counts, and nothing but a table of members: anybody
    can work out a hash, but names and roles are no words that somebody could lose or hide among. Blank lines
    around the table are asked for, since a reader's program needs them where HTML stands above.
    """
    if not any(line.startswith(END) for line in lines):
        return lines
    shown = list(lines)
    for name, begin, end in _tables(lines):
        shown[begin + 1 : end] = [""] * (end - begin - 1)
        shown[end] = f"{END}{name} -->"
    return shown


def rendered_rows(text: str) -> dict[str, list[str]]:
    """The rows of the tables that memwiki rendered in a note, by the name of the block."""
    if END not in text:
        return {}
    lines = _lines(text)
    return {name: [row for row in lines[begin + 1 : end] if row] for name, begin, end in _tables(lines)}


def _tables(lines: Sequence[str]) -> Iterator[tuple[str, int, int]]:
    """The tables that stand as they were rendered: name, and the lines of both markers, from 0."""
    begin: int | None = None
    name = ""
    for number, line in enumerate(lines):
        match = _MARKER.fullmatch(line.rstrip(" \t")) if line.startswith("<!-- ") else None
        if match is None:
            continue
        if not match[1]:
            begin, name = number, match[2]
        elif begin is not None and match[2] == name and match[3]:
            body = lines[begin + 1 : number]
            if _is_roster(body) and stamp("".join(f"{row}\n" for row in body)) == match[3]:
                yield name, begin, number
            begin = None


_ENDINGS = (".md", ".markdown", ".mdx", ".mdc", ".cursorrules", ".windsurfrules", ".clinerules")


_CELL = re.compile(r"(?<!\\)\|")
_LONGEST_NAME, _MOST_WORDS = 60, 4


def _is_roster(body: Sequence[str]) -> bool:
    """Whether lines are a table of members and no more: in each row a name, one role, and further names."""
    if len(body) < 5 or body[0] or body[-1]:
        return False
    head, divider, *rows = ([cell.strip() for cell in _CELL.split(row)] for row in body[1:-1])
    cells = [head, divider, *rows]
    if any(row[0] or row[-1] or len(row) != len(head) for row in cells) or set("".join(divider)) - {"-", ":"}:
        return False
    return all(map(_is_name, head[1:-1])) and all(_is_member(row[1:-1]) for row in rows)


def _is_member(cells: Sequence[str]) -> bool:
    name, role, *others = cells if len(cells) > 1 else ("", "")
    further = (part.strip() for cell in others for part in cell.split(","))
    return role in ROLES and _is_name(name) and all(not part or _is_name(part) for part in further)


def _is_name(text: str) -> bool:
    """Whether a text is short enough to be a name or an address, and to say nothing."""
    return 0 < len(text) <= _LONGEST_NAME and len(text.split()) <= _MOST_WORDS and "<" not in text


def may_hold(path: str) -> bool:
    """Whether a file is Markdown by its name. In any other a marker is just text."""
    return path.lower().endswith(_ENDINGS)


def unrendered(text: str) -> str:
    """A text without what memwiki rendered in it."""
    return "\n".join(blanked(_lines(text)))


def first_difference(old: str, new: str) -> tuple[int, str, str]:
    """Where two bodies differ first: how many lines they share before, and that line of each."""
    from wiki_schema.text import shared, split_lines

    one, other = split_lines(old), split_lines(new)
    at = shared(one, other)
    return at, one[at] if at < len(one) else "", other[at] if at < len(other) else ""


def _raw_lines(text: str) -> list[str]:
    """The lines with their ends; joined again they are the text."""
    parts = text.split("\n")
    return [f"{part}\n" for part in parts[:-1]] + [parts[-1]]


def _lines(text: str) -> list[str]:
    """The lines without their ends, as many as `_raw_lines` gives; a BOM belongs to none of them."""
    lines = [line.removesuffix("\r") for line in text.split("\n")]
    lines[0] = lines[0].removeprefix(BOM)
    return lines
