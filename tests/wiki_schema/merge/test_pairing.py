"""Equal things of two rows, paired in an order that both keep."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wiki_schema.merge.pairing import pairs

ROWS = st.text("abc", max_size=8)


@pytest.mark.parametrize(
    ("one", "other", "found"),
    [
        ("", "", []),
        ("abc", "abc", [(0, 0), (1, 1), (2, 2)]),
        ("abc", "axc", [(0, 0), (2, 2)]),
        ("abc", "bca", [(1, 0), (2, 1)]),
        ("aa", "a", [(0, 0)]),
        ("xaby", "bzab", [(1, 2), (2, 3)]),
    ],
)
def test_pairs(one: str, other: str, found: list[tuple[int, int]]) -> None:
    assert pairs(one, other) == found


def test_of_equal_ones_the_last_are_meant_from_the_end() -> None:
    assert pairs("aa", "a", from_end=True) == [(1, 0)]


def test_long_rows_are_paired_as_they_come() -> None:
    one, other = [*range(300), "x"], ["x", *range(1, 300), -1]
    assert pairs(one, other) == [(at, at) for at in range(1, 300)]


@given(ROWS, ROWS, st.booleans())
def test_pairs_are_equal_and_rise(one: str, other: str, from_end: bool) -> None:
    found = pairs(one, other, from_end=from_end)
    assert all(one[i] == other[j] for i, j in found)
    assert all(a[0] < b[0] and a[1] < b[1] for a, b in pairwise(found))


@given(ROWS, ROWS)
def test_what_both_begin_and_end_with_is_paired(one: str, other: str) -> None:
    assert len(pairs(one, one + other)) == len(one)
    assert len(pairs(one + other, other, from_end=True)) == len(other)
