"""Days that are named by how far off they were: tomorrow, next week, kommenden Freitag, a fine settembre.

They are counted from the day a fact was written, and of two readings the later one holds: the week, month or
year that comes ends with its last day, and “next Friday” may be the one after the first.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from datetime import date, timedelta
from functools import cache

from wiki_lint.days import end_of_month, months
from wiki_lint.lexicon import LANGUAGES, UNSPACED, branches, either, gathered, lexicon

_QUOTES = "\"'“”„‘’«»「」『』*`"
_ARTICLES = frozenset({"la", "le", "el", "il", "l'"})
_Kind = tuple[str, int]


def coming_days(shown: str, lowered: str, written: date) -> Iterator[date]:
    """The days a text names so, itself and lower-cased, with what is shown or supposed left out."""
    found = [*_spaced().finditer(lowered), *([] if lowered.isascii() else _unspaced().finditer(lowered))]
    if (found or _ending().search(lowered)) and not _supposed().search(lowered):
        for match in found:
            if _is_told(match, shown):
                yield _counted(_kinds()[match[0]], written)
        yield from _ends_of_months(lowered, written)


def may_come(lowered: str) -> bool:
    """Whether a text may name such a day: a quick look."""
    spaced, unspaced = _may_come()
    return spaced.search(f"\n{lowered}") is not None or (
        not lowered.isascii() and unspaced.search(lowered) is not None
    )


def _is_told(match: re.Match[str], shown: str) -> bool:
    """Whether it says when something is, and is no part of a name, a quote, or of another noun."""
    before, after = match.string[: match.start()].rstrip(" "), match.string[match.end() :]
    if (before[-1:] in _QUOTES and before) or (after[:1] in _QUOTES and after):
        return False
    words = re.findall(r"[\w'’]+", before[-40:])
    if words and words[-1] in _ARTICLES:
        words.pop()
    if words and words[-1] in _none_before():
        return False
    said = shown[match.start() : match.end()]
    if match[0] in _none_with_capital() and said[0].isupper() and match.start() > 0:
        return False
    return not (said.startswith("Next ") and said.istitle() and _kinds()[match[0]][0] != "weekday")


def _counted(kind: _Kind, written: date) -> date:
    """The last day of what comes."""
    name, number = kind
    if name == "days":
        return written + timedelta(number)
    if name == "week":
        return written + timedelta(13 - written.weekday())
    if name == "month":
        start = date(written.year + (written.month + 1) // 12, (written.month + 1) % 12 + 1, 1)
        return start - timedelta(1)
    if name == "year":
        return date(written.year + 1, 12, 31)
    ahead = (number - written.weekday() - 1) % 7 + 1
    return written + timedelta(ahead + (7 if name == "weekday" else 0))


def _ends_of_months(lowered: str, written: date) -> Iterator[date]:
    """The ends of months without a year, where something is due: much is open until such an end each year."""
    for match in _ending().finditer(lowered):
        day = end_of_month(months()[match[1]], None, written) if is_due(lowered) else None
        if day is not None:
            yield day


def is_due(lowered: str) -> bool:
    """Whether a text says that something is due or expires."""
    return _due().search(lowered) is not None


# The words


@cache
def _kinds() -> Mapping[str, _Kind]:
    """Each phrase of the lexicons, with what it names."""
    kinds: dict[str, _Kind] = {}
    for language in LANGUAGES:
        words = lexicon(language, "dates")
        for key, kind in (
            ("tomorrow", ("days", 1)),
            ("after_tomorrow", ("days", 2)),
            ("next_week", ("week", 0)),
            ("next_month", ("month", 0)),
            ("next_year", ("year", 0)),
        ):
            kinds.update(dict.fromkeys(words.get(key, ()), kind))
        for number, day in enumerate(words["weekdays"]):
            kinds.update({f"{word}{day}": ("first weekday", number) for word in words.get("coming", ())})
            kinds.update({f"{word}{day}": ("weekday", number) for word in words.get("next", ())})
            kinds.update({f"{day}{word}": ("weekday", number) for word in words.get("next_behind", ())})
    return kinds


@cache
def _may_come() -> tuple[re.Pattern[str], re.Pattern[str]]:
    """The beginnings of the phrases: most texts hold none."""
    starts = {phrase[:6] for phrase in _kinds()} | {phrase[:6] for phrase in gathered("dates", "ends_of")}
    weekdays = set(gathered("dates", "weekdays"))
    behind = {phrase for phrase in _kinds() if any(phrase.startswith(day) for day in weekdays)}
    starts -= {phrase[:6] for phrase in behind}
    starts |= {word.strip() for word in gathered("dates", "next_behind")}
    spaced = branches(sorted(start for start in starts if not UNSPACED.search(start)))
    unspaced = branches(sorted(start for start in starts if UNSPACED.search(start)))
    return re.compile(rf"[^\w]{spaced}"), re.compile(unspaced)


@cache
def _spaced() -> re.Pattern[str]:
    phrases = sorted(phrase for phrase in _kinds() if not UNSPACED.search(phrase))
    return re.compile(rf"(?<![\w'’-]){branches(phrases)}(?![\w'’-])")


@cache
def _unspaced() -> re.Pattern[str]:
    phrases = sorted(phrase for phrase in _kinds() if UNSPACED.search(phrase))
    return re.compile(rf"{branches(phrases)}(?!的|の(?![月火水木金土日]曜))")


@cache
def _ending() -> re.Pattern[str]:
    whole = "|".join(sorted((re.escape(name) for name in months() if len(name) > 3), key=len, reverse=True))
    return re.compile(rf"{either(gathered('dates', 'ends_of'))}\s({whole})\b(?!\s(?:del? )?\d)")


@cache
def _due() -> re.Pattern[str]:
    return re.compile(either(gathered("dates", "due")))


@cache
def _supposed() -> re.Pattern[str]:
    return re.compile(either(gathered("dates", "supposed")))


@cache
def _none_before() -> frozenset[str]:
    return frozenset(gathered("dates", "none_before"))


@cache
def _none_with_capital() -> frozenset[str]:
    return frozenset(gathered("dates", "lower"))
