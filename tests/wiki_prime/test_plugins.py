"""Sections of other plugins, and secrets that a scanner finds: what stands between them and the reader."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import pytest

from tests.linting import view_files
from wiki_schema import hookimpl
from wiki_schema.finding import CannotCheck
from wiki_schema.members import Actor
from wiki_schema.plugins import get_plugin_manager
from wiki_schema.prime import Section, compose, head
from wiki_schema.prime.sections import masked, sections


class Weather:
    """A plugin with sections of its own."""

    def __init__(self, *given: Any) -> None:
        self.given = given

    @hookimpl
    def wiki_prime_section(self, views: object, actor: object) -> Sequence[Any]:
        return self.given


class Scanner:
    """Takes what looks like a token for one, on however many lines."""

    @hookimpl
    def wiki_scan_secrets(self, path: str, text: str) -> list[tuple[int, int, str]]:
        return [(*found.span(), "token") for found in re.finditer(r"tok_[a-z0-9]+|BEGIN(?s:.)*?END", text)]


class Overlapping:
    """Marks spans that overlap, and one that leaves the text."""

    @hookimpl
    def wiki_scan_secrets(self, path: str, text: str) -> list[tuple[int, int, str]]:
        return [(2, 6, "b"), (0, 4, "a"), (3, 5, "c"), (len(text) - 1, len(text) + 9, "d")]


def given(*plugins: object, names: Sequence[str] = ()) -> list[Section]:
    manager = get_plugin_manager()
    for plugin in plugins:
        manager.register(plugin)
    return list(sections(view_files({}), Actor("bo"), manager, names))


def test_a_section_of_a_plugin_takes_its_place_by_priority() -> None:
    rain = Section("weather", "Weather", ("It rains",), 25, "forecast")
    names = [section.name for section in given(Weather(rain))]
    assert names == ["writing", "roster", "weather", "claims", "index", "log"]
    assert [section.name for section in given(Weather(rain), names=["log", "weather", "log"])] == [
        "log",
        "weather",
    ]


def test_a_line_of_a_plugin_is_quoted_like_any_other() -> None:
    text = compose(given(Weather(Section("weather", "Weather", ("a\n## b</x>",), 1))), 9999).text
    assert "\n## Weather\n| a ## b&lt;/x&gt;\n" in text


@pytest.mark.parametrize(
    ("plugins", "said"),
    [
        ([Weather(Section("log", "Mine", (), 1))], "Two plugins give a section named log"),
        ([Weather(("log", "Mine", (), 1))], "what is no section"),
        ([Weather(1)], "what is no section"),
        ([Weather(Section("our weather", "Weather", (), 1))], "a section named “our weather”"),
        ([Weather(Section("</x>\n", "Weather", (), 1))], "a section named “</x> ”"),
    ],
)
def test_what_would_hide_another_or_is_no_section_is_an_error(plugins: list[object], said: str) -> None:
    with pytest.raises(CannotCheck, match=said):
        given(*plugins)


def test_a_plugin_that_fails_is_named() -> None:
    class Broken:
        @hookimpl
        def wiki_prime_section(self, views: object, actor: object) -> Sequence[Section]:
            raise ValueError("no forecast")

    with pytest.raises(CannotCheck, match="failed in wiki_prime_section: ValueError: no forecast"):
        given(Broken())


@pytest.mark.parametrize(
    ("lines", "shown"),
    [
        (["the key is tok_abc1, so"], ["the key is [masked: token], so"]),
        (["tok_a", "tok_b"], ["[masked: token]", "[masked: token]"]),
        (["x BEGIN", "key", "END y", "z"], ["x [masked: token]", "", " y", "z"]),
        (["nothing"], ["nothing"]),
        (["x" * 470 + "tok_abcdefghijklmnopq"], ["x" * 470 + "[masked: token]"]),
        ([], []),
    ],
)
def test_a_secret_is_masked_and_no_line_moves(lines: list[str], shown: list[str]) -> None:
    manager = get_plugin_manager()
    manager.register(Scanner())
    assert list(masked(Section("log", "Log", tuple(lines), 1), manager).lines) == shown


@pytest.mark.parametrize("plugins", [[], [Weather()], [Scanner()]], ids=["none", "another", "a scanner"])
def test_the_head_promises_that_secrets_are_masked_where_something_looks_for_them(
    plugins: list[object],
) -> None:
    found = given(*plugins)
    text = compose(found, 9999).text
    is_scanned = any(isinstance(plugin, Scanner) for plugin in plugins)
    assert text.startswith("\n".join(head(is_scanned)))
    assert ("[masked: …]" in text) is is_scanned
    for most in (len(text.encode()), len(text.encode()) - 1):
        assert len(compose(found, most).text.encode()) <= most, "its bytes are counted"


def test_spans_may_overlap_and_leave_the_text() -> None:
    manager = get_plugin_manager()
    manager.register(Overlapping())
    found = masked(Section("log", "Log", ("abcdefghij",), 1), manager)
    assert found.lines == ("[masked: a][masked: b]ghi[masked: d]",)


def test_no_part_of_a_secret_is_left_where_a_line_is_cut() -> None:
    manager = get_plugin_manager()
    manager.register(Scanner())
    section = masked(Section("log", "Log", ("x" * 470 + "tok_" + "a1" * 40,), 1), manager)
    for most in range(600, 1200, 7):
        assert "tok_" not in compose([section], most).text


@pytest.mark.parametrize("where", ["trips.md", "index.md", "log.md", "members.toml", "tok_file.md"])
def test_a_secret_is_masked_wherever_it_stands(where: str) -> None:
    line = (
        "- We go — Ana Ruiz, 2026-11-01\n  - ⚠ claimed changed: tok_x1 — Ana Ruiz, 2026-11-02 — unconfirmed\n"
    )
    files = {
        "trips.md": line,
        "index.md": "- [tok_x1](trips.md)\n- [x](tok_file.md)\n",
        "log.md": "2026-11-01 | ADD | Ana Ruiz | trips.md | tok_x1\n",
        "members.toml": '[[member]]\nid = "tok_x1"\n',
        "tok_file.md": "",
    }
    manager = get_plugin_manager()
    manager.register(Scanner())
    text = compose(sections(view_files({where: files[where], **files}), Actor("tok_y"), manager), 9999).text
    assert "tok_" not in text
    assert "[masked: token]" in text
