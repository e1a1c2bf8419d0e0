"""In which language notes are written: a count of the small words no text does without."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable

_WORDS = {
    "English": "the and of to is that with for are this from by as which be",
    "German": "der die das und ist nicht mit von für auf ein eine wird werden dem den",
    "French": "le les des est dans pour une que qui sur avec du au pas sont",
    "Italian": "il che di per una non sono della con gli nel alla dei è anche",
    "Spanish": "el los las que por una con para del se como más está y son",
    "Russian": "и в не на что с как для это по из от к или его",
}
_LANGUAGES: dict[str, list[str]] = {}
for _name, _words in _WORDS.items():
    for _word in _words.split():
        _LANGUAGES.setdefault(_word, []).append(_name)

_WORD = re.compile(r"[^\W\d_]+")
_KANA = re.compile(r"[\u3040-\u30ff]")
_HAN = re.compile(r"[\u4e00-\u9fff]")
_LEAST = 5


def language_of(texts: Iterable[str]) -> str:
    """The language most texts are in, by its English name; empty where nothing shows it."""
    votes: Counter[str] = Counter()
    for text in texts:
        votes[_language(text)] += 1
    del votes[""]
    return min(votes, key=lambda name: (-votes[name], name), default="")


def _language(text: str) -> str:
    """The language of one text. Kana makes it Japanese; Han signs without any Chinese."""
    kana, han = len(_KANA.findall(text)), len(_HAN.findall(text))
    words = _WORD.findall(text.lower())
    if kana + han > max(_LEAST, len(words)):
        return "Japanese" if kana * 10 > han else "Chinese"
    counts: Counter[str] = Counter()
    for word in words:
        counts.update(_LANGUAGES.get(word, ()))
    best = max(counts, key=lambda name: (counts[name], name), default="")
    return best if counts[best] >= _LEAST else ""
