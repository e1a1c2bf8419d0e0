"""What a fact says of its subject, in a frame: all words but one value, and the value.

Two facts of one frame with two values cannot both hold. Which words make a place for one value only is
said in `lexicon`; where none of them stands there is no frame, and nothing is claimed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from wiki_lint.facts.lexicon import (
    AT_TIME,
    COPULAS,
    DEFINITE,
    ENDS_ON,
    EVERY,
    HOLDS_ONE,
    KEEPS_HOURS,
    LIGHT,
    LOOSE,
    MONTHS,
    NAMED_BEHIND,
    NEGATIONS,
    NO_MORE,
    NOT_ONLY,
    ON_DAY,
    OWNED_BY,
    PLACED,
    PORTS,
    ROLES,
    SET_BEHIND,
    SET_TO,
    USES,
)
from wiki_lint.facts.said import DAY, NAME, NEGATION, NUMBER, TIME, Frame, key_of
from wiki_lint.facts.tokens import Token, is_light
from wiki_lint.facts.worded import worded

_RANGE = re.compile(r"\d\s*(?:[-–—]|\.\.+|to|bis)\s*\d")
_ISO_DAY = re.compile(r"\d{4}-\d{2}-\d{2}|\d{1,2}\.\d{1,2}\.\d{4}")
# A day or a code has dashes of its own.
_APART = re.compile(rf"`[^`]*`|{_ISO_DAY.pattern}")
_CLOCK = re.compile(r"\d{1,2}[:.]\d{2}")
_HOUR = re.compile(r"1?\d|2[0-4]")
_CLOCK_WORDS = frozenset("am pm uhr h o'clock".split())
_ORDINAL = frozenset("st nd rd th".split())
_PORT = re.compile(r"\d{4,5}")
_LONGEST_NAME = 3


def frames(text: str, words: Sequence[Token]) -> Iterator[Frame]:
    """The frames of a fact."""
    if not _is_plain(text, words):
        return
    yield from _negation(words)
    yield from _name(words)
    yield from worded(text, words)
    for at, token in enumerate(words):
        if token.has_digit:
            kind, end = _value_at(words, at)
            if _has_one(words, at, end, kind):
                value = words[at:end]
                shown = " ".join(token.written for token in value)
                same = " ".join(token.word for token in value).removesuffix(":00")
                yield Frame(key_of(kind, words[:at], words[end:]), shown, same)


def _is_plain(text: str, words: Sequence[Token]) -> bool:
    """Whether a fact says what is so now: no question, no range, nothing past or loose."""
    if text.rstrip().endswith(("?", "？")):
        return False
    dayless = _APART.sub(" ", text)
    return _RANGE.search(dayless) is None and not any(token.word in LOOSE for token in words)


# Numbers, days, times


def _value_at(words: Sequence[Token], at: int) -> tuple[str, int]:
    """The sort of the value whose number stands at a place, and where it ends."""
    word = words[at].word
    behind = words[at + 1].word if at + 1 < len(words) else ""
    if _ISO_DAY.fullmatch(word):
        return DAY, at + 1
    if behind in MONTHS:
        return DAY, at + 2
    before = words[at - 1].word if at else ""
    is_clock = _CLOCK.fullmatch(word) is not None and (":" in word or before in AT_TIME)
    if is_clock or behind in _CLOCK_WORDS or re.fullmatch(r"\d{1,2}[ap]m", word):
        return TIME, at + 1
    if before in AT_TIME and _HOUR.fullmatch(word) and (not behind or behind in PLACED):
        return TIME, at + 1
    return NUMBER, at + 1


def _has_one(words: Sequence[Token], at: int, end: int, kind: str) -> bool:
    """Whether the place before a value is one for a single value, behind a subject."""
    before = [token.word for token in words[:at]]
    while before and before[-1] in DEFINITE | {"~", "del"}:
        before.pop()
    if not before:
        return False
    last, earlier = before[-1], before[:-1]
    if kind == DAY:
        on_day = last in ON_DAY and not ENDS_ON.isdisjoint(earlier)
        return _is_subject(earlier) and (on_day or last in COPULAS)
    if kind == TIME:
        on_time = last in AT_TIME and not KEEPS_HOURS.isdisjoint(earlier)
        return _is_subject(earlier) and (on_time or last in COPULAS)
    behind = [token.word for token in words[end:]]
    if not _is_subject(earlier):
        return False
    is_port = last in PORTS and not behind and _PORT.fullmatch(words[at].word) is not None
    return (is_port and PLACED.isdisjoint(earlier)) or _has_one_number(last, earlier, behind)


def _has_one_number(last: str, earlier: Sequence[str], behind: Sequence[str]) -> bool:
    if last in ROLES:
        return not USES.isdisjoint(earlier)
    if last in EVERY and behind:
        return True
    if last == "auf":
        return "auf" not in earlier and not SET_BEHIND.isdisjoint((*behind[:2], *earlier))
    return last in HOLDS_ONE or (earlier[-1], last) in SET_TO


def _is_subject(words: Sequence[str]) -> bool:
    """Whether words name something: more than articles and verbs that hold the value."""
    return any(word not in LIGHT and word not in HOLDS_ONE and not word.isdigit() for word in words)


# Names


def _name(words: Sequence[Token]) -> Iterator[Frame]:
    """“The owner of the lodge is Ana”, “The lodge belongs to Ana”: a name ends what is said."""
    for at in range(max(1, len(words) - _LONGEST_NAME), len(words)):
        name = words[at:]
        if not all(token.written[0].isupper() and not token.has_digit for token in name):
            continue
        before = [token.word for token in words[:at]]
        is_one = before[-1] in NAMED_BEHIND and before[0] in DEFINITE and len(before) > 2
        owned = any(tuple(before[-len(verb) :]) == verb and len(before) > len(verb) for verb in OWNED_BY)
        if is_one or owned:
            yield Frame(
                key_of(NAME, words[:at]),
                " ".join(token.written for token in name),
                " ".join(token.word for token in name),
            )
            return


# Negations


def _negation(words: Sequence[Token]) -> Iterator[Frame]:
    """All that is said, and whether it is denied. “Not only” denies nothing."""
    rest: list[str] = []
    denied = ""
    for at, token in enumerate(words):
        before = words[at - 1].word if at else ""
        if token.word in NEGATIONS:
            if denied:
                return  # denied twice: who knows
            denied = token.written
        elif token.word in NOT_ONLY and before in NEGATIONS:
            return
        elif not is_light(token, at) and not (token.word in NO_MORE and before in NEGATIONS):
            rest.append(token.stem)
    if len(rest) > 1:
        yield Frame((NEGATION, *rest), denied, "denied" if denied else "")
