"""Managed blocks: which markers count, what is refused, and that nothing outside is ever touched."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wiki_schema.managed import blanked, body_of, read_blocks, render, stamp, unknown, unrendered
from wiki_schema.note import parse_note, parse_versions
from wiki_schema.text import BOM, decode, encode, split_lines

OPEN, CLOSE = "<!-- memwiki:roster -->", "<!-- /memwiki:roster -->"
TABLE = "| Name | Role |\n| --- | --- |\n| Anna | admin |\n"


def rendered(text: str, words: str = TABLE) -> str:
    return render(text, read_blocks(text).blocks, lambda _name: words)


EXAMPLES = {
    "a fence": f"```\n{OPEN}\n{CLOSE}\n```\n",
    "a fence of tildes": f"~~~md\n{OPEN}\n{CLOSE}\n~~~\n",
    "a fence that is never closed": f"```\n{OPEN}\n{CLOSE}\n",
    "indented code": f"Text.\n\n    {OPEN}\n    {CLOSE}\n",
    "a code span": f"Write `{OPEN}` and `{CLOSE}`.\n",
    "a line of words": f"Write {OPEN} there.\n",
    "a quote": f"> {OPEN}\n> {CLOSE}\n",
    "a list": f"- one\n\n  {OPEN}\n  {CLOSE}\n",
    "preformatted HTML": f"<pre>\n{OPEN}\n{CLOSE}\n</pre>\n",
    "a front matter": f"---\nhint: |\n{OPEN}\n{CLOSE}\n---\ntext\n",
    "another comment": "<!-- memwikis:roster -->\n<!-- roster -->\n",
}


@pytest.mark.parametrize("text", EXAMPLES.values(), ids=EXAMPLES)
def test_an_example_is_no_block(text: str) -> None:
    assert read_blocks(text) == ((), ())


BLOCKS = {
    "alone": f"{OPEN}\n{CLOSE}",
    "behind a paragraph": f"words\n{OPEN}\n{CLOSE}\nwords\n",
    "behind a list": f"- one\n{OPEN}\n{CLOSE}\n",
    "inside a div": f"<div>\n{OPEN}\n{CLOSE}\n</div>\n",
    "with a BOM": f"{BOM}{OPEN}\n{CLOSE}\n",
    "with CRLF": f"{OPEN}\r\n{CLOSE}\r\n",
    "with blanks behind": f"{OPEN}  \n{CLOSE}\t\n",
    "with an example below": f"{OPEN}\n{CLOSE}\n\n```\n{OPEN}\n{CLOSE}\n```\n",
    "behind a front matter": f"---\na: 1\n---\n{OPEN}\n{CLOSE}\n",
}


@pytest.mark.parametrize("text", BLOCKS.values(), ids=BLOCKS)
def test_markers_on_lines_of_their_own_are_a_block(text: str) -> None:
    managed = read_blocks(text)
    assert [block.name for block in managed.blocks] == ["roster"]
    assert managed.faults == ()
    (block,) = read_blocks(rendered(text)).blocks
    assert (block.body, block.stamp) == (body_of(TABLE), stamp(body_of(TABLE)))
    assert not block.is_by_hand


FAULTS = {
    "no end": (f"text\n{OPEN}\nrest\n", [(2, "does not end")]),
    "no begin": (f"text\n{CLOSE}\n", [(2, "does not begin")]),
    "twice": (f"{OPEN}\n{CLOSE}\n{OPEN}\n{CLOSE}\n", [(3, "the first begins in line 1")]),
    "begun twice": (f"{OPEN}\n{OPEN}\n{CLOSE}\n", [(2, "begins inside the block roster")]),
    "ended twice": (f"{OPEN}\n{CLOSE}\n{CLOSE}\n", [(3, "does not begin")]),
    "nested": (
        f"{OPEN}\n<!-- memwiki:x -->\n<!-- /memwiki:x -->\n{CLOSE}\n",
        [(2, "begins inside"), (3, "inside the block roster")],
    ),
    "crossed": (f"{OPEN}\n<!-- /memwiki:x -->\n{CLOSE}\n", [(2, "the end of a block x inside")]),
    "no blank": (f"<!--memwiki:roster-->\n{CLOSE}\n", [(1, "is no marker"), (2, "does not begin")]),
    "capitals": (f"<!-- Memwiki:Roster -->\n{CLOSE}\n", [(1, "is no marker"), (2, "does not begin")]),
    "words behind": (f"{OPEN} here\n{CLOSE}\n", [(1, "is no marker"), (2, "does not begin")]),
    "an indent": (f" {OPEN}\n{CLOSE}\n", [(1, "is no marker"), (2, "does not begin")]),
    "a hash in the first": (
        f"<!-- memwiki:roster 0123456789abcdef -->\n{CLOSE}\n", [(1, "is no marker"), (2, "does not begin")],
    ),
    "a hash cut short": (
        f"{OPEN}\n<!-- /memwiki:roster 0123 -->\n", [(1, "does not end"), (2, "is no marker")],
    ),
}  # fmt: skip


@pytest.mark.parametrize(("text", "wanted"), FAULTS.values(), ids=FAULTS)
def test_markers_that_do_not_fit_are_told_with_their_line(text: str, wanted: list[tuple[int, str]]) -> None:
    faults = read_blocks(text).faults
    assert [fault.line for fault in faults] == [line for line, _ in wanted]
    for fault, (_, words) in zip(faults, wanted, strict=True):
        assert words in fault.message


def test_an_unknown_name_is_told_with_the_nearest() -> None:
    blocks = read_blocks("<!-- memwiki:rooster -->\n<!-- /memwiki:rooster -->\n").blocks
    (fault,) = unknown(blocks, ["index", "roster"])
    assert fault == (1, "there is no block rooster; did you mean roster?")
    (fault,) = unknown(read_blocks("<!-- memwiki:x -->\n<!-- /memwiki:x -->\n").blocks, ["roster", "index"])
    assert fault == (1, "there is no block x: there is index, roster.")
    (fault,) = unknown(blocks, [])
    assert fault == (1, "there is no block rooster: no plugin renders any.")


LINES = st.sampled_from([
    "", "words", "- fact — Anna, 2026-11-01", "```", "~~~", "> quote", "    code", "<div>", "</div>", "---",
    "| a | b |", "\u00e9\udcff", OPEN, CLOSE, "# Title", "<!--", "-->", "1. one", "\x0b", "a\rb", "\u2028",
])  # fmt: skip
TEXTS = st.builds(
    lambda lines, ends, last: "".join(map("".join, zip(lines, ends, strict=False))) + last,
    st.lists(LINES, max_size=14), st.lists(st.sampled_from(["\n", "\r\n"]), min_size=14, max_size=14), LINES,
)  # fmt: skip


@given(TEXTS, TEXTS)
def test_everything_outside_stays_byte_for_byte(above: str, below: str) -> None:
    text = f"{above}\n\n{OPEN}\n{CLOSE}\n{below}"
    managed = read_blocks(text)
    if managed.faults or len(managed.blocks) != 1:
        return
    block = managed.blocks[0]
    parts, new = encode(text).split(b"\n"), encode(rendered(text)).split(b"\n")
    behind = len(parts) - block.end - 1
    assert new[: block.begin + 1] == parts[: block.begin + 1]
    assert new[len(new) - behind :] == parts[len(parts) - behind :]


@given(
    TEXTS,
    st.sampled_from([TABLE, "", "- a\n- b", "words\n\n\n", "<!-- /memwiki:roster -->", "```\ncode\n```\n"]),
)
def test_what_is_rendered_twice_is_as_it_was(text: str, words: str) -> None:
    if read_blocks(text).faults:
        return
    once = rendered(text, words)
    assert read_blocks(once).faults == ()
    assert rendered(once, words) == once
    assert not any(block.is_by_hand for block in read_blocks(once).blocks)


def test_a_file_without_a_last_newline_gets_none() -> None:
    assert not rendered(f"{OPEN}\n{CLOSE}").endswith("\n")


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_lines_end_as_the_marker_s_does(newline: str) -> None:
    text = rendered(f"a{newline}{OPEN}{newline}{CLOSE}{newline}")
    assert text.count(newline) == text.count("\n") == 8


def test_bytes_that_are_not_utf_8_stay() -> None:
    data = b"\xff\xfe caf\xe9\n" + encode(f"{OPEN}\n{CLOSE}\n") + b"\xe9"
    assert encode(rendered(decode(data))).startswith(b"\xff\xfe caf\xe9\n")
    assert encode(rendered(decode(data))).endswith(b" -->\n\xe9")


class TestANote:
    """What memwiki rendered is nobody's words; anything else between markers is somebody's."""

    NOTE = rendered(
        f"# A\n\n- a fact — Anna, 2026-11-01\n\n{OPEN}\n{CLOSE}\n",
        "| Name | Role |\n| --- | --- |\n| words | member |\n",
    )

    def test_holds_no_facts_of_a_rendered_block(self) -> None:
        assert [item.line for item in parse_note(self.NOTE).items] == [3]

    def test_reads_on_behind_it_by_the_right_lines(self) -> None:
        note = parse_note(f"{self.NOTE}- another — Anna, 2026-11-01\n")
        assert [item.line for item in note.items] == [3, len(split_lines(self.NOTE)) + 1]

    def test_says_the_same_whatever_is_rendered(self) -> None:
        new = rendered(self.NOTE, TABLE)
        assert unrendered(new).split() == unrendered(self.NOTE).split()
        before, after, _ = parse_versions(self.NOTE, new)
        assert [i.words for i in before.items] == [i.words for i in after.items]

    @pytest.mark.parametrize(
        ("old", "new"),
        [("words", "other"), ("| words", "| more — Ben, 2026-11-01 |\n| words")],
        ids=["changed", "added"],
    )
    def test_holds_what_was_written_by_hand(self, old: str, new: str) -> None:
        head, mark, tail = self.NOTE.partition(OPEN)
        edited = head + mark + tail.replace(old, new, 1)
        (block,) = read_blocks(edited).blocks
        assert block.is_by_hand
        lines = split_lines(edited)
        assert blanked(lines) == lines


FORGED = {
    "a fact in another's name": "- a fact — Anna, 2026-11-01",
    "a paragraph in another's name": "| a fact — Anna, 2026-11-01",
    "a heading": "# All this was taken back",
    "a fence": "```",
    "a comment": "<!-- x",
    "a tag": "| <div hidden> |",
    "a tag alone": "<div hidden>",
    "a rule": "---",
}


@pytest.mark.parametrize("words", FORGED.values(), ids=FORGED)
def test_what_is_no_table_is_somebody_s_words_whatever_its_hash(words: str) -> None:
    body = f"\n{words}\n\n"
    note = f"{OPEN}\n{body}<!-- /memwiki:roster {stamp(body)} -->\n"
    assert unrendered(note) == note


@pytest.mark.parametrize(
    "filler",
    [
        "> " * 5_000,
        "[" * 200_000,
        "`" * 200_000,
        "x" * 200_000,
        f"{OPEN}\n" * 2_000,
        "- " * 5_000,
        "<!-- " * 40_000,
    ],
    ids=["quotes", "brackets", "ticks", "a long line", "markers", "lists", "comments"],
)
def test_no_text_takes_long(filler: str) -> None:
    started = time.perf_counter()
    read_blocks(f"{OPEN}\n{filler}\n{CLOSE}\n")
    assert time.perf_counter() - started < 3
