"""Links: what a finding says, whom it asks, what it suggests; and laws that hold for any text."""

from __future__ import annotations

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.linting import lint_files, view_files
from wiki_lint.anchors import Anchors, slugs
from wiki_lint.front_matter import names
from wiki_lint.targets import Targets
from wiki_schema.finding import Finding

ANCHORED = "\n".join(
    [
        "# A",
        "## Backlog — rules",
        "## Errors",
        "## Errors",
        "## Errors-1",
        "## 迴圈工程（loop）",
        "## Week 3",
        "### Monday",
    ]
)


def dead(text: str, rule: str = "link-dead", **files: str) -> list[Finding]:
    """What is found in the links of a note beside which others stand (`a_b` is a/b.md)."""
    others = {f"{name.replace('_', '/')}.md": body for name, body in files.items()}
    return [f for f in lint_files({"notes/here.md": text, **others}) if f.rule == rule]


class TestWhatAFindingSays:
    @pytest.mark.parametrize(
        ("text", "message", "hint"),
        [
            ("[x](Config.md)", "“Config.md” differs only in case from “notes/config.md”.", "write config.md"),
            (
                "[x](../config.md)",
                "“../config.md” leads to nothing: there is no such file.",
                "write config.md",
            ),
            ("[[Con-fig]]", "“Con-fig” leads to nothing: there is no such note.", "write [[config]]"),
            (
                "[x](a b.md)",
                "“(a b.md)” makes no link: blanks end a target, so all of it shows as text.",
                "put it in angle brackets: (<a b.md>)",
            ),
            (
                "[x](config.md#set-up)",
                "“#set-up” is no heading of “notes/config.md”, and no other place in it.",
                "write #set--up",
            ),
            (
                "[[config#set up]]",
                "“#set up” is no heading of “notes/config.md”, and no other place in it.",
                "write #Set – up",
            ),
            (
                "[x](#nowhere)",
                "“#nowhere” is no heading of this note, and no other place in it.",
                "name a heading that is there, or the note alone",
            ),
            (
                "[x](../../etc/passwd)",
                "The link to “../../etc/passwd” leads out of the store.",
                "link to a note of the store, or put the file into it",
            ),
            (
                "| a | b |\n|---|---|\n| [[config|The config]] | c |",
                "“[[config|The config]]” is cut in two: in a table its pipe ends the cell.",
                "escape the pipe: [[config\\|The config]]",
            ),
        ],
    )
    def test_names_the_target_and_what_is_right(self, text: str, message: str, hint: str) -> None:
        (finding,) = dead(f"# Here\n\n{text}\n", notes_config="# Config\n\n## Set – up\n")
        assert (finding.message, finding.hint, finding.level) == (message, hint, "error")

    def test_an_ambiguous_stem_names_the_bearers(self) -> None:
        (finding,) = dead("[[cache]]", concepts_cache="# C", summaries_cache="# C")
        assert "“concepts/cache.md” and “summaries/cache.md” bear that name" in finding.message
        assert finding.hint == "write the folder too: [[concepts/cache]]"

    def test_a_note_that_nobody_wrote_is_a_wish(self) -> None:
        (finding,) = dead("[[Somebody]] and, twice:\n\n[[Somebody]] again")
        assert (finding.level, finding.line, finding.also) == ("warning", 1, (("notes/here.md", 3),))

    @pytest.mark.parametrize(
        ("text", "hint"),
        [
            ("[[Config]]", "write [[config]]"),
            ("[[Config|c]]", "write [[config]]"),
            ("[[Notes/config]]", "write [[notes/config]]"),
        ],
    )
    def test_a_wikilink_in_another_case_leads_there_for_some(self, text: str, hint: str) -> None:
        (finding,) = dead(text, notes_config="# Config")
        assert (finding.level, finding.hint) == ("warning", hint)

    def test_wikilinks_that_tables_cut_are_one_finding_beside_the_one_that_is_dead(self) -> None:
        rows = "".join(f"| [[a|A {number}]] | x |\n" for number in range(30))
        cut, gone = dead(f"| a | b |\n|---|---|\n{rows}\n[x](gone.md)\n", notes_a="# A")
        assert cut.message == "30 wikilinks are cut in two: in a table the pipe of each ends its cell."
        assert cut.hint == "escape the pipe of each: [[a\\|A 0]]"
        assert (cut.line, [line for _, line in cut.also]) == (3, list(range(4, 33)))
        assert gone.message == "“gone.md” leads to nothing: there is no such file."

    def test_what_is_cut_is_the_same_finding_after_another_row(self) -> None:
        tables = ("".join(f"| [[a|A {number}]] | x |\n" for number in range(rows)) for rows in (1, 2, 3))
        found = [dead(f"| a | b |\n|---|---|\n{rows}", notes_a="# A") for rows in tables]
        assert len({finding.key for (finding,) in found}) == 1

    @pytest.mark.parametrize(
        "text",
        [
            "%%[[Nowhere]]%%",
            "%%\nA remark on [[Nowhere]]\n\nand [[Nowhere]]\n%%\n",
            "The sum is $[[x]]$.",
            "$$\n[[1,2],[3,4]]\n$$\n",
        ],
    )
    def test_comments_and_formulas_of_obsidian_hold_no_links(self, text: str) -> None:
        assert dead(f"# Here\n\n{text}") == []

    @pytest.mark.parametrize(
        "text",
        [
            "%% begins nothing: [[Nowhere]]",
            "%%a%% [[Nowhere]] %%b%%",
            "`%%` [[Nowhere]] `%%`",
            "It costs $5, see [[Nowhere]], or $6.",
            "It costs $5 [[Nowhere]]$6.",
            "```mermaid\n%% one\n```\n\n[[Nowhere]]\n\n```mermaid\n%% two\n```",
        ],
    )
    def test_what_only_looks_like_one_hides_nothing(self, text: str) -> None:
        assert len(dead(f"# Here\n\n{text}\n")) == 1

    def test_the_index_has_aliases_too(self) -> None:
        files = {"index.md": "---\naliases: [Home, Start]\n---\n- [[a]]\n", "a.md": "[[Start]]"}
        assert [f for f in lint_files(files) if f.rule == "link-dead"] == []

    def test_a_link_in_a_fact_is_its_originators(self) -> None:
        text = "# Here\n\n- The plan is [there](plan.md) — Bo Lind, 2026-01-01\n- Nothing\n\n[x](plan.md)\n"
        assert [(f.owed_by, f.line) for f in dead(text)] == [("Bo Lind", 3)]

    def test_links_under_the_folder_of_a_site_are_one_finding(self) -> None:
        links = "[[en/notes/a]], [[en/notes/b]] and [c](/en/notes/a.md)"
        (finding,) = dead(links, notes_a="# A", notes_b="# B")
        assert finding.message == "3 links begin with “en/”, a folder that is not there."
        assert 'link_base = "en"' in finding.hint
        assert finding.key == "links begin with en/"

    def test_links_under_the_folder_that_a_store_is_published_in_lead_there(self) -> None:
        files = {"a.md": "[[en/notes/b]], [b](/en/notes/b.md), [[en/notes/gone]]", "notes/b.md": "# B"}
        found = [f for f in lint_files(files, store='link_base = "en"') if f.rule == "link-dead"]
        assert [f.message for f in found] == ["“en/notes/gone” leads to nothing: there is no such note."]

    def test_a_store_is_linked_to_by_the_folder_that_it_is_published_in(self) -> None:
        policy = '[[store]]\npath = "wiki-de"\nkind = "open"\nlink_base = "de"'
        found = lint_files(
            {"a.md": "[[de/b]] and [[de/c]]", "wiki-de/b.md": "# B"},
            policy=policy,
            store='exclude = ["wiki-de"]',
        )
        assert [f.message for f in found if f.rule == "link-dead"] == [
            "“de/c” leads to nothing: there is no such note."
        ]

    def test_a_private_store_is_no_target_for_a_shared_one(self) -> None:
        policy = '[[store]]\npath = "mine"\nkind = "private"\n[[store]]\npath = "ours"'
        files = {"ours/a.md": "[x](../mine/b.md) and [y](../code.py)", "mine/b.md": "# B", "code.py": ""}
        found = [f for f in lint_files(files, policy=policy, store='kind = "open"') if f.rule == "link-dead"]
        assert [f.message for f in found] == [
            "The link to “../mine/b.md” leads into the private store “mine”."
        ]

    def test_what_lies_behind_a_linked_folder_is_not_looked_at(self) -> None:
        files = {"a.md": "[x](shared/b.md) and [y](shard/b.md)\n", "shared": "../other"}
        found = [f for f in lint_files(files, links=("shared",)) if f.rule == "link-dead"]
        assert [f.message for f in found] == ["“shard/b.md” leads to nothing: there is no such file."]

    @pytest.mark.parametrize(
        "text",
        [
            "[x](<{{ page }}.md>)",
            "[x](<% tp.file.title %>)",
            "[[<% tp.file.title %>]]",
            "[x](...)",
            "[[…]]",
            "[x](${n}.md)",
        ],
    )
    def test_a_placeholder_is_no_link(self, text: str) -> None:
        assert dead(f"{text}\n") == []


class TestPlaces:
    @pytest.mark.parametrize(
        "anchor",
        [
            "backlog--rules",
            "errors",
            "errors-1",
            "errors-1-1",
            "迴圈工程loop",
            "Backlog — rules",
            "A#Errors",
            "Week 3#Monday",
            "week 3",
            "user-content-errors",
            "L12",
            ":~:text=x",
            "top",
        ],
    )
    def test_are_named_as_some_renderer_does(self, anchor: str) -> None:
        assert anchor in Anchors(ANCHORED)

    @pytest.mark.parametrize("anchor", ["backlog-rules", "not-a-heading", "errors-2", "Monday#Week 3", "^x"])
    def test_that_no_renderer_finds_are_none(self, anchor: str) -> None:
        assert anchor not in Anchors(f"{ANCHORED}\n\n```\n# not a heading\n```\n")

    @pytest.mark.parametrize(
        ("heading", "slug"),
        [
            ("Hello, World!", "hello-world"),
            ("`code` *and* [link](x.md)", "code-and-link"),
            ("snake_case", "snake_case"),
            ("Ünï – 9", "ünï--9"),
            ("😀 mood", "-mood"),
            ("[[a|b]] c", "b-c"),
        ],
    )
    def test_of_a_heading_are_githubs(self, heading: str, slug: str) -> None:
        assert slug in Anchors(f"# {heading}\n")

    def test_of_equal_headings_are_counted(self) -> None:
        assert slugs(["Errors", "Errors", "Errors-1", "Errors"]) == [
            "errors",
            "errors-1",
            "errors-1-1",
            "errors-2",
        ]


class TestNamesInFrontMatter:
    @pytest.mark.parametrize(
        ("front", "expected"),
        [
            ("title: One", ["One"]),
            ('aliases: [One, "Two"]', ["One", "Two"]),
            ("aliases:\n  - One\n  - 'Two'\ntags: x", ["One", "Two"]),
            ("alias: One\nother:\n  - Two", ["One"]),
            ("aliases: Jane, JD", ["Jane, JD", "Jane", "JD"]),
            ("aliases: ['Doe, Jane', JD]", ["Doe, Jane", "JD"]),
            ("title: One, two", ["One, two"]),
        ],
    )
    def test_are_titles_and_aliases(self, front: str, expected: list[str]) -> None:
        assert list(names(f"---\n{front}\n---\n# A\n")) == expected

    def test_stand_at_the_very_start_only(self) -> None:
        assert list(names("# A\n---\ntitle: One\n---\n")) == []


class TestAnIndex:
    @pytest.mark.parametrize(
        ("index", "line"),
        [
            ("- [A](a.md)\n", "- [B note](b.md)"),
            ("* [[a]]\n", "* [[b]]"),
            ("- [[a|The A]]\n", "- [[b|B note]]"),
            ("| note | about |\n|---|---|\n| [[a\\|The A]] | x |\n", "| [[b\\|B note]] | |"),
            ("| note | about |\n|---|---|\n| [A](a.md) | x |\n", "| [B note](b.md) | |"),
            ("- `a.md`: the first\n", "- `b.md`"),
            ("1. a.md the first\n", "1. b.md"),
            ("- [A](./a.md)\n", "- [B note](./b.md)"),
            ("- [A](a)\n", "- [B note](b)"),
            ("- [A](<a.md>)\n", "- [B note](<b.md>)"),
        ],
    )
    def test_is_told_the_missing_line_in_its_own_style(self, index: str, line: str) -> None:
        files = {"index.md": f"# Index\n\n{index}", "a.md": "# A\n", "b.md": "# B note\n"}
        (orphan,) = [f for f in lint_files(files) if f.rule == "note-orphan"]
        assert orphan.hint == f"write in index.md:\n{line}"
        files["index.md"] += f"{line}\n"
        assert [f for f in lint_files(files) if f.rule in ("note-orphan", "index-dead")] == []

    def test_that_is_nested_is_told_its_own_lines(self) -> None:
        files = {
            "index.md": "- [notes](notes/index.md)\n",
            "notes/index.md": "- [[a]]\n",
            "notes/a.md": "# A",
            "notes/b.md": "# B",
        }
        (orphan,) = [f for f in lint_files(files) if f.rule == "note-orphan"]
        assert orphan.hint == "write in notes/index.md:\n- [[b]]"

    def test_that_lists_a_note_in_another_case_is_one_warning(self) -> None:
        found = lint_files({"index.md": "- [[beta]]\n- [[alpha]]\n", "Beta.md": "# B", "alpha.md": "# A"})
        assert [(f.rule, f.level, f.hint) for f in found if f.path != "log.md"] == [
            ("index-dead", "warning", "write [[Beta]]")
        ]

    def test_that_lists_what_nobody_wrote_is_wrong(self) -> None:
        found = lint_files({"index.md": "- [[a]]\n- [[Somebody]]\n", "a.md": "# A"})
        assert [(f.rule, f.level) for f in found if f.path == "index.md"] == [("index-dead", "error")]

    def test_whose_table_cuts_its_wikilinks_is_one_finding(self) -> None:
        index = "| note | about |\n|---|---|\n| [[a|The A]] | x |\n| [[b|The B]] | y |\n"
        (cut,) = [
            f for f in lint_files({"index.md": index, "a.md": "", "b.md": ""}) if f.rule == "index-dead"
        ]
        assert (cut.line, cut.also) == (3, (("index.md", 4),))

    def test_that_is_missing_is_one_finding(self) -> None:
        notes = {f"n{number}.md": "# N\n" for number in range(50)}
        found = [f for f in lint_files(notes, store='index = "catalog.md"') if f.rule == "note-orphan"]
        assert [(f.path, f.message) for f in found] == [
            ("catalog.md", "There is no index, so 51 notes are listed nowhere.")
        ]

    def test_that_is_not_reached_is_one_finding_for_all_it_lists(self) -> None:
        files = {"index.md": "- [c](c.md)\n", "c.md": "# C", "n/index.md": "- [a](a.md)\n- [b](b.md)\n"}
        found = lint_files({**files, "n/a.md": "# A", "n/b.md": "# B"})
        assert [(f.path, f.message) for f in found if f.rule == "note-orphan"] == [
            ("n/index.md", "The index does not lead to this one, which lists 2 notes more.")
        ]


PARTS = st.sampled_from(
    [
        "[[",
        "]]",
        "[",
        "](",
        ")",
        "|",
        "\\|",
        "a",
        "b c",
        ".md",
        "#",
        "# x",
        "!",
        "`",
        "```",
        "\n",
        "\n\n",
        "- ",
        "|---|",
        "| ",
        "<",
        ">",
        "^",
        "[[a]]",
        "[[gone]]",
        "[[a#x]]",
        "![[a]]",
        "[x](a.md)",
        "    ",
        "~~",
        "…",
        "%20",
        "/",
    ]
)


class TestLaws:
    @settings(max_examples=300, deadline=None)
    @given(st.lists(PARTS, max_size=25).map("".join))
    def test_a_note_that_is_not_read_further_has_no_fault(self, text: str) -> None:
        (view,) = view_files({"a.md": "# A\n", "note.md": text})
        note = view.note_at["note.md"]
        targets = Targets(view)
        told = list(targets.of_note(note))
        assert told == list(targets.faults(note.path, note.text, note.references))

    @pytest.mark.parametrize(
        "line",
        [
            "[[" * 50_000,
            "[x](" * 50_000,
            "[x](a b" * 30_000,
            "|" * 100_000,
            "[[a|b]]|" * 20_000,
            "<" * 100_000,
            "- " * 5_000,
            "> " * 5_000,
            "# " + "*" * 50_000,
            "[" * 100_000 + "](#x)",
            "~~~" * 30_000,
            "%%a" * 30_000,
            "$a " * 30_000 + "$a$ " * 10_000,
        ],
        ids=lambda line: line[:8],
    )
    def test_no_line_takes_long(self, line: str) -> None:
        start = time.process_time()
        lint_files({"a.md": f"# A\n\n{line}\n\n[[#x]]\n"})
        assert time.process_time() - start < 4

    @pytest.mark.parametrize("between", [" $5 ", "\n\n", "\n"], ids=["a line", "paragraphs", "lines"])
    def test_many_dead_links_take_no_longer_each(self, between: str) -> None:
        (view,) = view_files({"a.md": "%% $ " + between.join(f"[x]({n}.md)" for n in range(4_000))})
        start = time.process_time()
        assert len(list(Targets(view).of_note(view.note_at["a.md"]))) == 4_000
        assert time.process_time() - start < 2
