"""Which fact is meant."""

from __future__ import annotations

import re

import pytest

from wiki_schema.amend import Ambiguous, CannotAmend, FactName, NoSuchFact, find_fact, place_of, read_place
from wiki_schema.note import Note, parse_note
from wiki_schema.words import CURRENT, SUPERSEDED

NOTE = parse_note(
    "# Home\n\n"
    "- The pool opens at nine — ana, 2026-01-01\n"  # 3
    "- The pool opens at nine on Sundays — bo, 2026-01-01\n"  # 4
    "- the POOL — ana, 2026-01-01\n"  # 5
    "- Zoe\u0308 has   two\n  cats — bo, 2026-01-01\n"  # 6
    "- ~~Zoë has one cat — bo, 2026-01-01~~ — superseded 2026-02-01 by bo\n"  # 8
    "- Same — ana, 2026-01-01\n"  # 9
    "- Same — bo, 2026-01-01\n"  # 10
    "- nobody's\n"  # 11
    "- - first — ana, 2026-01-01\n"  # 12
)


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("on Sundays", 4),
        ("The pool opens at nine", 3),  # whole wins over part
        ("the pool opens at nine", 3),
        ("the POOL", 5),
        ("THE POOL", 5),
        ("POOL", 5),  # in its own case
        ("at nine — ana", 3),
        ("Zo\u00eb has two cats", 6),
        ("ZOË HAS", 6),
        ("Same — bo, 2026-01-01", 10),
    ],
)
def test_a_fact_is_named_by_any_part_that_no_other_has(text: str, line: int) -> None:
    index, item = find_fact(NOTE, FactName("home.md", text))
    assert item.line == line
    assert NOTE.items[index] is item


@pytest.mark.parametrize(("line", "text"), [(4, ""), (3, "pool"), (10, "same"), (12, "")])
def test_a_fact_is_named_by_its_line(line: int, text: str) -> None:
    assert find_fact(NOTE, FactName("home.md", text, line))[1].line == line


@pytest.mark.parametrize(
    ("text", "lines"),
    [("Same", [9, 10]), ("pool opens", [3, 4]), ("", [3, 4, 5, 6, 9, 10, 12])],
)
def test_what_several_say_names_none(text: str, lines: list[int]) -> None:
    with pytest.raises(Ambiguous) as several:
        find_fact(NOTE, FactName("home.md", text))
    assert [line for line, _ in several.value.candidates] == lines
    assert f"line {lines[0]}" in str(several.value)


@pytest.mark.parametrize(
    ("name", "nearest"),
    [
        (FactName("home.md", "pool opens at ten"), 3),
        (FactName("home.md", "one cat"), 6),
        (FactName("home.md", line=11), 10),
        (FactName("home.md", "cats", 4), 4),
    ],
)
def test_who_names_none_is_told_the_nearest(name: FactName, nearest: int) -> None:
    with pytest.raises(NoSuchFact) as none:
        find_fact(NOTE, name)
    assert nearest in [line for line, _ in none.value.candidates]


def test_only_current_facts_are_meant_unless_others_are_asked_for() -> None:
    name = FactName("home.md", "has one cat")
    with pytest.raises(NoSuchFact):
        find_fact(NOTE, name)
    assert find_fact(NOTE, name, (SUPERSEDED,))[1].line == 8
    assert find_fact(NOTE, name, (CURRENT, SUPERSEDED))[1].line == 8


@pytest.mark.parametrize("added", [0, 1, 7])
def test_a_fact_named_by_its_place_is_found_again_however_many_lines_came_above(added: int) -> None:
    _, item = find_fact(NOTE, FactName("home.md", line=4))
    line, digest = read_place(place_of(item))
    later = parse_note(
        "- The pool is deep — ana, 2026-01-02\n" * added + "- So is the lake — bo, 2026-01-01\n" * 3
    )
    grown = Note(items=(*later.items, *(each._replace(line=each.line + added) for each in NOTE.items)))
    assert find_fact(grown, FactName("home.md", line=line, digest=digest))[1].words == item.words


def test_a_place_never_names_another_fact() -> None:
    digests = {line: place_of(find_fact(NOTE, FactName("home.md", line=line))[1])[-6:] for line in (3, 4)}
    struck = parse_note(
        "# Home\n\n"
        "- ~~The pool opens at nine — ana, 2026-01-01~~ — superseded 2026-02-01 by ana\n"
        "- The pool opens at ten — ana, 2026-02-01\n"
        "- The pool opens at nine on Sundays — bo, 2026-01-01\n"
        "- The pool opens at nine on Sundays — bo, 2026-01-01\n"
    )
    for line, digest in digests.items():  # the one was struck, the other stands twice and not there
        with pytest.raises(CannotAmend, match=rf"^Line {line} of home\.md no longer holds"):
            find_fact(struck, FactName("home.md", line=line, digest=digest))
    assert find_fact(struck, FactName("home.md", line=6, digest=digests[4]))[1].line == 6


@pytest.mark.parametrize(
    "place", ["", "0", "-1", "x", "4:", "4:12", "4:12345g", "4:ABCDEF", "٤", "4:123456:7", "1" * 20]
)
def test_what_is_no_place_is_refused(place: str) -> None:
    with pytest.raises(ValueError, match=f"^{re.escape(place)}$"):
        read_place(place)


def test_what_a_note_says_is_shown_harmless() -> None:
    note = parse_note("- a\x1b[31m — ana, 2026-01-01\n- ab\x1b — ana, 2026-01-01\n")
    with pytest.raises(Ambiguous) as several:
        find_fact(note, FactName("home.md", "a"))
    assert "\x1b" not in str(several.value)
