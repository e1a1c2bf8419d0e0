"""From which line on a file is not read, to the line and to the byte."""

from __future__ import annotations

import pytest

from wiki_lint.size import falls_off

ENOUGH = 1_000


@pytest.mark.parametrize(
    ("text", "lines", "size", "first"),
    [
        ("", 1, ENOUGH, None),
        ("a\nb\nc\n", 3, ENOUGH, None),
        ("a\nb\nc", 3, ENOUGH, None),
        ("a\nb\nc\n", 2, ENOUGH, 3),
        ("a\nb\nc", 2, ENOUGH, 3),
        ("aa\nbb\n", ENOUGH, 6, None),
        ("aa\nbb\n", ENOUGH, 5, 2),
        ("aa\nbb\n", ENOUGH, 3, 2),
        ("aa\nbb\n", ENOUGH, 2, 1),
        ("äa\nbb\n", ENOUGH, 7, None),
        ("äa\nbb\n", ENOUGH, 6, 2),
        ("a\nb\nc\n", 1, 5, 2),
        ("a\nb\nc\n", 2, 2, 2),
    ],
)
def test_what_falls_off_begins_at_a_line(text: str, lines: int, size: int, first: int | None) -> None:
    assert falls_off(text, lines, size) == first
