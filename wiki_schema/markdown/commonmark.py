"""CommonMark's blocks, as far as they decide what a reader sees: what begins one, and what ends it."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache

from wiki_schema.value import Value

Ends = Callable[[str, int], bool]
"""Whether a line is the last of an open block: its text without its indent, and that indent."""

MARKER = re.compile(r"([-*+]|\d{1,9}[.)])([ \t\u00a0\u202f\u3000]+|$)")
FENCE = re.compile(r"(`{3,})[^`]*$|(~{3,})")
HEADING = re.compile(r"(#{1,6})(?:[ \t]+(.*?))?(?:[ \t]+#+)?[ \t]*$")
BOX = re.compile(r"\[[^\[\]]\][ \t]")


def after_front_matter(lines: list[str]) -> int:
    """The index of the first line behind the front matter, which stands only at the very start."""
    if not lines or lines[0].rstrip() != "---":
        return 0
    # Most programs know `---` alone as its end, so to them what follows a `...` is front matter still.
    for end in ("---", "..."):
        for index in range(1, len(lines)):
            if lines[index].rstrip() == end:
                return index + 1
    return 0


def is_underline(stripped: str) -> bool:
    """A setext underline: `===` or `---` and nothing else."""
    return not stripped.rstrip(" \t").strip(stripped[0])


def is_rule(stripped: str) -> bool:
    """A thematic break: three or more of one mark, blanks between allowed."""
    char = stripped[0]
    if stripped.strip(char + " \t"):
        return False
    return stripped.count(char) >= 3


def leaves_open(quoted: str) -> bool:
    """Whether a line of a quote leaves a paragraph open, which plain lines without a mark would continue."""
    if not quoted or HEADING.match(quoted) or FENCE.match(quoted):
        return False
    return not (quoted[0] in "-*_" and is_rule(quoted))


def may_interrupt(marker: re.Match[str], stripped: str) -> bool:
    """Whether a list item may end a paragraph: it has words, and a number must be 1."""
    return len(stripped) > marker.end() and (marker[1] in "-*+" or marker[1][:-1] == "1")


def fence_end(opening: str) -> Ends:
    """A closing fence: the same mark, at least as long, nothing behind it.

    It closes only where it could open: behind four blanks its mark is code as well.
    """
    char, length = opening[0], len(opening)

    def ends(stripped: str, indent: int) -> bool:
        if indent > 3:
            return False
        mark = stripped.rstrip(" \t")
        return len(mark) >= length and not mark.strip(char)

    return ends


def _is_block_tag(stripped: str) -> bool:
    """Whether a tag ends a paragraph; inline tags do not."""
    name = stripped.lstrip("</").split(maxsplit=1)[0].rstrip("/>").split(">")[0].lower()
    return name in _BLOCK_TAGS


_BLOCK_TAGS = frozenset(
    (
        "address article aside base basefont blockquote body caption center col colgroup dd details "
        "dialog dir div dl dt fieldset figcaption figure footer form frame frameset h1 h2 h3 h4 h5 h6 "
        "head header hr html iframe legend li link main menu menuitem nav noframes ol optgroup option "
        "p param search section summary table tbody td tfoot th thead title tr track ul"
    ).split()
)


def never(_line: str, _indent: int) -> bool:
    """The end of a block that only a blank line ends."""
    return False


def html_end(stripped: str, in_paragraph: bool) -> Ends | None:
    """What ends the HTML block that a line begins; None where it begins none.

    An inline tag begins one only where it stands alone on its line, and ends no paragraph.
    """
    if stripped.startswith("<!--"):
        return _holds("-->")
    patterns = _html_patterns()
    raw = patterns.raw.match(stripped) or patterns.hiding.match(stripped)
    if raw is not None:
        return _holds(f"</{raw[1].lower()}>")
    for opening, end in (("<![CDATA[", "]]>"), ("<?", "?>"), ("<!", ">")):
        if stripped.startswith(opening):
            return _holds(end)
    if patterns.tag.match(stripped) is None:
        return None
    alone = not in_paragraph and tag_pattern().fullmatch(stripped.rstrip()) is not None
    return never if alone or _is_block_tag(stripped) else None


class _Html(Value):
    """What few notes need is compiled when one does."""

    raw: re.Pattern[str]
    """Blocks that run to their closing tag and show nothing, or nothing as a list."""
    hiding: re.Pattern[str]
    tag: re.Pattern[str]


@cache
def _html_patterns() -> _Html:
    none = r"0(?:\.0*)?(?![.\d])"
    hidden = (
        r"\bhidden\b|display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse)|color\s*:\s*transparent"
        rf"|(?:opacity|font-size|width|height)\s*:\s*{none}|\b(?:width|height)\s*=\s*[\"']?{none}"
    )
    tags = "script|pre|style|textarea|template|noscript|title|iframe|svg|select|xmp|math"
    return _Html(
        re.compile(rf"<({tags})(?=[\s>]|$)", re.IGNORECASE),
        re.compile(rf"<([a-zA-Z][\w-]*)\s[^>]*(?:{hidden})", re.IGNORECASE),
        re.compile(r"</?[a-zA-Z][a-zA-Z0-9-]*(?:[\s/>]|$)"),
    )


def end_of_hidden(text: str, tag: re.Match[str]) -> int:
    """Where in a text ends what a tag within it hides from a reader; 0 where it hides nothing.

    What is never closed runs to the end.
    """
    patterns, opening = _html_patterns(), tag[0]
    found = patterns.raw.match(opening) or patterns.hiding.match(opening)
    if found is None or found[1].lower() in _SHOWN_INLINE:
        return 0
    depth = 1
    for other in re.compile(rf"<(/?){found[1]}(?=[\s/>])", re.IGNORECASE).finditer(text, tag.end()):
        depth += -1 if other[1] else 1
        if not depth:
            return other.start()
    return len(text)


# In a line it is code, but shown; or it holds nothing.
_SHOWN_INLINE = frozenset(["pre", "img", "br", "hr", "input", "wbr", "meta", "link", "source", "col", "area"])


@cache
def tag_pattern() -> re.Pattern[str]:
    """One HTML tag, opening or closing, with its attributes."""
    value = r"(?:[^\s\"'=<>`]+|'[^']*'|\"[^\"]*\")"
    attribute = rf"\s+[A-Za-z_:][\w.:-]*(?:\s*=\s*{value})?"
    return re.compile(rf"</?[A-Za-z][A-Za-z0-9-]*(?:{attribute})*\s*/?>")


def _holds(end: str) -> Ends:
    return lambda line, _indent: end in line.lower()


def nested_markers(content: str, marker: re.Match[str], column: int) -> Iterator[tuple[int, int, bool]]:
    """The list items that one line begins (`- - text`): where each one's words begin, the columns its
    marker takes, and whether what follows is indented code. `column` is where the line begins.

    Tabs count from the column where they stand. A line of nothing but markers is walked once and never
    copied.
    """
    found: re.Match[str] | None = marker
    tails: dict[str, int] = {}
    while found is not None:
        at = found.end()
        width = len(found[1])
        gap = _width(found[2], column + width)
        is_code = gap >= 5
        width += 1 if is_code or at == len(content) else gap
        yield at, width, is_code
        if is_code or at == len(content) or _is_rule_from(content, at, tails):
            return
        column += width
        found = MARKER.match(content, at)


def _width(blanks: str, column: int) -> int:
    """How many columns blanks take that begin at a column."""
    if "\t" not in blanks:
        return len(blanks)
    start = column % 4
    return len((" " * start + blanks).expandtabs(4)) - start


def _is_rule_from(content: str, at: int, tails: dict[str, int]) -> bool:
    """Whether a line is a thematic break from a place on. `tails` keeps where each mark's tail begins."""
    char = content[at]
    if char not in "-*_":
        return False
    if char not in tails:
        tails[char] = len(content.rstrip(f"{char} \t"))
    return tails[char] <= at and content.count(char, at) >= 3
