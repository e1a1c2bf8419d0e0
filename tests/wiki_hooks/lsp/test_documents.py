"""Texts that change piece by piece, in the units and lines of the protocol."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lsprotocol import types

from wiki_hooks.lsp.documents import Document, Lines
from wiki_hooks.lsp.edits import text_edits
from wiki_hooks.lsp.placing import carried, moved

texts = st.text(alphabet="ab \n\r\u2028\x0b\x85ü🚂", max_size=40)
UTF16 = "utf-16"


@given(texts, st.sampled_from(["utf-8", "utf-16", "utf-32"]))
def test_every_place_has_a_position_and_is_found_again(text: str, encoding: str) -> None:
    lines = Lines(text, encoding)
    for offset in range(len(text) + 1):
        at = lines.position(offset)
        inside_end = text[offset - 1 : offset + 1] == "\r\n"
        if not inside_end:  # no editor has a cursor between the two
            assert lines.offset(at) == offset


@pytest.mark.parametrize(("encoding", "column"), [("utf-8", 6), ("utf-16", 4), ("utf-32", 3)])
def test_a_column_counts_units_of_the_encoding(encoding: str, column: int) -> None:
    assert Lines("üa🚂x", encoding).position(3 if encoding != "utf-8" else 2).character == (
        column if encoding != "utf-8" else 3
    )


def test_a_line_ends_where_the_protocol_says_and_nowhere_else() -> None:
    lines = Lines("a\u2028b\x0bc\nd\re\r\nf")
    assert [lines.position(at).line for at in (4, 6, 8, 11)] == [0, 1, 2, 3]
    assert lines.rows == ["a\u2028b\x0bc", "d\re", "f"]
    assert lines.row_range(3).start == types.Position(3, 0)


@given(texts, texts)
def test_edits_make_one_text_of_the_other(old: str, new: str) -> None:
    document = Document("", "", 1, old, UTF16)
    edits = sorted(text_edits(old, new, UTF16), key=lambda e: (e.range.start.line, e.range.start.character))
    changes = [types.TextDocumentContentChangePartial(e.range, e.new_text) for e in reversed(edits)]
    document.change(changes, 2)
    assert document.text == new


@given(texts, st.integers(0, 40), st.integers(0, 40), st.text(alphabet="x\n🚂", max_size=5))
def test_a_piece_that_is_typed_goes_where_it_was_typed(text: str, one: int, other: int, typed: str) -> None:
    start, end = sorted(min(at, len(text)) for at in (one, other))
    lines = Lines(text)
    at = lines.range(start, end)
    start, end = lines.offset(at.start), lines.offset(at.end)
    document = Document("", "", 1, text, UTF16)
    document.change([types.TextDocumentContentChangePartial(at, typed)], 2)
    assert document.text == text[:start] + typed + text[end:]
    assert document.version == 2


ROWS = st.lists(st.sampled_from("abcdef"), max_size=12)


@given(ROWS, ROWS)
def test_a_line_that_is_gone_has_a_place_in_the_new_text(old: list[str], new: list[str]) -> None:
    for number in range(1, len(old) + 1):
        assert 1 <= moved(number, old, new) <= len(new) + 1
        there = carried(number, old, new)
        assert there == 0 or old[number - 1] == new[there - 1]
