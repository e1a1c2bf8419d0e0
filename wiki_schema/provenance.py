"""Who stands behind a fact, since when: the tail ` — name, YYYY-MM-DD`, read from the right.

What is meant as a provenance but not written right (another dash, a missing blank or comma, an impossible
day, words after it) is read all the same: the fact is protected, the mistake reported, its repair allowed.
"""

from __future__ import annotations

import re
from datetime import date
from functools import cache, lru_cache

from wiki_schema.text import describe, parse_day
from wiki_schema.value import Value

DASH = " — "
COMMA = ", "

_LONGEST_NAMES = 120
_LONGEST_TAIL = 60


class Provenance(Value):
    """The tail of a fact. In a right one `dash`, `comma` and `tail` are ` — `, `, ` and nothing."""

    names: str
    """One name or several, as written."""
    day: date | None
    """None where `day_text` is no calendar day."""
    day_text: str
    dash: str = DASH
    tail: str = ""
    """What follows the day, where nothing may."""
    comma: str = COMMA
    """What stands between name and day."""

    @property
    def meant_day(self) -> str:
        """The day as `YYYY-MM-DD` where it is plain which one is meant, else as written."""
        if self.day is None:
            parts = _numbers().findall(self.day_text)
            if "." in self.day_text and len(parts[-1]) == 4:
                parts.reverse()
            if len(parts) == 3 and len(parts[0]) == 4:
                year, month, day = map(int, parts)
                return f"{year:04}-{month:02}-{day:02}"
        return self.day_text

    @property
    def fault(self) -> str:
        """What is wrong with the way it is written, as the end of a sentence; empty when it is right."""
        if self.dash != DASH:
            return f"the dash is {_spell(self.dash)}, not a blank, U+2014 and a blank"
        if self.comma != COMMA:
            return f"between name and day stands “{self.comma}”, not a comma and a blank"
        if self.day is None:
            return f"{self.day_text} is {_why_no_day(self.day_text)}"
        if self.tail:
            return f"“{self.tail}” stands after the day, where the line must end"
        return ""


@cache
def _numbers() -> re.Pattern[str]:
    return re.compile(r"\d+")


def _spell(dash: str) -> str:
    marks = dash.strip()
    if marks == "—":
        return "U+2014 EM DASH without a blank on both sides"
    if marks.startswith("&"):
        return f"the entity {marks}"
    return " ".join(describe(char) for char in marks)


def _why_no_day(day_text: str) -> str:
    odd = sorted({c for c in day_text if not (c.isascii() and (c.isdigit() or c == "-"))})
    if odd and day_text != "YYYY-MM-DD":
        return f"no day written YYYY-MM-DD ({', '.join(describe(c) for c in odd)})"
    return "no day of the calendar" if len(day_text) == 10 else "no day written YYYY-MM-DD"


def _could_name(names: str) -> bool:
    """Whether a text could be somebody's name at all: short, with a letter, no sentence."""
    return (
        0 < len(names) <= _LONGEST_NAMES
        and (names[-1] not in ".:;!? " or _abbreviated().search(names) is not None)
        and "~~" not in names
        and any(map(str.isalpha, names))
    )


@cache
def _abbreviated() -> re.Pattern[str]:
    """`Mary Ann, Jr.` and `Ana R.` are names; what else ends in a full stop is a sentence."""
    return re.compile(r"\b[^\W\d_a-z]\w{0,2}\.$")


@lru_cache(maxsize=1 << 12)
def _is_name(names: str) -> bool:
    """Whether what stands between dash and day is a name and no more."""
    return _could_name(names) and not _hidden_dash(names)


def read_provenance(text: str) -> tuple[str, Provenance] | None:
    """The text before a provenance and the provenance at its end, or None. Takes normal text."""
    if text[-12:-10] == ", ":
        day = parse_day(text[-10:])
        cut = text.rfind(DASH, 0, -12)
        if day is not None and cut >= 0:
            names = text[cut + 3 : -12]
            if _is_name(names):
                return text[:cut], Provenance(names, day, text[-10:])
    return _read_meant(text)


@cache
def _any_dash() -> re.Pattern[str]:
    """All that is ever typed for ` — `. A short dash counts only beside a blank: `agent–7` is a name."""
    long, short = "(?:—|&(?:[mn]dash|#8212|#x2014);)", "(?:[–―−‒]|-{2,3})"
    return re.compile(f" ?{long} ?| {short} ?|{short} | - ")


def _hidden_dash(names: str) -> bool:
    """Whether a nearer, wrong dash stands inside what looks like a name."""
    if names.isascii() and "-" not in names and "&" not in names:
        return False
    return _any_dash().search(names) is not None


@cache
def _meant_day() -> re.Pattern[str]:
    """All that is ever typed for a day, a time behind it left out: `2026/11/30`, `30.11.2026`."""
    year_first, day_first = r"\d{4}[-‐‑‒–−/.]\d{1,2}[-‐‑‒–−/.]\d{1,2}", r"\d{1,2}[-/.]\d{1,2}[-/.]\d{4}"
    return re.compile(rf"(?<!\d)(?:{year_first}|{day_first}|YYYY-MM-DD)(?!\w)|{year_first}(?=T\d)")


def _read_meant(text: str) -> tuple[str, Provenance] | None:
    """A provenance that is meant but not right, or None."""
    start = max(0, len(text) - _LONGEST_TAIL - 12)
    end = text[start:]
    if sum(map(str.isdigit, end)) < 4 and "YYYY" not in end:
        return None  # no room for a year, and most lines of prose need no closer look
    days = list(_meant_day().finditer(text, start))
    if not days:
        return None
    day = days[-1]
    head = text[: day.start()]
    tail = text[day.end() :].strip()
    body = head.rstrip()
    has_comma = body[-1:] in (",", "，", "、", ";")
    if has_comma:
        body = body[:-1].rstrip()
    if len(tail) > _LONGEST_TAIL or (tail and not has_comma):
        return None
    found = _last_dash(body)
    if found is None:
        return None
    cut, dash = found
    names = body[cut + len(dash) :].strip()
    if not _could_name(names):
        return None
    comma = head[len(body) :]
    return body[:cut].rstrip(), Provenance(names, parse_day(day[0]), day[0], dash, tail, comma)


def _last_dash(body: str) -> tuple[int, str] | None:
    """Where the last dash of any kind begins, and how it is written with its blanks."""
    window = max(0, len(body) - _LONGEST_NAMES - 8)
    dashes = list(_any_dash().finditer(body, window))
    return (dashes[-1].start(), dashes[-1][0]) if dashes else None
