"""Values that are words: the day of what comes each week, a password, what is allowed or forbidden."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from wiki_lint.facts.lexicon import (
    ALLOWED,
    CODES,
    COPULAS,
    EACH_WEEK,
    FORBIDDEN,
    NEGATIONS,
    NO_CODE,
    ON_DAY,
    TAKEN_OUT,
    WASTE,
    WEEKDAYS,
)
from wiki_lint.facts.said import CODE, LEAVE, WEEKDAY, Frame, key_of
from wiki_lint.facts.tokens import Token, meaningful, tokens

_IS_CODE = re.compile(
    r"(?:\s(?:is|ist|lautet|è|est|es)|\s?[=:])\s([`\"“„«]?)([^\s`\"“”„«»]{3,64})[`\"”“»]?\.?$"
)
_SHORT = 4  # letters of one case that may be a code without a mark around them


def worded(text: str, words: Sequence[Token]) -> Iterator[Frame]:
    """The frames of a fact that is a plain statement of what is so."""
    said = {token.word for token in words}
    if not WEEKDAYS.keys().isdisjoint(said):
        yield from _weekday(words, said)
    if not CODES.isdisjoint(said):
        yield from _code(text)
    if not (ALLOWED.isdisjoint(said) and FORBIDDEN.isdisjoint(said)) and NEGATIONS.isdisjoint(said):
        yield from _leave(words)


def _weekday(words: Sequence[Token], said: set[str]) -> Iterator[Frame]:
    """“The bins go out on Tuesday”, “Choir practice is on Tuesdays”: it has one day of the week.

    What is on a Tuesday, once, may be on a Thursday the other time, and what is closed may be so on both.
    """
    places = [at for at, token in enumerate(words) if token.word in WEEKDAYS]
    if len(places) != 1:
        return
    at = places[0]
    if WASTE.isdisjoint(said) or TAKEN_OUT.isdisjoint(said):
        before = [token.word for token in words[:at]]
        is_weekly = words[at].word.endswith(("days", "tags", "abends"))
        while before and before[-1] in ON_DAY | EACH_WEEK:
            is_weekly = is_weekly or before[-1] in EACH_WEEK
            before.pop()
        subject = meaningful(words[: len(before)])
        if at + 1 < len(words) or not is_weekly or before[-1:] == [] or len(subject) < 2:
            return
        if before[-1] not in COPULAS:
            return
    day = words[at]
    yield Frame(key_of(WEEKDAY, words[:at], words[at + 1 :]), day.written, WEEKDAYS[day.word])


def _code(text: str) -> Iterator[Frame]:
    """“The password of the router is …”, with something behind it that is no common word."""
    found = _IS_CODE.search(text)
    if found is None:
        return
    before, value = tokens(text[: found.start()]), found[2]
    is_mixed = not value.isalpha() or not (value.islower() or value.istitle())
    is_short = len(value) <= _SHORT and value.islower() and value not in NO_CODE
    if (found[1] or is_mixed or is_short) and not CODES.isdisjoint(token.word for token in before):
        yield Frame(key_of(CODE, before, ()), value, value)


def _leave(words: Sequence[Token]) -> Iterator[Frame]:
    """“Dogs are allowed in the garden”, and forbidden."""
    places = [at for at, token in enumerate(words) if token.word in ALLOWED or token.word in FORBIDDEN]
    if len(places) == 1 and len(meaningful(words)) > 2:
        [at] = places
        what = "allowed" if words[at].word in ALLOWED else "forbidden"
        yield Frame(key_of(LEAVE, words[:at], words[at + 1 :]), words[at].written, what)
