"""Two logs that grew from one become one: what each side added, once, and no old line changed unasked."""

from __future__ import annotations

import time
from datetime import date

import pytest

from tests.patience import SECONDS
from wiki_log_formats import bullets, headings, okf
from wiki_schema.log import MEMWIKI
from wiki_schema.merge import Merged
from wiki_schema.merge.entries import Reading
from wiki_schema.merge.log import merge_log
from wiki_schema.text import BOM

DAY = date(2026, 11, 30)
OLDEST = Reading(MEMWIKI, False, DAY)
NEWEST = Reading(MEMWIKI, True, DAY)


def entry(day: int, name: str) -> str:
    return f"2026-11-{day:02} | ADD | Ana Ruiz | notes/{name}.md | all there is to know about {name}"


def text(*lines: str) -> str:
    return "".join(f"{line}\n" for line in lines)


def crlf(*lines: str) -> str:
    return text(*lines).replace("\n", "\r\n")


def log(*entries: str) -> str:
    return text("# Log", "", *entries)


A, B = entry(1, "ants"), entry(2, "bees")
BASE = ("# Log", "", A, B)
X, Y, Z = entry(11, "xerus"), entry(12, "yak"), entry(13, "zebu")


def merged(base: str, one: str, other: str, reading: Reading = OLDEST) -> str:
    """The merge of two sides that clash nowhere; it is the same whoever merges whom, and stays what it is."""
    made = merge_log(base, one, other, reading)
    assert made.clashes == 0, made.text
    assert merge_log(base, other, one, reading) == made
    for side in (one, other):
        assert merge_log(base, made.text, side, reading).text == made.text
        assert merge_log(side, made.text, side, reading).text == made.text
    return made.text


# Both sides add


@pytest.mark.parametrize(
    ("one", "other", "result"),
    [
        pytest.param((X,), (Y,), (X, Y), id="by day"),
        pytest.param((Y,), (X, Z), (X, Y, Z), id="between"),
        pytest.param((Z, X), (Y,), (Y, Z, X), id="a side's own order comes before the days"),
        pytest.param((X, Y), (X, Z), (X, Y, Z), id="what both have, once"),
        pytest.param((X, X), (X,), (X, X), id="as often as the side that has it oftener"),
        pytest.param((X, Y), (Y, X), (X, Y), id="two orders of the same: one of them"),
        pytest.param((X,), (X, "no log line", Y), (X, "no log line", Y), id="what is no entry goes with it"),
        pytest.param((X,), ("no log line",), ("no log line", X), id="or to the top of the new ones"),
        pytest.param(
            (entry(12, "cow"), entry(12, "eel")),
            (entry(12, "dog"),),
            (entry(12, "cow"), entry(12, "eel"), entry(12, "dog")),
            id="of one day first one side, then the other",
        ),
    ],
)
def test_new_lines_stand_once_each_in_the_order_of_their_days(
    one: tuple[str, ...], other: tuple[str, ...], result: tuple[str, ...]
) -> None:
    assert merged(text(*BASE), text(*BASE, *one), text(*BASE, *other)) == text(*BASE, *result)


@pytest.mark.parametrize(
    ("one", "other", "result"),
    [
        pytest.param((X,), (Y,), (Y, X), id="by day"),
        pytest.param((Y,), (Z, X), (Z, Y, X), id="between"),
        pytest.param((X, Z), (Y,), (Y, X, Z), id="a side's own order comes before the days"),
        pytest.param((Y, X), (Z, X), (Z, Y, X), id="what both have, once"),
        pytest.param((X,), (X, X), (X, X), id="as often as the side that has it oftener"),
    ],
)
def test_newest_first(one: tuple[str, ...], other: tuple[str, ...], result: tuple[str, ...]) -> None:
    def log(*new: str) -> str:
        return text("# Log", "", *new, B, A)

    assert merged(log(), log(*one), log(*other), NEWEST) == log(*result)


@pytest.mark.parametrize(
    ("base", "one", "other", "result"),
    [
        pytest.param("", log(X), log(Y), log(X, Y), id="two new logs"),
        pytest.param(log(), log(X), log(Y), log(X, Y), id="the first entries"),
        pytest.param("# Log\n", log(X), log(Y), log(X, Y), id="a blank line by both"),
        pytest.param(A, text(A, X), text(A) + Y, text(A, X, Y), id="no newline at the end"),
        pytest.param(text(A, ""), text(A, "", X), text(A, "", Y), text(A, "", X, Y), id="a blank line there"),
        pytest.param(text(A), text(A, "", X), text(A, Y), text(A, "", X, Y), id="a blank line by one"),
        pytest.param(text(A), BOM + text(A, X), text(A, Y), BOM + text(A, X, Y), id="a BOM that came"),
        pytest.param(BOM + text(A), text(A, X), BOM + text(A, Y), text(A, X, Y), id="a BOM that went"),
        pytest.param(text(A), crlf(A, X), text(A, Y), crlf(A, X, Y), id="line ends that one side turned"),
        pytest.param(crlf(A), text(A, X), crlf(A, Y), text(A, X, Y), id="or turned back"),
        pytest.param(
            text(A), text(A) + crlf(X), text(A, Y), text(A) + crlf(X) + text(Y), id="or of one line"
        ),
    ],
)
def test_beginnings_and_ends(base: str, one: str, other: str, result: str) -> None:
    assert merged(base, one, other) == result


def test_headings_keep_their_bodies() -> None:
    log = text("# Log", "", "## [2026-11-01] ingest | One", "Body.", "", "- a list")
    one = log + text("", "## [2026-11-12] query | Two", "Body.", "", "- a list")
    other = log + text(
        "", "## [2026-11-12] query | Two", "Another body.", "", "## [2026-11-11] lint", "Clean."
    )
    assert merged(log, one, other, Reading(headings.FORMAT)) == log + text(
        "", "## [2026-11-12] query | Two", "Another body.",
        "", "## [2026-11-11] lint", "Clean.",
        "", "## [2026-11-12] query | Two", "Body.", "", "- a list",
    )  # fmt: skip


def test_an_entry_that_went_on_goes_on() -> None:
    old, new = text("# Log", "", "## [2026-11-01] One", "Body."), text("", "## [2026-11-12] Two", "Body.")
    made = merged(old, old + text("More."), old + new, Reading(headings.FORMAT))
    assert made == old + text("More.") + new


def test_new_entries_stand_before_a_footer() -> None:
    foot = ("", "## See also", "The archive.")

    def log(*names: str) -> str:
        entries = (line for name in names for line in ("", f"## [2026-11-1{name}] {name}"))
        return text("# Log", "", "## [2026-11-01] One", *entries, *foot)

    assert merged(log(), log("2"), log("1", "3"), Reading(headings.FORMAT)) == log("1", "2", "3")
    made = merge_log(log(), log("2"), log("1"), Reading(headings.FORMAT), keeps_ours=True)
    assert made == Merged(log("2", "1"))


def test_days_with_bullets_become_one_day() -> None:
    log = text("# Log", "", "## 2026-11-01", "", "- a")
    one = log + text("- b", "", "## 2026-11-12", "", "- x")
    other = log + text("", "## 2026-11-11", "", "- y", "", "## 2026-11-12", "", "- z")
    assert merged(log, one, other, Reading(okf.FORMAT)) == log + text(
        "- b", "", "## 2026-11-11", "", "- y", "", "## 2026-11-12", "", "- x", "- z"
    )


def test_days_with_bullets_newest_first() -> None:
    def log(*lines: str, today: tuple[str, ...] = ()) -> str:
        return text("# Log", "", *lines, "## 2026-11-30", "", *today, "- a", "", "## 2026-11-01", "", "- o")

    one = log("## 2026-12-01", "", "- x", "", today=("- b",))
    other = log("## 2026-12-01", "", "- y", "", today=("- c",))
    assert merged(log(), one, other, Reading(okf.FORMAT, True, DAY)) == log(
        "## 2026-12-01", "", "- x", "- y", "", today=("- b", "- c")
    )


def test_bullets_keep_their_further_lines() -> None:
    log = text("# Log", "", "- 2026-11-01 — a")
    one, other = log + text("- 2026-11-12 — x", "  more"), log + text("- 2026-11-11 — y", "  more")
    made = log + text("- 2026-11-11 — y", "  more", "- 2026-11-12 — x", "  more")
    assert merged(log, one, other, Reading(bullets.FORMAT)) == made


def test_entries_that_a_merge_put_between_old_ones_stay_there() -> None:
    """A side may itself have merged a third one, whose lines are older than the base."""
    early = entry(1, "aardvark")
    one, other = text("# Log", "", A, early, B, X), text(*BASE, Y)
    assert merged(text(*BASE), one, other) == text("# Log", "", A, early, B, X, Y)


def test_one_entry_in_two_places_stands_in_one() -> None:
    early = entry(1, "aardvark")
    one, other = text("# Log", "", A, early, B), text(*BASE, early)
    assert merged(text(*BASE), one, other) == text("# Log", "", A, early, B)


def test_a_criss_cross_ends_in_one_log() -> None:
    root = text(*BASE)
    one, other = text(*BASE, X), text(*BASE, Y)
    left, right = merge_log(root, one, other, OLDEST).text, merge_log(root, other, one, OLDEST).text
    assert left == right
    virtual = merge_log(root, one, other, OLDEST).text
    assert merged(virtual, left + text(Z), right + text(X)) == text(*BASE, X, Y, X, Z)


def test_histories_of_two_orders_end_in_one_log() -> None:
    """As union merges leave them behind."""
    both = text(*BASE, X, Y), text(*BASE, Y, X)
    for base in (text(*BASE), text(*BASE, X), text(*BASE, Y)):
        assert merged(base, *both) in both


# What only one side may not do


def clash(base: str, one: str, other: str, reading: Reading = OLDEST, **more: object) -> str:
    made = merge_log(base, one, other, reading, **more)  # type: ignore[arg-type]
    assert made.clashes == made.text.count("<<<<<<<") == 1, made.text
    return made.text


EDITED = A.replace("all", "most")


@pytest.mark.parametrize(
    ("one", "other", "result"),
    [
        pytest.param(
            ("# Log", "", EDITED, B, X), (*BASE, Y),
            ("# Log", "<<<<<<< ours", "", EDITED, "=======", "", A, ">>>>>>> theirs", B, X, Y),
            id="edited",
        ),
        pytest.param(
            (*BASE, X), ("# Log", "", EDITED, B, Y),
            ("# Log", "<<<<<<< ours", "", A, "=======", "", EDITED, ">>>>>>> theirs", B, X, Y),
            id="edited by theirs",
        ),
        pytest.param(
            ("# Log", "", A, X), (*BASE, Y),
            ("# Log", "", A, "<<<<<<< ours", "=======", B, ">>>>>>> theirs", X, Y),
            id="taken out",
        ),
        pytest.param(
            ("# Our log", "", A, B, X), (*BASE, Y),
            ("<<<<<<< ours", "# Our log", "=======", "# Log", ">>>>>>> theirs", "", A, B, X, Y),
            id="the preamble",
        ),
        pytest.param(
            ("# Log", "Hello", "", A, B, X), (*BASE, Y),
            ("# Log", "<<<<<<< ours", "Hello", "=======", ">>>>>>> theirs", "", A, B, X, Y),
            id="a line in the preamble",
        ),
        pytest.param(
            ("# Log", "", A, B + "  ", X), (*BASE, Y),
            ("# Log", "", A, "<<<<<<< ours", B + "  ", "=======", B, ">>>>>>> theirs", X, Y),
            id="a blank at the end of a line",
        ),
        pytest.param(
            ("# Log", "", A.replace("all", "much"), B), ("# Log", "", EDITED, B, Y),
            ("# Log", "<<<<<<< ours", "", A.replace("all", "much"), "=======", "", EDITED, ">>>>>>> theirs",
             B, Y),
            id="edited by both in two ways",
        ),
    ],
)  # fmt: skip
def test_what_only_one_side_changed_both_show_and_the_rest_is_merged(
    one: tuple[str, ...], other: tuple[str, ...], result: tuple[str, ...]
) -> None:
    made = clash(text(*BASE), text(*one), text(*other))
    assert [line for line in made.split("\n") if line] == [line for line in result if line]


def test_an_order_that_only_one_side_changed_is_not_taken_over() -> None:
    assert merged(text(*BASE), text("# Log", "", B, A, X), text(*BASE, Y)) == text(*BASE, X, Y)
    old = text("# Log", "", "## [2026-11-01] a", "Words.", "## [2026-11-02] b", "Words.")
    new = text("# Log", "", "## [2026-11-02] b", "Words.", "## [2026-11-01] a", "Words.")
    reading = Reading(headings.FORMAT)
    assert merged(old, new, old + text("## [2026-11-03] c"), reading) == old + text("## [2026-11-03] c")


def test_of_two_new_orders_one_holds() -> None:
    base, one, other = text(A, B, X), text(B, A, X, Y), text(A, X, B, Z)
    assert merged(base, one, other) in (text(B, A, X, Y, Z), text(A, X, B, Y, Z))


def test_lines_glued_for_want_of_a_newline_are_shown() -> None:
    made = clash(A, f"{A}{X}\n", text(A, Y))
    assert f"<<<<<<< ours\n{A}{X}\n=======\n{A}\n>>>>>>> theirs\n{Y}\n" == made


@pytest.mark.parametrize(
    ("one", "other"),
    [
        pytest.param((EDITED, B, X), (EDITED, B, Y), id="edited"),
        pytest.param((B, X), (B, Y), id="taken out"),
        pytest.param((B, A, X), (B, A, Y), id="put into another order"),
    ],
)
def test_what_both_sides_did_alike_is_done(one: tuple[str, ...], other: tuple[str, ...]) -> None:
    made = merged(text("# Log", "", A, B), text("# Log", "", *one), text("# Log", "", *other))
    assert made == text("# Log", "", *one, Y)


def test_markers_are_as_wide_as_git_wants_them() -> None:
    made = merge_log(text(*BASE), text("# Log", "", A, X), text(*BASE, Y), OLDEST, width=9)
    assert "<<<<<<<<< ours\n=========\n" in made.text


# Secrets


SECRET = entry(1, "keys").replace("all", "sk-4711 is all")
HIDDEN = SECRET.replace("sk-4711", "[redacted: token]")
TOLD = "2026-11-12 | CONFLICT | root | log.md | a token redacted"


def test_a_redaction_wins_over_the_line_that_the_other_side_left_as_it_was() -> None:
    base = text("# Log", SECRET, B)
    assert merged(base, text("# Log", HIDDEN, B, TOLD), text("# Log", SECRET, B, X)) == text(
        "# Log", HIDDEN, B, X, TOLD
    )


def test_a_redacted_line_that_the_other_side_edited_is_left_to_a_person() -> None:
    other = SECRET.replace("know", "say")
    made = clash(text("# Log", SECRET, B), text("# Log", HIDDEN, B), text("# Log", other, B, X))
    assert f"<<<<<<< ours\n{HIDDEN}\n=======\n{other}\n>>>>>>> theirs" in made


# A log that was put away


AWAY = ("# Log", "", "Before: log-2026.md", "")


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_what_came_while_the_log_was_put_away_comes_into_the_new_one(order: tuple[int, int]) -> None:
    sides = (text(*AWAY, Z), text(*BASE, X, Y))
    one, other = (sides[at] for at in order)
    archives = {"": text(*BASE, X)}

    def archived(preamble: str) -> list[str]:
        return [archives[""]] if "log-2026.md" in preamble else []

    made = merge_log(text(*BASE), one, other, OLDEST, archived=archived)
    assert made == Merged(text(*AWAY, Y, Z)), "X lies in the archive already"


def test_a_log_that_only_says_so_is_not_put_away() -> None:
    made = merge_log(
        text(*BASE), text(*AWAY, Z), text(*BASE, X), OLDEST, archived=lambda _: [text("# Log", A)]
    )
    assert made.clashes
    assert all(line in made.text for line in (*AWAY, *BASE, X, Z))


# On top of ours


def on_top(base: str, ours: str, theirs: str, reading: Reading = OLDEST) -> str:
    made = merge_log(base, ours, theirs, reading, keeps_ours=True)
    assert made.clashes == 0, made.text
    assert merge_log(base, made.text, theirs, reading, keeps_ours=True) == made
    return made.text


def test_a_commit_put_on_top_adds_behind_all_that_is_there() -> None:
    base = text(*BASE)
    assert on_top(base, text(*BASE, Y), text(*BASE, X)) == text(*BASE, Y, X)
    assert on_top(base, text(*BASE, Y, X), text(*BASE, X, Z)) == text(*BASE, Y, X, Z)
    one, other = text("# Log", "", Y, B, A), text("# Log", "", X, B, A)
    assert on_top(text("# Log", "", B, A), one, other, NEWEST) == text("# Log", "", X, Y, B, A)


def test_a_commit_picked_alone_brings_no_earlier_one_along() -> None:
    assert on_top(text(*BASE, X), text(*BASE, Y), text(*BASE, X, Z)) == text(*BASE, Y, Z)


def test_what_it_did_to_a_line_that_is_not_there_is_only_added() -> None:
    changed = X.replace("all", "most")
    assert on_top(text(*BASE, X), text(*BASE, Y), text(*BASE, changed)) == text(*BASE, Y, changed)


def test_a_commit_taken_back_is_left_to_a_person() -> None:
    made = clash(text(*BASE, X), text(*BASE, X, Y), text(*BASE), keeps_ours=True)
    assert made == text(*BASE, "<<<<<<< ours", X, "=======", ">>>>>>> theirs", Y)


def test_a_day_that_is_there_is_gone_on_with() -> None:
    log = text("# Log", "", "## 2026-11-29", "", "- a")
    ours, theirs = (
        log + text("", "## 2026-11-30", "", "- b"),
        log + text("- c", "", "## 2026-11-30", "", "- d"),
    )
    assert on_top(log, ours, theirs, Reading(okf.FORMAT)) == ours + text(
        "## 2026-11-29", "- c", "", "## 2026-11-30", "", "- d"
    )
    assert (
        on_top(log, ours, log + text("", "## 2026-11-30", "", "- d"), Reading(okf.FORMAT)) == ours + "- d\n"
    )


@pytest.mark.parametrize(("day", "heads"), [(DAY, 1), (date(2026, 12, 30), 2), (None, 2)])
def test_newest_first_under_the_heading_of_today_and_of_no_other_day(day: date | None, heads: int) -> None:
    def log(*lines: str) -> str:
        return text("# Log", "", *lines, "## 2026-11-01", "", "- a")

    today = ("## 2026-11-30", "")
    made = on_top(log(), log(*today, "- b", ""), log(*today, "- c", ""), Reading(okf.FORMAT, True, day))
    assert made.count("## 2026-11-30") == heads
    assert made.endswith(log(*today, "- b", "").partition("\n\n")[2].removeprefix("## 2026-11-30\n\n"))


# Size


def test_a_long_log_takes_no_time() -> None:
    lines = [f"2026-05-01 | ADD | Ana Ruiz | notes/n{i % 999}.md | fact {i} is new" for i in range(200_000)]
    start = time.perf_counter()
    for reading, rows in ((OLDEST, lines), (NEWEST, lines[::-1])):
        base = text("# Log", "", *rows)
        one, other = (
            base + text(new) if reading is OLDEST else text("# Log", "", new, *rows) for new in (X, Y)
        )
        made = merge_log(base, one, other, reading).text
        assert len(made) == len(one) + len(Y) + 1
    assert time.perf_counter() - start < SECONDS


def test_another_log_in_its_place_takes_no_ages() -> None:
    lines = [f"2026-05-01 | ADD | Ana Ruiz | notes/n{i % 999}.md | fact {i} is new" for i in range(5_000)]
    base, one = text("# Log", "", *lines), text("# Log", "", *lines, X)
    others = lines[::-1], [line.replace("fact", "claim") for line in lines], lines[::2], [X] * 5_000
    start = time.perf_counter()
    for other in others:
        for keeps_ours in (False, True):
            made = merge_log(base, one, text("# Log", "", *other), OLDEST, keeps_ours=keeps_ours)
            assert made.text.count("\n") >= len(lines)
    assert time.perf_counter() - start < SECONDS
