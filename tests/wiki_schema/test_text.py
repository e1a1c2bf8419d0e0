"""What a text may show: nothing in it acts, nothing hides, and no CI takes it for a command."""

from __future__ import annotations

import time

import pytest

from tests.patience import SECONDS
from wiki_schema.text import harmless, inert, is_hazard, visible

HAZARDS = {
    "C0 controls": (0x00, 0x1F),
    "DEL and C1 controls": (0x7F, 0x9F),
    "grapheme joiner": (0x34F, 0x34F),
    "Arabic letter mark": (0x61C, 0x61C),
    "Hangul fillers": (0x115F, 0x1160),
    "Khmer vowels that show nothing": (0x17B4, 0x17B5),
    "Mongolian selectors": (0x180B, 0x180F),
    "zero widths and direction marks": (0x200B, 0x200F),
    "line ends, embeddings and overrides": (0x2028, 0x202E),
    "isolates and invisible operators": (0x2060, 0x206F),
    "the Hangul filler": (0x3164, 0x3164),
    "surrogates": (0xD800, 0xDFFF),
    "private use": (0xE000, 0xF8FF),
    "non-characters": (0xFDD0, 0xFDEF),
    "byte order mark": (0xFEFF, 0xFEFF),
    "the halfwidth Hangul filler": (0xFFA0, 0xFFA0),
    "the last two of a plane": (0xFFFE, 0xFFFF),
    "tags": (0xE0000, 0xE007F),
    "more selectors": (0xE0100, 0xE01EF),
    "the last two of all": (0x10FFFE, 0x10FFFF),
}


@pytest.mark.parametrize("name", HAZARDS)
def test_what_acts_or_hides_is_shown_by_its_number(name: str) -> None:
    first, last = HAZARDS[name]
    for code in range(first, last + 1):
        assert is_hazard(chr(code)), hex(code)
        if chr(code) not in "\t\n\r":
            assert visible(f"a{chr(code)}b") == f"a\\u{{{code:x}}}b"


@pytest.mark.parametrize("words", ["plain", "Köhler — “so”", "日本語", "한글", "❤\ufe0f", "שלום", "ខ្មែរ"])
def test_words_of_every_script_stay_as_they_are(words: str) -> None:
    assert visible(words) == words


def test_a_message_is_one_line_and_cut_when_long() -> None:
    assert visible("a\r\nb\tc") == "a b c"
    assert visible("x" * 300, 10) == "xxxxxxxxxx… (300 characters)"


@pytest.mark.parametrize(
    ("line", "shown"),
    [
        ("::error::forged", ": :error::forged"),
        (" \u3000\t::stop-commands::x", " \u3000\t: :stop-commands::x"),
        (":::", ": ::"),
        ("std::vector", "std::vector"),
        ("a ##[error]b", "a # #[error]b"),
        ("###[group]", "## #[group]"),
        ("##vso[task.complete]", "# #vso[task.complete]"),
        ("## heading [link]", "## heading [link]"),
    ],
)
def test_a_line_holds_no_command_of_a_ci(line: str, shown: str) -> None:
    assert inert(line) == shown
    assert inert(shown) == shown


def test_a_message_keeps_its_lines_and_loses_what_acts() -> None:
    said = "memwiki.toml:2: \x1b]0;pwn\x07\x9b \u202e\n::error::forged\n  second"
    assert harmless(said) == (
        "memwiki.toml:2: \\u{1b}]0;pwn\\u{7}\\u{9b} \\u{202e}\n: :error::forged\n  second"
    )


@pytest.mark.parametrize("words", ["#" * 200_000, "##a" * 70_000, "::" * 100_000, "##" + "a" * 200_000])
def test_a_long_line_takes_no_long_time(words: str) -> None:
    begun = time.perf_counter()
    inert(words)
    visible(words + "é", len(words) + 1)
    assert time.perf_counter() - begun < SECONDS


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plain", "plain"),
        ("one\r\ntwo\nthree", "one two three"),
        ("over\rwritten", "over\\u{d}written"),
        ("a\u202eb", "a\\u{202e}b"),
        ("⚠\ufe0f well", "⚠\ufe0f well"),
        ("x\ufe01\ufe02", "x\\u{fe01}\\u{fe02}"),
        ("x\ufe0f\ufe0e\ufe0f", "x\ufe0f\\u{fe0e}\\u{fe0f}"),
        ("\u202e" * 5, "\\u{202e}\\u{202e}… (5 characters)"),
    ],
)
def test_what_acts_or_hides_is_spelled_out_and_never_cut_in_two(text: str, shown: str) -> None:
    limit = 2 if len(set(text)) == 1 else 240
    assert visible(text, limit) == shown
