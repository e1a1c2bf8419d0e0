"""The places in a note that a link may name, in the ways of several renderers.

GitHub's slugs, Obsidian's headings and block ids, ids written in HTML or as `{#id}`. Whatever one of them
follows is no dead link.
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_right
from collections.abc import Iterable
from functools import cached_property

from wiki_lint.markdown import Heading, outline

_ID = re.compile(r"""\b(?:id|name)\s*=\s*["']?([^\s"'<>]+)""", re.IGNORECASE)
_ATTRIBUTE = re.compile(r"\{:?\s*#([^\s{}]+)[^{}]*\}")
_BLOCK = re.compile(r"(?:^|\s)\^([\w-]+)[ \t\r]*$", re.MULTILINE)
# What leads to no heading on any page: a line of the source, words of the page, its top, a footnote.
_ELSEWHERE = re.compile(r"L\d+(?:-L\d+)?|:~:.*|top|fn(?:ref)?[-:]?\S*|footnote-\S+", re.DOTALL)
# What Obsidian takes for a blank in the name of a heading.
_OBSIDIAN = str.maketrans(dict.fromkeys('!"#$%&()*+,.:;<=>?@^`{|}~/[]\\\r\n', " "))


class Anchors:
    """The places in one note."""

    def __init__(self, text: str) -> None:
        """Reads the note."""
        headings = [_without_attribute(heading) for heading in outline(text).headings]
        self._shown = [heading.text for heading in headings]
        written = [heading.raw for heading in headings]
        # Renderers disagree about what of the marks is left.
        self._slugs = {slug for shown in (self._shown, written) for slug in slugs(shown)}
        self._named: dict[str, list[int]] = {}
        for place, shown in enumerate(self._shown):
            self._named.setdefault(_name(shown), []).append(place)
        self._ids = {found for pattern in (_ID, _ATTRIBUTE) for found in pattern.findall(text)}
        self._blocks = set(_BLOCK.findall(text)) if "^" in text else set()

    def __contains__(self, anchor: str) -> bool:
        anchor = unicodedata.normalize("NFC", anchor.strip())
        if not anchor or _ELSEWHERE.fullmatch(anchor):
            return True
        if anchor.startswith("^"):
            return anchor[1:] in self._blocks
        plain = anchor.removeprefix("user-content-")
        return plain in self._slugs or plain in self._ids or self._is_named(anchor)

    def _is_named(self, anchor: str) -> bool:
        """Whether headings bear these names, one under the other (`Week 3#Monday`)."""
        last = -1
        for name in map(_name, anchor.split("#")):
            places = self._named.get(name, ())
            after = bisect_right(places, last)
            if after == len(places):
                return False
            last = places[after]
        return True

    def nearest(self, anchor: str) -> str:
        """The heading that is meant, if one differs in nothing but marks and case; else empty."""
        meant = _bare(anchor)
        return self._by_letters.get(meant, "") if meant else ""

    @cached_property
    def _by_letters(self) -> dict[str, str]:
        """Of each heading without marks and case how the first such one is shown."""
        return {_bare(shown): shown for shown in reversed(self._shown)}


def _without_attribute(heading: Heading) -> Heading:
    return heading._replace(raw=_ATTRIBUTE.sub("", heading.raw).strip()) if "{" in heading.raw else heading


def slugs(headings: Iterable[str]) -> list[str]:
    """GitHub's names for headings, in order: a second `errors` is `errors-1`, or the next that is free."""
    taken: dict[str, int] = {}
    named = []
    for heading in headings:
        slug = first = slug_of(heading)
        while slug in taken:
            taken[first] += 1
            slug = f"{first}-{taken[first]}"
        taken[slug] = 0
        named.append(slug)
    return named


def slug_of(heading: str) -> str:
    """GitHub's name for a heading by itself: letters, digits, `_` and `-` in lower case, blanks as `-`."""
    kept = (
        "-" if char == " " else char
        for char in unicodedata.normalize("NFC", heading.strip().lower())
        if char in " -_" or unicodedata.category(char)[0] in "LMN" or unicodedata.category(char) == "Pc"
    )
    return "".join(kept)


def _name(heading: str) -> str:
    """A heading as Obsidian compares it."""
    return " ".join(unicodedata.normalize("NFC", heading).translate(_OBSIDIAN).split()).casefold()


def _bare(text: str) -> str:
    return "".join(char for char in unicodedata.normalize("NFC", text).casefold() if char.isalnum())
