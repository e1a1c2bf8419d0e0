"""The index: what counts as the listing of a note, and what it lists."""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.patience import SECONDS
from wiki_schema.index import (
    BROKEN,
    LINK,
    PATH,
    URL,
    WIKILINK,
    Listed,
    Paths,
    links,
    listed,
    listings,
    references,
)


def targets(text: str) -> list[str]:
    return [found.target for found in listings(text)]


class TestWhatIsAListing:
    @pytest.mark.parametrize(
        ("text", "target", "kind"),
        [
            ("- [A](a.md)", "a.md", LINK),
            ("See [the note](notes/a.md), please.", "notes/a.md", LINK),
            ("# Map of [A](a.md)", "a.md", LINK),
            ("> - [A](a.md)", "a.md", LINK),
            ("[1](a%20b.md)", "a b.md", LINK),
            ("[2](<plan (draft).md>)", "plan (draft).md", LINK),
            ("[2](plan(draft).md)", "plan(draft).md", LINK),
            ("[2](plan\\(draft.md)", "plan(draft.md", LINK),
            ('[3](50%2525.md "Half")', "50%25.md", LINK),
            ("[3](a.md 'it''s' )", "", ""),
            ("[3](a.md (title))", "a.md", LINK),
            ("[3](\na.md\n)", "a.md", LINK),
            ("[4](c%23d.md)", "c#d.md", LINK),
            ("[5](%C3%BCber.md)", "über.md", LINK),
            ("[5](%E9.md)", "\udce9.md", LINK),
            ("[5](100%.md)", "100%.md", LINK),
            ("[5](a&amp;b.md)", "a&b.md", LINK),
            ("[A](a.md#part)", "a.md", LINK),
            ("[A *b* `c]`](a.md)", "a.md", LINK),
            ("[long\ntext](a.md)", "a.md", LINK),
            ("[![picture](p.png)](a.md)", "a.md", LINK),
            ("- ~~[A](a.md)~~", "a.md", LINK),
            ("# <!--> [A](a.md) an empty comment", "a.md", LINK),
            ("<b>[A](a.md)</b>", "a.md", LINK),
            ("[Note: one](<Note: one.md>)", "Note: one.md", LINK),
            ("[[a]]", "a", WIKILINK),
            ("[[notes/a.md]]", "notes/a.md", WIKILINK),
            ("- [[不耕起栽培-4年計画]] — summary", "不耕起栽培-4年計画", WIKILINK),
            ("[[target|text]]", "target", WIKILINK),
            ("see [[notes/cache\\|Cache]]", "notes/cache", WIKILINK),
            ("[[a#part|text]]", "a", WIKILINK),
            ("[[a%20b]]", "a%20b", WIKILINK),
            ("- notes/a.md — summary", "notes/a.md", PATH),
            ("- a.md: summary", "a.md", PATH),
            ("1. **a.md** summary", "a.md", PATH),
            ("- [ ] a.md", "a.md", PATH),
            ("- a.md#part", "a.md", PATH),
            ("- `a b.md` — summary", "a b.md", PATH),
            ("- <a b.md> — summary", "a b.md", PATH),
            ("- notes/a", "notes/a", PATH),
        ],
    )
    def test_forms(self, text: str, target: str, kind: str) -> None:
        found = [(listing.target, listing.kind) for listing in listings(text)]
        assert found == ([(target, kind)] if kind else [])

    @pytest.mark.parametrize(
        "text",
        [
            "[4][cd]\n\n[cd]: <c%23d.md> 'C sharp D'",
            "[cd]: c%23d.md\n\n- [4][CD]",
            "- [cd][]\n\n[cd]: c%23d.md (title)",
            "- [cd]\n[cd]: c%23d.md",
            "[cd]\n\n> [cd]: c%23d.md",
        ],
    )
    def test_references_are_defined_anywhere(self, text: str) -> None:
        assert targets(text) == ["c#d.md"]

    @pytest.mark.parametrize(
        "text",
        [
            "[a][b]",
            "[a]",
            "[cd]: c.md",
            "[^1]: c.md\n\n[^1]",
            "[a][cd]\n\n[cd]: c.md — no definition",
        ],
    )
    def test_references_without_a_definition_are_text(self, text: str) -> None:
        assert targets(text) == []


TABLE = "| note | about |\n|---|---|\n"


class TestTables:
    @pytest.mark.parametrize(
        ("row", "target", "is_cut"),
        [
            ("| [[notes/cache\\|Cache]] | how we cache |", "notes/cache", False),
            ("| [[notes/cache|Cache]] | text |", "notes/cache", True),
            ("| [Cache](notes/cache.md) | text |", "notes/cache.md", False),
            ("| notes/cache.md | text |", "notes/cache.md", False),
            ("| text | `notes/the cache.md` |", "notes/the cache.md", False),
            ("notes/cache.md | text", "notes/cache.md", False),
        ],
    )
    def test_a_cell_lists_as_an_item_does(self, row: str, target: str, is_cut: bool) -> None:
        (listing,) = listings(TABLE + row)
        assert (listing.target, listing.is_cut, listing.line) == (target, is_cut, 3)

    def test_a_pipe_that_is_not_escaped_cuts_only_in_a_table(self) -> None:
        assert not listings("see [[notes/cache|Cache]]")[0].is_cut

    def test_the_header_may_list(self) -> None:
        assert targets("| a.md | b.md |\n|:--|--:|\n") == ["a.md", "b.md"]

    def test_lines_with_pipes_are_no_table_without_the_row_of_dashes(self) -> None:
        assert targets("| a.md | b.md |\n| c.md | d.md |\n") == []


class TestWhatIsNone:
    @pytest.mark.parametrize(
        "text",
        [
            "```\n[a](a.md)\n```",
            "~~~ md\n[a](a.md)\n~~~~",
            "- text\n  ```\n  [[a]]\n  ```",
            "> ```\n> [[a]]\n> ```",
            "text\n\n    [a](a.md)",
            "-     [a](a.md)",
            "`[a](a.md)`",
            "text `` [[a]] ` ``",
            "a `code\nspan [[a]]` over two lines",
            "<!-- [b](b.md) -->",
            "<!--\n\n[b](b.md)\n\n-->",
            "text <!-- [b](b.md) --> text",
            "text <!-- [[b]]\n--> text",
            "- <!-- [[b]] -->",
            "<!-- never closed\n\n[[b]]",
            "<div>\n[b](b.md)\n</div>",
            "<pre>\n\n[b](b.md)\n\n</pre>",
            '<b title="[b](b.md)">text</b>',
            "---\nlink: '[[b]]'\n---\n",
            "\ufeff---\nlink: '[[b]]'\n---\n",
            "![c](c.md)",
            "![[e]]",
            "![c [[d]] e](c.png)",
            "![c][r]\n\n[r]: c.md",
            "the note d.md as plain text",
            "[6](a b.md)",
            "[7](<a\nb.md>)",
            "\\[a](a.md)",
            "[a]\\(a.md)",
            "[ [a](https://example.org) ](a.md)",
            "[[]]",
            "[[ ]]",
            "[[a\nb]]",
            "[here](#part)",
            "[u](https://example.org/a.md)",
            "[u](//example.org/a.md)",
            "[m](mailto:a@example.org)",
            "<https://example.org/a.md>",
            "- https://example.org/a.md",
            "- **bold** a.md",
            "- see a.md",
            "",
            "\n\n",
        ],
    )
    def test_is_no_listing(self, text: str) -> None:
        assert targets(text) == []

    def test_what_follows_such_a_zone_counts_again(self) -> None:
        text = (
            "```\n[[a]]\n```\n[[b]]\n\n- item\n  ```\n  [[c]]\n[[d]] the item ended, and its fence with it\n"
        )
        assert targets(text) == ["b", "d"]

    def test_a_dash_and_a_date_are_no_matter(self) -> None:
        assert targets("- [[a]] — summary — anna, 2026-01-01") == ["a"]


class TestPlaces:
    def test_line_column_and_text_are_those_of_the_file(self) -> None:
        text = "\ufeff# Index\r\n\r\n- one\r\n  two [[b]]\r\n\r\n> > * [A](a.md)\r\n"
        first, second = listings(text)
        assert (first.line, first.column, first.text) == (4, 7, "  two [[b]]")
        assert (second.line, second.column, second.text) == (6, 7, "> > * [A](a.md)")

    def test_a_link_over_two_lines_stands_in_the_first(self) -> None:
        (found,) = listings("words\n  and [long\ntext](a.md)")
        assert (found.line, found.column) == (2, 7)

    def test_cells_and_bare_paths(self) -> None:
        found = listings(TABLE + "| a.md | [[b]] |\n")
        assert [(listing.line, listing.column) for listing in found] == [(3, 3), (3, 10)]

    def test_other_line_ends_end_no_line(self) -> None:
        assert listings("one\u2028two\x0b\x0c\x85 [[a]]")[0].line == 1


class TestLinks:
    def test_are_those_of_any_note_addresses_included(self) -> None:
        text = "- a.md [x](../../../etc/passwd) [y](file:///etc/passwd) <https://example.org> [[b]] `[[c]]`"
        assert [(found.target, found.kind) for found in links(text)] == [
            ("../../../etc/passwd", LINK),
            ("file:///etc/passwd", URL),
            ("https://example.org", URL),
            ("b", WIKILINK),
        ]


STORE = [
    "w/index.md",
    "w/log.md",
    "w/cache.md",
    "w/pic.png",
    "w/a b.md",
    "w/concepts/loop.md",
    "w/concepts/turn.md",
]
STORE += [
    "w/summaries/turn.md",
    "w/u\u0308ber.md",
    "w/pic.png",
    "w/.trash/loop.md",
    "other/x.md",
    "w/v1.2.md",
]


class TestResolving:
    paths = Paths(STORE)

    @pytest.mark.parametrize(
        ("target", "kind", "source", "path"),
        [
            ("cache.md", LINK, "w/index.md", "w/cache.md"),
            ("cache", LINK, "w/index.md", "w/cache.md"),
            ("./cache.md", LINK, "w/index.md", "w/cache.md"),
            ("v1.2", WIKILINK, "w/index.md", "w/v1.2.md"),
            ("a b", WIKILINK, "w/index.md", "w/a b.md"),
            ("über.md", LINK, "w/index.md", "w/u\u0308ber.md"),
            ("pic.png", LINK, "w/index.md", "w/pic.png"),
            ("/cache.md", LINK, "w/concepts/loop.md", "w/cache.md"),
            ("/w/cache.md", LINK, "w/concepts/loop.md", "w/cache.md"),
            ("../cache.md", LINK, "w/concepts/loop.md", "w/cache.md"),
            ("cache.md", LINK, "w/concepts/loop.md", "w/cache.md"),
            ("concepts/loop", LINK, "w/summaries/turn.md", "w/concepts/loop.md"),
            ("loop", WIKILINK, "w/index.md", "w/concepts/loop.md"),
            ("loop.md", WIKILINK, "w/index.md", "w/concepts/loop.md"),
            ("turn", WIKILINK, "w/concepts/loop.md", "w/concepts/turn.md"),
        ],
    )
    def test_from_the_file_then_the_store_then_by_stem(
        self, target: str, kind: str, source: str, path: str
    ) -> None:
        assert self.paths.resolve(target, kind, source, "w") == path

    @pytest.mark.parametrize(
        ("target", "kind"),
        [
            ("Cache.md", LINK),
            ("uber.md", LINK),
            ("loop", LINK),
            ("loop.md", PATH),
            ("Loop", WIKILINK),
            ("turn", WIKILINK),
            ("x", WIKILINK),
            ("concepts", WIKILINK),
            ("../../cache.md", LINK),
        ],
    )
    def test_to_nothing(self, target: str, kind: str) -> None:
        assert self.paths.resolve(target, kind, "w/index.md", "w") is None

    def test_a_stem_that_two_notes_bear_is_ambiguous_not_the_first(self) -> None:
        assert self.paths.is_ambiguous("turn", WIKILINK, "w/index.md", "w")
        assert not self.paths.is_ambiguous("loop", WIKILINK, "w/index.md", "w")
        assert not self.paths.is_ambiguous("concepts/turn", WIKILINK, "w/index.md", "w")
        assert not self.paths.is_ambiguous("turn", LINK, "w/index.md", "w")

    def test_a_store_at_the_top(self) -> None:
        assert Paths(["a.md", "d/b.md"]).resolve("b", WIKILINK, "index.md", "") == "d/b.md"
        assert Paths(["a.md"]).resolve("/a.md", LINK, "d/index.md", "") == "a.md"


class TestReferences:
    @pytest.mark.parametrize(
        ("text", "target", "anchor", "kind", "is_embed"),
        [
            ("[x](a.md#one)", "a.md", "one", LINK, False),
            ("[x](a.md#%C3%BC%20b)", "a.md", "ü b", LINK, False),
            ("[x](#one)", "", "one", LINK, False),
            ("[x](<a.md#one two>)", "a.md", "one two", LINK, False),
            ("[[a#One]]", "a", "One", WIKILINK, False),
            ("[[#One#Two|there]]", "", "One#Two", WIKILINK, False),
            ("[[a#^x]]", "a", "^x", WIKILINK, False),
            ("![x](a.png)", "a.png", "", LINK, True),
            ("![[a#One]]", "a", "One", WIKILINK, True),
            ("[x](a b.md#c)", "a b.md", "c", BROKEN, False),
            ("[x]( a b.md )", "a b.md", "", BROKEN, False),
        ],
    )
    def test_have_places_and_are_shown_or_followed(
        self, text: str, target: str, anchor: str, kind: str, is_embed: bool
    ) -> None:
        (found,) = references(text)
        assert (found.target, found.anchor, found.kind, found.is_embed) == (target, anchor, kind, is_embed)

    @pytest.mark.parametrize("text", ["![x](a.md)", "![[a]]", "[x](#one)", "[[#one]]", "[x](a b.md)"])
    def test_that_lead_to_no_other_file_list_nothing(self, text: str) -> None:
        assert (listings(text), links(text)) == ((), ())

    @pytest.mark.parametrize(
        "text", ["[x](a b)", "[x] (a b.md)", "[x](see a.md there)", "f[x](a, b)", "`[x](a b.md)`"]
    )
    def test_words_in_brackets_are_none(self, text: str) -> None:
        assert references(text) == ()

    def test_a_picture_in_a_link_is_shown_and_the_link_followed(self) -> None:
        found = references("[![x](a.png)](b.md)")
        assert [(each.target, each.is_embed) for each in found] == [("a.png", True), ("b.md", False)]


class TestOtherNames:
    PATHS = ("wiki/a/Note.md", "wiki/b/c/note.md", "wiki/b/pic.png", "wiki/.trash/old.md")

    def test_the_folder_that_a_store_is_published_in(self) -> None:
        paths = Paths(self.PATHS, "en")
        assert paths.resolve("en/a/Note", WIKILINK, "wiki/b/x.md", "wiki") == "wiki/a/Note.md"
        assert paths.resolve("/en/a/Note.md", LINK, "wiki/b/x.md", "wiki") == "wiki/a/Note.md"
        assert Paths(self.PATHS).resolve("en/a/Note", WIKILINK, "wiki/b/x.md", "wiki") is None

    def test_a_folder_of_that_name_is_looked_into_first(self) -> None:
        paths = Paths(("en/a.md", "a.md"), "en")
        assert paths.resolve("en/a.md", LINK, "x.md", "") == "en/a.md"

    @pytest.mark.parametrize(
        ("target", "expected"),
        [
            ("c/note", ["wiki/b/c/note.md"]),
            ("note", ["wiki/b/c/note.md"]),
            ("pic.png", ["wiki/b/pic.png"]),
            ("ote", []),
            ("old", []),
        ],
    )
    def test_the_end_of_a_path(self, target: str, expected: list[str]) -> None:
        assert Paths(self.PATHS).bearers(target, "wiki") == expected

    @pytest.mark.parametrize(
        ("target", "kind", "expected"),
        [
            ("A/note.md", LINK, "wiki/a/Note.md"),
            ("a/NOTE", LINK, "wiki/a/Note.md"),
            ("B/PIC.PNG", LINK, "wiki/b/pic.png"),
            ("NOTE", LINK, None),
            ("NOTE", WIKILINK, "wiki/a/Note.md"),
        ],
    )
    def test_the_one_it_would_be_did_case_not_count(
        self, target: str, kind: str, expected: str | None
    ) -> None:
        assert Paths(self.PATHS).but_for_case(target, kind, "wiki/x.md", "wiki") == expected

    def test_a_picture_is_found_by_its_name_as_a_note_is(self) -> None:
        assert Paths(self.PATHS).resolve("pic.png", WIKILINK, "wiki/x.md", "wiki") == "wiki/b/pic.png"


def look(files: dict[str, str], root: str = "") -> Listed:
    index = f"{root}/index.md" if root else "index.md"
    return listed(index, root, files.get, Paths(files))


class TestListed:
    def test_notes_with_their_first_listing(self) -> None:
        found = look({"index.md": "- [[a]]\n- [A](a.md)\n- b.md\n", "a.md": "", "b.md": ""})
        assert {path: listing.line for path, listing in found.notes.items()} == {"a.md": 1, "b.md": 3}
        assert found.dead == found.ambiguous == found.outside == ()

    def test_odd_names(self) -> None:
        names = ["a b.md", "plan (draft).md", "50%25.md", "c#d.md", "u\u0308ber.md", "😀 mood.md", "مذكرة.md"]
        index = (
            '[1](a%20b.md) [2](<plan (draft).md>) [3](50%2525.md "Half") [4][cd] [5](%C3%BCber.md)\n'
            "- [[😀 mood]]\n- [[مذكرة]]\n\n[cd]: <c%23d.md> 'C sharp D'\n"
        )
        assert set(look({"index.md": index, **dict.fromkeys(names, "")}).notes) == set(names)

    def test_a_qualified_link_does_not_list_its_namesake(self) -> None:
        files = {"index.md": "[[concepts/cache]]", "concepts/cache.md": "", "summaries/cache.md": ""}
        assert set(look(files).notes) == {"concepts/cache.md"}

    def test_dead_ambiguous_and_outside(self) -> None:
        index = (
            "- [[gone]]\n- [[cache]]\n- [x](../README.md)\n- Cache.md\n- [m](https://example.org)\n- and/or\n"
        )
        files = {"w/index.md": index, "w/a/cache.md": "", "w/b/cache.md": "", "README.md": ""}
        found = listed("w/index.md", "w", files.get, Paths(path for path in files if path.startswith("w/")))
        assert [(where, listing.target) for where, listing in found.dead] == [
            ("w/index.md", "gone"),
            ("w/index.md", "Cache.md"),
        ]
        assert [listing.target for _, listing in found.ambiguous] == ["cache"]
        assert [listing.target for _, listing in found.outside] == ["../README.md"]

    def test_nested_indexes_count_when_the_root_index_reaches_them(self) -> None:
        files = {
            "w/index.md": "[Topics](topics/index.md)",
            "w/topics/index.md": "- [[a]]\n- [deep](deep/)\n- [up](../index.md)\n",
            "w/topics/a.md": "",
            "w/topics/deep/index.md": "- b.md\n- [round](../index.md)",
            "w/topics/deep/b.md": "",
            "w/lost/index.md": "- c.md",
            "w/lost/c.md": "",
        }
        found = look(files, "w")
        assert {"w/topics/a.md", "w/topics/deep/b.md"} <= set(found.notes)
        assert "w/lost/c.md" not in found.notes
        assert found.indexes == ("w/index.md", "w/topics/index.md", "w/topics/deep/index.md")
        assert found.sources["w/topics/deep/b.md"] == "w/topics/deep/index.md"
        assert found.dead == ()

    def test_a_folder_is_not_dead(self) -> None:
        assert look({"index.md": "[raw](raw/) [here](.)", "raw/a.txt": ""}).dead == ()

    def test_without_an_index_nothing_is_listed(self) -> None:
        assert look({"a.md": "[[a]]"}) == Listed()


def took(work: Callable[[], object]) -> float:
    started = time.perf_counter()
    work()
    return time.perf_counter() - started


class TestSpeed:
    def test_ten_thousand_lines_are_read_at_once(self) -> None:
        text = "".join(f"- [Note {n}](notes/note-{n}.md) — what it is about\n" for n in range(10_000))
        assert took(lambda: listings(text)) < SECONDS

    @pytest.mark.parametrize(
        "part",
        [
            *(
                "[[",
                "[",
                "(x) ",
                "`",
                "[x](",
                "[x](<",
                '[x](a "',
                "![",
                "[a][",
                "[[a|",
                "| [[x ",
                "<!--",
                "<a ",
            ),
            *("> ", "- ", "1. ", "[[a]] ]]", "[[ x](y) ", "~~", " — ", "\\", "*", "[[[a]]", "[x]()"),
        ],
    )
    def test_long_lines_come_to_an_end(self, part: str) -> None:
        line = part * (200_000 // len(part))
        assert took(lambda: listings(f"- {line}")) < SECONDS
        assert took(lambda: listings(f'[d]: x\n\n- {line}] ]] --> ` " > )')) < SECONDS
        assert took(lambda: listings(f"|a|b|\n|-|-|\n{line}]]")) < SECONDS

    def test_backticks_of_every_length(self) -> None:
        assert took(lambda: listings("- " + " ".join("`" * n for n in range(1, 600)))) < SECONDS

    def test_deep_nesting(self) -> None:
        assert took(lambda: listings("- " * 5_000 + "[a](a.md)\n" + "x\n" * 20_000)) < SECONDS
        assert took(lambda: listings("[" * 100_000 + "]" * 100_000)) < SECONDS


@given(st.text(alphabet="[]()<>!|`\\-#*.:~ \n\t\r\"'%2ax/é\u0308&;=", max_size=60))
def test_any_text_is_read_and_every_place_lies_in_it(text: str) -> None:
    lines = text.removeprefix("\ufeff").split("\n")
    for found in (*listings(text), *links(text)):
        assert found.target
        assert found.text == lines[found.line - 1].removesuffix("\r")
        assert 1 <= found.column <= len(found.text)
