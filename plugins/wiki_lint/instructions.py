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
from wiki_schema.characters import undisguised
from wiki_schema.markdown.plain import plain
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
# Marks within a word, and characters that are spelled out: enough to look at a text as it is read.
# Letters of other widths, styles and scripts are drawn like the ones that are looked for.
_OTHERS = "\u0370-\u03ff\u0400-\u04ff"
_STYLED = "\u249c-\u24e9\uff21-\uff5a\U0001d400-\U0001d7ff"
_DISGUISE = re.compile(
    # One class in front, which is looked for fast; what must stand around it comes behind.
    rf"[*~`\\<&{_OTHERS}{_STYLED}](?:"
    r"(?<=[a-z][*~`\\])[a-z]|(?<=[a-z][*~])[*~][a-z]|(?<=[a-z]<)(?:/?[a-z]|!--)"
    r"|(?<=&)(?:#|(?:nbsp|shy|zwn?j|e[nm]sp|thinsp|tab|newline);)"
    rf"|(?<=[a-z][{_OTHERS}])|(?<=[{_OTHERS}])(?=[a-z])|(?<=[{_STYLED}]))"
)
_QUOTING = re.compile(r"^[ \t>]*(?:```|~~~|>)|[`\"“„«「『]|^(?: {4}|\t)")
_FENCE = re.compile(r"^[ \t>]*(?:```|~~~)", re.MULTILINE)


class Address(Value):
    """Where a text addresses an agent about memory."""

    line: int
    """From 1."""
    words: str
    """The words that do, lower-cased and without hidden characters."""


def addresses(text: str) -> list[Address]:
    """The places where a text does, in order, the first of each line."""
    raw = text.lower()
    shown = unhidden(raw)
    found: dict[int, Address] = {}
    if matches := _matches_in(shown):
        fences = [fence.start() for fence in _FENCE.finditer(shown)]
        may_quote = _speaks_of_attacks(shown)
        for words, start in matches:
            if not (may_quote and (bisect_left(fences, start) % 2 or _is_quoted(shown, start))):
                line = shown.count("\n", 0, start) + 1
                found.setdefault(line, Address(line, words))
    if _DISGUISE.search(raw):
        for address in _disguised(raw, shown):
            found.setdefault(address.line, address)
    return [found[line] for line in sorted(found)]


def _matches_in(text: str) -> list[tuple[str, int]]:
    """What matches a shape of any language, and where it begins, in order."""
    matches: list[tuple[str, int]] = []
    if _any_stem().search(f"\n{text}"):
        matches += _spaced_matches(text)
    if not text.isascii() and UNSPACED.search(text):
        matches += (match for language in _UNSPACED for match in _matches(text, language))
    return sorted(matches, key=itemgetter(1))


def _disguised(raw: str, shown: str) -> Iterator[Address]:
    """Places that only a reader sees: behind marks within words, entities, letters that look like others.

    What quotes an attack shows it in code or in quotes, and then nothing is said of the line.
    """
    read = undisguised(plain(raw))
    if read == shown:
        return
    may_quote = _speaks_of_attacks(read)
    rows = raw.split("\n") if may_quote else []
    for words, start in _matches_in(read):
        line = read.count("\n", 0, start) + 1
        if not (may_quote and line <= len(rows) and _QUOTING.search(rows[line - 1])):
            yield Address(line, words)


def _speaks_of_attacks(text: str) -> bool:
    return any(word in text for word in _attacks())


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
