"""Which entries of a log are meant: by days as people say them, by names, by notes."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wiki_hooks.logs.log_filters import by_path, by_text, by_verb, by_who, read_day, since_day, until_day
from wiki_hooks.logs.logbook import Entry
from wiki_schema.log import LogLine
from wiki_schema.members import Roster
from wiki_schema.members.file import read_members
from wiki_schema.policy import Store

MEMBERS = """\
[[member]]
id = "anna"
name = "Anna Rossi"
aliases = ["mum"]

[[member]]
id = "Straße"

[[member]]
id = "strasse"
"""
ROSTER = Roster(read_members(MEMBERS, "members.toml"))
DAY = date(2026, 3, 31)


def entry(path: str = "trips.md", who: str = "anna", verb: str = "ADD", words: str = "") -> Entry:
    line = LogLine(3, f"2026-03-31 | {verb} | {who} | {path} | {words}", DAY, verb, who, path, words)
    return Entry(Store("wiki"), "wiki/log.md", line, ("and a second line",))


@pytest.mark.parametrize(
    ("words", "day"),
    [
        ("2026-03-01", "2026-03-01"),
        (" Today ", "2026-03-31"),
        ("yesterday", "2026-03-30"),
        ("2 days", "2026-03-29"),
        ("2d ago", "2026-03-29"),
        ("1 week ago", "2026-03-24"),
        ("1 month", "2026-02-28"),
        ("13 months ago", "2025-02-28"),
        ("2 years", "2024-03-31"),
        ("0 days", "2026-03-31"),
        ("9999 weeks", "1834-08-12"),
        ("9999 years", "0001-01-01"),
        ("-1 days", None),
        ("99999 days", None),
        ("tomorrow", None),
        ("2026-02-30", None),
        ("", None),
    ],
)
def test_a_day_may_be_said_as_people_say_it(words: str, day: str | None) -> None:
    assert read_day(words, DAY) == (date.fromisoformat(day) if day else None)


@given(st.dates(), st.integers(0, 9999), st.sampled_from(["day", "week", "month", "year"]))
def test_a_span_ends_today_and_the_longer_begins_no_later(today: date, number: int, unit: str) -> None:
    day, longer = (read_day(f"{n} {unit}s", today) for n in (number, min(number + 1, 9999)))
    assert day is not None and longer is not None
    assert longer <= day <= today


@pytest.mark.parametrize(
    ("asked", "wrote", "is_meant"),
    [
        ("anna", "Anna Rossi", True),
        ("MUM", "anna", True),
        ("anna", "anna and ben", True),
        ("anna", "anna-lena", False),
        ("Ghost", "ghost", True),
        ("ghost", "ghost writer", False),
        ("strasse", "Straße", False),
        ("STRASSE", "ghost", False),
    ],
)
def test_whoever_wrote_it_goes_by_any_of_their_names(asked: str, wrote: str, is_meant: bool) -> None:
    assert by_who(asked, ROSTER)(entry(who=wrote)) is is_meant


@pytest.mark.parametrize(
    ("asked", "is_meant"),
    [
        ("wiki/trips.md", True),
        ("wiki/trips", True),
        ("trips.md", True),
        ("wiki", True),
        ("wiki/", True),
        ("wiki/trip", False),
        ("other/trips.md", False),
    ],
)
def test_a_note_is_named_with_or_without_its_ending_and_by_its_folders(asked: str, is_meant: bool) -> None:
    assert by_path(asked)(entry()) is is_meant


def test_words_are_looked_for_in_all_lines_whatever_their_case() -> None:
    assert (
        by_text("SECOND")(entry()) and by_text("rome")(entry(words="to Rome")) and not by_text("x")(entry())
    )
    assert by_verb(["add"])(entry()) and not by_verb(["claim"])(entry())


@pytest.mark.parametrize(("days", "since", "until"), [(-1, True, False), (0, True, True), (1, False, True)])
def test_both_bounds_are_within(days: int, since: bool, until: bool) -> None:
    bound = date.fromordinal(DAY.toordinal() + days)
    assert (since_day(bound)(entry()), until_day(bound)(entry())) == (since, until)
    undated = entry()._replace(head=LogLine(1, "a line", None))
    assert not since_day(date.min)(undated) and not until_day(date.max)(undated)
