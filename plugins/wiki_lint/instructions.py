"""Text that addresses an agent about memory: erase it, ignore the rules, rewrite the log, tell nobody.

Agents read a file raw, so comments, code and front matter are looked at like prose, and characters that
show nothing are taken out first. Only near the stems of a language are its shapes tried.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Mapping
from functools import cache
from operator import itemgetter
from typing import Any

from wiki_lint.lexicon import LANGUAGES, UNSPACED, branches, lexicon
from wiki_schema.value import Value

_TABLE = "instruction-in-note"

_BEFORE = 80
_AFTER = 240
_STEP = 60

_SPACED = ("en", "de", "it", "es", "fr")
_UNSPACED = ("zh", "ja")

_LEAD = ' \t\n.:!?;,>*"“„«(-。：！；，'
_QUOTES = "\"'`“„«「『‘"
# What shows nothing: soft hyphen, joiners and spaces of no width, direction marks, and the tags that spell
# ASCII unseen.
_HIDDEN = re.compile("[\u00ad\u034f\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff]")
_TAG = re.compile("[\U000e0020-\U000e007e]")
_FENCE = re.compile(r"^[ \t>]*(?:```|~~~)", re.MULTILINE)


class Address(Value):
    """Where a text addresses an agent about memory."""

    line: int
    """From 1."""
    words: str
    """The words that do, lower-cased and without hidden characters."""


def addresses(text: str) -> list[Address]:
    """The places where a text does, in order, the first of each line."""
    shown = unhidden(text).lower()
    matches: list[tuple[str, int]] = []
    if _any_stem().search(f"\n{shown}"):
        matches += _spaced_matches(shown)
    if not shown.isascii() and UNSPACED.search(shown):
        matches += (match for language in _UNSPACED for match in _matches(shown, language))
    if not matches:
        return []
    fences = [fence.start() for fence in _FENCE.finditer(shown)]
    may_quote = any(word in shown for word in _attacks())
    found: dict[int, Address] = {}
    for words, start in sorted(matches, key=itemgetter(1)):
        if not (may_quote and (bisect_left(fences, start) % 2 or _is_quoted(shown, start))):
            line = shown.count("\n", 0, start) + 1
            found.setdefault(line, Address(line, words))
    return list(found.values())


def unhidden(text: str) -> str:
    """A text with what it hides shown, and without what shows nothing. Its lines stay."""
    if text.isascii() or text.replace("\n", "").isprintable():
        return text
    text = _HIDDEN.sub("", text)
    return _TAG.sub(lambda match: chr(ord(match[0]) - 0xE0000), text)


def _spaced_matches(text: str) -> Iterator[tuple[str, int]]:
    """What matches a shape of a language with blanks, and where it begins: each word is looked at once."""
    done = dict.fromkeys(_SPACED, 0)
    for stem in _any_stem().finditer(f"\n{text}"):
        at = stem.start()
        for language in _speakers()[stem[1]]:
            if at >= done[language]:
                match = _match_near(text, at, language)
                done[language] = max(at + 1, match.end()) if match else at + _STEP
                if match:
                    yield _words_of(match)


def _matches(text: str, language: str) -> Iterator[tuple[str, int]]:
    """What matches a shape of a language without blanks, and where it begins."""
    for stem in _stems(language):
        at = text.find(stem)
        while at >= 0:
            match = _match_near(text, at, language)
            if match:
                yield _words_of(match)
            at = text.find(stem, max(at + 1, match.end()) if match else at + _STEP)


def _match_near(text: str, at: int, language: str) -> re.Match[str] | None:
    """The first shape near a stem. It may begin at a line's start, which the window must not make up."""
    begin = text.rfind("\n", max(0, at - _BEFORE), at) + 1 or max(0, at - _BEFORE)
    return _shapes(language).search(text, begin, at + _AFTER)


def _words_of(match: re.Match[str]) -> tuple[str, int]:
    words = match[0].lstrip(_LEAD)
    return words.rstrip(), match.end() - len(words)


@cache
def _stems(*languages: str) -> list[str]:
    """The stems of some languages, none within another."""
    given = {stem for language in languages for stem in lexicon(language, _TABLE)["stems"]}
    stems: list[str] = []
    for stem in sorted(given, key=lambda stem: (len(stem), stem)):
        if not any(shorter in stem for shorter in stems):
            stems.append(stem)
    return stems


@cache
def _shapes(language: str) -> re.Pattern[str]:
    """One pattern for all shapes of a language."""
    return re.compile(_shape(lexicon(language, _TABLE)), re.MULTILINE)


@cache
def _any_stem() -> re.Pattern[str]:
    """Any stem of the languages with blanks, where a word begins.

    Most notes hold none, and this is asked of all of them.
    """
    return re.compile(f"[^a-zß-öø-ÿ0-9](?=({branches(_stems(*_SPACED))}))")


@cache
def _speakers() -> Mapping[str, tuple[str, ...]]:
    """The languages that each stem of those with blanks is one of, or is within one of."""
    return {
        stem: tuple(one for one in _SPACED if any(stem in own for own in _stems(one)))
        for stem in _stems(*_SPACED)
    }


def _shape(words: Mapping[str, Any]) -> str:
    """One pattern for all shapes of a language."""
    whole = "|".join(f"(?:{shape})" for shape in words["shapes"])
    for name, value in words.items():
        if isinstance(value, str):
            whole = whole.replace(f"{{{name}}}", value)
    return whole.replace(" ?", r"\s*").replace(" ", r"\s+")


def _is_quoted(text: str, at: int) -> bool:
    """Whether what begins there is shown rather than said: in quotation marks, code or a quote."""
    line = text[text.rfind("\n", 0, at) + 1 : at]
    is_open = line.rstrip()[-1:] in tuple(_QUOTES) or line.count("`") % 2 == 1
    return is_open or line.lstrip().startswith(">")


@cache
def _attacks() -> tuple[str, ...]:
    """What a text speaks of that may quote such words."""
    return tuple(word for one in LANGUAGES for word in lexicon(one, _TABLE)["about"])
