"""Block structure as markdown-it-py sees it: headings, tables, and which lines a reader sees as text.

Reading all of a wiki so would take seconds, so a note is read only when something in it is in doubt, and
once. Inline rules run on headings alone, and only where a link asks for one.
"""

from __future__ import annotations

import re
from functools import cache, lru_cache
from typing import TYPE_CHECKING

from wiki_schema.markdown.commonmark import FENCE, Ends, after_front_matter, fence_end
from wiki_schema.text import BOM, split_lines
from wiki_schema.value import Value

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.token import Token


class Heading(Value):
    """A heading of a note."""

    line: int
    """From 1."""
    level: int
    raw: str
    """What it says in Markdown."""

    @property
    def text(self) -> str:
        """What a reader sees of it: no emphasis, no link targets, no tags."""
        return _shown(self.raw) if any(mark in self.raw for mark in "*_`[<&\\") else self.raw


class Outline(Value):
    """The blocks of a note, as far as rules ask for them."""

    headings: tuple[Heading, ...]
    texts: frozenset[int]
    """The lines that hold text: neither code, nor HTML, nor front matter."""
    cells: frozenset[int]
    """The lines that are rows of a table."""
    fences: tuple[tuple[int, str], ...]
    """The lines that open fenced code, by number, and what stands behind the marks."""


def outline(text: str) -> Outline:
    """The outline of a note. What was read last is kept."""
    return _outline(text)


@lru_cache(64)
def _outline(text: str) -> Outline:
    lines = split_lines(text.removeprefix(BOM))
    front = after_front_matter(lines)
    # To markdown-it a lone CR ends a line; here it does not.
    body = "\n".join([""] * front + lines[front:]).replace("\r", " ")
    headings: list[Heading] = []
    texts: set[int] = set()
    cells: set[int] = set()
    fences: list[tuple[int, str]] = []
    for token, before in _pairs(_parser().parse(body)):
        if token.type == "inline" and token.map:
            texts.update(range(token.map[0] + 1, token.map[1] + 1))
            if before.type == "heading_open":
                headings.append(Heading(token.map[0] + 1, int(before.tag[1]), token.content))
        elif token.type == "tr_open" and token.map:
            cells.update(range(token.map[0] + 1, token.map[1] + 1))
        elif token.type == "fence" and token.map:
            fences.append((token.map[0] + 1, token.info))
    return Outline(tuple(headings), frozenset(texts), frozenset(cells), tuple(fences))


# Where these stand it takes a reader of blocks to say what is text: HTML, fences within lists or quotes,
# definitions.
_INTRICATE = re.compile(r"^[^\S\n]*(?:[>*+.)\d-][^\S\n]*)*<|^[ \t>*+.)\d-]+(?:```|~~~)|\]:", re.MULTILINE)
_PLAIN = re.compile(r"(?:(?:[-*+]|\d{1,9}[.)]|#{1,6}) )?(?:[^\W\d]|\[|\*\*[^\W\d])(?!.*(?:[|\t]|    ))")


@lru_cache(16)
def plain_lines(text: str) -> frozenset[int]:
    """Lines, from 1, that are seen to be text without markdown-it, which is slow to start."""
    if _INTRICATE.search(text):
        return frozenset()
    lines = split_lines(text.removeprefix(BOM))
    front = after_front_matter(lines)
    plain: set[int] = set()
    ends: Ends | None = None
    for number, line in enumerate(lines[front:], front + 1):
        if ends is not None:
            ends = None if ends(line, 0) else ends
        elif (fence := FENCE.match(line)) is not None:
            ends = fence_end(fence[1] or fence[2])
        elif _PLAIN.match(line):
            plain.add(number)
    return frozenset(plain)


def _pairs(tokens: list[Token]) -> zip[tuple[Token, Token]]:
    """Each token with the one before it; the first with itself."""
    return zip(tokens, tokens[:1] + tokens, strict=False)


@cache
def _parser() -> MarkdownIt:
    from markdown_it import MarkdownIt

    parser = MarkdownIt("commonmark").enable("table")
    parser.core.ruler.enableOnly(["normalize", "block"])
    return parser


@cache
def _inline_parser() -> MarkdownIt:
    from markdown_it import MarkdownIt

    return MarkdownIt("commonmark").enable("strikethrough")


_WIKILINK = re.compile(r"\[\[([^\[\]|]*)(?:\|([^\[\]]*))?\]\]")
_KEPT = ("text", "code_inline", "image")


def _shown(raw: str) -> str:
    """The words of a line of Markdown."""
    raw = _WIKILINK.sub(lambda link: link[2] or link[1], raw)
    (inline,) = _inline_parser().parseInline(raw)
    return "".join(each.content for each in inline.children or () if each.type in _KEPT)
