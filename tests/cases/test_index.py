"""The index: every note is listed by a line that a reader can follow, and stays listed."""

from __future__ import annotations

import pytest

from tests.cases.reading import found, lines, lost, of
from tests.judging import errors_of, judge_files
from tests.linting import lint_files
from wiki_schema.amend import add_index_lines
from wiki_schema.finding import Finding

NOTE = "# Note\n\nNothing yet.\n"


def added(index: str, *paths: str) -> list[Finding]:
    """What is found when notes are added and this becomes the index."""
    files: dict[str, tuple[str | None, str | None]] = {path: (None, NOTE) for path in paths}
    entries = [f"2026-11-30 | ADD | Ana Ruiz | {path} | new note" for path in paths]
    files["log.md"] = ("# Log\n\n", lines("# Log", "", *entries))
    files["index.md"] = ("# Index\n\n", index)
    return judge_files(files)


class TestNoListing:
    @pytest.mark.parametrize(
        ("path", "mention"),
        [
            pytest.param("a.md", "```\n- [a](a.md)\n```", id="in code"),
            pytest.param("b.md", "<!--\n- [b](b.md)\n-->", id="in a comment"),
            pytest.param("c.md", "- ![c](c.md)", id="an image"),
            pytest.param("d.md", "More is to be found in d.md some day.", id="a name in running text"),
            pytest.param("e.md", "- ![[e]]", id="an embedded note"),
            pytest.param("a b.md", "- [6](a b.md)", id="a blank that ends the link"),
        ],
    )
    def test_is_what_a_reader_cannot_follow(self, path: str, mention: str) -> None:
        findings = added(f"# Index\n\n{mention}\n", path)
        assert found(findings) == ["note-unindexed"]
        assert findings[0].path == path

    def test_is_any_of_these_and_each_note_is_told(self) -> None:
        hidden = ("```", "[a](a.md)", "```", "", "<!-- [b](b.md) -->")
        index = lines("# Index", "", *hidden, "", "![c](c.md) and d.md", "", "![[e]]")
        findings = added(index, "a.md", "b.md", "c.md", "d.md", "e.md")
        assert found(findings) == ["note-unindexed"] * 5
        assert [finding.path for finding in findings] == ["a.md", "b.md", "c.md", "d.md", "e.md"]

    def test_is_the_same_stem_in_another_folder(self) -> None:
        findings = added("# Index\n\n- [[concepts/cache]]\n", "concepts/cache.md", "summaries/cache.md")
        assert found(findings) == ["note-unindexed"]
        assert findings[0].path == "summaries/cache.md"

    def test_is_a_stem_that_two_notes_bear(self) -> None:
        findings = added("# Index\n\n- [[cache]]\n", "concepts/cache.md", "summaries/cache.md")
        assert found(findings) == ["note-unindexed"] * 2

    def test_is_a_path_in_other_capitals(self) -> None:
        assert found(added("# Index\n\n- [Config](notes/Config.md)\n", "notes/config.md")) == [
            "note-unindexed"
        ]


class TestAListing:
    @pytest.mark.parametrize(
        ("path", "line"),
        [
            ("a b.md", "- [1](a%20b.md)"),
            ("plan (draft).md", "- [2](<plan (draft).md>)"),
            ("50%25.md", '- [3](50%2525.md "Half")'),
            ("c#d.md", "- [4][cd]\n\n[cd]: <c%23d.md> 'C sharp D'"),
            ("über.md", "- [5](%C3%BCber.md)"),
            ("notes/cache.md", r"| [[notes/cache\|Cache]] | how we cache |"),
            ("notes/cache.md", "- `notes/cache.md`: how we cache"),
            ("notes/cache.md", "* notes/cache.md — how we cache"),
        ],
    )
    def test_is_written_in_many_ways(self, path: str, line: str) -> None:
        table = "| note | about |\n|---|---|\n" if line.startswith("|") else ""
        assert found(added(f"# Index\n\n{table}{line}\n", path)) == []

    @pytest.mark.parametrize("stem", ["不耕起栽培-4年計画", "مذكرة", "😀 mood"])
    @pytest.mark.parametrize(
        "summary", ["", " — summary", " — summary, 2026-11-30", " — Ana Ruiz, 2026-01-01"]
    )
    def test_may_be_in_any_script_and_holds_no_fact(self, stem: str, summary: str) -> None:
        assert found(added(f"# Index\n\n- [[{stem}]]{summary}\n", f"notes/{stem}.md")) == []


class TestAFileName:
    def test_in_other_capitals_beside_the_same_is_shown(self) -> None:
        index = "# Index\n\n- [one](notes/config.md)\n- [two](notes/Config.md)\n"
        findings = added(index, "notes/config.md", "notes/Config.md")
        assert set(found(findings)) == {"encoding?"}
        assert all("differ only in case" in finding.message for finding in findings)


class TestAnIndexWrittenAnew:
    """Of twelve notes eleven are listed, one of which is gone, and the words above the list are not there."""

    STEMS = tuple(f"note-{number:02}" for number in range(1, 13))
    INTRO = "What we know, in the order in which it is needed."
    BEFORE = lines("# Index", "", INTRO, "", *(f"- [{stem}](notes/{stem}.md) — about it" for stem in STEMS))

    def rewritten(self, index: str) -> list[Finding]:
        """What is found when the index becomes this one."""
        files: dict[str, tuple[str | None, str | None]] = {f"notes/{s}.md": (NOTE, NOTE) for s in self.STEMS}
        return judge_files({**files, "index.md": (self.BEFORE, index)})

    def test_drops_two_notes_and_the_words_are_missed(self) -> None:
        listed = [*self.STEMS[:10], "gone-since-october"]
        findings = self.rewritten(
            lines("# Index", "", *(f"- [{s}](notes/{s}.md) — about it" for s in listed))
        )
        assert found(findings) == ["index-dropped", "index-dropped", "text-erased?"]
        assert {words for words in lost(of(findings, "index-dropped"))} == {
            "- [note-11](notes/note-11.md) — about it",
            "- [note-12](notes/note-12.md) — about it",
        }
        assert lost(of(findings, "text-erased")) == [self.INTRO]

    def test_may_say_it_in_another_way(self) -> None:
        listed = [f"* [[notes/{stem}|{stem.upper()}]]" for stem in reversed(self.STEMS)]
        assert self.rewritten(lines("# Index", "", self.INTRO, "", *listed)) == []

    def test_may_be_put_under_headings(self) -> None:
        rows = self.BEFORE.split("\n")
        assert self.rewritten("\n".join([*rows[:8], "", "## Others", "", *rows[8:]])) == []

    def test_may_lose_the_line_of_a_note_that_goes_with_it(self) -> None:
        files: dict[str, tuple[str | None, str | None]] = {f"notes/{s}.md": (NOTE, NOTE) for s in self.STEMS}
        files["notes/note-12.md"] = (NOTE, None)
        files["index.md"] = (
            self.BEFORE,
            self.BEFORE.replace("- [note-12](notes/note-12.md) — about it\n", ""),
        )
        assert errors_of(judge_files(files)) == []


class TestTheLineThatIsAskedFor:
    """Where a note is not listed the right line is named, set as the others are; with it nothing is found."""

    @pytest.mark.parametrize(
        ("index", "line"),
        [
            ("- [Old](notes/old.md) — about it\n", "- [Note](notes/new.md)"),
            ("* [[notes/old]]\n", "* [[notes/new]]"),
            ("- [[old|The old one]]\n", "- [[new|Note]]"),
            ("| note | about |\n|---|---|\n| [[old\\|Old]] | x |\n", "| [[new\\|Note]] | |"),
            (
                "| note | about |\n|---|---|\n| [Old](notes/old.md) | x |\n\nThe end.\n",
                "| [Note](notes/new.md) | |",
            ),
            ("- `notes/old.md`: about it\n", "- `notes/new.md`"),
        ],
    )
    def test_is_in_the_style_of_the_index(self, index: str, line: str) -> None:
        old = f"# Index\n\n{index}"
        (finding,) = self.judged(old, old)
        assert (finding.rule, finding.hint) == ("note-unindexed", line)
        assert self.judged(old, add_index_lines(old, [finding.hint])) == []

    def judged(self, before: str, after: str) -> list[Finding]:
        """What is found when a note is added beside an old one."""
        return judge_files(
            {
                "notes/old.md": (NOTE, NOTE),
                "notes/new.md": (None, NOTE),
                "log.md": ("# Log\n\n", "# Log\n\n2026-11-30 | ADD | Ana Ruiz | notes/new.md | new\n"),
                "index.md": (before, after),
            }
        )


def passed(files: dict[str, str], **more: str) -> list[tuple[str, str, int]]:
    """What the health pass finds of links and listings: rule, path, line."""
    rules = ("link-dead", "index-dead", "note-orphan", "name-clash")
    return [(f.rule, f.path, f.line) for f in lint_files(files, **more) if f.rule in rules]


class TestTheHealthPass:
    TABLE = "| note | about |\n|---|---|\n"

    def test_reads_the_escaped_pipe_of_a_wikilink_in_a_table(self) -> None:
        index = f"{self.TABLE}| [[notes/cache\\|Cache]] | how we cache |\n"
        assert passed({"index.md": index, "notes/cache.md": NOTE}) == []

    def test_tells_of_a_pipe_that_cuts_a_listing_which_counts_all_the_same(self) -> None:
        index = f"{self.TABLE}| [[notes/cache|Cache]] | how we cache |\n"
        assert passed({"index.md": index, "notes/cache.md": NOTE}) == [("index-dead", "index.md", 3)]

    def test_lets_an_escaped_pipe_in_prose_lead_on(self) -> None:
        files = {"notes/cache.md": NOTE, "a.md": "See [[notes/cache\\|Cache]].\n"}
        assert passed(files) == []

    NAMES = ("a b.md", "plan (draft).md", "50%25.md", "c#d.md", "über.md")
    LISTED = lines(
        "- [1](a%20b.md)",
        "- [2](<plan (draft).md>)",
        '- [3](50%2525.md "Half")',
        "- [4][cd]",
        "- [5](%C3%BCber.md)",
        "",
        "[cd]: <c%23d.md> 'C sharp D'",
    )

    def test_decodes_a_target_exactly_once(self) -> None:
        assert passed({"index.md": self.LISTED, **dict.fromkeys(self.NAMES, NOTE)}) == []

    def test_takes_a_target_with_a_blank_for_the_text_that_it_is(self) -> None:
        index = self.LISTED.replace("[1](a%20b.md)", "[6](a b.md)")
        assert passed({"index.md": index, **dict.fromkeys(self.NAMES, NOTE)}) == [
            ("note-orphan", "a b.md", 0),
            ("index-dead", "index.md", 1),
        ]

    def test_finds_what_is_only_mentioned(self) -> None:
        index = "```\n[a](a.md)\n```\n\n<!-- [b](b.md) -->\n\n![c](c.md) and d.md\n\n![[e]]\n\n- [f](f.md)\n"
        files = {"index.md": index, **{f"{stem}.md": NOTE for stem in "abcdef"}}
        assert passed(files) == [("note-orphan", f"{stem}.md", 0) for stem in "abcde"]

    def test_takes_no_stem_for_the_first_of_two_notes(self) -> None:
        files = {
            "index.md": "- [[concepts/cache]]\n- [[a]]\n",
            "concepts/cache.md": NOTE,
            "summaries/cache.md": NOTE,
            "a.md": "See [[cache]].\n",
        }
        assert passed(files) == [("link-dead", "a.md", 1), ("note-orphan", "summaries/cache.md", 0)]

    def test_reads_names_of_any_script(self) -> None:
        stems = ("不耕起栽培-4年計画", "مذكرة", "😀 mood")
        index = "".join(f"- [[{stem}]] — summary\n" for stem in stems)
        assert passed({"index.md": index, **{f"notes/{stem}.md": NOTE for stem in stems}}) == []

    def test_counts_case_on_every_system(self) -> None:
        files = {"index.md": "- [Config](notes/Config.md)\n", "notes/config.md": NOTE}
        assert {rule for rule, *_ in passed(files)} == {"index-dead", "note-orphan"}

    def test_tells_two_notes_that_differ_only_in_case(self) -> None:
        files = {"notes/config.md": NOTE, "notes/Config.md": NOTE}
        assert [rule for rule, *_ in passed(files)] == ["name-clash"]

    @pytest.mark.parametrize(
        ("anchor", "leads"),
        [
            ("backlog--rules", True),
            ("errors", True),
            ("errors-1", True),
            ("errors-1-1", True),
            ("迴圈工程loop", True),
            ("not-a-heading", False),
            ("backlog-rules", False),
            ("Backlog%20—%20rules", True),
        ],
    )
    def test_follows_a_place_as_a_renderer_does(self, anchor: str, leads: bool) -> None:
        note = lines(
            "## Backlog — rules", "## Errors", "## Errors", "## Errors-1", "## 迴圈工程（loop）", "",
            "```", "# not a heading", "```",
        )  # fmt: skip
        files = {"a.md": f"[x](b.md#{anchor})\n", "b.md": note}
        assert passed(files) == ([] if leads else [("link-dead", "a.md", 1)])

    def test_reads_nothing_outside(self) -> None:
        files = {
            "notes/x.md": "/etc/hostname",
            "notes/shared": "../../private",
            "notes/new.md": "/tmp/out",
            "a.md": "[x](../../../etc/passwd) and [y](file:///etc/passwd)\n",
        }
        links = ("notes/x.md", "notes/shared", "notes/new.md")
        assert passed(files, links=links, complete=False) == [  # type: ignore[arg-type]
            ("link-dead", "a.md", 1),
            ("link-dead", "a.md", 1),
            ("note-orphan", "index.md", 0),
        ]
