"""Characters that do not say what they show: in text, in names of people, in names of files."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from functools import cache, lru_cache

from wiki_schema.finding import WARNING
from wiki_schema.text import BOM, describe

Fault = tuple[str, str]
"""What a text holds, as the end of a sentence, and how bad it is: empty for an error, or `warning`."""

NONE: Fault = ("", "")

_OVERRIDES = frozenset("\u202a\u202b\u202c\u202d\u202e")
_ISOLATES, _ISOLATE_END = frozenset("\u2066\u2067\u2068"), "\u2069"
_MARKS = frozenset("\u200e\u200f\u061c")
_LINE_ENDS = frozenset("\x0b\x0c\x85\u2028\u2029\r")
BLANKS = frozenset("\u00a0\u2007\u202f\u3000")
"""Blanks that are no ordinary ones, though they look so."""


_WORD = re.compile(r"\w*[^\x00-\x7f\W]\w*")

# What emoji and several scripts join and shape their letters with.
_JOINERS = frozenset("\u200c\u200d\ufe0e\ufe0f") | _ISOLATES | {_ISOLATE_END}
_FILLERS = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")


def is_invisible(char: str) -> bool:
    """Whether a character shows nothing, and is no blank either."""
    code = ord(char)
    if code < 0xAD:
        return False
    if char in _FILLERS or 0xFE00 <= code <= 0xFE0F or 0xE0000 <= code <= 0xE0FFF or 0x180B <= code <= 0x180F:
        return True
    return unicodedata.category(char) == "Cf"


def line_fault(line: str) -> Fault:
    """The worst thing a new line holds; errors before warnings."""
    shown: Fault = NONE
    depth = 0
    for char in set(line):
        code = ord(char)
        if 0xD800 <= code <= 0xDFFF:
            return "bytes that are not UTF-8", ""
        if code == 0:
            return "a NUL character", ""
        if char in _OVERRIDES:
            return f"{describe(char)}, which makes a line show other than what it holds", ""
        if char in _LINE_ENDS:
            shown = (
                f"{describe(char) or 'a lone CR'}, which some programs take for the end of a line",
                WARNING,
            )
        elif (code < 32 and char != "\t") or 0x7F <= code <= 0x9F:
            return f"the control character {describe(char)}", ""
        elif 0xE0000 <= code <= 0xE007F:
            return f"{describe(char)}, by which a text is hidden in a line", ""
        elif char in _MARKS or char == BOM or (is_invisible(char) and char not in _JOINERS):
            shown = f"the invisible {describe(char)}", WARNING
        elif char in BLANKS and not shown[0]:
            shown = f"{describe(char)} where an ordinary blank is meant", WARNING
    for char in line if not _ISOLATES.isdisjoint(line) or _ISOLATE_END in line else "":
        depth += 1 if char in _ISOLATES else -1 if char == _ISOLATE_END else 0
        if depth < 0:
            break
    return ("a direction isolate without its other half", "") if depth else shown


def name_fault(name: str, is_known: Callable[[str], bool]) -> Fault:
    """What is wrong with a name: invisible characters, or letters that only look like others."""
    for char in name:
        if char in _MARKS:
            return f"the invisible {describe(char)}", WARNING
        shows_nothing = is_invisible(char) or unicodedata.category(char) in ("Cc", "Zl", "Zp")
        if shows_nothing and char not in _ISOLATES | {_ISOLATE_END}:
            return f"the invisible {describe(char)}", ""
    if is_known(name):
        return NONE
    folded_name = unicodedata.normalize("NFKC", name)
    if folded_name != unicodedata.normalize("NFC", name) and is_known(folded_name):
        odd = next(char for char in name if unicodedata.normalize("NFKC", char) != char)
        return f"{describe(odd)}, which looks like {unicodedata.normalize('NFKC', odd)!r}", ""
    plain = name.translate(_look_alikes())
    odd = next((char for char, now in zip(name, plain, strict=True) if char != now), "")
    if odd and (is_known(plain) or any(_is_mixed(word) for word in name.split())):
        return f"{describe(odd)}, which looks like {plain[name.index(odd)]!r}", ""
    return NONE


def undisguised(text: str) -> str:
    """A text in which the words that mix Latin with letters drawn like it are all Latin."""
    if text.isascii():
        return text
    alike = _look_alikes()
    return _WORD.sub(lambda match: match[0].translate(alike) if _is_mixed(match[0]) else match[0], text)


def _is_mixed(word: str) -> bool:
    """Whether a word mixes Latin with Cyrillic or Greek letters."""
    scripts = {unicodedata.name(char, "").partition(" ")[0] for char in word if char.isalpha()}
    return "LATIN" in scripts and bool(scripts & {"CYRILLIC", "GREEK"})


@cache
def _look_alikes() -> dict[int, str]:
    """The letters of other scripts that are drawn like Latin ones (from Unicode's confusables)."""
    pairs = (
        "АA ВB ЕE ЅS ІI ЈJ КK МM НH ОO РP СC ТT ХX УY аa еe оo рp сc уy хx ѕs іi јj һh ԁd ԛq ԝw "
        "ΑA ΒB ΕE ΖZ ΗH ΙI ΚK ΜM ΝN ΟO ΡP ΤT ΥY ΧX οo νv ρp υu ιi ɑa ɡg ⅼl ıi"
    )
    return {ord(pair[0]): pair[1] for pair in pairs.split()}


def path_fault(path: str) -> str:
    """What a file name holds that no name may, as the end of a sentence."""
    if path.isascii() and path.isprintable():
        return ""
    return next(filter(None, map(_path_char_fault, path)), "")


@lru_cache(4096)
def _path_char_fault(char: str) -> str:
    if "\ud800" <= char <= "\udfff":
        return "bytes that are not UTF-8"
    odd = is_invisible(char) or unicodedata.category(char) in ("Cc", "Zl", "Zp")
    if char in _OVERRIDES or (odd and char not in _JOINERS):
        return describe(char) or "a control character"
    return ""


def folded(path: str) -> str:
    """The form in which file names clash on systems that tell neither case nor composition apart."""
    return unicodedata.normalize("NFC", path).casefold()


@cache
def odd_bullet() -> re.Pattern[str]:
    """A list marker followed by a blank that no renderer takes for one."""
    return re.compile(r"[ \t]*(?:[-*+]|\d{1,9}[.)])[\u00a0\u202f\u3000]")
