"""Two indexes that come from one become one: every listing once; the rest as either side has it."""

from __future__ import annotations

import pytest

from wiki_schema.index import listings
from wiki_schema.merge.index import merge_index


def text(*lines: str) -> str:
    return "".join(f"{line}\n" for line in lines)


def index(*lines: str) -> str:
    return text("# I", "", *lines)


TRIPS, HOME, ANNA = "- [Trips](trips.md)", "- [Home](home.md)", "- [Anna](people/anna.md)"
INDEX = text("# Index", "", TRIPS, HOME, "", "## People", "", ANNA)


def put(old: str, *lines: str, before: bool = False) -> str:
    """The index with lines put in next to a line of it."""
    assert old in INDEX
    rows = (*lines, old) if before else (old, *lines)
    return INDEX.replace(text(old), text(*rows))


def merged(base: str, one: str, other: str) -> str:
    """The merge of two sides that clash nowhere; it is the same whoever merges whom, and stays what it is."""
    made = merge_index(base, one, other)
    assert made.clashes == 0, made.text
    assert merge_index(base, other, one) == made
    for side in (one, other):
        assert merge_index(base, made.text, side).text == made.text
        assert merge_index(base, side, made.text).text == made.text
    return made.text


# Both sides add


@pytest.mark.parametrize(
    ("one", "other", "result"),
    [
        pytest.param(
            INDEX + "- [Cleo](people/cleo.md)\n",
            INDEX + "- [Ben](people/ben.md)\n",
            INDEX + text("- [Ben](people/ben.md)", "- [Cleo](people/cleo.md)"),
            id="behind the same neighbour, by the alphabet",
        ),
        pytest.param(
            put(TRIPS, "- [Sea](sea.md)"),
            INDEX + "- [Ben](people/ben.md)\n",
            put(TRIPS, "- [Sea](sea.md)") + "- [Ben](people/ben.md)\n",
            id="each under its heading",
        ),
        pytest.param(
            put(TRIPS, "  - [Rome](rome.md)"),
            put(TRIPS, "- [Boat](boat.md)"),
            put(TRIPS, "  - [Rome](rome.md)", "- [Boat](boat.md)"),
            id="what is nested stays under what it is nested in",
        ),
        pytest.param(
            put(TRIPS, "- [Garden](garden.md)", "  - [Shed](shed.md)"),
            put(TRIPS, "- [Boat](boat.md)", "  with a mast"),
            put(TRIPS, "- [Boat](boat.md)", "  with a mast", "- [Garden](garden.md)", "  - [Shed](shed.md)"),
            id="what is under an item goes with it",
        ),
        pytest.param(
            put(HOME, "- [Boat](boat.md)"),
            put(HOME, "", "## Animals", "", "- [Cat](cat.md)"),
            put(HOME, "- [Boat](boat.md)", "", "## Animals", "", "- [Cat](cat.md)"),
            id="an item of a section comes before the next section",
        ),
        pytest.param(
            INDEX + text("", "## Food", "", "- [Pasta](pasta.md)"),
            INDEX + text("", "## Food", "", "- [Bread](bread.md)", "", "## Books", "", "- [Emma](emma.md)"),
            INDEX
            + text("", "## Food", "", "- [Bread](bread.md)", "- [Pasta](pasta.md)")
            + text("", "## Books", "", "- [Emma](emma.md)"),
            id="a new heading that both have, once",
        ),
        pytest.param(
            put(TRIPS, "- [Sea](sea.md)"),
            put(HOME, "- [Sea](sea.md)"),
            put(TRIPS, "- [Sea](sea.md)"),
            id="one note at two places, at the first",
        ),
        pytest.param(
            put(TRIPS, "- [Sea](sea.md)"), put(TRIPS, "- [Sea](sea.md)", "- [Sky](sky.md)"),
            put(TRIPS, "- [Sea](sea.md)", "- [Sky](sky.md)"),
            id="one note at one place",
        ),
        pytest.param(
            put(HOME, "[[sea]]", before=True), put(HOME, "- [[sky|the sky]]"),
            put(HOME, "[[sea]]", before=True).replace(text(HOME), text(HOME, "- [[sky|the sky]]")),
            id="wikilinks",
        ),
    ],
)  # fmt: skip
def test_what_both_add_stands_once_at_its_place(one: str, other: str, result: str) -> None:
    assert merged(INDEX, one, other) == result


@pytest.mark.parametrize(
    ("base", "one", "other", "result"),
    [
        pytest.param("", index(TRIPS), index(HOME), index(HOME, TRIPS), id="new"),
        pytest.param("# I\n\n", index(TRIPS), index(HOME), index(HOME, TRIPS), id="empty"),
        pytest.param(TRIPS, text(TRIPS, HOME), text(TRIPS, ANNA), text(TRIPS, ANNA, HOME), id="no newline"),
        pytest.param(
            text(TRIPS), text(TRIPS, HOME).replace("\n", "\r\n"), text(TRIPS, ANNA),
            text(TRIPS, ANNA, HOME).replace("\n", "\r\n"), id="line ends that one side turned",
        ),
    ],
)  # fmt: skip
def test_beginnings_and_ends(base: str, one: str, other: str, result: str) -> None:
    assert merged(base, one, other) == result


HEAD = ("| note | about |", "| --- | --- |")


def table(*names: str) -> str:
    return text("# Index", "", *HEAD, *(f"| [{name}]({name.lower()}.md) | x |" for name in names))


def test_rows_of_a_table() -> None:
    assert merged(table("A"), table("A", "C"), table("A", "B")) == table("A", "B", "C")
    assert merged("# Index\n", table("B"), table("A")) == table("A", "B")


# One side changes


def test_a_title_that_one_side_changed() -> None:
    assert merged(INDEX, INDEX.replace("[Trips]", "[Our trips]"), put(HOME, "- [Sea](sea.md)")) == put(
        HOME, "- [Sea](sea.md)"
    ).replace("[Trips]", "[Our trips]")


def test_a_listing_that_one_side_took_out_is_gone() -> None:
    without = INDEX.replace(text(HOME), "")
    assert merged(INDEX, without, INDEX + "- [Ben](people/ben.md)\n") == without + "- [Ben](people/ben.md)\n"


def test_a_listing_that_one_side_moved_bears_the_title_that_the_other_gave_it() -> None:
    moved = INDEX.replace(text(HOME), "") + text(HOME)
    assert merged(INDEX, moved, INDEX.replace("[Home]", "[The house]")) == moved.replace(
        "[Home]", "[The house]"
    )


def test_words_that_one_side_changed() -> None:
    base = text("# Index", "", "What we know of the trips.", "", TRIPS)
    one = base.replace("the trips", "all our trips")
    assert merged(base, one, base + text(HOME)) == one + text(HOME)


# Both sides change


@pytest.mark.parametrize(
    ("one", "other", "ours", "theirs"),
    [
        pytest.param(
            INDEX.replace("[Trips]", "[All trips]"), INDEX.replace("[Trips]", "[Our trips]"),
            "- [All trips](trips.md)", "- [Our trips](trips.md)", id="two titles",
        ),
        pytest.param(
            INDEX.replace(text(TRIPS), ""), INDEX.replace("[Trips]", "[Our trips]"),
            "", "- [Our trips](trips.md)", id="taken out and changed",
        ),
        pytest.param(
            put(TRIPS, "- [Sea](sea.md)"), INDEX + "- [The sea](sea.md)\n",
            "- [Sea](sea.md)", "- [The sea](sea.md)", id="a new note under two titles",
        ),
        pytest.param(
            put("# Index", "", "Ours."), put("# Index", "", "Theirs."), "Ours.", "Theirs.", id="two texts",
        ),
    ],
)  # fmt: skip
def test_what_both_changed_in_two_ways_both_show(one: str, other: str, ours: str, theirs: str) -> None:
    made = merge_index(INDEX, one, other)
    assert made.clashes == 1
    block = "".join(
        f"{line}\n" for line in ("<<<<<<< ours", ours, "=======", theirs, ">>>>>>> theirs") if line
    )
    assert block in made.text
    rest = made.text.replace(block, "")
    assert not {found.target for found in listings(block)} & {found.target for found in listings(rest)}


FOOD = text("# Index", "", "- [Trips](trips.md)", "", "## Food", "", "## House", "")


def food(*lines: str) -> str:
    return FOOD.replace("## Food\n", text("## Food", "", *lines))


def house(*lines: str) -> str:
    return FOOD + text(*lines)


@pytest.mark.parametrize(
    ("one", "other", "lost"),
    [
        pytest.param("- [T](t.md): what we eat", "- [T](t.md): keys under the stone", "", id="two texts"),
        pytest.param("- [T](t.md)", "- [T](t.md): keys under the stone", "one", id="a bare one goes"),
        pytest.param("- [T](t.md): keys", "- [T](t.md)", "other", id="wherever it stands"),
        pytest.param("- [T](t.md): keys", "*  [T](t.md):  keys", "other", id="said the same"),
        pytest.param("- [T](t.md)", "- [Two](t.md): keys", "", id="a bare one whose title is not there"),
        pytest.param("Pack by Monday, see [T](t.md).", "- [T](t.md)", "", id="prose is no listing"),
        pytest.param("See [T](t.md) first.", "See [T](t.md) last.", "", id="nor are two texts"),
        pytest.param("| [T](t.md) | what |", "| [T](t.md) | that |", "", id="rows of two tables"),
    ],
)
@pytest.mark.parametrize("is_known", [False, True])
def test_a_line_goes_only_if_its_words_stand_elsewhere(
    one: str, other: str, lost: str, is_known: bool
) -> None:
    start = "- [The note](t.md): by Anna\n" if is_known else ""
    made = merged(start + FOOD, start + food(one), start + house(other))
    left = [line for line, name in ((one, "one"), (other, "other")) if name != lost]
    assert [line for line in made.split("\n") if line in (one, other)] == left
    assert made.startswith(start)


def test_prose_that_links_what_is_listed_stays_beside_its_listing() -> None:
    prose = "Pack by Monday, see [Trips](trips.md)."
    one, other = put(TRIPS, prose, "", before=True), INDEX.replace("[Trips]", "[Our trips]")
    assert merged(INDEX, one, other) == one.replace("- [Trips]", "- [Our trips]")


def test_what_is_nested_goes_with_the_listing_that_is_kept() -> None:
    one, other = food("- [N](n.md)", "  - [A](a.md)"), house("- [N](n.md)", "  - [B](b.md)", "  - [A](a.md)")
    kept = food("- [N](n.md)", "  - [A](a.md)", "  - [B](b.md)")
    made = merge_index(FOOD, one, other)
    assert (made.clashes, made.text) == (0, kept.removesuffix("\n"))
    assert merge_index(FOOD, other, one) == made
    other = house("1. [N](n.md)", "   - [B](b.md)")
    assert sorted(solid(merged(FOOD, one, other))) == sorted([*solid(one), "   - [B](b.md)"])


def solid(given: str) -> list[str]:
    return [line for line in given.split("\n") if line.strip()]


@pytest.mark.parametrize("child", ["  - [Rome](rome.md)", "  by train"])
@pytest.mark.parametrize("is_edited", [False, True])
def test_what_is_nested_in_an_item_that_is_taken_out_is_left_to_a_person(child: str, is_edited: bool) -> None:
    one, other = INDEX.replace(text(TRIPS), ""), put(TRIPS, child, "    and back")
    if is_edited:
        other = other.replace("[Trips]", "[Our trips]")
    parent = TRIPS.replace("Trips", "Our trips") if is_edited else TRIPS
    made = merge_index(INDEX, one, other)
    assert made.either == (((), (parent, child, "    and back")),)
    assert merge_index(INDEX, other, one).either == (((parent, child, "    and back"), ()),)


def test_one_note_is_one_however_it_is_referred_to() -> None:
    one, other = text("# I", "- [Sea](sea.md)"), text("# I", "- [[sea]]")
    assert merge_index("# I\n", one, other).clashes == 1
    one, other = text("# I", "- [Sea](deep/sea.md)"), text("# I", "- [Sea](</notes/deep/sea.md>)")
    assert merge_index("# I\n", one, other, "notes/index.md").clashes == 1


def test_code_is_not_taken_apart() -> None:
    one = INDEX + text("", "```", "# not a heading", "- [x](x.md)", "```")
    other = INDEX + text("- [Ben](people/ben.md)")
    assert merged(INDEX, one, other) == INDEX + text("- [Ben](people/ben.md)") + one.removeprefix(INDEX)
