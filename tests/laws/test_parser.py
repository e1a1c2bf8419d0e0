"""What the parser of notes promises, whatever the note."""

from __future__ import annotations

import re

from hypothesis import assume, example, given
from markdown_it import MarkdownIt

from tests.laws.pages import HIDDEN, Fact, Page, Placed, printed, text_of
from tests.laws.strategies import MEMBERS, facts, garbage, law, pages, versions
from wiki_schema.index import links, listings
from wiki_schema.markdown.commonmark import after_front_matter
from wiki_schema.members import Roster
from wiki_schema.members.file import read_members
from wiki_schema.note import Note, parse_note, parse_versions
from wiki_schema.note.parser import NoteParser
from wiki_schema.text import BOM, normal, split_lines
from wiki_schema.words import CURRENT, read_words

ROSTER = Roster(read_members(MEMBERS, "members.toml"))


def is_known(names: str) -> bool:
    return bool(ROSTER.originators(names))


@given(versions())
@example(("- a\n- b\n", "- a\n  - b\n"))
@example(("---\nx\n", "---\nx\n---\n"))
@law(300)
def test_two_versions_read_together_are_what_each_is_alone(both: tuple[str, str]) -> None:
    old, new = both
    assert parse_versions(old, new, is_known)[:2] == (parse_note(old, is_known), parse_note(new, is_known))


def read_slowly(text: str) -> Note:
    """A note read without the fast lane for plain items."""
    parser = NoteParser(is_known)
    lines = split_lines(text.removeprefix(BOM))
    for number in range(after_front_matter(lines), len(lines)):
        parser.line(number + 1, lines[number])
    return parser.note()


@given(garbage)
@law(400)
def test_the_fast_lane_for_plain_items_reads_what_the_slow_one_reads(text: str) -> None:
    assert parse_note(text, is_known) == read_slowly(text)


@given(pages())
@law(150)
def test_every_fact_is_found_exactly_where_it_was_put_and_no_hidden_one(page: Page) -> None:
    text, placed = printed(page)
    note = parse_note(text, is_known)
    found = [
        Placed(item.line, item.words.said, item.section, parent.words.said if parent else "")
        for item in note.facts()
        for parent in [note.items[item.parent] if item.parent >= 0 else None]
    ]
    assert found == list(placed)


def shown_by_a_renderer(page: Page) -> list[str]:
    """The facts that a renderer of CommonMark shows in paragraphs and list items."""
    lines = text_of(page).removeprefix(BOM).split("\n")
    open_blocks: list[str] = []
    shown = []
    for token in MarkdownIt("commonmark").parse("\n".join(lines[3 if page.front else 0 :])):
        if token.nesting > 0:
            open_blocks.append(token.type)
        elif token.nesting < 0:
            open_blocks.pop()
        elif token.type == "inline" and not {"blockquote_open", "heading_open"} & set(open_blocks):
            words = read_words(re.sub(r"^\[[^]]\] ", "", token.content))
            shown += [words.said] if words.is_fact else []
    return shown


@given(pages())
@law(100)
def test_a_renderer_shows_the_same_facts(page: Page) -> None:
    kinds = {kind for part in page.parts for kind, _ in part.zones}
    kinds |= {entry.zone[0] for part in page.parts for entry in part.entries}
    assume(HIDDEN not in kinds)  # CSS hides it, not the renderer
    assert shown_by_a_renderer(page) == [fact.said for fact in printed(page).facts]


@given(facts)
@law(200)
def test_a_fact_is_read_as_its_words_its_names_and_its_day(fact: Fact) -> None:
    words = read_words(fact.said)
    assert words.state == CURRENT
    assert words.provenance is not None and words.provenance.fault == ""
    read = (words.text, words.provenance.names, words.provenance.day_text)
    assert read == (normal(fact.text), normal(fact.names), fact.day)


@given(garbage)
@law(300)
def test_every_item_stands_on_a_line_of_its_own_behind_its_parent(text: str) -> None:
    note = parse_note(text, is_known)
    count = len(split_lines(text))
    assert all(1 <= item.line <= count for item in note.items)
    assert all(item.parent < index for index, item in enumerate(note.items))
    assert [item.line for item in note.items] == sorted(item.line for item in note.items)


@given(garbage)
@example("- [ ] \u00a0\n")
@law(300)
def test_every_link_stands_where_it_is_said_to_stand(text: str) -> None:
    lines = split_lines(text.removeprefix(BOM))
    for link in [*listings(text), *links(text)]:
        assert link.text == lines[link.line - 1]
        assert 1 <= link.column <= len(link.text)
