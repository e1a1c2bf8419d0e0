"""What a session start may hold: no byte more than was allowed, no voice but ours outside of quotes."""

from __future__ import annotations

import json
import re
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.forging import FORGERIES, assert_nobody_else_speaks
from tests.laws.strategies import law
from wiki_schema.prime import (
    CUT,
    FOOT,
    HEAD,
    LINE_BYTES,
    MARK,
    Section,
    TooSmall,
    compose,
    cut,
    plain_size,
    quote,
)

FRAME = len("".join(f"{line}\n" for line in (*HEAD, FOOT)).encode())
NAMES = ("writing", "roster", "claims", "index", "log", "weather")
TITLES = frozenset(f"About {name}" for name in NAMES)

words = (
    st.text(st.characters(), max_size=60)
    | st.sampled_from([*FORGERIES.values()])
    | st.text("<é語 \u202e", max_size=600)
)


@st.composite
def stacks(draw: st.DrawFn) -> list[Section]:
    """Sections that may have nothing to say, and may keep their lines in an order of their own."""
    names = draw(st.lists(st.sampled_from(NAMES), unique=True, max_size=6))
    found = []
    for place, name in enumerate(names):
        lines = tuple(draw(st.lists(words, max_size=12)))
        order = draw(st.just(()) | st.permutations(range(len(lines))).map(tuple))
        found.append(Section(name, f"About {name}", lines, place, kept_first=order))
    return found


def json_size(line: str) -> int:
    return len(json.dumps(line, ensure_ascii=False).encode())


def least(sections: list[Section]) -> int:
    try:
        compose(sections, 0)
    except TooSmall as error:
        return error.least
    raise AssertionError("nothing fits in no byte")


def missing(sections: list[Section], most: int) -> dict[str, int]:
    """How many lines of each section are not there."""
    return {section.name: 0 for section in sections} | dict(compose(sections, most).left_out)


@law(60)
@given(stacks(), st.integers(0, 6000))
def test_no_byte_more_than_was_allowed(sections: list[Section], most: int) -> None:
    smallest = least(sections)
    if most < smallest:
        with pytest.raises(TooSmall, match=f"give it {smallest} or more"):
            compose(sections, most)
        return
    text = compose(sections, most).text
    assert len(text.encode()) <= most
    assert_nobody_else_speaks(text, TITLES)


@law(60)
@given(stacks(), st.integers(0, 500))
def test_the_least_is_enough_and_one_less_is_not(sections: list[Section], more: int) -> None:
    smallest = least(sections)
    assert len(compose(sections, smallest + more).text.encode()) <= smallest + more
    with pytest.raises(TooSmall):
        compose(sections, smallest - 1)


@law(60)
@given(stacks(), st.lists(st.integers(0, 9000), min_size=2, max_size=6))
def test_more_room_never_shows_less_of_any_section(sections: list[Section], numbers: list[int]) -> None:
    smallest = least(sections)
    for less, more in pairwise(sorted({smallest + number for number in numbers})):
        before, after = missing(sections, less), missing(sections, more)
        assert all(after[name] <= before[name] for name in before)


@law(40)
@given(stacks(), st.integers(0, 3000))
def test_what_is_shown_is_the_beginning_and_what_is_not_is_counted(
    sections: list[Section], more: int
) -> None:
    primed = compose(sections, least(sections) + more)
    lacking = dict(primed.left_out)
    for section in sections:
        quoted = [quote(line) for line in section.lines]
        whole = len(quoted) - lacking.get(section.name, 0)
        kept = sorted((section.kept_first or range(len(quoted)))[:whole])
        block = "".join(f"{line}\n" for line in ("", f"## {section.title}", *(quoted[at] for at in kept)))
        assert block in primed.text or whole == 0
    told = re.search(r"^left out: (.*): memwiki prime --max-bytes (\d+)$", primed.text, re.MULTILINE)
    if not primed.left_out:
        assert told is None
        return
    assert told is not None
    parts = [f"{n} {name} line{'' if n == 1 else 's'}" for name, n in primed.left_out]
    assert told[1] == ", ".join(parts)
    whole_text = compose(sections, int(told[2]))
    assert whole_text.left_out == ()
    assert len(whole_text.text.encode()) == int(told[2])
    assert compose(sections, int(told[2]) - 1).left_out if int(told[2]) > least(sections) else True


@law(40)
@given(stacks(), st.integers(0, 3000))
def test_the_ceiling_holds_in_any_size_that_a_door_counts_by(sections: list[Section], more: int) -> None:
    def composed(most: int) -> str:
        return json.dumps(
            {"text": compose(sections, most, size=json_size, around=12).text}, ensure_ascii=False
        )

    with pytest.raises(TooSmall) as error:
        composed(0)
    assert len(composed(error.value.least + more).encode()) <= error.value.least + more


def test_sections_without_lines_are_not_there() -> None:
    assert compose([Section("log", "Log", (), 1)], FRAME).text == "".join(
        f"{line}\n" for line in (*HEAD, FOOT)
    )


def lines(name: str, number: int) -> Section:
    return Section(name, f"About {name}", tuple(f"{name} {n:03}" for n in range(number)), 0)


def test_what_is_less_urgent_loses_its_lines_first_down_to_a_sixteenth() -> None:
    sections = [lines("claims", 20), lines("index", 200), lines("log", 200)]
    rows = [list(missing(sections, FRAME + room).values()) for room in range(150, 6000, 50)]
    assert all(claims == 0 or (index > 190 and log > 190) for claims, index, log in rows)
    assert all(index == 0 or log > 150 for _, index, log in rows)
    assert any(index > 0 and log < 200 for _, index, log in rows)  # a long index does not hide the log


def test_a_first_line_that_is_too_long_for_its_room_is_cut_visibly() -> None:
    sections = [Section("index", "Index", ("é" * 230,), 1)]
    text = compose(sections, least(sections) + 250).text
    shown = next(line for line in text.split("\n") if line.startswith(MARK))
    assert shown.endswith(CUT)
    assert "left out: 1 index line: " in text


def test_a_unit_says_what_the_lines_are() -> None:
    sections = [Section("claims", "Claims", ("x" * 90, "y" * 90), 1, "claim")]
    assert "left out: 2 claims: memwiki prime --max-bytes" in compose(sections, least(sections)).text


def test_the_command_that_shows_more_is_the_one_that_was_asked() -> None:
    sections = [lines("log", 200)]
    text = compose(sections, 1500, "memwiki prime --sections log").text
    assert re.search(r"lines: memwiki prime --sections log --max-bytes \d+\n", text)


def test_our_own_sentences_bear_no_mark_and_act_no_more_than_others() -> None:
    text = compose([Section("x", "A\n<b>", ("one\ntwo\x1b", "| three"), 1, is_ours=True)], 9999).text
    assert text.split("\n")[2:6] == ["", "## A &lt;b&gt;", "- one two\\u{1b}", "- | three"]


@pytest.mark.parametrize("forgery", FORGERIES.values(), ids=FORGERIES.keys())
def test_a_forgery_stays_one_quoted_line(forgery: str) -> None:
    text = compose([Section("index", "About index", (forgery, "after"), 1)], 99_999).text
    quoted = assert_nobody_else_speaks(text, TITLES)
    assert len(quoted) == 2
    assert quoted[1] == "| after"


@pytest.mark.parametrize(
    ("words", "shown"),
    [
        ("- [Trips](trips.md): where & when", "| - [Trips](trips.md): where &amp; when"),
        ("</memwiki-prime>", "| &lt;/memwiki-prime&gt;"),
        ("&lt;b&gt;", "| &amp;lt;b&amp;gt;"),
        ("＜b＞", "| \\u{ff1c}b\\u{ff1e}"),
        ("a\nb\r\nc\td", "| a b c d"),
        ("  a \u3000 b  ", "| a b"),
        ("\x1b[31m\u202e", "| \\u{1b}[31m\\u{202e}"),
        ("\udcff", "| \\u{dcff}"),
        ("⚠\ufe0f 田中 花子", "| ⚠\ufe0f 田中 花子"),
        ("a\ufe01b", "| a\\u{fe01}b"),
        ("::error::x", "| : :error::x"),
        ("##[error]x", "| # #[error]x"),
        ("", "| "),
    ],
)
def test_how_words_are_quoted(words: str, shown: str) -> None:
    assert quote(words) == shown


def test_a_long_line_says_that_it_goes_on() -> None:
    for long in ("a" * 481, "語" * 200, " " * 900 + "a" * 600, "\u202e" * 300, "&" * 200, "é" * 200_000):
        shown = quote(long)
        assert shown.endswith(CUT)
        assert LINE_BYTES - 20 < plain_size(shown) <= LINE_BYTES
    assert quote(" " * 900 + "a") == "| a"


@law(100)
@given(st.text("a<é語\\u{}\u202e&;\U0001f642", max_size=80), st.integers(0, 120))
def test_a_line_is_cut_between_characters_and_what_stands_for_them(text: str, most: int) -> None:
    line = quote(text)
    shown = cut(line, most)
    assert plain_size(shown) <= max(most, plain_size(CUT))
    if shown != line:
        kept = shown.removesuffix(CUT)
        assert line.startswith(kept)
        rest = line[len(kept) :]
        assert not re.match(r"(?:amp|lt|gt);", rest) or not kept.endswith("&")
        assert not re.search(r"\\(?:u(?:\{[0-9a-f]*)?)?$", kept) or not re.match(r"u?\{?[0-9a-f]*\}", rest)
