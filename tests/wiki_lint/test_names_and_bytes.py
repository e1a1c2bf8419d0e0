"""Names, bytes, sizes, copies and strikes: what a finding says of them, and that its key stays."""

from __future__ import annotations

import pytest

from tests.linting import lint_files
from wiki_schema.finding import Finding
from wiki_schema.litter import is_backup, is_conflict_copy, original_of


def found(rule: str, files: dict[str, str], **more: str) -> list[Finding]:
    """What one rule finds."""
    return [finding for finding in lint_files(files, **more) if finding.rule == rule]


class TestNames:
    @pytest.mark.parametrize(
        ("one", "other", "what"),
        [
            ("a.md", "A.md", "only in case"),
            ("Zoë.md", "Zoe\u0308.md", "only in Unicode form"),
            ("straße.md", "STRASSE.md", "only in case"),
        ],
    )
    def test_that_are_one_elsewhere_are_told_once(self, one: str, other: str, what: str) -> None:
        (finding,) = found("name-clash", {one: "# A", other: "# B"})
        assert what in finding.message
        assert {finding.path, finding.also[0][0]} == {one, other}

    def test_a_folder_is_told_once_for_all_its_files(self) -> None:
        files = {"notes/a.md": "", "notes/b.md": "", "Notes/c.md": "", "Notes/d.md": ""}
        (finding,) = found("name-clash", files)
        assert "hold one folder of the two" in finding.message

    def test_files_that_become_one_because_their_folders_do(self) -> None:
        first, second = found("name-clash", {"notes/a.md": "", "Notes/A.md": ""})
        assert "one folder" in first.message + second.message
        assert "are one file on macOS and Windows" in first.message + second.message

    @pytest.mark.parametrize(
        ("path", "fault"),
        [
            ("con.md", "is the name of a device"),
            ("LPT1.tar.gz", "is the name of a device"),
            ("a:b.md", "holds :"),
            ("what?.md", "holds ?"),
            ("a./b.md", "ends in a dot"),
            ("a /b.md", "ends in a blank"),
        ],
    )
    def test_that_windows_cannot_hold_are_shown(self, path: str, fault: str) -> None:
        (finding,) = found("name-clash", {path: "# A"})
        assert (fault in finding.message, finding.level) == (True, "warning")

    @pytest.mark.parametrize(
        "path", ["console.md", "com10.md", "a.b.md", ".hidden", "EStG § 1, Abs. 2.md", "nul-l.md"]
    )
    def test_that_any_system_holds_are_not(self, path: str) -> None:
        assert found("name-clash", {path: "# A"}) == []


class TestBytes:
    def test_a_fault_is_told_once_a_file_at_its_first_line(self) -> None:
        (finding,) = found("encoding", {"a.md": "# A\n\na\u200bb\n\nc\u200bd\n"})
        assert (finding.line, finding.also, finding.level) == (3, (("a.md", 5),), "warning")
        assert "U+200B" in finding.key

    def test_a_file_of_another_encoding_stops_nothing(self) -> None:
        files = {"a.md": "\udcff\udcfe#\x00 \x00A\x00", "b.md": "# B\n\n[x](gone.md)\n"}
        rules = {finding.rule for finding in lint_files(files)}
        assert {"encoding", "link-dead"} <= rules

    def test_a_file_with_the_line_ends_of_windows_is_as_good_as_any(self) -> None:
        assert found("encoding", {"a.md": "# A\r\n\r\nÜber\r\n"}) == []

    def test_an_open_store_has_no_names_in_its_notes(self) -> None:
        assert found("encoding", {"a.md": "- x —\u00a0Ana Ruiz, 2026-01-01\n"}, store='kind = "open"') == []


class TestSizes:
    LIMITS = "[lint.limits]\nnote_lines = 3\nindex_lines = 4"

    def test_what_falls_off_is_named(self) -> None:
        (finding,) = found("note-large", {"a.md": "# A\n\n1\n2\n\n## End\n"}, policy=self.LIMITS)
        assert (finding.line, finding.level) == (4, "warning")
        assert "“## End” (line 6) first" in finding.message

    @pytest.mark.parametrize("name", ["MEMORY.md", "user.md", "AGENTS.md"])
    def test_what_an_agent_loads_at_its_start_is_an_error(self, name: str) -> None:
        (finding,) = found("note-large", {name: "1\n2\n3\n4\n"}, policy=self.LIMITS)
        assert finding.level == "error"

    def test_the_listings_that_fall_off_an_index_are_counted(self) -> None:
        index = "# I\n\n" + "".join(f"- [n](n{number}.md)\n" for number in range(5))
        files = {"index.md": index, **{f"n{number}.md": "# N\n" for number in range(5)}}
        (finding,) = found("index-large", files, policy=self.LIMITS)
        assert finding.message.endswith("“- [n](n2.md)” first, 3 listings with it.")

    def test_the_finding_stays_the_same_while_the_note_grows(self) -> None:
        keys = {found("note-large", {"a.md": "x\n" * n}, policy=self.LIMITS)[0].key for n in (4, 5, 50)}
        assert len(keys) == 1


class TestCopies:
    NOTE = "# A\n\n- The port is 80 — Ana Ruiz, 2026-01-01\n"
    COPY = "a.sync-conflict-20261101-120000-ABCDEFG.md"

    def test_a_copy_without_anything_of_its_own_can_go(self) -> None:
        (finding,) = found("conflict-copy", {"a.md": self.NOTE, self.COPY: self.NOTE})
        assert (finding.level, finding.hint) == ("warning", f"git rm -- {self.COPY}")

    def test_facts_are_their_originators_and_lines_the_keepers(self) -> None:
        facts = ("The host is red — Bo Lind", "It is old — Bo Lind", "Tea — Ana Ruiz")
        more = "".join(f"- {fact}, 2026-11-01\n" for fact in facts)
        copy = f"{self.NOTE}{more}\nAnd it hums.\n"
        told = found("conflict-copy", {"a.md": self.NOTE, self.COPY: copy})
        assert [(f.owed_by, f.message.partition(" only")[0]) for f in told] == [
            ("Ana Ruiz", "1 fact stands"),
            ("Bo Lind", "2 facts stand"),
            ("", "1 line stands"),
        ]

    @pytest.mark.parametrize(
        ("path", "original"),
        [
            ("n/a.sync-conflict-20261101-120000-ABCDEFG.md", "n/a.md"),
            ("a (Bo's conflicted copy 2026-11-01).md", "a.md"),
            ("a (conflicted copy 2026-11-01 120000).md", "a.md"),
            ("a.md~", "a.md"),
            ("a.md.orig", "a.md"),
            ("a_REMOTE_1234.md", "a.md"),
        ],
    )
    def test_are_known_by_their_names(self, path: str, original: str) -> None:
        assert is_conflict_copy(path) or is_backup(path)
        assert original_of(path) == original

    @pytest.mark.parametrize(
        "path", ["a.md", "a (draft).md", "a (2).md", "a.original.md", "the_LOCAL_1.md.txt"]
    )
    def test_a_note_is_none(self, path: str) -> None:
        assert not is_conflict_copy(path)
        assert not is_backup(path)


class TestStrikes:
    def test_a_strike_that_shows_its_tildes_is_its_originators(self) -> None:
        struck = "- ~~ The port is 80 — Bo Lind, 2026-01-01 ~~ — superseded 2026-02-01 by Bo Lind\n"
        text = f"{struck}- The port is 81 — Bo Lind, 2026-02-01\n"
        (finding,) = found("render", {"a.md": text})
        assert (finding.line, finding.owed_by) == (1, "Bo Lind")

    def test_each_fact_that_code_hides_is_told_with_what_hides_it(self) -> None:
        text = "# A\n\n```\n- One — Ana Ruiz, 2026-01-01\n- Two — Bo Lind, 2026-01-01\n"
        first, second = found("render", {"a.md": text})
        assert (first.line, first.also, second.line) == (4, (("a.md", 3),), 5)
