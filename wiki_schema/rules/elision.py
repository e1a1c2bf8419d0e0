"""`elision`: “[rest unchanged]” and its like in new text."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from wiki_schema.compare.store_change import StoreChange
from wiki_schema.finding import Finding
from wiki_schema.markdown.commonmark import MARKER
from wiki_schema.telling import bring_back, quoted
from wiki_schema.words import read_words


def check(seen: StoreChange) -> Iterator[Finding]:
    """New lines that say something was left out instead of saying it."""
    for path, number, raw in seen.new_lines:
        if path != seen.log.path and is_elided(raw):
            message = f"{quoted(raw)} stands for words that were left out."
            yield Finding(path, number, message, bring_back(seen, path))


def is_elided(words: str) -> bool:
    """Whether words only stand for others that were left out, signed like a fact or not."""
    if not 0 < len(words) < 300:
        return False
    if _elision().search(words):
        return True
    if not any(sign in words for sign in _SIGNS):
        return False
    words = words.strip()
    marker = MARKER.match(words)
    text = read_words(words[marker.end() :] if marker else words).text
    return _elision().search(text) is not None or _bracket().search(text) is not None


_SIGNS = ("[", "(", "{", "<!--", "...", "…")
_REST = (
    r"unchanged|unmodified|omitted|truncated|as (?:it was|before|above)|stays? (?:the same|as)|remains?\b"
    r"|rest of|remaining|other content|existing (?:content|text|notes?|entries|items|code)|same as before"
    r"|unverändert|wie (?:zuvor|bisher)|gekürzt|übrige|inchangé|sin cambios|invariat[oai]|без изменений"
    r"|остальн|変更なし|以下同じ|其余不变|保持不变"
)


@cache
def _bracket() -> re.Pattern[str]:
    """A text that is nothing but an article and a bracket: `The [rest unchanged]`."""
    article = r"(?:the|der|die|das|il|lo|la|i|gli|le|les|el|los|las)"
    return re.compile(rf"^{article} [\[({{][^\[\](){{}}]*(?:{_REST})[^\[\](){{}}]*[\])}}]\W*$", re.IGNORECASE)


@cache
def _elision() -> re.Pattern[str]:
    """A line that is nothing but a bracket, comment or dots around words for “the rest as before”."""
    opening, closing = r"(?:\[|\(|<!--|\.\.\.|…|//|#\s|\{)", r"(?:\]|\)|-->|\.\.\.|…|\})?"
    return re.compile(rf"^\s*(?:[-*+]\s+)?{opening}[^\[\]]*?(?:{_REST})[^\[\]]*?{closing}\s*$", re.IGNORECASE)
