"""What a reader sees of a text, whatever marks stand around and within its words."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wiki_schema.markdown.plain import plain


@pytest.mark.parametrize(
    ("text", "seen"),
    [
        ("nothing to do, 3.5 snake_case", "nothing to do, 3.5 snake_case"),
        ("**Ben** has *a* `cat`", "Ben has a cat"),
        ("be**hind** the _door_", "behind the door"),
        ("[Ben](people/ben.md) and [[ben|him]] and [[Bo]]", "Ben and him and Bo"),
        ("![plan](plan.png) seen[^1]", "plan seen"),
        ("b<b>o</b>ld <!-- or not -->now", "bold now"),
        ("one <!-- two\nthree --> four", "one \n four"),
        ("an open <!-- comment\nends it", "an open \n"),
        ("fish &amp; chips, caf&#233; &nbsp;x", "fish & chips, café  x"),
        ("a&#10;b", "a b"),
        (r"1\. not \*marked\*", "1. not marked"),
        ("2026‑11‑05", "2026-11-05"),
        ("２０２６ and 𝐛𝐨𝐥𝐝", "2026 and bold"),
        ("n\u200bo\u00adt se\u034fen\ufe01", "not seen"),
        ("no\u00a0break", "no break"),
        ("~~gone~~", "gone"),
        ("一〇〇", "一〇〇"),
    ],
)
def test_the_words_stay_and_the_marks_go(text: str, seen: str) -> None:
    assert plain(text) == seen


@given(st.text(alphabet=st.sampled_from("ab *_`~<>!-[]()|\\&;#\n\u200b\u00a0é２")))
def test_every_line_stays_on_its_line(text: str) -> None:
    assert plain(text).count("\n") == text.count("\n")
