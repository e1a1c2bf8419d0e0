"""The words that the rules on what notes say go by: one file for each language, in `lexicons/`.

In a list of words each is matched whole and without regard to case. A blank in it stands for any blanks,
`*` for any ending, `#` for a number, `##` for one of three digits or more. Chinese and Japanese are written
without blanks: there a word is found anywhere.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any

LANGUAGES = ("en", "de", "it", "es", "fr", "zh", "ja")

UNSPACED = re.compile("[\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]")
"""A character of a script that is written without blanks between words."""


@cache
def lexicon(language: str, table: str) -> Mapping[str, Any]:
    """One table of a language, with the tables within it; empty where it has none.

    The file is read by its tables: each pass needs the words of one rule at a time, and few need all.
    """
    import tomllib

    tables = re.split(r"^(?=\[)", _source(language), flags=re.MULTILINE)
    own = (f"[{table}]", f"[{table}.")
    found = tomllib.loads("".join(part for part in tables if part.startswith(own)))
    words: Mapping[str, Any] = found.get(table, {})
    return words


@cache
def _source(language: str) -> str:
    from importlib.resources import files

    return files(__package__).joinpath("lexicons", f"{language}.toml").read_text(encoding="utf-8")


def gathered(table: str, *keys: str) -> list[str]:
    """The words of all languages under any of some keys of a table, each once."""
    tables = [lexicon(language, table) for language in LANGUAGES]
    return list(dict.fromkeys(word for words in tables for key in keys for word in words.get(key, ())))


def either(words: Iterable[str]) -> str:
    """A pattern for any of some words, the longest first, bounded where their script has bounds.

    It belongs in a pattern that ignores case. Of no words it is one that nothing matches.
    """
    longest = sorted(words, key=lambda word: (-len(word), word))
    return f"(?:{'|'.join(map(_one, longest))})" if longest else "(?!)"


def branches(words: Iterable[str]) -> str:
    """A pattern for the longest of some words as they stand, which shares their beginnings: `re` does not."""
    rests: dict[str, list[str]] = {}
    for word in words:
        rests.setdefault(word[:1], []).append(word[1:])
    ends = rests.pop("", None)
    if not rests:
        return ""
    inner = "|".join(re.escape(first) + branches(rest) for first, rest in rests.items())
    return f"(?:{inner})?" if ends else f"(?:{inner})"


def _one(word: str) -> str:
    inner = re.escape(word).replace(r"\*", r"\w*")
    inner = inner.replace(r"\#\#", r"\W{0,3}(?:\d{3,}|\d{1,3}(?:[.,]\d{3})+)(?!\d)")
    inner = inner.replace(r"\ ", r"\s+").replace(r"\#", r"\W{0,3}\d(?:[\d.,]*\d)?").replace("'", "['’]")
    if UNSPACED.search(word):
        return inner
    left = r"\b" if word[0].isalnum() else ""
    right = r"\b" if word[-1].isalnum() else ""
    return f"{left}{inner}{right}"
