"""A log is append-only: every old line stays, unchanged, in its order; new ones come at the open end."""

from __future__ import annotations

from datetime import date

import pytest

from tests.cases.reading import found, lines, lost, of
from tests.judging import errors_of, judge_files
from wiki_schema.finding import Finding
from wiki_schema.log import MEMWIKI, Log, render_line

FIRST = "2026-11-01 | ADD | Ana Ruiz | notes/a.md | first"
SECOND = "2026-11-02 | ADD | Bo Lind | notes/b.md | second"
NEW = "2026-11-30 | LINT | Ana Ruiz | notes/a.md | looked over"


def grown(before: str, after: str, actor: str = "Ana Ruiz") -> list[Finding]:
    """What is found when nothing but the log changes."""
    return judge_files({"log.md": (before, after)}, actor=actor)


class TestAtTheEnd:
    def test_a_line_may_follow_one_that_had_no_newline(self) -> None:
        note = "# B\n\n- Second — Bo Lind, 2026-11-02\n"
        changes = {"log.md": (FIRST, lines(FIRST, SECOND)), "notes/b.md": (None, note)}
        assert judge_files(changes, actor="Bo Lind", day="2026-11-02") == []

    def test_the_newline_it_lacked_may_not_be_forgotten(self) -> None:
        assert "log-rewritten" in errors_of(grown(FIRST, f"{FIRST}{NEW}\n"))

    @pytest.mark.parametrize("tidied", ["\n", "", "\n\n"])
    def test_blank_lines_may_be_tidied(self, tidied: str) -> None:
        assert grown(f"{FIRST}\n{SECOND}\n\n\n\n", f"{FIRST}\n{SECOND}{tidied}") == []


class TestBlanksAtTheEndOfALine:
    def test_are_evidence_in_a_log(self) -> None:
        (finding,) = grown(lines(f"{FIRST}  ", SECOND), lines(FIRST, SECOND))
        assert (finding.rule, finding.level, finding.line) == ("log-rewritten", "error", 1)
        assert "nly trailing white space differs in line 1" in finding.message
        assert "exclude the log from the fixer" in finding.message

    def test_are_layout_in_a_note(self) -> None:
        fact = "- Port is 8080 — Ana Ruiz, 2026-10-01"
        before, after = lines("# Ports", f"{fact}  "), lines("# Ports", fact)
        assert judge_files({"notes/ports.md": (before, after)}, actor="Chidi Obi") == []


class TestOrder:
    LATER = "2026-11-02 | ADD | Ana Ruiz | notes/a.md | one"
    EARLIER = "2026-11-01 | ADD | Ana Ruiz | notes/b.md | two"

    @pytest.mark.parametrize("more", [[], [NEW]], ids=["only sorted", "and one appended"])
    def test_sorting_is_told_once_from_the_first_line_that_differs(self, more: list[str]) -> None:
        before = lines("# Log", "", FIRST, self.LATER, self.EARLIER)
        after = lines("# Log", "", FIRST, self.EARLIER, self.LATER, *more)
        (finding,) = grown(before, after)
        assert (finding.rule, finding.level, finding.line) == ("log-rewritten", "error", 4)
        assert "another order from line 4 on" in finding.message

    def test_a_line_at_the_top_is_told_as_one_inserted(self) -> None:
        (finding,) = grown(
            lines("# Log", "", FIRST, SECOND, SECOND), lines("# Log", "", NEW, FIRST, SECOND, SECOND)
        )
        assert (finding.rule, finding.level) == ("log-rewritten", "error")
        assert "1 line inserted before old entry 1" in finding.message


class TestAnUnresolvedMerge:
    SIDES = (
        "<<<<<<< HEAD",
        "2026-11-30 | LINT | Ana Ruiz | notes/a.md | ours",
        "=======",
        "2026-11-30 | LINT | Ana Ruiz | notes/a.md | theirs",
        ">>>>>>> phone",
    )

    def test_is_refused_in_a_log(self) -> None:
        findings = grown(lines(FIRST), lines(FIRST, *self.SIDES))
        assert found(findings) == ["conflict-marker"]
        assert findings[0].line == 2

    def test_is_refused_in_a_note(self) -> None:
        old = "- Port is 80 — Ana Ruiz, 2026-10-01"
        sides = ("<<<<<<< HEAD", "", f"{old}", "", "=======", "", "- Host is red — Ana Ruiz, 2026-11-30", "")
        after = lines("# Ports", "", *sides, ">>>>>>> phone")
        findings = judge_files({"notes/a.md": (lines("# Ports", "", old), after)})
        assert "conflict-marker" in errors_of(findings)
        assert lost(findings) == []

    def test_is_not_a_heading_underlined(self) -> None:
        before = lines("Ports", "", "- Port is 80 — Ana Ruiz, 2026-10-01")
        after = lines("Ports", "", "- Port is 80 — Ana Ruiz, 2026-10-01", "", "Hosts", "=======")
        assert found(judge_files({"notes/a.md": (before, after)})) == []

    @pytest.mark.parametrize("fence", ["```", "~~~~", "````"])
    def test_is_not_an_example_in_code(self, fence: str) -> None:
        before = lines("# How to merge")
        after = lines("# How to merge", "", f"{fence}text", *self.SIDES, fence)
        assert found(judge_files({"notes/a.md": (before, after)})) == []


class TestBytesThatPrintAlike:
    ENTRIES = (FIRST, SECOND, "2026-11-03 | ADD | Ana Ruiz | notes/c.md | third")

    def test_line_ends_that_flip_on_the_way_are_shown(self) -> None:
        after = lines(*self.ENTRIES, NEW).replace("\n", "\r\n")
        (finding,) = grown(lines(*self.ENTRIES), after)
        assert (finding.rule, finding.level) == ("encoding", "warning")
        assert "ine ends changed from LF to CRLF on 3 old" in finding.message
        assert Log.parsed(after, MEMWIKI).entries[3].what == "looked over"

    def test_line_ends_that_flip_hide_no_edit(self) -> None:
        after = lines(*self.ENTRIES, NEW).replace("\n", "\r\n").replace("second", "2nd")
        findings = grown(lines(*self.ENTRIES), after)
        assert found(findings) == ["encoding?", "log-rewritten"]
        assert lost(findings) == [SECOND]

    def test_a_byte_order_mark_at_the_start_is_shown(self) -> None:
        (finding,) = grown(lines(FIRST, SECOND), "\ufeff" + lines(FIRST, SECOND, NEW))
        assert (finding.rule, finding.level) == ("encoding", "warning")
        assert "BOM" in finding.message

    def test_a_byte_order_mark_amid_the_log_is_shown_and_the_line_is_read(self) -> None:
        note = "# B\n\n- Second — Bo Lind, 2026-11-02\n"
        findings = judge_files(
            {"log.md": (lines(FIRST), lines(FIRST) + "\ufeff" + lines(SECOND)), "notes/b.md": (None, note)},
            actor="Bo Lind",
            day="2026-11-02",
        )
        assert found(findings) == ["encoding?"]

    def test_a_byte_order_mark_before_front_matter_leaves_it_front_matter(self) -> None:
        front = lines("---", "title: Ports", "aliases:", "  - port list", "---", "")
        fact = "- Port is 8080 — Ana Ruiz, 2026-11-30\n"
        assert found(judge_files({"notes/a.md": (None, f"\ufeff{front}{fact}")})) == ["encoding?"]


class TestSampleLinesInTheHeader:
    SAMPLE = "2026-01-01 | ADD | me | x.md | example"
    BEFORE = ("# Log", "", "```", "YYYY-MM-DD | VERB | who | path | what", SAMPLE, "```", "", FIRST)

    def test_are_no_entries(self) -> None:
        assert grown(lines(*self.BEFORE), lines(*self.BEFORE, NEW)) == []

    def test_are_as_fixed_as_the_rest(self) -> None:
        after = lines(*self.BEFORE).replace("| me |", "| you |")
        findings = grown(lines(*self.BEFORE), after)
        assert found(findings) == ["log-rewritten"]
        assert lost(findings) == [self.SAMPLE]


class TestDays:
    LAST = "2026-11-29 | ADD | Ana Ruiz | notes/a.md | first"
    NOTE = (
        lines("# A", "- One — Ana Ruiz, 2026-11-29"),
        lines("# A", "- One — Ana Ruiz, 2026-11-29", "", "Text."),
    )

    def logged(self, day: str, actor: str = "Ana Ruiz") -> list[Finding]:
        """What is found when a change is logged under a day."""
        entry = f"{day} | ADD | {actor} | notes/a.md | note"
        changes = {"log.md": (lines(self.LAST), lines(self.LAST, entry)), "notes/a.md": self.NOTE}
        return judge_files(changes, actor=actor)

    @pytest.mark.parametrize("day", ["2026-11-28", "2026-11-29", "2026-11-30", "2026-12-01"])
    def test_a_day_more_or_less_is_no_matter(self, day: str) -> None:
        assert self.logged(day) == []

    @pytest.mark.parametrize(
        ("day", "distance"), [("2026-11-12", "17 days"), ("2025-05-14", "564 days"), ("2026-11-27", "2 days")]
    )
    def test_late_recording_is_let_through_and_shown(self, day: str, distance: str) -> None:
        (finding,) = self.logged(day, actor="agent-7")
        assert (finding.rule, finding.level) == ("log-backdated", "warning")
        assert f"{distance} before" in finding.message

    def test_a_placeholder_is_no_day(self) -> None:
        findings = self.logged("YYYY-MM-DD", actor="agent-7")
        (malformed,) = of(findings, "log-malformed")
        assert "placeholder" in malformed.message
        assert set(errors_of(findings)) <= {"log-malformed", "log-missing"}

    @pytest.mark.parametrize("day", ["2026-02-30", "2027-02-29", "2026-13-01", "2026-11-00", "0000-01-01"])
    def test_a_day_that_is_in_no_calendar_is_malformed(self, day: str) -> None:
        findings = self.logged(day)
        (malformed,) = of(findings, "log-malformed")
        assert f"'{day}' is no calendar day" in malformed.message
        assert set(errors_of(findings)) <= {"log-malformed", "log-missing"}

    def test_a_leap_day_is_a_day(self) -> None:
        entry = "2028-02-29 | LINT | Ana Ruiz | notes/a.md | looked over"
        changes = {"log.md": (lines(self.LAST), lines(self.LAST, entry))}
        assert judge_files(changes, day="2028-03-01") == []

    def test_a_day_to_come_is_refused(self) -> None:
        assert found(self.logged("2026-12-02")) == ["date-future"]


class TestFields:
    """A line is cut at its first four pipes with blanks on both sides, and nowhere else."""

    NOTE = "# Shell\n\n- A pipe loses the status — Ana Ruiz, 2026-11-30\n"

    def logged(self, entry: str, path: str = "notes/shell.md", store: str = "") -> list[Finding]:
        """What is found when a new note is logged by this line."""
        return judge_files(
            {"log.md": ("# Log\n\n", f"# Log\n\n{entry}\n"), path: (None, self.NOTE)}, store=store
        )

    def test_what_may_hold_pipes(self) -> None:
        what = "use set -o pipefail; a | b | c loses a's status"
        entry = f"2026-11-30 | ADD | Ana Ruiz | notes/shell.md | {what}"
        assert self.logged(entry) == []
        assert Log.parsed(entry, MEMWIKI).entries[0].what == what

    def test_a_pipe_between_blanks_cuts_a_path_and_the_message_shows_the_escape(self) -> None:
        path = "notes/in | out.md"
        findings = self.logged(f"2026-11-30 | ADD | Ana Ruiz | {path} | new note", path)
        assert set(errors_of(findings)) <= {"log-malformed", "log-missing"}
        assert r"notes/in \| out.md" in of(findings, "log-malformed")[0].hint

    @pytest.mark.parametrize(
        ("written", "path"),
        [(r"notes/in \| out.md", "notes/in | out.md"), ("notes/in|out.md", "notes/in|out.md")],
    )
    def test_a_pipe_that_is_escaped_or_between_letters_cuts_nothing(self, written: str, path: str) -> None:
        assert self.logged(f"2026-11-30 | ADD | Ana Ruiz | {written} | new note", path) == []

    @pytest.mark.parametrize("verb", ["fix", "REVIEW", "ADDED"])
    def test_verbs_are_a_closed_list(self, verb: str) -> None:
        findings = self.logged(f"2026-11-30 | {verb} | Ana Ruiz | notes/shell.md | typo")
        (malformed,) = of(findings, "log-malformed")
        assert "ADD, UPDATE, SUPERSEDE, CLAIM, CONFLICT, LINT" in malformed.message
        assert set(errors_of(findings)) <= {"log-malformed", "log-missing"}

    def test_verbs_are_written_in_capitals(self) -> None:
        findings = self.logged("2026-11-30 | add | Ana Ruiz | notes/shell.md | typo")
        assert "written ADD" in of(findings, "log-malformed")[0].message

    def test_a_store_may_have_more_verbs(self) -> None:
        store = 'extra_verbs = ["REVIEW"]'
        entry = "2026-11-30 | {} | Ana Ruiz | notes/shell.md | ok"
        assert self.logged(entry.format("REVIEW"), store=store) == []
        told = of(self.logged(entry.format("CHECK"), store=store), "log-malformed")
        assert "LINT, REVIEW" in told[0].message


class TestALineForgedInAField:
    """What memwiki writes into a log is one line and says what it was given, or is not written."""

    FORGED = "2026-11-30 | LINT | Ana Ruiz | notes/keys.md | confirmed by owner"
    DAY = date(2026, 11, 30)

    @pytest.mark.parametrize(
        "end", ["\n", "\r", "\r\n", "\x0b", "\x0c", "\x1c", "\x1d", "\x1e", "\x85", "\u2028", "\u2029", "\0"]
    )
    @pytest.mark.parametrize("field", ["who", "path", "what"])
    def test_is_refused_by_the_writer(self, field: str, end: str) -> None:
        fields = {"who": "agent-7", "path": "notes/a.md", "what": "fixed typo"}
        fields[field] += end + self.FORGED
        with pytest.raises(ValueError, match=r"U\+00|U\+20"):
            render_line(self.DAY, "UPDATE", **fields)

    @pytest.mark.parametrize("end", ["\n", "\r", "\x85", "\u2028"])
    def test_is_never_what_the_check_suggests(self, end: str) -> None:
        changes = {"notes/a.md": ("# A\n", "# A\n\nSome text.\n"), "log.md": ("# Log\n", "# Log\n")}
        for finding in judge_files(changes, actor=f"agent-7{end}{self.FORGED}", complete=False):
            assert self.FORGED not in Log.parsed(finding.hint, MEMWIKI).lines
            assert end not in finding.hint

    def test_keeps_its_pipes_where_they_do_no_harm(self) -> None:
        line = render_line(self.DAY, "ADD", "A | B", "notes/in | out.md", "a | b")
        assert line == r"2026-11-30 | ADD | A \| B | notes/in \| out.md | a | b"
        (entry,) = Log.parsed(line, MEMWIKI).entries
        assert (entry.who, entry.path, entry.what) == ("A | B", "notes/in | out.md", "a | b")
