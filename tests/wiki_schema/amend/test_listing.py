"""A new note is listed as its neighbours are, and the listing leads to it whatever its name."""

from __future__ import annotations

import pytest

from tests.amending import store
from wiki_schema.amend import CannotAmend, add

INDEXES = {
    "links": ("# Index\n\n- [home](home.md)\n", "- [home](home.md)\n- [New](new.md)\n"),
    "nested, with another marker": (
        "* Notes\n  + [home](home.md)\n* Links\n",
        "  + [home](home.md)\n  + [New](new.md)\n* Links\n",
    ),
    "an item of several lines": (
        "- [home](home.md): what\n  it says\n\nThe end.\n",
        "  it says\n- [New](new.md)\n\nThe end.\n",
    ),
    "wikilinks": ("- [[home]]\n", "- [[home]]\n- [[new]]\n"),
    "bare paths": ("- home.md the start", "- home.md the start\n- new.md\n"),
    "paths in backticks": ("- `home.md`: the start\n", "- `new.md`\n"),
    "a table": (
        "| note | about |\n|---|---|\n| [home](home.md) | x |\n\nThe end.\n",
        "| [home](home.md) | x |\n| [New](new.md) | |\n\nThe end.\n",
    ),
    "a table of wikilinks, the note in the second cell": (
        "| day | note |\n|---|---|\n| 1 | [[home\\|the start]] |\n",
        "| 1 | [[home\\|the start]] |\n| | [[new\\|New]] |\n",
    ),
    "a table without outer bars": (
        "note | about\n---|---\n[home](home.md) | x\n",
        "[home](home.md) | x\n[New](new.md) |\n",
    ),
    "nothing": ("# Index\n", "# Index\n- [New](new.md)\n"),
    "text": ("See [home](home.md) first.\n", "See [home](home.md) first.\n- [New](new.md)\n"),
    "CRLF": ("- [home](home.md)\r\n", "- [home](home.md)\r\n- [New](new.md)\r\n"),
}


@pytest.mark.parametrize(("index", "grown"), INDEXES.values(), ids=list(INDEXES))
def test_a_note_is_listed_in_the_style_of_its_index(index: str, grown: str) -> None:
    stage = store(index=index)
    amendment = add(stage.scene, "new.md", "New")
    assert grown in (amendment.files["index.md"] or "")
    assert stage.refusals(amendment) == []


def test_a_note_is_listed_beside_those_of_its_folder() -> None:
    index = "- [a](trips/a.md)\n- [home](home.md)\n"
    stage = store(index=index, **{"trips/a": ""})
    amendment = add(stage.scene, "trips/b.md", "New")
    assert amendment.files["index.md"] == "- [a](trips/a.md)\n- [B](trips/b.md)\n- [home](home.md)\n"


@pytest.mark.parametrize(
    "path",
    [
        "a b.md",
        "Rome (2).md",
        "50%25.md",
        "a#b.md",
        "a|b.md",
        "[x].md",
        "a*b_c.md",
        "日記/ü.md",
        "<a>.md",
        "a`b.md",
    ],
)
@pytest.mark.parametrize("style", ["links", "wikilinks", "bare paths", "paths in backticks", "a table"])
def test_whatever_its_name_the_listing_leads_to_it(path: str, style: str) -> None:
    stage = store(index=INDEXES[style][0])
    assert stage.refusals(add(stage.scene, path, "New")) == []


def test_a_stem_that_two_notes_bear_is_named_with_its_folder() -> None:
    stage = store(index="- [[home]]\n- [[a/new]]\n", **{"a/new": "# New\n"})
    amendment = add(stage.scene, "b/new.md", "New")
    assert "- [[b/new]]\n" in (amendment.files["index.md"] or "")


def test_a_note_that_is_listed_already_is_not_listed_twice() -> None:
    amendment = add(store(index="- [home](home.md)\n- [soon](new.md)\n").scene, "new.md", "New")
    assert "index.md" not in amendment.files


@pytest.mark.parametrize("title", ["[a](b.md)", "`code", "a ] b", "*em*", "<b>", "![x](y)", "a\\", "x | y"])
def test_a_title_is_words_in_the_index_too(title: str) -> None:
    stage = store()
    amendment = add(stage.scene, "new.md", "New", title=title)
    assert stage.refusals(amendment) == []
    assert "(new.md)" in (amendment.files["index.md"] or "")


def test_an_index_that_hides_what_is_added_must_be_mended_first() -> None:
    with pytest.raises(CannotAmend, match="mend the index first"):
        add(store(index="```\n").scene, "new.md", "New")
