"""Which days a fact names, and whether it was about days to come when it was written.

A small grammar: days as numbers or with the names of months, ranges, days that are named by how far off they
are, and the words before and after them, in the languages of the lexicons. Of a range only its end matters.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from datetime import date
from functools import cache, lru_cache

from wiki_lint.coming import coming_days, is_due, may_come
from wiki_lint.days import LATE, day_at, has_no_year, is_span, prose, read
from wiki_lint.lexicon import UNSPACED, branches, either, gathered
from wiki_schema.value import Value

_LONGEST = 4_000
_BEFORE = 60  # characters that may lead up to a day
_FEW_MONTHS = 2
_FIRST_YEAR, _LAST_YEAR = 1000, 9000
_SINCE = 5  # words from “since” to a day, as in “since the move on 1 August”

_NUMBER = re.compile(r"[0-9]+")
_CLAUSE = re.compile(r"[,;:()]|\.(?=\s)(?<!\d\.)")
_ARTICLES = frozenset({"the", "dem", "den", "der", "le", "el", "il"})


class Named(Value):
    """A day that a text names, the last one of a range."""

    day: date
    is_open: bool
    """Whether something only begins there, or is said to be known since: `since`, `from`, `as of`."""
    is_end: bool
    """Whether something ends there: `until`, `by`, `due`."""
    is_of_no_year: bool
    """Whether its year is not said."""


def plan(text: str, written: date, before: date, headings: tuple[str, ...] = ()) -> date | None:
    """The last day that a fact is about, where it was a plan, an event or a deadline and is over.

    None where it names no day, where it tells what had been, what comes again, or what only begins
    then. `written` is the day of its provenance, the reference for days without a year; what is over lies
    `before` a day.
    """
    if not _FIRST_YEAR < written.year < _LAST_YEAR:
        return None  # no day that anybody wrote on, and what lies near it is on no calendar
    days = [named for named in named_days(text, written, written - LATE) if not named.is_open]
    if not days:
        return None
    if len({named.day.month for named in days if named.is_of_no_year}) > _FEW_MONTHS:
        return None  # days of several months, and of no year, come each year
    last = max(days, key=lambda named: named.day)
    is_plan = last.day > written or (last.is_end and last.day >= written - LATE)
    return last.day if is_plan and last.day < before and not _returns(text, headings) else None


def changes_what_is_so(text: str) -> bool:
    """Whether what a fact tells of goes on behind its day: somebody moves, something begins."""
    spaced, unspaced = _changes()
    lowered = f"\n{text.lower()}"
    return spaced.search(lowered) is not None or unspaced.search(lowered) is not None


def _returns(text: str, headings: tuple[str, ...]) -> bool:
    """Whether it comes again, or stands where what has been is kept on purpose."""
    return _comes_again(text) or any(map(_is_kept, headings))


def _comes_again(text: str) -> bool:
    quick, unspaced, again, once, sure = _again()
    lowered = f"\n{text.lower()}"
    if not (quick.search(lowered) or (not text.isascii() and unspaced.search(lowered))):
        return False
    # A birthday comes again; a birthday party on a Saturday, or in a year, does not.
    return again.search(once.sub("", text) if sure.search(lowered) else text) is not None


@lru_cache(1 << 10)
def _is_kept(heading: str) -> bool:
    """Whether a heading is one for what has been, or for what comes again."""
    return _comes_again(heading) or _past().search(heading) is not None


@cache
def _past() -> re.Pattern[str]:
    return re.compile(either(gathered("dates", "past")), re.IGNORECASE)


@cache
def _again() -> tuple[re.Pattern[str], ...]:
    """Two quick looks for what comes again, a closer one, what comes once, and how that is known."""
    words = gathered("dates", "again")
    spaced, unspaced = map(branches, _by_script(word.strip("*") for word in words))
    weekdays = either(gathered("dates", "weekdays"))
    return (
        re.compile(rf"[^\w]{spaced}"),
        re.compile(unspaced),
        re.compile(either(words), re.IGNORECASE),
        re.compile(either(gathered("dates", "once")), re.IGNORECASE),
        re.compile(rf"{weekdays}|\b20\d\d\b|\d{{4}}年"),
    )


@cache
def _changes() -> tuple[re.Pattern[str], re.Pattern[str]]:
    spaced, unspaced = _by_script(gathered("dates", "changes"))
    return re.compile(rf"[^\w]{branches(spaced)}(?!\w)"), re.compile(branches(unspaced))


def _by_script(words: Iterable[str]) -> tuple[list[str], list[str]]:
    """Words of scripts with blanks, and of those without."""
    ordered = sorted(words)
    return [word for word in ordered if not UNSPACED.search(word)], list(filter(UNSPACED.search, ordered))


def named_days(text: str, written: date, earliest: date = date.min) -> Iterator[Named]:
    """The days a text names, without those in code, links, addresses and file names, or before a day.

    First those with a number, in order, then those that are named by how far off they are.
    """
    shown = prose(text[:_LONGEST])
    lowered = shown.lower()
    done = 0
    for number in _NUMBER.finditer(lowered):
        match = day_at(lowered, number.start()) if number.start() >= done else None
        if match is None or _is_small(match, shown):
            continue
        done = match.end()
        day = read(match, written)
        if day is not None and day >= earliest:
            yield from _named(match, day)
    if may_come(lowered):
        for day in coming_days(shown, lowered, written):
            yield Named(day, False, False, False)


def _named(match: re.Match[str], day: date) -> Iterator[Named]:
    """The day of a match with what the words around it say of it; nothing where they say it is none."""
    text, after = match.string, match.end() + (match.string[match.end() : match.end() + 1] == " ")
    lead = Lead(text[max(0, match.start() - _BEFORE) : match.start()])
    is_bound = lead.ends(_leads("until"))
    is_end = is_bound or text.startswith(_follows("until"), after)
    if lead.is_label() or not (is_end or _is_plain(match, lead)):
        return
    is_range = any(match[group] for group in ("dm_from", "md_to", "cjk_to", "dot_from"))
    opens = (
        lead.ends(_leads("open", "open_before"))
        or (not is_end and lead.is_since())
        or text.startswith(_follows("open_after"), after)
        or (is_bound and _kept().match(text, after) is not None)
    )
    yield Named(day, opens and not is_range, is_end, has_no_year(match))


def _is_small(match: re.Match[str], shown: str) -> bool:
    """Whether `may` or `mar` stands there without a capital and a year: they are rather words then."""
    for form in ("dm", "md"):
        month = match[f"{form}_month"]
        if month in ("may", "mar") and not match[f"{form}_year"]:
            return month == shown[match.start(f"{form}_month") : match.end(f"{form}_month")]
    return False


class Lead:
    """The words that lead up to a day, lower-cased."""

    def __init__(self, text: str) -> None:
        """The text right before it, some 60 characters."""
        self._text = text.rstrip()
        self._is_whole = len(text) < _BEFORE
        self._words = [word.strip(',.;:：()“„"') for word in text.split()[-6:]]
        self._last = self._phrases(0)
        self._near = self._last | self._phrases(1)
        if self._words[-2:-1] and self._words[-1] in _ARTICLES:
            self._near |= self._phrases(2)

    def _phrases(self, skipped: int) -> frozenset[str]:
        """Phrases of up to three words before the last ones."""
        words = self._words[: len(self._words) - skipped][-3:]
        return frozenset([" ".join(words[start:]) for start in range(len(words))])

    def ends(self, phrases: frozenset[str]) -> bool:
        """Whether one of some phrases stands there, or before a weekday or an article, or both."""
        return not self._near.isdisjoint(phrases) or self._text.endswith(_unspaced(phrases))

    def is_label(self) -> bool:
        """Whether a word stands right there behind which a number is no day."""
        labels = _leads("label")
        return not self._last.isdisjoint(labels) or self._text.endswith(_unspaced(labels))

    def is_since(self) -> bool:
        """Whether it is told what is so since then: “since the move on 1 August …”."""
        is_after = self._text.startswith(_after())
        if not is_after and _leads("since").isdisjoint(self._words):
            return False
        clause = _CLAUSE.split(self._text)[-1]
        if is_after and self._is_whole and clause == self._text:
            return True
        return not (_leads("since").isdisjoint(clause.split()[-_SINCE:]) or any(map(str.isdigit, clause)))

    def says_due(self) -> bool:
        """Whether something is due or ends there, a few words before."""
        return is_due(_CLAUSE.split(self._text)[-1])


@cache
def _unspaced(phrases: frozenset[str]) -> tuple[str, ...]:
    return tuple(sorted(filter(UNSPACED.match, phrases)))


@cache
def _leads(*keys: str) -> frozenset[str]:
    return frozenset(gathered("dates", *keys))


@cache
def _after() -> tuple[str, ...]:
    """How a fact begins that tells what is so after something."""
    return tuple(f"{phrase} " for phrase in gathered("dates", "after"))


@cache
def _follows(key: str) -> tuple[str, ...]:
    """What follows a day, in languages without blanks."""
    return tuple(filter(UNSPACED.search, gathered("dates", key)))


@cache
def _kept() -> re.Pattern[str]:
    """What follows the day of what is kept: “invoices before 1 September are in the cellar”."""
    return re.compile(either(gathered("dates", "kept")))


def _is_plain(match: re.Match[str], lead: Lead) -> bool:
    """Whether it is a day without a word for a deadline before it.

    A month is none, and `30.6.` or `30.6.20` could be the number of anything: a range or a word must say so.
    Nor is a quarter, but behind `in`; nor `10/2026`, but where something is due in it.
    """
    if match["numbered"] is not None or len(match["dot_year"] or "") == 2:
        return bool(match["dot_from"]) or lead.ends(_leads("before"))
    if not is_span(match):
        return True
    if match["quarter"] is not None:
        return lead.ends(_leads("within"))
    return lead.ends(_leads("within")) and lead.says_due()
