"""The roster as Markdown: every name shows as it is, in the same bytes everywhere."""

from __future__ import annotations

import html
import re
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from wiki_roster.block import literal, table
from wiki_schema.members import Member
from wiki_schema.text import is_hazard

GFM = MarkdownIt("commonmark").enable("table").enable("strikethrough")

NAMES = [
    "J_ohn_ D_oe", "[bot] helper", "a|b", "*star*", "<svc>", "back`tick", "ünï", "**x**", "![i](j)", "[a](b)",
    "a\\|b", "\\", "&amp;", "&#42;", "~~gone~~", "<!-- memwiki:roster -->", "<script>alert(1)</script>",
    "---", "# heading", "1. one", "- item", "> quote", "www.example.org", "https://example.org",
    "a@b.example", "$x$", "==m==", ":smile:", "O’Neil", "مريم", "``", "` `", "[x]: /u", "[[note]]",
    "^1^", "| --- |",
]  # fmt: skip


def cells(markdown: str) -> list[str]:
    """The words of the cells of a table, as a reader sees them."""
    page = GFM.render(markdown)
    return [html.unescape(cell) for cell in re.findall(r"<td>(.*?)</td>", page, re.DOTALL)]


@pytest.mark.parametrize("name", NAMES)
def test_a_name_shows_literally(name: str) -> None:
    page = table([Member("x", name)])
    assert [cell.strip("\u2068\u2069") for cell in cells(page)] == [name, "member"]
    assert page.count("\n") == 3


@given(st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=30).filter(str.strip))
def test_any_name_shows_literally_but_for_what_hides_or_acts(name: str) -> None:
    wanted = " ".join(unicodedata.normalize("NFC", name).split())
    wanted = "".join(f"\\u{{{ord(c):x}}}" if is_hazard(c) and c not in "\u200c\u200d" else c for c in wanted)
    (shown, role) = cells(table([Member(name)]))
    assert (shown.strip("\u2068\u2069"), role) == (wanted.strip(), "member")


def test_what_turns_a_line_round_is_shown_by_its_number() -> None:
    assert literal("Ana \u202eziuR") == "Ana &#92;u{202e}ziuR"


def test_a_name_from_right_to_left_is_isolated() -> None:
    assert literal("שרה לוי") == "\u2068שרה לוי\u2069"


def test_members_stand_by_code_point_of_their_composed_names() -> None:
    names = ["zoe", "Zoe", "Äne", "A\u0308nd", "Bo", "éa"]
    shown = cells(table([Member(str(n), name) for n, name in enumerate(names)]))[::2]
    assert shown == sorted(unicodedata.normalize("NFC", name) for name in names)
    assert table([Member(n) for n in names]) == table([Member(n) for n in reversed(names)])


def test_an_agent_shows_whom_it_acts_for_by_name() -> None:
    members = [Member("anna", "Anna Rossi"), Member("bot", role="agent", acts_for=("anna", "who|ever"))]
    assert table(members) == (
        "| Name | Role | Acts for |\n| --- | --- | --- |\n| Anna Rossi | member |  |\n"
        "| bot | agent | Anna Rossi, who&#124;ever |\n"
    )


def test_addresses_are_shown_only_where_asked_for_and_remarks_never() -> None:
    member = Member("anna", emails=("anna@example.org",), notes="the secret")
    assert "example" not in table([member])
    assert cells(table([member], show_emails=True)) == ["anna", "member", "anna@example.org"]
    assert "secret" not in table([member], show_emails=True)


def test_of_nobody_it_says_so() -> None:
    assert table([]) == "| Nobody is listed. |\n| --- |\n"
