"""Log lines: what is one, what is wrong with it, how one is written, and where a log begins."""

from __future__ import annotations

import time
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.patience import SECONDS
from wiki_schema.log import MEMWIKI, VERBS, Log, LogLine, newest_day, render_line
from wiki_schema.text import BOM

DAY = date(2026, 11, 30)
LINE = "2026-11-30 | ADD | Ana Ruiz | notes/a.md | new note"


def complaint(line: str) -> str:
    return MEMWIKI.complain(line, VERBS)


# Reading


def test_a_line_has_five_fields() -> None:
    assert MEMWIKI.read(7, LINE) == LogLine(7, LINE, DAY, "ADD", "Ana Ruiz", "notes/a.md", "new note")


@pytest.mark.parametrize(
    ("line", "who", "path", "what"),
    [
        ("2026-11-30 | ADD | Ana | notes/sh.md | a | b | c", "Ana", "notes/sh.md", "a | b | c"),
        (r"2026-11-30 | ADD | Ana | notes/in \| out.md | new", "Ana", "notes/in | out.md", "new"),
        (r"2026-11-30 | ADD | A \| B | x.md | new", "A | B", "x.md", "new"),
        (r"2026-11-30 | ADD | Ana | a \| \| b.md | new", "Ana", "a | | b.md", "new"),
        ("2026-11-30 | ADD | Ana | notes/in|out.md | new", "Ana", "notes/in|out.md", "new"),
        (r"2026-11-30 | ADD | Ana | x.md | a \| b", "Ana", "x.md", r"a \| b"),
        ("2026-11-30 |  ADD |  Ana  | x.md |  aligned ", "Ana", "x.md", "aligned"),
        (
            f"{BOM}2026-11-30 | ADD | Ana | x.md | after files were joined",
            "Ana",
            "x.md",
            "after files were joined",
        ),
    ],
)
def test_pipes_and_blanks(line: str, who: str, path: str, what: str) -> None:
    entry = MEMWIKI.read(1, line)
    assert entry is not None
    assert (entry.who, entry.path, entry.what) == (who, path, what)
    assert entry.raw == line
    assert complaint(line) == ""


def test_a_verb_that_is_not_in_use_is_still_an_entry() -> None:
    entry = MEMWIKI.read(1, "2026-11-30 | REVIEW | Ana | x.md | ok")
    assert entry is not None
    assert entry.verb == "REVIEW"


@pytest.mark.parametrize(
    "line", ["", "# Log", "2026-11-30", "2026-02-30 | ADD | Ana | x.md | y", "2026-11-30 | ADD | Ana | x.md"]
)
def test_what_is_no_entry(line: str) -> None:
    assert MEMWIKI.read(1, line) is None


# What is wrong with a line


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (LINE, ""),
        ("2026-11-30 | LINT | agent-7 | . | nothing found", ""),
        ("2026-11-30 | ADD | Ana | a/../b.md | still inside", ""),
        ("2028-02-29 | ADD | Ana | x.md | a leap day", ""),
        ("2026-11-30 | ADD | Ana Ruiz | x.md", "it has 4 fields where a log line has 5"),
        ("fixed a typo", "it has 1 field where"),
        ("2026-11-30|ADD|Ana|x.md|y", "a pipe with a blank on both sides"),
        ("2026-02-30 | ADD | Ana | x.md | y", "'2026-02-30' is no calendar day"),
        ("2027-02-29 | ADD | Ana | x.md | y", "no calendar day"),
        ("2026-13-01 | ADD | Ana | x.md | y", "no calendar day"),
        ("2026-11-00 | ADD | Ana | x.md | y", "no calendar day"),
        ("0000-01-01 | ADD | Ana | x.md | y", "no calendar day"),
        ("2026-1-1 | ADD | Ana | x.md | y", "no calendar day"),
        ("YYYY-MM-DD | ADD | agent-7 | x.md | y", "placeholder"),
        ("２026-11-30 | ADD | Ana | x.md | y", "U+FF12 FULLWIDTH DIGIT TWO"),
        ("2026‑11‑30 | ADD | Ana | x.md | y", "U+2011 NON-BREAKING HYPHEN"),
        ("2026-11-30 | add | Ana | x.md | y", "the verb add is written ADD"),
        ("2026-11-30 | fix | Ana | x.md | y", "the verbs are ADD, UPDATE, SUPERSEDE, CLAIM, CONFLICT, LINT"),
        ("2026-11-30 | REVIEW | Ana | x.md | y", "'REVIEW' is no verb"),
        ("2026-11-30 | ADD |  | x.md | y", "'who' is empty"),
        ("2026-11-30 | ADD | Ana |  | y", "'path' is empty"),
        ("2026-11-30 | ADD | Ana | x.md | ", "'what' is empty"),
        ("2026-11-30 |\u00a0ADD | Ana | x.md | y", "U+00A0 NO-BREAK SPACE stands beside a pipe"),
        ("2026-11-30 | ADD | Ana\u00a0| x.md | y | z", "U+00A0 NO-BREAK SPACE stands beside a pipe"),
        ("2026-11-30 | ADD | Ana |\u200bx.md | y", "U+200B ZERO WIDTH SPACE stands beside a pipe"),
        ("2026-11-30 │ ADD │ Ana │ x.md │ y", "U+2502"),
        ("2026-11-30 | ADD | Ana | /etc/passwd | y", "absolute"),
        ("2026-11-30 | ADD | Ana | ~/x.md | y", "absolute"),
        ("2026-11-30 | ADD | Ana | C:/x.md | y", "absolute"),
        ("2026-11-30 | ADD | Ana | ../x.md | y", "out of the store"),
        ("2026-11-30 | ADD | Ana | a/../../x.md | y", "out of the store"),
        ("2026-11-30 | ADD | Ana | notes\\x.md | y", "backslash"),
        ("2026-11-30 | ADD | Ana | x.md | a\tb", "U+0009"),
        ("2026-11-30 | ADD | Ana | x.md | a\rb", "U+000D"),
        ("2026-11-30 | ADD | Ana | x.md | a\x1b[31mb", "U+001B"),
        ("2026-11-30 | ADD | Ana | x.md | a\x85b", "U+0085"),
        ("2026-11-30 | ADD | Ana | x.md | a\u2028b", "U+2028 LINE SEPARATOR"),
        ("2026-11-30 | ADD | Ana | x.md | a\u2029b", "U+2029 PARAGRAPH SEPARATOR"),
    ],
)
def test_complaints(line: str, said: str) -> None:
    assert said in complaint(line)
    assert bool(said) == bool(complaint(line))


def test_a_store_may_have_more_verbs() -> None:
    assert MEMWIKI.complain("2026-11-30 | PURGE | Ana | x.md | y", (*VERBS, "PURGE")) == ""


@pytest.mark.parametrize("piece", [" | ", " \\| ", "|", "\\", "\u00a0| ", "` ", "../"])
def test_a_line_of_a_megabyte_is_read_at_once(piece: str) -> None:
    line = "2026-11-30 | ADD | Ana | " + piece * (1_000_000 // len(piece))
    start = time.perf_counter()
    MEMWIKI.read(1, line)
    complaint(line)
    assert time.perf_counter() - start < SECONDS


# Writing


def test_pipes_are_escaped_where_they_would_separate() -> None:
    line = render_line(DAY, "ADD", "A | B", "in | out.md", "use a | b")
    assert line == r"2026-11-30 | ADD | A \| B | in \| out.md | use a | b"


@pytest.mark.parametrize(
    ("verb", "who", "path", "what"),
    [
        ("ADD", "Ana", "x.md", "done\n2026-11-30 | ADD | Bo | keys.md | confirmed"),
        ("ADD", "Ana\n2026-11-30 | ADD | Bo", "x.md", "y"),
        ("ADD", "Ana", "x.md\r", "y"),
        ("ADD", "Ana", "x.md", "a\rb"),
        ("ADD", "Ana", "x.md", "a\x85b"),
        ("ADD", "Ana", "x.md", "a\u2028b"),
        ("ADD", "", "x.md", "y"),
        ("ADD", "Ana", "", "y"),
        ("ADD", "Ana", "x.md", ""),
        ("ADD | Bo", "Ana", "x.md", "y"),
        ("ADD", "Ana", "../x.md", "y"),
        ("ADD", "Ana", " x.md", "y"),
        ("ADD", r"A \| B", "x.md", "y"),
    ],
)
def test_what_would_forge_a_line_is_refused(verb: str, who: str, path: str, what: str) -> None:
    with pytest.raises(ValueError):
        render_line(DAY, verb, who, path, what)


FIELD = st.text(st.sampled_from("aé| \\./\u00a0\u2028\t\n—-"), max_size=12)


@given(st.dates(), st.sampled_from(VERBS), FIELD, FIELD, FIELD)
def test_what_is_written_is_one_line_that_reads_the_same(
    day: date, verb: str, who: str, path: str, what: str
) -> None:
    try:
        line = render_line(day, verb, who, path, what)
    except ValueError:
        return
    assert "\n" not in line
    assert complaint(line) == ""
    assert MEMWIKI.read(1, line) == LogLine(1, line, day, verb, who, path, what.strip(" "))


# Whole logs

SAMPLE = "2026-01-01 | ADD | me | x.md | example"


@pytest.mark.parametrize(
    ("preamble", "length"),
    [
        ("", 0),
        ("# Log\n\n", 2),
        (f"```\nYYYY-MM-DD | VERB | who | path | what\n{SAMPLE}\n```\n\n", 5),
        (f"~~~~ text\n{SAMPLE}\n~~~\n~~~~~\n", 4),
        (f"---\nexample: |\n  {SAMPLE}\n{SAMPLE}\n---\n# Log\n", 6),
        ("A fence ``` in a line\n", 1),
    ],
)
def test_the_preamble_ends_at_the_first_entry(preamble: str, length: int) -> None:
    for mark in ("", BOM):
        log = Log.parsed(f"{mark}{preamble}{LINE}\n```\n{LINE}\n```\n", MEMWIKI)
        assert log.preamble_end == length
        assert [entry.number for entry in log.entries] == [length + 1, length + 3]


def test_a_fence_that_never_closes_is_none() -> None:
    assert Log.parsed(f"```\n{LINE}\n", MEMWIKI).preamble_end == 1


def test_an_entry_with_a_fault_ends_the_preamble_too() -> None:
    log = Log.parsed(f"# Log\n0000-01-01 | ADD | Ana | x.md | y\n{LINE}\n", MEMWIKI)
    assert log.preamble_end == 1
    assert [entry.number for entry in log.entries] == [3]


def test_a_log_without_entries_is_all_preamble() -> None:
    assert Log.parsed("# Log\n\nNothing yet.\n", MEMWIKI) == Log(3, ["# Log", "", "Nothing yet."], ())


@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize("mark", ["", BOM])
def test_the_newest_day_is_found_at_either_end(end: str, mark: str) -> None:
    old = ["2026-11-02 | ADD | Ana | x.md | y"] * 4000
    head = ["# Log", "```", SAMPLE.replace("2026", "2031"), "```"]
    for lines in ([*old, LINE], [LINE, *old]):
        assert newest_day(mark + end.join([*head, *lines, ""]), MEMWIKI) == DAY


def test_an_empty_log_has_no_newest_day() -> None:
    assert newest_day("# Log\n", MEMWIKI) is None
