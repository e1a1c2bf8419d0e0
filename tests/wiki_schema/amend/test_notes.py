"""A note that is new, and one that bears another name: its listing and its log line come with it."""

from __future__ import annotations

import pytest

from tests.amending import store
from wiki_schema.amend import CannotAmend, create, rename

FACT = "- The ferry leaves at nine — Ana Ruiz, 2026-11-30"

# The index before, what it says of `trips/rome.md` as `cities/roma.md`.
INDEXES = {
    "a link": ("- [Rome](trips/rome.md) — by train", "- [Rome](cities/roma.md) — by train"),
    "a link with a title": ('* [Rome](trips/rome.md "x")', '* [Rome](cities/roma.md "x")'),
    "a wikilink": ("- [[trips/rome]]", "- [[cities/roma]]"),
    "a wikilink with words": ("- [[trips/rome|Rome]]", "- [[cities/roma|Rome]]"),
    "a bare stem": ("- [[rome]]", "- [[cities/roma]]"),
    "a table": ("| note | about |\n|---|---|\n| [Rome](trips/rome.md) | trains |",
                "| note | about |\n|---|---|\n| [Rome](cities/roma.md) | trains |"),
    "a bare path": ("- trips/rome.md", "- cities/roma.md"),
    "twice": ("- [Rome](trips/rome.md)\n- [again](trips/rome.md)",
              "- [Rome](cities/roma.md)\n- [again](cities/roma.md)"),
}  # fmt: skip


@pytest.mark.parametrize(("before", "after"), INDEXES.values(), ids=list(INDEXES))
def test_a_listing_follows_a_note_to_its_new_name(before: str, after: str) -> None:
    head = "# Index\n\n- [home](home.md)\n"
    stage = store(index=f"{head}{before}\n")
    stage.files["trips/rome.md"] = f"# Rome\n\n{FACT}\n"
    amendment = rename(stage.scene, "trips/rome.md", "cities/roma.md")
    assert amendment.files["index.md"] == f"{head}{after}\n"
    assert amendment.files["trips/rome.md"] is None
    assert (
        amendment.log_lines[0][1]
        == "2026-11-30 | UPDATE | Ana Ruiz | cities/roma.md | renamed from trips/rome.md"
    )
    assert stage.refusals(amendment) == []


def test_a_note_that_nothing_listed_is_listed_under_its_new_name() -> None:
    stage = store()
    stage.files["rome.md"] = f"# Rome\n\n{FACT}\n"
    amendment = rename(stage.scene, "rome.md", "roma.md")
    assert "(roma.md)" in (amendment.files["index.md"] or "")
    assert stage.refusals(amendment) == []


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ("gone.md", "new.md", "There is no note"),
        ("home.md", "index.md", "there already"),
        ("home.md", "new.txt", "can be no note"),
        ("home.md", ".hidden.md", "can be no note"),
        ("home.md", "a\u202eb.md", "holds"),
    ],
)
def test_a_name_that_cannot_be_is_refused(old: str, new: str, why: str) -> None:
    with pytest.raises(CannotAmend, match=why):
        rename(store().scene, old, new)


def test_a_note_is_made_with_its_listing_and_its_log_line() -> None:
    stage = store()
    amendment = create(stage.scene, "sea/ferry.md", f"# The ferry\n\n{FACT}")
    assert amendment.files["sea/ferry.md"] == f"# The ferry\n\n{FACT}\n"
    assert "- [The ferry](sea/ferry.md)\n" in (amendment.files["index.md"] or "")
    assert amendment.log_lines[0][1] == "2026-11-30 | ADD | Ana Ruiz | sea/ferry.md | new note, 1 fact"
    assert stage.refusals(amendment) == []


@pytest.mark.parametrize(
    ("path", "text", "why"),
    [
        ("home.md", "# x", "there already"),
        ("new.md", " \n", "would be empty"),
        ("new.txt", "x", "can be no note"),
    ],
)
def test_a_note_that_cannot_be_is_not_made(path: str, text: str, why: str) -> None:
    with pytest.raises(CannotAmend, match=why):
        create(store().scene, path, text)


def test_a_title_is_the_first_heading_else_the_name_of_the_file() -> None:
    assert "[Car trips](car-trips.md)" in (
        create(store().scene, "car-trips.md", "Text.").files["index.md"] or ""
    )
    odd = create(store().scene, "a.md", "#\n\n# C# #\n").files["index.md"] or ""
    assert "[C#](a.md)" in odd
