"""What files hold after a call: the plain application, or nothing at all."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wiki_hooks.agents import patch
from wiki_hooks.agents.deeds import (
    Append,
    CannotTell,
    Deed,
    Edit,
    Insert,
    Move,
    Remove,
    Unclear,
    Write,
    outcome,
)

BEFORE = {
    "a": "one\ntwo\nthree\n",
    "crlf": "one\r\ntwo\r\n",
    "mixed": "one\r\ntwo\nthree\n",
    "open": "one",
    "none": "",
}


def after(*deeds: Deed) -> dict[str, str | None]:
    return outcome(deeds, BEFORE.get).files


@pytest.mark.parametrize(
    ("deeds", "files"),
    [
        ([Write("a", "x")], {"a": "x"}),
        ([Write("new", "x")], {"new": "x"}),
        ([Edit("a", "two", "2")], {"a": "one\n2\nthree\n"}),
        ([Edit("a", "two\n", "")], {"a": "one\nthree\n"}),
        ([Edit("a", "o", "0", True)], {"a": "0ne\ntw0\nthree\n"}),
        ([Edit("crlf", "one\ntwo", "1\n2")], {"crlf": "1\r\n2\r\n"}),
        ([Edit("a", "one", "1"), Edit("a", "1\ntwo", "x")], {"a": "x\nthree\n"}),
        ([Insert("a", 0, "zero")], {"a": "zero\none\ntwo\nthree\n"}),
        ([Insert("a", 3, "four\n")], {"a": "one\ntwo\nthree\nfour\n"}),
        ([Insert("open", 1, "two")], {"open": "one\ntwo"}),
        ([Append("open", "two\n")], {"open": "one\ntwo\n"}),
        ([Append("new", "x")], {"new": "x"}),
        ([Remove("a")], {"a": None}),
        ([Move("a", "b")], {"b": "one\ntwo\nthree\n", "a": None}),
        ([Edit("a", "two", "2"), Move("a", "b")], {"b": "one\n2\nthree\n", "a": None}),
    ],
)
def test_files_are_as_the_deeds_leave_them(deeds: list[Deed], files: dict[str, str | None]) -> None:
    assert after(*deeds) == files


@pytest.mark.parametrize(
    "deed",
    [
        Edit("a", "four", "4"),
        Edit("a", "o", "0"),
        Edit("gone", "x", "y"),
        Edit("mixed", "one\ntwo", "x"),
        Insert("a", 4, "x"),
        Insert("a", -1, "x"),
        Move("gone", "b"),
        Unclear("a", "why"),
    ],
)
def test_what_a_host_may_do_otherwise_cannot_be_told(deed: Deed) -> None:
    with pytest.raises(CannotTell):
        after(deed)


def test_only_a_file_that_held_something_is_written_whole() -> None:
    assert outcome([Write("a", "x"), Write("new", "y"), Write("none", "z")], BEFORE.get).whole == ("a",)


LINES = st.lists(st.text(alphabet="ab -+*@#\t", max_size=6), max_size=8)


@given(LINES, LINES)
def test_a_patch_of_any_lines_gives_the_lines_it_was_made_from(old: list[str], new: list[str]) -> None:
    rows = [f"-{row}" for row in old] + [f"+{row}" for row in new]
    text = "\n".join(["*** Begin Patch", "*** Update File: f", "@@", *rows, "*** End Patch"])
    before = "".join(f"{row}\n" for row in old)
    if not rows:
        return
    found = outcome(patch.deeds(text), {"f": before}.get).files
    assert found == {"f": "".join(f"{row}\n" for row in new)}


@given(st.text(max_size=40), st.text(min_size=1, max_size=4), st.text(max_size=4), st.booleans())
def test_an_edit_is_a_plain_replacement_or_cannot_be_told(text: str, old: str, new: str, every: bool) -> None:
    try:
        found = outcome([Edit("f", old, new, every)], {"f": text}.get).files["f"]
    except CannotTell:
        assert text.count(old) != 1
        return
    if old in text:
        assert found == text.replace(old, new)
    else:
        assert found == text.replace("\r\n", "\n").replace(old, new.replace("\r\n", "\n")).replace(
            "\n", "\r\n"
        )
