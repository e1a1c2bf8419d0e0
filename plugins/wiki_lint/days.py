"""How a day, a month or a quarter is written with numbers and the names of months, and which day it is."""

from __future__ import annotations

import re
from datetime import date, timedelta
from functools import cache

from wiki_lint.lexicon import LANGUAGES, lexicon

LATE = timedelta(days=31)
"""How long after a deadline a fact may be written that is still about it. A day without a year is the
first such day from so long before the fact was written."""

_ODD = re.compile(r"[`\[\]<>/_@月]|[0-9]\.[A-Za-z]")

_RANGE = r"(?:[–—~/&+-]|to|until|bis|al|au|a|e|et|y|und|and)"
_ORDINAL = r"(?:\.|st|nd|rd|th|er|º|°)?"
_YEAR = r"(?:19|20)\d\d"
_DIGITS = dict(zip("〇零一二三四五六七八九", (0, 0, *range(1, 10)), strict=True))


def day_at(text: str, at: int) -> re.Match[str] | None:
    """The day whose first number stands at a place of a lower-cased text, after the name of a month or not.

    The last group that matched names its form.
    """
    head = text[max(0, at - 14) : at]
    if head[-1:].isspace():
        word = head.rpartition(" ")[0].rpartition(" ")[2].rstrip(".").lstrip("(“„\"'*")
        start = at - len(word) - 1 - (head[-2:-1] == ".")
        if word in months():
            return _days().match(text, start) or _days().match(text, at)
    elif head[-1:] == "q":
        return _days().match(text, at - 1)
    return _days().match(text, at)


def is_span(match: re.Match[str]) -> bool:
    """Whether it is a month or a quarter, which ends with its last day, and no day."""
    return match.lastgroup in ("month", "numbered_month", "quarter")


def has_no_year(match: re.Match[str]) -> bool:
    """Whether it is a day of which the year is not said."""
    return match.lastgroup in ("dm", "md", "cjk", "dotted") and not any(
        match[f"{form}_year"] for form in ("dm", "md", "cjk", "dot")
    )


def read(match: re.Match[str], written: date) -> date | None:
    """The day of a match, the last of a month or quarter; None where the calendar has none."""
    kind = match.lastgroup
    if kind == "iso":
        return _day(int(match["iso"][:4]), int(match["iso"][5:7]), int(match["iso"][8:]))
    if kind == "slashed":
        return _slashed(match)
    if kind == "quarter":
        year = match["quarter_year"] or match["counted_year"]
        return end_of_month(3 * int(match["quarter_number"] or match["counted"]), int(year), written)
    if kind == "numbered_month":
        return end_of_month(int(match["number_of_month"]), int(match["year_of_number"]), written)
    if kind == "month":
        name, year = match["only_month"] or match["cjk_only"], match["only_year"] or match["cjk_only_year"]
        return end_of_month(months().get(name) or int(name), int(year), written)
    prefix = {"dm": "dm", "md": "md", "cjk": "cjk", "dotted": "dot"}[kind or ""]
    month = match[f"{prefix}_month"]
    number = months().get(month) or int(month)
    day = match["md_to"] or match["md_day"] if prefix == "md" else match[f"{prefix}_day"]
    if prefix == "cjk" and match["cjk_to"]:
        day, number = match["cjk_to"], int(match["cjk_to_month"] or number)
    year = match[f"{prefix}_year"]
    return _nearest(number, int(day), int(year) if year else None, written)


def end_of_month(month: int, year: int | None, written: date) -> date | None:
    """Its last day; without a year that of the first such month that was not long over."""
    first = _nearest(month % 12 + 1, 1, year + month // 12 if year else None, written)
    return first and first - timedelta(days=1)


def _nearest(month: int, day: int, year: int | None, written: date) -> date | None:
    if year is not None:
        return _day(year if year > 99 else 2000 + year, month, day)
    years = range(written.year - 1, written.year + 9)  # the 29th of February may be far off
    found = (_day(one, month, day) for one in years)
    return next((one for one in found if one is not None and one >= written - LATE), None)


def _slashed(match: re.Match[str]) -> date | None:
    """Of `3/4/2026` the later reading, so that nothing is called past which may be to come."""
    one, other, year = (int(match[group]) for group in ("slash_one", "slash_other", "slash_year"))
    both = (_day(year, other, one), _day(year, one, other))
    return max((day for day in both if day is not None), default=None)


def _day(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day)
    except ValueError:
        return None


# What is looked at


def prose(text: str) -> str:
    """The text with blanks for what holds no days of its own: code, links, addresses, file names.

    Chinese numerals of a day are put in digits.
    """
    if not _ODD.search(text):
        return text
    text = _apart().sub(lambda match: " " * len(match[0]), text)
    text = _numerals().sub(_in_digits, text) if "月" in text else text
    return re.sub(r"\S+", _without_names, text)


def _without_names(match: re.Match[str]) -> str:
    """Blanks for a word that is an address, a path or the name of a file."""
    word = match[0]
    if "/" in word or "_" in word or "@" in word:
        is_name = any(map(str.isascii, filter(str.isalpha, word))) and not _quarter().match(word)
    else:
        is_name = "." in word and _file().search(word) is not None
    return " " * len(word) if is_name else word


def _in_digits(match: re.Match[str]) -> str:
    year = "".join(str(_DIGITS[sign]) for sign in match["year"] or "")
    month, day = _number(match["month"]), _number(match["day"])
    return f"{year}年{month}月{day}{match['sign']}" if year else f"{month}月{day}{match['sign']}"


def _number(signs: str) -> int:
    """A number below a hundred: 二十三, 廿三, 十."""
    tens, ten, ones = signs.replace("廿", "二十").rpartition("十")
    return (10 * (_DIGITS[tens] if tens else 1) if ten else 0) + (_DIGITS[ones] if ones else 0)


@cache
def _numerals() -> re.Pattern[str]:
    one = "[一二三四五六七八九]"
    return re.compile(
        rf"(?:(?P<year>[〇零一二三四五六七八九]{{4}})年)?(?<![一二三四五六七八九十])(?P<month>十[一二]?|{one})月"
        rf"(?P<day>[二三]?十{one}?|廿{one}?|{one})(?P<sign>[日号])(?![游间内後后])"
    )


@cache
def _apart() -> re.Pattern[str]:
    return re.compile(
        r"`[^`]{1,300}`|\[\[[^\[\]]{1,300}\]\]|\]\([^()]{0,300}\)|<[^<>]{1,300}>|\b\w{2,9}://\S+"
    )


@cache
def _file() -> re.Pattern[str]:
    return re.compile(r"\d\.[a-z][a-z0-9]{1,4}(?:\.gz)?\W{0,3}$", re.IGNORECASE)


@cache
def _quarter() -> re.Pattern[str]:
    return re.compile(rf"q[1-4]/{_YEAR}\W*$", re.IGNORECASE)


@cache
def months() -> dict[str, int]:
    """The number of each name of a month, short or whole."""
    lists = [lexicon(language, "dates").get("months", []) for language in LANGUAGES]
    return {
        name: number for names in lists for number, alike in enumerate(names, 1) for name in alike.split("|")
    }


@cache
def _days() -> re.Pattern[str]:
    """A day in any of the forms; the last group that matched names the form."""
    name = "|".join(sorted(map(re.escape, months()), key=len, reverse=True))
    whole = "|".join(sorted((re.escape(m) for m in months() if len(m) > 3), key=len, reverse=True))
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
        rf"(?P<numbered_month>(?<![\w.,/-])(?P<number_of_month>0?[1-9]|1[0-2])/(?P<year_of_number>{_YEAR})"
        r"(?![\w/-]))",
        rf"(?P<quarter>\bq(?P<quarter_number>[1-4])[\s/](?P<quarter_year>{_YEAR})\b"
        rf"|(?<![\w.,/-])(?P<counted>[1-4])(?:\.|º|°|er|e|rd|nd|st|th)?\s(?:quartal|quarter|trimestre)\s"
        rf"(?:of |de |del )?(?P<counted_year>{_YEAR})\b)",
    )
    return re.compile("|".join(forms))
