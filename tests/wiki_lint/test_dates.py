"""Which days a text names, and which of them were to come when it was written."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.linting import lint_files
from wiki_lint.dates import named_days, plan
from wiki_lint.days import LATE

WRITTEN = date(2026, 7, 26)
LATER = date(2030, 1, 1)


def days(text: str) -> list[str]:
    return [named.day.isoformat() for named in named_days(text, WRITTEN)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("2026-08-15", ["2026-08-15"]),
        ("From 2026-08-01 to 2026-08-15", ["2026-08-01", "2026-08-15"]),
        ("2026-08-01/2026-08-15", ["2026-08-01", "2026-08-15"]),
        ("15 Aug 2026", ["2026-08-15"]),
        ("15th of August", ["2026-08-15"]),
        ("Aug 15", ["2026-08-15"]),
        ("Aug. 15th, 2027", ["2027-08-15"]),
        ("Aug 15-17", ["2026-08-17"]),
        ("8–22 Aug", ["2026-08-22"]),
        ("28 Dec – 3 Jan", ["2026-12-28", "2027-01-03"]),
        ("Sat 15 Aug 10:30", ["2026-08-15"]),
        ("15.8.2026", ["2026-08-15"]),
        ("15. August", ["2026-08-15"]),
        ("vom 3. bis 7. Mai", ["2027-05-07"]),
        ("Frei vom 3.–7.8.", ["2026-08-07"]),
        ("bis 30.9.", ["2026-09-30"]),
        ("bis 31. 8. 2026", ["2026-08-31"]),
        ("bis Ende August 2026", ["2026-08-31"]),
        ("dall'8 al 22 agosto", ["2026-08-22"]),
        ("il 1° settembre", ["2026-09-01"]),
        ("del 8 al 22 de agosto de 2026", ["2026-08-22"]),
        ("du 8 au 22 août", ["2026-08-22"]),
        ("le 1er septembre", ["2026-09-01"]),
        ("8月15日", ["2026-08-15"]),
        ("8月8日至22日", ["2026-08-22"]),
        ("8月30日〜9月2日", ["2026-09-02"]),
        ("2026年8月まで", ["2026-08-31"]),
        ("due 8/15/2026", ["2026-08-15"]),
    ],
)
def test_days_in_every_form(text: str, expected: list[str]) -> None:
    assert days(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "2026",
        "August",
        "in August 2026",
        "Feb 30",
        "v2026-08-15",
        "API version 2026-08-15",
        "Version 2026.8.15",
        "ticket 2026-08-15-A",
        "IP 10.8.26.1",
        "siehe Kapitel 3.4. und 3.5.",
        "§ 3.4.2026",
        "room 8–22",
        "ratio 8/22",
        "030 15.08.20",
        "costs 12.50",
        "at 9.15",
        "5 may come",
        "3 set pieces",
        "`2026-08-15`",
        "[minutes](minutes/2026-08-15.md)",
        "[[2026-08-15 minutes]]",
        "https://example.org/2026-08-15/notes",
        "backup-2026-08-15.tar.gz",
        "2026年",
        "²³ Aug",
    ],
)
def test_what_only_looks_like_a_day(text: str) -> None:
    assert days(text) == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Trip 8–22 Aug", "2026-08-22"),
        ("Set up on 3 Aug, fair until 9 Aug", "2026-08-09"),
        ("Rented since 2025-01-01 until 2026-09-30", "2026-09-30"),
        ("Renewal was due on 20 July", "2026-07-20"),
        ("Trip on 20 July", None),
        ("Replaced on 2025-03-02", None),
        ("From 1 Aug 2026 the new tariff holds", None),
        ("seit 1. August", None),
        ("2026年8月1日から新料金", None),
        ("Every 15 August", None),
        ("Geburtstag: 12. August", None),
    ],
)
def test_a_plan_is_what_was_to_come_when_it_was_written(text: str, expected: str | None) -> None:
    assert plan(text, WRITTEN, LATER) == (date.fromisoformat(expected) if expected else None)


def test_what_stands_under_history_is_no_plan() -> None:
    assert plan("Trip 8–22 Aug", WRITTEN, LATER, ("Trips", "Archive")) is None
    assert plan("Trip 8–22 Aug", WRITTEN, LATER, ("Trips",)) is not None


def test_a_plan_is_over_the_day_after_its_last_day() -> None:
    last = date(2026, 8, 22)
    assert plan("Trip 8–22 Aug", WRITTEN, last) is None
    assert plan("Trip 8–22 Aug", WRITTEN, last + timedelta(1)) == last


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Next week we drive to Bern", "2026-08-02"),
        ("The plumber comes tomorrow", "2026-07-27"),
        ("Übermorgen kommt der Techniker", "2026-07-28"),
        ("Am kommenden Freitag kommt er", "2026-07-31"),
        ("We meet next Friday", "2026-08-07"),
        ("L'assemblea è venerdì prossimo", "2026-08-07"),
        ("Next month we drive to Bern", "2026-08-31"),
        ("Nächstes Jahr wird das Dach neu gedeckt", "2027-12-31"),
        ("Il bando scade a fine settembre", "2026-09-30"),
        ("TÜV bis 10/2026", "2026-10-31"),
        ("Conference in Q3 2026", "2026-09-30"),
        ("Messe im 4. Quartal 2026", "2026-12-31"),
        ("十月三日去上海出差", "2026-10-03"),
        ("二〇二六年十二月二十一日去上海", "2026-12-21"),
        ("If it rains, then next week", None),
        ("The menu for next week hangs there", None),
        ("Since the move on 1 August 2026 it is here", None),
        ("Rechnungen vor dem 1. September 2026 liegen im Keller", None),
        ("Anmeldung vor dem 1. September 2026", "2026-09-01"),
    ],
)
def test_days_by_how_far_off_they_are_and_spans_by_their_end(text: str, expected: str | None) -> None:
    assert plan(text, WRITTEN, LATER) == (date.fromisoformat(expected) if expected else None)


@pytest.mark.parametrize("month", range(1, 13))
def test_the_next_month_ends_with_its_last_day(month: int) -> None:
    day = plan("Next month we paint", date(2026, month, 15), LATER)
    assert day is not None and (day + timedelta(1)).day == 1
    assert (day.year * 12 + day.month) - (2026 * 12 + month) == 1


def test_where_what_is_so_goes_on_the_fact_is_superseded_and_never_retired() -> None:
    line = "- {} on 1 October — Ana Ruiz, 2026-07-26\n"
    for text, is_kept in (("The office moves to Hall Street 4", True), ("Trip to Bern", False)):
        [one] = [f for f in lint_files({"a.md": line.format(text)}) if f.rule == "date-passed"]
        assert "memwiki supersede a.md --line 1:" in one.hint
        assert ("retire" not in one.hint) == is_kept


@given(st.dates(date(2000, 2, 1), date(2090, 1, 1)), st.integers(0, 330))
def test_a_day_without_a_year_is_the_next_one_after_the_fact_was_written(written: date, ahead: int) -> None:
    day = written - LATE + timedelta(ahead)
    for text in (f"{day:%d} {day:%b}", f"{day.month}月{day.day}日", f"am {day.day}.{day.month}."):
        assert [named.day for named in named_days(text, written)] == [day], text


@given(st.text(alphabet="0123456789.-/–: 年月日AugMaybistountil[]`<>@_", max_size=200))
def test_no_text_breaks_the_grammar(text: str) -> None:
    plan(text, WRITTEN, LATER)
