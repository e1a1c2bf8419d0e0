"""Which days a fact names, and whether it was about days to come when it was written.

A small grammar: days as numbers or with the names of months, ranges, and the words before and after them,
in the languages of the lexicons. Of a range only its end matters here.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import date
from functools import cache

from wiki_lint.lexicon import LANGUAGES, UNSPACED, either, gathered, lexicon
from wiki_schema.text import shifted
from wiki_schema.value import Value

LATE = 31
"""How many days after a deadline a fact may be written that is still about it. A day without a year is the
first such day from so long before the fact was written."""

_LONGEST = 4_000

_NUMBER = re.compile(r"[0-9]+")
_LAST_WORD = re.compile(r"(?<![\w-])([^\W\d_]+)\.?\s$")
_ODD = re.compile(r"[`\[\]<>/_@]|[0-9]\.[A-Za-z]")
_ARTICLES = frozenset({"the", "dem", "den", "der", "le", "el", "il"})

_RANGE = r"(?:[–—~/&+-]|to|until|bis|al|au|a|e|et|y|und|and)"
_ORDINAL = r"(?:\.|st|nd|rd|th|er|º|°)?"
_YEAR = r"(?:19|20)\d\d"


class Named(Value):
    """A day that a text names, the last one of a range."""

    day: date
    is_open: bool
    """Whether something only begins there, or is said to be known since: `since`, `from`, `as of`."""
    is_end: bool
    """Whether something ends there: `until`, `by`, `due`."""


def plan(text: str, written: date, before: date, headings: tuple[str, ...] = ()) -> date | None:
    """The last day that a fact is about, where it was a plan, an event or a deadline and is over.

    None where it names no day, where it tells what had been, what comes again, or what only begins
    then. `written` is the day of its provenance, the reference for days without a year; what is over lies
    `before` a day.
    """
    days = [named for named in named_days(text, written) if not named.is_open]
    if not days:
        return None
    last = max(days, key=lambda named: named.day)
    is_plan = last.day > written or (last.is_end and last.day >= shifted(written, -LATE))
    return last.day if is_plan and last.day < before and not _returns(text, headings) else None


def _returns(text: str, headings: tuple[str, ...]) -> bool:
    """Whether it comes again, or stands where what has been is kept on purpose."""
    again, past = _patterns()
    if again.search(text):
        return True
    return any(again.search(title) or past.search(title) for title in headings)


@cache
def _patterns() -> tuple[re.Pattern[str], re.Pattern[str]]:
    """Words for what comes again, and headings for what has been."""
    again, past = (either(gathered("dates", key)) for key in ("again", "past"))
    return re.compile(again, re.IGNORECASE), re.compile(past, re.IGNORECASE)


def named_days(text: str, written: date) -> Iterator[Named]:
    """The days a text names, in order, without those in code, links, addresses and file names."""
    shown = _prose(text[:_LONGEST])
    lowered = shown.lower()
    done = 0
    for number in _NUMBER.finditer(lowered):
        match = _match_at(lowered, number.start()) if number.start() >= done else None
        if match is None or _is_small(match, shown):
            continue
        done = match.end()
        lead = Lead(lowered[max(0, match.start() - 40) : match.start()])
        is_end = lead.ends(_leads("until")) or lowered.startswith(_follows("until"), _after(match))
        if lead.ends(_leads("label"), skip=0) or not (is_end or _is_plain(match, lead)):
            continue
        day = _read(match, written)
        if day is not None:
            is_range = any(match[group] for group in ("dm_from", "md_to", "cjk_to", "dot_from"))
            opens = lead.ends(_leads("open", "open_before")) or lowered.startswith(
                _follows("open_after"), _after(match)
            )
            yield Named(day, opens and not is_range, is_end)


def _match_at(text: str, at: int) -> re.Match[str] | None:
    """The day whose first number stands at a place, with the name of a month before it or not."""
    word = _LAST_WORD.search(text, max(0, at - 14), at)
    if word is not None and word[1] in _months():
        return _days().match(text, word.start(1)) or _days().match(text, at)
    return _days().match(text, at)


def _is_small(match: re.Match[str], shown: str) -> bool:
    """Whether `may` or `mar` stands there without a capital and a year: they are rather words then."""
    for form in ("dm", "md"):
        month = match[f"{form}_month"]
        if month in ("may", "mar") and not match[f"{form}_year"]:
            return month == shown[match.start(f"{form}_month") : match.end(f"{form}_month")]
    return False


def _after(match: re.Match[str]) -> int:
    """Where the text goes on after a day."""
    return match.end() + (match.string[match.end() : match.end() + 1] == " ")


class Lead:
    """The words that lead up to a day, lower-cased."""

    def __init__(self, text: str) -> None:
        """The text right before it, some 40 characters."""
        self._text = text.rstrip()
        self._words = [word.strip(',.;:：()“„"') for word in text.split()[-6:]]

    def ends(self, phrases: frozenset[str], skip: int = 2) -> bool:
        """Whether one of some phrases stands there, or before a weekday or an article, or both."""
        words = self._words
        for skipped in range(skip + 1):
            if skipped and words[-1:] and skipped == 2 and words[-1] not in _ARTICLES:
                break
            end = len(words) - skipped
            if any(" ".join(words[max(0, end - n) : end]) in phrases for n in (1, 2, 3) if end > 0):
                return True
        return self._text.endswith(_unspaced(phrases))


@cache
def _unspaced(phrases: frozenset[str]) -> tuple[str, ...]:
    return tuple(sorted(filter(UNSPACED.match, phrases)))


@cache
def _leads(*keys: str) -> frozenset[str]:
    return frozenset(gathered("dates", *keys))


@cache
def _follows(key: str) -> tuple[str, ...]:
    """What follows a day, in languages without blanks."""
    return tuple(filter(UNSPACED.search, gathered("dates", key)))


def _is_plain(match: re.Match[str], lead: Lead) -> bool:
    """Whether it is a day without a word for a deadline before it.

    A month is none, and `30.6.` or `30.6.20` could be the number of anything: a range or a word must say so.
    """
    if match["numbered"] is not None or len(match["dot_year"] or "") == 2:
        return bool(match["dot_from"]) or lead.ends(_leads("before"))
    return match["month"] is None


def _read(match: re.Match[str], written: date) -> date | None:
    """The day of a match; None where the calendar has none."""
    kind = match.lastgroup
    if kind == "iso":
        return _day(int(match["iso"][:4]), int(match["iso"][5:7]), int(match["iso"][8:]))
    if kind == "slashed":
        return _slashed(match)
    if kind == "month":
        return _end_of_month(match, written)
    prefix = {"dm": "dm", "md": "md", "cjk": "cjk", "dotted": "dot"}[kind or ""]
    month = match[f"{prefix}_month"]
    number = _months().get(month) or int(month)
    day = match["md_to"] or match["md_day"] if prefix == "md" else match[f"{prefix}_day"]
    if prefix == "cjk" and match["cjk_to"]:
        day, number = match["cjk_to"], int(match["cjk_to_month"] or number)
    year = match[f"{prefix}_year"]
    return _nearest(number, int(day), int(year) if year else None, written)


def _nearest(month: int, day: int, year: int | None, written: date) -> date | None:
    if year is not None:
        return _day(year if year > 99 else 2000 + year, month, day)
    years = range(written.year - 1, written.year + 9)  # the 29th of February may be far off
    found = (_day(one, month, day) for one in years)
    return next((one for one in found if one is not None and one >= shifted(written, -LATE)), None)


def _slashed(match: re.Match[str]) -> date | None:
    """Of `3/4/2026` the later reading, so that nothing is called past which may be to come."""
    one, other, year = (int(match[group]) for group in ("slash_one", "slash_other", "slash_year"))
    both = (_day(year, other, one), _day(year, one, other))
    return max((day for day in both if day is not None), default=None)


def _end_of_month(match: re.Match[str], written: date) -> date | None:
    name = match["only_month"] or match["cjk_only"]
    month = _months().get(name) or int(name)
    year = match["only_year"] or match["cjk_only_year"]
    first = _nearest(month % 12 + 1, 1, int(year) + month // 12 if year else None, written)
    return first and shifted(first, -1)


def _day(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day)
    except ValueError:
        return None


# What is looked at


def _prose(text: str) -> str:
    """The text with blanks for what holds no days of its own: code, links, addresses, file names."""
    if not _ODD.search(text):
        return text
    text = _apart().sub(lambda match: " " * len(match[0]), text)
    return re.sub(r"\S+", _without_names, text)


def _without_names(match: re.Match[str]) -> str:
    """Blanks for a word that is an address, a path or the name of a file."""
    word = match[0]
    if "/" in word or "_" in word or "@" in word:
        is_name = any(map(str.isascii, filter(str.isalpha, word)))
    else:
        is_name = "." in word and _file().search(word) is not None
    return " " * len(word) if is_name else word


@cache
def _apart() -> re.Pattern[str]:
    return re.compile(
        r"`[^`]{1,300}`|\[\[[^\[\]]{1,300}\]\]|\]\([^()]{0,300}\)|<[^<>]{1,300}>|\b\w{2,9}://\S+"
    )


@cache
def _file() -> re.Pattern[str]:
    return re.compile(r"\d\.[a-z][a-z0-9]{1,4}(?:\.gz)?\W{0,3}$", re.IGNORECASE)


@cache
def _months() -> dict[str, int]:
    """The number of each name of a month, short or whole."""
    lists = [lexicon(language, "dates").get("months", []) for language in LANGUAGES]
    return {
        name: number for names in lists for number, alike in enumerate(names, 1) for name in alike.split("|")
    }


@cache
def _days() -> re.Pattern[str]:
    """A day in any of the forms; the last group that matched names the form."""
    name = "|".join(sorted(map(re.escape, _months()), key=len, reverse=True))
    whole = "|".join(sorted((re.escape(m) for m in _months() if len(m) > 3), key=len, reverse=True))
    forms = (
        r"(?P<iso>(?<![\w-])(?a:\d{4}-\d\d-\d\d)(?![\w-]|[.:]\w))",
        rf"(?P<dm>(?<![\w.,:/-])(?:(?P<dm_from>\d{{1,2}}){_ORDINAL}\s?{_RANGE}\s?(?:le |el |il )?)?"
        rf"(?P<dm_day>\d{{1,2}}){_ORDINAL}\s?(?:of |de |di )?(?P<dm_month>{name})\b\.?"
        rf"(?:,?\s(?:de |del )?(?P<dm_year>{_YEAR})\b)?)",
        rf"(?P<md>\b(?P<md_month>{name})\b\.?\s(?P<md_day>\d{{1,2}})(?:st|nd|rd|th)?"
        rf"(?:\s?(?:[–-]|to)\s?(?P<md_to>\d{{1,2}})(?:st|nd|rd|th)?)?(?![\w:–]|[.,/]\d|-\w|\s(?:{name})\b)"
        rf"(?:,?\s(?P<md_year>{_YEAR})\b)?)",
        rf"(?P<dotted>(?<![\w.,:/-])(?:(?P<dot_from>\d{{1,2}})\.(?:\d{{1,2}}\.)?\s?{_RANGE}\s?)?"
        rf"(?P<dot_day>\d{{1,2}})\.\s?(?P<dot_month>\d{{1,2}})\.(?:\s?(?P<dot_year>{_YEAR}|\d\d(?!\d))"
        r"(?![\w.]\w)|(?P<numbered>(?!\s?\d|\w))))",
        rf"(?P<slashed>(?<![\w.,/-])(?P<slash_one>\d{{1,2}})/(?P<slash_other>\d{{1,2}})/"
        rf"(?P<slash_year>{_YEAR})(?![\w/]))",
        r"(?P<cjk>(?<!\d)(?:(?P<cjk_year>\d{4})年\s?)?(?P<cjk_month>\d{1,2})月\s?(?P<cjk_day>\d{1,2})[日号]"
        r"(?:\s?(?:[（(].[)）])?\s?(?:至|到|から|[〜～~–-])\s?(?:(?P<cjk_to_month>\d{1,2})月)?"
        r"(?P<cjk_to>\d{1,2})[日号])?)",
        rf"(?P<month>(?<![\w-])(?P<only_month>{whole})\b\s(?:de |del )?(?P<only_year>{_YEAR})\b"
        r"|(?P<cjk_only_year>\d{4})年(?P<cjk_only>\d{1,2})月底?末?(?!\d))",
    )
    return re.compile("|".join(forms))
