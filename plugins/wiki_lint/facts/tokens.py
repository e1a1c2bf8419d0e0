"""The words of a fact, in whichever language: what is compared, and what of it carries meaning."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from functools import lru_cache

from wiki_lint.facts.lexicon import FIXED, LIGHT, PLACED
from wiki_schema.value import Value

# Scripts written without blanks are read character by character.
_ALONE = "\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\u0e00-\u0e7f"
_TOKEN = re.compile(
    rf"[{_ALONE}]"
    rf"|[^\W{_ALONE}]*\d(?:[^\W{_ALONE}]|[.,:/+%-](?=\d))*[%°€$£¥]*"
    rf"|[^\W\d{_ALONE}]+"
    r"|[€$£¥<>≤≥≠±=+:]|[-−](?=\d)"
)
_LINK = re.compile(r"!?\[\[([^\[\]|]*)(?:\|([^\[\]]*))?\]\]|!?\[([^\[\]]*)\]\(([^()\s]*)(?:\s[^()]*)?\)")
_NOT = re.compile(r"\b(\w{1,9}?)(?:n['’]t|(?<=can)not)\b", re.IGNORECASE)
_WHOLE = {"ca": "can", "wo": "will", "sha": "shall"}
_SHORTEST_STEM = 4


class Token(Value):
    """One word."""

    word: str
    """NFKC and case-folded."""
    stem: str
    """What is left without the endings of number and case; the word itself where it is a number or name."""
    written: str

    @property
    def has_digit(self) -> bool:
        """Whether it is a number, or has one in it."""
        return any(map(str.isdigit, self.word))


def is_link(text: str) -> bool:
    """Whether a text is one link and nothing else: it leads somewhere, and asserts nothing."""
    return text[-1:] in ")]>" and (_LINK.fullmatch(text) is not None or text[:1] == "<")


def lists_a_page(text: str) -> bool:
    """Whether a text begins with a link and says behind a dash what is there: “[Oven](oven.md) — how to”."""
    if text[:1] != "[":
        return False
    link = _LINK.match(text)
    return link is not None and text[link.end() :].lstrip(" *_")[:1] in ("—", "–", "-", ":")


def _label(link: re.Match[str]) -> str:
    """A link by what a reader sees of it, and by where it leads: two links to two pages say two things."""
    return f"{link[2] or link[1]}" if link[3] is None else f"{link[3]} {link[4]}"


def tokens(text: str) -> tuple[Token, ...]:
    """The words of a text in order, without punctuation and Markdown marks."""
    text = unicodedata.normalize("NFKC", text)
    if "[" in text and "]" in text:
        text = _LINK.sub(_label, text)
    if "n't" in text or "n’t" in text or "annot" in text:
        text = _NOT.sub(lambda found: f"{_WHOLE.get(found[1].casefold(), found[1])} not", text)
    return tuple([_token(word) for word in _TOKEN.findall(text)])


@lru_cache(1 << 16)
def _token(written: str) -> Token:
    word = written.casefold()
    return Token(word, stem(word), written)


def stem(word: str) -> str:
    """A word without the endings that number and case leave on it.

    English `-s` and `-es`, German `-n`, `-s` and `-e`, Italian last vowels.
    """
    if len(word) < _SHORTEST_STEM or word in FIXED or word in PLACED or not word.isalpha():
        return word
    if word.endswith("ies"):
        cut = word[:-3] + "y"
    elif word.endswith(("xes", "ches", "shes", "sses", "zes")):
        cut = word[:-2]
    elif word[-1] == "s" and word[-2] not in "sui":
        cut = word[:-1]
    else:
        cut = word
    if len(cut) > _SHORTEST_STEM + 1 and cut.endswith(("en", "eln", "ern")):
        cut = cut[:-1]
    if len(cut) > _SHORTEST_STEM and cut[-1] in "aeio":
        cut = cut[:-1]
    return word if cut in FIXED or cut in LIGHT else cut


def is_light(token: Token, at: int) -> bool:
    """Whether a sentence says the same with and without a word that stands at a place of it.

    One capital behind the first word is a name: “rack A”, “vitamin E”.
    """
    is_letter = at > 0 and len(token.written) == 1 and token.written.isupper()
    return token.word in LIGHT and not is_letter


def meaningful(words: Sequence[Token]) -> tuple[Token, ...]:
    """The words that carry meaning."""
    return tuple([token for at, token in enumerate(words) if not is_light(token, at)])
