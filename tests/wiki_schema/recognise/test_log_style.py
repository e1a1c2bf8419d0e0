"""In which style and order a log is taken to be written."""

from __future__ import annotations

import pytest

from wiki_schema.judge import load_formats
from wiki_schema.plugins import get_plugin_manager
from wiki_schema.recognise.log_style import LogStyle, recognise_log

FORMATS = tuple(load_formats(get_plugin_manager()).values())


def recognised(text: str) -> LogStyle:
    return recognise_log(text, FORMATS)


LINES = "2026-11-01 | ADD | ben | a.md | new\n2026-11-02 | ADD | ben | b.md | new\n"
UPWARDS = ("oldest-first", True)
DOWNWARDS = ("newest-first", True)
OKF = "## 2026-05-22\n\n* **Update**: a\n* **Creation**: b\n"


@pytest.mark.parametrize(
    ("text", "format", "order", "entries"),
    [
        (f"# Log\n\n{LINES}", "memwiki", UPWARDS, 2),
        ("## [2026-04-01] ingest | A\n\n- one\n- two\n\n## [2026-04-02] lint\n", "headings", UPWARDS, 2),
        ("## [2026-04-02] ingest | A\n\n## [2026-04-01] lint | B\n", "headings", DOWNWARDS, 2),
        ("### 2026-04-01 14:00 — words\n\n### 2026-04-02 — more\n", "headings", UPWARDS, 2),
        (f"# Log\n\n{OKF}\n## 2026-05-15\n\n* **Creation**: c\n", "okf", DOWNWARDS, 3),
        (f"# Log\n\n{OKF}", "okf", ("newest-first", False), 2),
        ("## 2026-05-22\n\nWords only.\n", "headings", ("oldest-first", False), 1),
        ("- 2026-04-01 — a\n- 2026-04-02 — b\n", "bullets", UPWARDS, 2),
        ("* 2026-04-02: a\n* 2026-04-01: b\n", "bullets", DOWNWARDS, 2),
        ("- 2026-04-01 — a\n- 2026-04-01 — b\n", "bullets", ("oldest-first", False), 2),
        ("## 2026-04\n\n- 2026-04-01 — a\n- 2026-04-02 — b\n", "bullets", UPWARDS, 2),
    ],
)
def test_a_style_is_told_by_its_entries_and_an_order_by_their_days(
    text: str, format: str, order: tuple[str, bool], entries: int
) -> None:
    found = recognised(text)
    assert (found.format, (found.order, found.is_sure), found.entries) == (format, order, entries)


def test_one_day_out_of_order_does_not_turn_a_log_round() -> None:
    days = ["2026-04-01", "2026-04-02", "2026-04-04", "2026-04-03", "2026-04-05"]
    assert recognised("".join(f"- {day} — words\n" for day in days)).order == "oldest-first"


@pytest.mark.parametrize(
    "text",
    [
        "# Changelog\n\n## [1.2.0] - 2026-04-01\n\n- Added a thing\n",
        "# Log\n\n### April 1st, 2026\n\nWords.\n",
        "2026/04/01: words\n",
    ],
)
def test_a_style_without_a_format_is_said_to_be_none_with_the_lines_that_show_it(text: str) -> None:
    found = recognised(text)
    assert (found.format, found.entries) == ("", 0)
    assert found.strays
    assert "2026" in found.strays[0][1]


@pytest.mark.parametrize(
    "text", ["", "# Log\n", "# Log\n\nNothing yet.\n", "```\n- 2026-04-01 — example\n```\n"]
)
def test_a_log_without_an_entry_shows_nothing(text: str) -> None:
    assert recognised(text).format == ""


@pytest.mark.parametrize(
    ("text", "strays"),
    [
        (f"# Log\n\n{LINES}and what is this\n", ((5, "and what is this"),)),
        ("## [2026-04-01] a\n\n## Related pages\n", ((3, "## Related pages"),)),
        ("## [2026-04-01] a\n\n### Part\n\nwords\n", ()),
        ("- 2026-04-01 — a\n- 2026-04-31 — b\n", ((2, "- 2026-04-31 — b"),)),
    ],
)
def test_lines_that_are_meant_as_entries_and_are_none_are_shown(
    text: str, strays: tuple[tuple[int, str], ...]
) -> None:
    assert recognised(text).strays == strays


def test_only_a_few_are_shown_and_all_are_counted() -> None:
    found = recognised("- 2026-04-01 — a\n" + "- no day\n" * 500)
    assert (len(found.strays), found.stray_count) == (3, 500)
