"""Raw HTML and marks that a Markdown parser passes on and a browser or an editor hides things with.

What CommonMark itself takes out of the text (code, comments that begin a block) the parser of notes knows.
Here is the rest: what is opened on a line, not closed on it, and makes what follows unseen, or struck.
"""

from __future__ import annotations

import re
from functools import cache

_SWALLOWING = (
    "script|style|template|textarea|title|noframes|noembed|iframe|svg|select|xmp|dialog|datalist|del|s|strike"
)
_BEFORE_A_BLOCK = " \t>-*+.)0123456789"
_VOID = frozenset(["area", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "wbr"])


@cache
def _tag() -> re.Pattern[str]:
    """A tag that swallows what it holds, or one that an attribute hides; or a tag left open."""
    hidden = r"\bhidden\b|\bstyle\s*="
    return re.compile(
        rf"<(?:({_SWALLOWING})(?=[\s>/]|$)|([a-z][\w-]*)(?=\s[^<]*(?:{hidden})))|<([a-z][\w-]*)[^<>]*$"
    )


def hides_until(line: str) -> str:
    """What must come, in lower case, until what a line hides is seen again; empty where it hides nothing."""
    if line.strip() == "%%":  # on a line of its own it begins a comment of some editors
        return "%%"
    if "<" not in line:
        return ""
    bare = (_without_code(line) if "`" in line else line).lower()
    if bare.lstrip(_BEFORE_A_BLOCK).startswith("<"):  # amid a paragraph an open one is plain text
        for opening, closing in (("<!--", "-->"), ("<![cdata[", "]]>"), ("<?", "?>")):
            if bare.rfind(opening) > bare.rfind(closing):
                return closing
    names = dict.fromkeys(match[1] or match[2] or match[3] for match in _tag().finditer(bare))
    for name in names:
        opened = len(re.findall(rf"<{name}(?=[\s>/]|$)", bare))
        if opened > bare.count(f"</{name}"):
            return ">" if name in _VOID else f"</{name}>"
    return ""


def _without_code(line: str) -> str:
    """A line without its code spans: what stands between two runs of as many backticks."""
    runs = list(re.finditer("`+", line))
    following: dict[int, int] = {}
    partner = [0] * len(runs)
    for number in range(len(runs) - 1, -1, -1):
        width = len(runs[number][0])
        partner[number] = following.get(width, number)
        following[width] = number
    kept, at, number = [], 0, 0
    while number < len(runs):
        if partner[number] > number:
            kept.append(line[at : runs[number].start()])
            at = runs[partner[number]].end()
            number = partner[number]
        number += 1
    return "".join([*kept, line[at:]])
