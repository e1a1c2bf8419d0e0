"""The legal edits: lines come in where they belong, and every old byte stays."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wiki_schema.amend import add_index_lines, add_log_lines, insert
from wiki_schema.log import MEMWIKI

OLD = "2026-11-01 | ADD | anna | a.md | first"
NEW = "2026-11-30 | ADD | anna | b.md | second"


@pytest.mark.parametrize(
    ("log", "order", "grown"),
    [
        ("", "oldest-first", f"{NEW}\n"),
        (f"{OLD}\n", "oldest-first", f"{OLD}\n{NEW}\n"),
        (OLD, "oldest-first", f"{OLD}\n{NEW}\n"),
        (f"# Log\r\n\r\n{OLD}\r\n", "oldest-first", f"# Log\r\n\r\n{OLD}\r\n{NEW}\r\n"),
        (f"# Log\n\n{OLD}\n", "newest-first", f"# Log\n\n{NEW}\n{OLD}\n"),
        (f"# Log\r\n\r\n{OLD}\r\n", "newest-first", f"# Log\r\n\r\n{NEW}\r\n{OLD}\r\n"),
        ("# Log\n", "newest-first", f"# Log\n{NEW}\n"),
    ],
)
def test_a_log_line_goes_to_the_open_end(log: str, order: str, grown: str) -> None:
    assert add_log_lines(log, [NEW], MEMWIKI, order) == grown


@pytest.mark.parametrize(
    ("index", "grown"),
    [
        ("", "- [B](b.md)\n"),
        ("# Index\n", "# Index\n- [B](b.md)\n"),
        ("- [A](a.md)\n", "- [A](a.md)\n- [B](b.md)\n"),
        ("- [A](a.md) about\n  a\n- more\n", "- [A](a.md) about\n  a\n- [B](b.md)\n- more\n"),
        ("- [A](a.md)\n\nThe end.\n", "- [A](a.md)\n- [B](b.md)\n\nThe end.\n"),
        ("- [A](a.md)\n- `c.md` about c", "- [A](a.md)\n- `c.md` about c\n- [B](b.md)\n"),
    ],
)
def test_an_index_line_goes_after_the_last_listing(index: str, grown: str) -> None:
    assert add_index_lines(index, ["- [B](b.md)"]) == grown


TEXTS = st.text(alphabet="ab\n\r#|- \u2028\ufeff\udcff")


@given(TEXTS, st.none() | st.integers(0, 9), st.lists(st.text(alphabet="xy"), min_size=1))
def test_no_old_byte_is_lost_or_moved(text: str, after: int | None, lines: list[str]) -> None:
    grown = insert(text, after, lines)
    ending = "\r\n" if "\r\n" in text else "\n"
    added = "".join(f"{line}{ending}" for line in lines)
    assert any(
        grown == f"{text[:at]}{glue}{added}{text[at:]}"
        for at in range(len(text) + 1)
        for glue in ("", ending, "\r\n")
    )
    at = grown.index(added) if text == "" else 0
    assert at == 0
