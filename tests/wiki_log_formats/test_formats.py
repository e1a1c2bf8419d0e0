"""The log styles besides the wiki's own: what begins an entry, what dates it, what is wrong with its head."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wiki_log_formats import bullets, headings, okf, wiki_provide_log_formats
from wiki_schema.amend import add_log_lines
from wiki_schema.compare.growth import grow
from wiki_schema.log import MEMWIKI, VERBS, Log, LogFormat, LogLine, newest_day
from wiki_schema.text import BOM

DAY = date(2026, 4, 2)


def test_the_formats_by_name() -> None:
    formats = {log_format.name: log_format for log_format in wiki_provide_log_formats()}
    assert formats == {"headings": headings.FORMAT, "okf": okf.FORMAT, "bullets": bullets.FORMAT}
    assert not any(log_format.has_fields for log_format in formats.values())


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("## [2026-04-02] ingest | Title", "ingest | Title"),
        ("## [2026-04-02 14:30] ingest | Title", "ingest | Title"),
        ("### 2026-04-02 query", "query"),
        ("##\t[2026-04-02]", ""),
        ("## 2026-04-02: lint", "lint"),
        ("## 2026-04-02 — lint", "lint"),
        ("## **2026-04-02** lint", "lint"),
        (f"{BOM}## [2026-04-02] after files were joined", "after files were joined"),
    ],
)
def test_headings_that_begin_an_entry(line: str, said: str) -> None:
    entry = headings.FORMAT.read(5, line)
    assert entry is not None
    assert (entry.number, entry.raw, entry.day, entry.what) == (5, line, DAY, said)
    assert headings.FORMAT.complain(line, VERBS) == ""


@pytest.mark.parametrize(
    "line",
    [
        "# 2026-04-02",
        "#### 2026-04-02",
        "##2026-04-02",
        "## About",
        "## 2026-04-021",
        "2026-04-02",
        "- 2026-04-02",
        "",
    ],
)
def test_what_begins_no_entry_under_headings(line: str) -> None:
    assert headings.FORMAT.read(1, line) is None
    assert headings.FORMAT.complain(line, VERBS) == ""


@pytest.mark.parametrize(
    "line",
    [
        "- 2026-04-02 — text",
        "* 2026-04-02 – text",
        "- 2026-04-02: text",
        "- 2026-04-02 - text",
        "+ 2026-04-02 text",
        "- **2026-04-02** — text",
        "- **2026-04-02:** text",
        "- [2026-04-02] text",
        "-   2026-04-02 | text",
    ],
)
def test_bullets_that_are_entries(line: str) -> None:
    entry = bullets.FORMAT.read(1, line)
    assert entry is not None
    assert (entry.day, entry.what) == (DAY, "text")
    assert bullets.FORMAT.complain(line, VERBS) == ""


@pytest.mark.parametrize(
    "line", ["- text", "  - 2026-04-02 — nested", "-2026-04-02", "2026-04-02 — text", "---", "-"]
)
def test_bullets_that_are_none(line: str) -> None:
    assert bullets.FORMAT.read(1, line) is None
    assert bullets.FORMAT.complain(line, VERBS) == ""


OKF = """# Log

- a list in the preamble

## 2026-04-02

* **Update**: revenue table
  - nested

## 2026-04-01
- Created
"""


def test_okf_entries_bear_the_day_of_their_heading() -> None:
    log = Log.parsed(OKF, okf.FORMAT)
    assert log.lines[log.preamble_end] == "## 2026-04-02"
    said = [(entry.number, entry.day, entry.what) for entry in log.entries]
    assert said == [(7, DAY, "**Update**: revenue table"), (11, date(2026, 4, 1), "Created")]
    assert newest_day(OKF, okf.FORMAT) == DAY


@pytest.mark.parametrize(
    ("log_format", "head"),
    [
        (headings.FORMAT, "## [{}] ingest | Title"),
        (headings.FORMAT, "### {}"),
        (okf.FORMAT, "## {}"),
        (bullets.FORMAT, "- {} — text"),
    ],
)
@pytest.mark.parametrize(
    ("day", "said"),
    [
        ("2026-02-30", "'2026-02-30' is no calendar day"),
        ("0000-01-01", "no calendar day"),
        ("YYYY-MM-DD", "no calendar day"),
        ("２０２６-04-02", "U+FF12 FULLWIDTH DIGIT TWO"),
    ],
)
def test_days_that_are_none_are_complained_of(log_format: LogFormat, head: str, day: str, said: str) -> None:
    line = head.format(day)
    assert said in log_format.complain(line, VERBS)
    assert log_format.day_heading(line) is None
    assert Log.parsed(f"# Log\n{line}\n", log_format).preamble_end == 1


@pytest.mark.parametrize(
    "line", ["text", "- item", "## About", "| a | b |", "2026-02-30", "    ## 2026-02-30", "```"]
)
def test_bodies_are_free(line: str) -> None:
    for log_format in wiki_provide_log_formats():
        assert log_format.complain(line, VERBS) == ""


LINES = st.lists(
    st.sampled_from(
        ["# Log", "## [2026-04-02] a | b", "## 2026-04-01", "- 2026-04-02 — c", "- d", "Body.", "", "```"]
    )
)
FORMATS = st.sampled_from(wiki_provide_log_formats())
ENDS = st.sampled_from(["\n", "\r\n"])


@given(LINES, LINES, FORMATS, ENDS)
def test_an_append_is_always_allowed(old: list[str], new: list[str], log_format: LogFormat, end: str) -> None:
    before = "".join(line + end for line in old)
    after = before + "".join(line + end for line in new)
    assert grow(before, after, log_format, "oldest-first", DAY).losses == ()


@given(LINES, st.data(), FORMATS, st.sampled_from(["oldest-first", "newest-first"]))
def test_a_removal_never_is(old: list[str], data: st.DataObject, log_format: LogFormat, order: str) -> None:
    old = [line for line in old if line] or ["# Log"]
    place = data.draw(st.integers(0, len(old) - 1))
    before, after = ("\n".join(lines) for lines in (old, old[:place] + old[place + 1 :]))
    assert grow(before, after, log_format, order, DAY).losses


@given(LINES, FORMATS, ENDS)
def test_parsing_loses_no_byte(lines: list[str], log_format: LogFormat, end: str) -> None:
    text = "".join(line + end for line in lines)
    log = Log.parsed(text, log_format)
    assert "".join(line + end for line in log.lines) == text
    assert all(log.lines[entry.number - 1] == entry.raw for entry in log.entries)


EVERY_FORMAT = [MEMWIKI, headings.FORMAT, okf.FORMAT, bullets.FORMAT]
WORDS = st.text(max_size=20) | st.lists(
    st.sampled_from(["## [2026-04-02] x", "- ", "2026-04-02", "\n", "\x00", "\u2028", " | ", "# ", "a"]),
    max_size=5,
).map("".join)


@pytest.mark.parametrize("log_format", EVERY_FORMAT, ids=lambda log_format: log_format.name)
@given(who=WORDS, path=WORDS, what=WORDS)
def test_what_is_rendered_is_one_entry_or_none(log_format: LogFormat, who: str, path: str, what: str) -> None:
    entry = LogLine(0, "", DAY, "UPDATE", who, path, what)
    try:
        lines = log_format.render(entry)
    except ValueError:
        return
    log = add_log_lines("# Log\n", lines, log_format, "oldest-first", DAY)
    (read,) = Log.parsed(log, log_format).entries
    assert read.day == DAY
    assert not any(log_format.complain(line, VERBS) for line in lines)


@pytest.mark.parametrize(
    ("log_format", "lines"),
    [
        (MEMWIKI, ("2026-04-02 | UPDATE | Ana Ruiz | home.md | the boiler",)),
        (headings.FORMAT, ("## [2026-04-02] update | home.md", "", "- Ana Ruiz: the boiler")),
        (okf.FORMAT, ("- **Update** home.md: Ana Ruiz: the boiler",)),
        (bullets.FORMAT, ("- 2026-04-02 — update home.md — Ana Ruiz: the boiler",)),
    ],
    ids=lambda value: getattr(value, "name", ""),
)
def test_how_an_entry_is_written(log_format: LogFormat, lines: tuple[str, ...]) -> None:
    entry = LogLine(0, "", DAY, "UPDATE", "Ana Ruiz", "home.md", "the boiler")
    assert log_format.render(entry) == lines
