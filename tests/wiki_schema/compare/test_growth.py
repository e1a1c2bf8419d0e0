"""How a log grew: new lines at the open end, and nothing else."""

from __future__ import annotations

import time
from datetime import date, timedelta
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.patience import SECONDS
from wiki_log_formats import headings, okf
from wiki_schema.compare.growth import Growth, LogLoss, grow, is_rotation, weave
from wiki_schema.log import MEMWIKI, LogFormat
from wiki_schema.text import BOM, decode

DAY = date(2026, 11, 30)
OLDEST, NEWEST = "oldest-first", "newest-first"


def entry(day: int, name: str) -> str:
    return f"2026-11-{day:02} | ADD | Ana Ruiz | notes/{name}.md | all there is to know about {name}"


A, B, C, D = entry(1, "ants"), entry(2, "bees"), entry(3, "cats"), entry(4, "dogs")


def text(*lines: str) -> str:
    return "".join(f"{line}\n" for line in lines)


def grown(
    before: str, after: str, order: str = OLDEST, format: LogFormat = MEMWIKI, day: date = DAY
) -> Growth:
    return grow(before, after, format, order, day)


def kinds(growth: Growth) -> list[tuple[str, int]]:
    return [(loss.kind, loss.line) for loss in growth.losses]


# Allowed


@pytest.mark.parametrize(
    ("before", "after", "new"),
    [
        pytest.param(text(A), text(A, B), [(2, B)], id="appended"),
        pytest.param(A, text(A, B), [(2, B)], id="after a last line without a newline"),
        pytest.param(A, f"{A}\r\n{B}", [(2, B)], id="the missing newline comes as CRLF"),
        pytest.param(text(A), text(A, B) + C, [(2, B), (3, C)], id="no newline at the end now"),
        pytest.param(text(A), text(A, "", B, ""), [(3, B)], id="blank lines around the new one"),
        pytest.param(text(A, B, "", "", ""), text(A, B), [], id="blank lines at the end tidied"),
        pytest.param(text(A, "", "", B), text(A, "  ", B), [], id="blank lines in the middle tidied"),
        pytest.param(text("", A, B), text(A, "", B, "", "", C), [(6, C)], id="blank lines here and there"),
        pytest.param(text(A, A), text(A, A, A), [(3, A)], id="the same line once more"),
        pytest.param(
            text(A, "", B), text(A, B, C, B), [(3, C), (4, B)], id="an old line again, blanks tidied"
        ),
        pytest.param("", text("# Log", "", A), [(3, A)], id="a new log's preamble is no new line"),
        pytest.param("\n", text(A), [(1, A)], id="only a blank line before"),
        pytest.param(text("# Log"), text("# Log", "", A), [(3, A)], id="only a preamble before"),
        pytest.param(
            text(A), text(A, "no log line"), [(2, "no log line")], id="new lines are not judged here"
        ),
        pytest.param(text(A, "no log line"), text(A, "no log line", B), [(3, B)], id="nor are old ones"),
        pytest.param(text(A), text(A, BOM + B), [(2, BOM + B)], id="a BOM in the middle"),
        pytest.param(
            decode(b"caf\xe9\n"), decode(b"caf\xe9\n") + text(B), [(2, B)], id="bytes that are not UTF-8"
        ),
        pytest.param(
            "a\u2028b\x85c\x0cd\n", "a\u2028b\x85c\x0cd\n" + text(B), [(2, B)], id="only LF ends a line"
        ),
    ],
)
def test_a_log_may_grow(before: str, after: str, new: list[tuple[int, str]]) -> None:
    assert grown(before, after) == Growth(tuple(new), ())


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (text(A, B), text(A, B, C).replace("\n", "\r\n")),
        (text(A, B).replace("\n", "\r\n"), text(A, B, C)),
        (text(A, B), f"{A}\r\n{B}\n{C}\n"),
        (text(A, B), text(A, B) + f"{C}\r\n"),
        (text(A, B), BOM + text(A, B, C)),
        (BOM + text(A, B), text(A, B, C)),
        (text(A, B), BOM + text(A, B, C).replace("\n", "\r\n")),
    ],
)
def test_other_line_ends_and_a_bom_are_no_loss(before: str, after: str) -> None:
    assert grown(before, after) == Growth(((3, C),), ())


def test_new_lines_of_a_newest_first_log_have_their_own_line_ends() -> None:
    assert grown(text("# Log", A), f"# Log\n{B}\r\n{A}\n", NEWEST) == Growth(((2, B),), ())


# Refused


@pytest.mark.parametrize(
    ("before", "after", "loss"),
    [
        pytest.param(text(A, B, C), text(A, C), LogLoss("gone", 2, B), id="taken out"),
        pytest.param(text(A, B), text(A), LogLoss("gone", 2, B), id="cut off"),
        pytest.param(text(A, A), text(A), LogLoss("gone", 2, A), id="one of two equal lines"),
        pytest.param(
            text(A, B),
            text(A.replace("all", "most"), B),
            LogLoss("edited", 1, A, 1, A.replace("all", "most")),
            id="edited",
        ),
        pytest.param(
            text("# Log", A + "  ", B),
            text("# Log", A, B),
            LogLoss("blanks", 2, A + "  ", 2, A),
            id="trailing blanks cut",
        ),
        pytest.param(
            text(A, B), text(A + "\t", B), LogLoss("blanks", 1, A, 1, A + "\t"), id="trailing blanks added"
        ),
        pytest.param(A, A + text(B), LogLoss("glued", 1, A, 1, A + B), id="glued"),
        pytest.param(text(A, B), text(B, A), LogLoss("reordered", 1, A, 1, B), id="sorted"),
        pytest.param(
            text("# Log", "", A, B, C),
            text("# Log", "", D, A, B, C),
            LogLoss("inserted", 1, A, 3, D),
            id="put at the top",
        ),
        pytest.param(
            text(A, B), text(A, C, D, B), LogLoss("inserted", 2, B, 2, C, 2), id="two lines put in between"
        ),
        pytest.param(
            text("# Log", A),
            text("# Our log", A),
            LogLoss("preamble", 1, "# Log", 1, "# Our log"),
            id="the title",
        ),
        pytest.param(
            text("# Log", "Hello", A), text("# Log", A), LogLoss("preamble", 2, "Hello"), id="preamble cut"
        ),
        pytest.param(
            text("# Log", "Hello", A),
            text("# Log", "Oh", "Hello", A),
            LogLoss("preamble", 2, "", 2, "Oh"),
            id="preamble grown",
        ),
        pytest.param(
            text("```", A, "```", B),
            text("```", A + "!", "```", B),
            LogLoss("preamble", 2, A, 2, A + "!"),
            id="the sample in a fence",
        ),
    ],
)
def test_a_loss_is_told_once_and_in_its_own_words(before: str, after: str, loss: LogLoss) -> None:
    assert grown(before, after).losses == (loss,)


@pytest.mark.parametrize(
    ("before", "after", "lost", "new"),
    [
        (text(A, B), text(B, A, C), [("reordered", 1)], [(3, C)]),
        (text(A, B, C), text(A, B + "!", C, D), [("edited", 2)], [(4, D)]),
        (text(A, B), text(A + "!", C, B, D), [("edited", 1), ("inserted", 2)], [(2, C), (4, D)]),
        (A, A + text(B, C), [("glued", 1)], [(2, C)]),
        (text(A, B, C), text(C, D), [("gone", 1), ("gone", 2)], [(2, D)]),
        (text("# Log", A, B), "", [("preamble", 1), ("gone", 2), ("gone", 3)], []),
        (text(A, B, C), text(C, A), [("reordered", 1), ("gone", 2)], []),
        (
            text(A, "x", B),
            text(A, "entirely other words", B),
            [("gone", 2), ("inserted", 3)],
            [(2, "entirely other words")],
        ),
    ],
)
def test_losses_do_not_hide_what_is_new(
    before: str, after: str, lost: list[tuple[str, int]], new: list[tuple[int, str]]
) -> None:
    growth = grown(before, after)
    assert sorted(kinds(growth)) == sorted(lost)
    assert growth.new == tuple(new)


def test_a_secret_cut_out_of_a_line_leaves_it_the_same_line_edited() -> None:
    before, after = text(A, "sk-4711", B), text(A, "[redacted: token]", B, C)
    assert grown(before, after).losses == (LogLoss("edited", 2, "sk-4711", 2, "[redacted: token]"),)


# Newest first


@pytest.mark.parametrize(
    ("before", "after", "lost"),
    [
        (("# Log", "", B, A), ("# Log", "", D, C, B, A), []),
        (("# Log", B, A), ("# Log", "", C, "", B, "", A), []),
        (("# Log", B, A), ("# Log", B, B, A), []),
        (("# Log",), ("# Log", A), []),
        ((B, A), (C, B, A), []),
        (("# Log", B, A), ("# Log", B, A, C), [("inserted", 4)]),
        (("# Log", B, A), ("# Log", B, C, A), [("inserted", 2)]),
        (("# Log", B, A), (C, "# Log", B, A), [("preamble", 1)]),
        (("# Log", B, A), ("# Log", C, A), [("edited", 2)]),
        (("# Log", B, A), ("# Log", C, B), [("gone", 3)]),
        (("# Log", B, A), ("# Log", A, B), [("reordered", 2)]),
    ],
)
def test_newest_first(before: tuple[str, ...], after: tuple[str, ...], lost: list[tuple[str, int]]) -> None:
    assert kinds(grown(text(*before), text(*after), NEWEST)) == lost


OKF = ("# Log", "## 2026-11-30", "- one", "## 2026-11-28", "- two")


@pytest.mark.parametrize(
    ("after", "lost"),
    [
        (("# Log", "## 2026-12-01", "- new", *OKF[1:]), []),
        ((*OKF[:2], "- new", *OKF[2:]), []),
        ((*OKF[:3], "- new", *OKF[3:]), []),
        ((*OKF[:3], "- one", *OKF[3:]), []),
        (OKF[:2] + OKF[2:3] + ("## 2026-11-29", "- late") + OKF[3:], [("inserted", 4)]),
        ((*OKF[:4], "- new", *OKF[4:]), [("inserted", 2)]),
        ((*OKF, "- new"), [("inserted", 6)]),
    ],
)
def test_newest_first_under_the_heading_of_today(after: tuple[str, ...], lost: list[tuple[str, int]]) -> None:
    assert kinds(grown(text(*OKF), text(*after), NEWEST, okf.FORMAT)) == lost


def test_the_section_of_another_day_is_closed() -> None:
    after = text(*OKF[:2], "- new", *OKF[2:])
    for days, lost in ((1, 0), (-1, 0), (2, 1), (-2, 1)):
        growth = grown(text(*OKF), after, NEWEST, okf.FORMAT, DAY + timedelta(days=days))
        assert len(growth.losses) == lost


def test_bodies_belong_to_the_log() -> None:
    before = text("# Log", "## [2026-11-29] ingest | One", "Body.", "## [2026-11-30] query | Two", "Body.")
    assert kinds(grown(before, before + text("", "More."), format=headings.FORMAT)) == []
    assert kinds(grown(before, before.replace("Body.\n", "Body.\nMore.\n", 1), format=headings.FORMAT)) == [
        ("inserted", 2)
    ]
    assert kinds(grown(before, before.replace("Body.\n", "", 1), format=headings.FORMAT)) == [("gone", 3)]


# Merges

BASE = ("# Log", A)
X, Y, Z = entry(11, "xerus"), entry(12, "yak"), entry(13, "zebu")


def woven(
    parent: tuple[str, ...],
    after: tuple[str, ...],
    other: tuple[str, ...],
    base: tuple[str, ...] | None = BASE,
    order: str = OLDEST,
) -> Growth:
    base_text = None if base is None else text(*base)
    return weave(text(*parent), text(*after), [text(*other)], base_text, MEMWIKI, order, DAY)


@pytest.mark.parametrize(
    ("one", "other", "result", "lost", "lost_other"),
    [
        pytest.param((*BASE, X), (*BASE, Y), (*BASE, X, Y), [], [], id="both"),
        pytest.param((*BASE, X), (*BASE, Y), (*BASE, Y, X), [], [], id="both, the other first"),
        pytest.param((*BASE, X, Y), (*BASE, Z), (*BASE, X, Z, Y), [], [], id="mixed"),
        pytest.param((*BASE, X), (*BASE, X), (*BASE, X), [], [], id="the same line on both sides, folded"),
        pytest.param((*BASE, X), (*BASE, X), (*BASE, X, X), [], [], id="the same line on both sides, kept"),
        pytest.param((*BASE, X), (*BASE, Y), (*BASE, X, Y, Z), [], [], id="and a new line at the end"),
        pytest.param((*BASE, X), (*BASE, Y), (*BASE, Y), [("gone", 3)], [], id="a side dropped"),
        pytest.param((*BASE, X), (*BASE, Y), (*BASE, X), [], [("gone", 3)], id="the other side dropped"),
        pytest.param(
            (*BASE, X, Y),
            (*BASE, Z),
            (*BASE, Y, X, Z),
            [("reordered", 3)],
            [],
            id="a side's lines change places",
        ),
        pytest.param(
            (*BASE, X), (*BASE, Y), (*BASE, X, Z, Y), [], [("inserted", 2)], id="a new line before the end"
        ),
        pytest.param(
            (*BASE, X),
            (*BASE, Y),
            ("# Log", Y, A, X),
            [("inserted", 1)],
            [("reordered", 2)],
            id="into the base",
        ),
        pytest.param(
            (*BASE, X), (*BASE, Y), ("# Log", X, Y), [("gone", 2)], [("gone", 2)], id="a base line gone"
        ),
        pytest.param(
            (*BASE, X),
            (*BASE, Y),
            ("# Log", A + "!", X, Y),
            [("edited", 2)],
            [("edited", 2)],
            id="a base line edited",
        ),
        pytest.param(
            (*BASE, X),
            ("# Log", A + "!", Y),
            ("# Log", A + "!", X, Y),
            [],
            [],
            id="a base line that one side edited",
        ),
        pytest.param(
            (*BASE, X),
            ("# Log", A + "!", Y),
            ("# Log", A + "!", Y),
            [("gone", 3)],
            [],
            id="so, and a side dropped",
        ),
        pytest.param(
            (*BASE, X), ("# Log", Y), ("# Log", X, Y), [], [], id="a base line that one side took out"
        ),
        pytest.param((*BASE, X), ("# Log", Y), (*BASE, X, Y), [], [], id="so, and it came back"),
        pytest.param(
            ("# Log", A, B, X), ("# Log", B, A, Y), ("# Log", B, A, X, Y), [], [], id="one side sorted"
        ),
    ],
)
def test_a_merge_is_judged_against_each_parent(
    one: tuple[str, ...],
    other: tuple[str, ...],
    result: tuple[str, ...],
    lost: list[tuple[str, int]],
    lost_other: list[tuple[str, int]],
) -> None:
    base = ("# Log", A, B) if B in one else BASE
    assert kinds(woven(one, result, other, base)) == lost
    assert kinds(woven(other, result, one, base)) == lost_other


def test_what_a_merge_adds_and_what_the_parents_bring() -> None:
    growth = woven((*BASE, X), (*BASE, X, Y, Z), (*BASE, Y))
    assert growth == Growth(((5, Z),), (), ((4, Y),))


def test_a_merge_of_newest_first_logs() -> None:
    one, other, base = ("# Log", X, A), ("# Log", Y, A), ("# Log", A)
    for result in (("# Log", X, Y, A), ("# Log", Z, Y, X, A)):
        for parent, side in ((one, other), (other, one)):
            assert kinds(woven(parent, result, side, base, NEWEST)) == []
    astray = ("# Log", X, A, Y)
    assert kinds(woven(one, astray, other, base, NEWEST)) == [("inserted", 4)]
    assert kinds(woven(other, astray, one, base, NEWEST)) == [("reordered", 2)]


def test_a_merge_without_a_known_base() -> None:
    assert kinds(woven((A, X), (A, X, Y), (A, Y), None)) == []
    assert kinds(woven((), (A, X), (A, X), None)) == []
    assert kinds(woven((A, X), (A, Y), (A, Y), None)) == [("gone", 2)]


def test_a_merge_of_three() -> None:
    sides = [text(*BASE, line) for line in (X, Y, Z)]
    for parent in sides:
        others = [side for side in sides if side != parent]
        result = text(*BASE, Z, X, Y)
        growth = weave(parent, result, others, text(*BASE), MEMWIKI, OLDEST, DAY)
        assert (growth.new, growth.losses, len(growth.brought)) == ((), (), 2)


# Rotation


@pytest.mark.parametrize(
    ("after", "archive", "is_one"),
    [
        (text("# Log", "Older: [2026](log-2026.md)", "", B), text("# Log", A), True),
        (text("Older lines are in log-2026.md."), text("# Log", A), True),
        (text("# Log", B), text("# Log", A), False),
        (text("# Log", B + " log-2026.md"), text("# Log", A), False),
        (text("# Log", "See log-2026.md", B), text("# Log", A).rstrip(), False),
        (text("# Log", "See log-2026.md", B), text("# Log", A).replace("\n", "\r\n"), False),
    ],
)
def test_a_rotation_keeps_every_byte_and_says_where(after: str, archive: str, is_one: bool) -> None:
    assert is_rotation(text("# Log", A), after, "log-2026.md", archive, MEMWIKI) == is_one


# Laws

WORDS = st.sampled_from(
    [A, B, C, D, "", "  ", "# Log", "```", "plain", "é ü", "a\u2028b", "\udcff\udc80", "a\rb", BOM + A]
)
LOGS = st.lists(WORDS, max_size=8)
ENDS = st.sampled_from(["\n", "\r\n"])
ORDERS = st.sampled_from([OLDEST, NEWEST])


def solid(lines: list[str]) -> list[str]:
    return [line.removesuffix("\r") for line in lines if line.strip()]


@given(LOGS, LOGS, ENDS, st.booleans())
def test_an_append_is_always_allowed(old: list[str], new: list[str], end: str, has_newline: bool) -> None:
    before = end.join(old) + (end if has_newline and old else "")
    joint = "" if has_newline or not old else end
    growth = grown(before, before + joint + end.join(new))
    assert growth.losses == ()
    if solid(old) and before.strip(BOM + "\r\n "):
        assert [line for _, line in growth.new] == solid(new)


@given(LOGS, st.data(), ORDERS)
def test_a_removal_never_is(old: list[str], data: st.DataObject, order: str) -> None:
    old = [line for line in old if line.strip()] or [A]
    place = data.draw(st.integers(0, len(old) - 1))
    growth = grown(text(*old), text(*old[:place], *old[place + 1 :]), order)
    assert growth.losses
    assert growth.new == ()


@given(LOGS, LOGS, ENDS, ENDS)
def test_allowed_is_a_prefix_and_nothing_else(old: list[str], new: list[str], end: str, new_end: str) -> None:
    growth = grown(end.join(old), new_end.join(new))
    # A BOM is one only at the very start of the file, where it belongs to no line.
    was, now = (solid([side[0].removeprefix(BOM), *side[1:]]) if side else [] for side in (old, new))
    assert (growth.losses == ()) == (now[: len(was)] == was)


@given(LOGS, LOGS)
def test_a_newest_first_log_is_the_mirror(old: list[str], new: list[str]) -> None:
    before = ["# Log", *(line for line in old if line.startswith("2026"))]
    after = text(before[0], *new, *before[1:])
    growth = grown(text(*before), after, NEWEST)
    assert growth.losses == ()
    assert sorted(line for _, line in growth.new) == sorted(solid(new))


@given(LOGS, LOGS, LOGS, st.randoms(use_true_random=False), ORDERS)
def test_a_merge_may_mix_what_its_parents_brought(
    base: list[str], one: list[str], other: list[str], random: Random, order: str
) -> None:
    base = ["# Log", *(line for line in base if line.startswith("2026"))]
    one, other = solid(one), solid(other)
    left, right, mixed = list(one), list(other), []
    while left or right:
        mixed.append((left if left and (not right or random.random() < 0.5) else right).pop(0))

    def grown_by(lines: list[str]) -> str:
        return text(*base, *lines) if order == OLDEST else text(base[0], *lines, *base[1:])

    for parent, side in ((one, other), (other, one)):
        growth = weave(grown_by(parent), grown_by(mixed), [grown_by(side)], text(*base), MEMWIKI, order, DAY)
        assert (growth.new, growth.losses) == ((), ())
        assert sorted(line for _, line in growth.brought) == sorted(side)


@given(LOGS, LOGS)
def test_lines_are_numbered_as_in_the_new_text(old: list[str], new: list[str]) -> None:
    after = text(*new).removeprefix(BOM).split("\n")
    for number, line in grown(text(*old), text(*new)).new:
        assert after[number - 1] == line


# Size


@pytest.fixture(scope="module")
def large() -> str:
    lines = [f"2026-05-01 | ADD | Ana Ruiz | notes/n{i % 999}.md | fact {i} is new" for i in range(200_000)]
    lines[100_000] += " word" * 200_000
    return text("# Log", "", *lines)


def test_a_large_log_takes_no_time(large: str) -> None:
    middle = len(large) // 2
    edited = f"{large[:middle]}\x00{large[middle + 1 :]}"
    start = time.perf_counter()
    assert grown(large, large + text(A)).new == ((200_003, A),)
    for after, new in ((edited, ()), (edited + text(A), ((200_003, A),))):
        growth = grown(large, after)
        assert [loss.kind for loss in growth.losses] == ["edited"]
        assert growth.new == new
    assert time.perf_counter() - start < SECONDS


def test_another_log_in_its_place_takes_no_ages(large: str) -> None:
    start = time.perf_counter()
    lines = large.split("\n")
    for after in ("\n".join(reversed(lines)), large.replace("fact", "claim"), "\n".join(lines[::2])):
        assert grown(large, after).losses
    assert time.perf_counter() - start < SECONDS
