"""What a reader sees of a text: its words without the marks around, within and between them.

For comparing words and looking for them, never for deciding what a line is. Every line stays on its line.
"""

from __future__ import annotations

import re
import unicodedata
from functools import cache

from wiki_schema.text import is_hazard

_MARKS = re.compile(r"[*_`~<\\&\[]")
_COMMENT = re.compile(r"<!--.*?(?:-->|\Z)", re.DOTALL)
_TAG = re.compile(r"</?[A-Za-z][^<>\n]{0,400}>")
_LINK = re.compile(r"!?\[([^\[\]\n]{0,400})\]\([^()\n]{0,400}\)")
_WIKILINK = re.compile(r"!?\[\[(?:[^\[\]|\n]{0,400}\|)?([^\[\]|\n]{0,400})\]\]")
_NOTE_MARK = re.compile(r"\[\^[^\[\]\n]{1,80}\]")
_ESCAPE = re.compile(r"\\([!-/:-@\[-`{-~])")
_EMPHASIS = re.compile(r"[*`]+|~~|(?<![^\W_])_+|_+(?![^\W_])")
_HYPHENS = dict.fromkeys((0x2010, 0x2011, 0x2212, 0xFE63, 0xFF0D), "-")
_BLANKS = dict.fromkeys((0x00A0, 0x2007, 0x202F, 0x2800, 0x3000), " ")


def plain(text: str) -> str:
    """A text without Markdown's marks, HTML, entities and hidden characters, in one form of each letter."""
    if _MARKS.search(text):
        text = _unmarked(text)
    return text if text.isascii() else _unfolded(text)


def _unmarked(text: str) -> str:
    if "<" in text:
        text = _COMMENT.sub(lambda match: "\n" * match[0].count("\n"), text)
        text = _TAG.sub("", text)
    if "[" in text:
        text = _WIKILINK.sub(r"\1", text)
        text = _NOTE_MARK.sub("", _LINK.sub(r"\1", text))
    if "&" in text and ";" in text:
        text = _entities().sub(_character, text)
    return _EMPHASIS.sub("", _ESCAPE.sub(r"\1", text))


@cache
def _entities() -> re.Pattern[str]:
    return re.compile(r"&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});")


def _character(match: re.Match[str]) -> str:
    from html import unescape

    # A line break that is spelled out would begin a line of its own.
    return re.sub(r"\s", " ", unescape(match[0]))


def _unfolded(text: str) -> str:
    """A text in the one form of each letter that its look-alikes for other widths and styles share."""
    if not text.isprintable() or any(char in text for char in "\u034f\u3164\u180b\ufe00"):
        text = "".join(char for char in text if char in "\n\t" or not _is_unseen(char))
    return unicodedata.normalize("NFKC", text.translate(_BLANKS)).translate(_HYPHENS)


def _is_unseen(char: str) -> bool:
    return is_hazard(char) or "\ufe00" <= char <= "\ufe0f"
