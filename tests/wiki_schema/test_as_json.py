"""What programs are told: JSON that every reader takes, and out of which the bytes can be had again."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wiki_schema.as_json import dumped, exact
from wiki_schema.text import decode


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("Köhler", "Köhler"),
        ("caf\udce9.md", "caf\\xe9.md"),
        ("a\x1b[2J\u202eb\n\u2028", "a\x1b[2J\u202eb\n\u2028"),
        ("##[group]", "##[group]"),
        ("\ud800 \udc00 \U0001f600", "\\ud800 \\udc00 \U0001f600"),
    ],
)
def test_a_text_is_told_letter_for_letter_and_a_byte_by_its_number(text: str, told: str) -> None:
    assert exact(text) == told
    answer = dumped({text: [text, (text,), 1, None, True]})
    assert answer.isascii()
    assert "##" not in answer
    assert json.loads(answer) == {told: [told, [told], 1, None, True]}


def test_on_one_line_where_one_line_is_an_answer() -> None:
    assert dumped({"a": "b\nc"}, indent=None) == '{"a": "b\\nc"}\n'


@given(st.binary())
def test_what_is_told_of_bytes_is_what_python_tells_of_them(data: bytes) -> None:
    told = exact(decode(data))
    assert told == data.decode("utf-8", "backslashreplace")
    assert json.loads(dumped(told)) == told
