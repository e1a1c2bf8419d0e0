"""Hostile or merely long input is judged like any other, soon, and what is said about it is short."""

from __future__ import annotations

from datetime import date
from time import process_time

import pytest

from tests.cases.reading import found, of
from tests.judging import errors_of, judge_files
from tests.patience import SECONDS
from wiki_schema.change import Change, File
from wiki_schema.finding import Finding, Verdict
from wiki_schema.judge import judge
from wiki_schema.members import Evidence
from wiki_schema.plugins import get_plugin_manager
from wiki_schema.policy.setting import read_setting

LONG = {
    "tildes": "- " + "~~" * 100_000,
    "dashes": "- " + " — " * 60_000,
    "dashes and days": "- " + " — a, 2026-11-30" * 12_000,
    "wikilinks": "- " + "[[" * 100_000,
    "backticks": "- " + "".join("`" * width + "x" for width in range(1, 600)),
    "brackets": "- " + "(x) " * 50_000 + "[",
    "open brackets": "- " + "[x](" * 50_000,
    "backslashes": "- ~~" + "\\" * 200_000,
    "angles": "- " + "<" * 200_000,
    "comments": "- " + "<!--" * 50_000,
    "strikes with marks": "- " + "~~x~~ — superseded " * 10_000,
    "claims": "- ⚠ claimed changed: " + " — " * 60_000 + "unconfirmed",
    "emphasis": "- " + "*a_" * 60_000,
    "pipes": "- " + " | " * 60_000,
    "combining marks": "- e" + "\u0301" * 100_000,
    "one word": "- " + "x" * 200_000 + " — Ana Ruiz, 2026-11-30",
    "blanks": "- x" + " " * 200_000 + "— Ana Ruiz, 2026-11-30",
}


def judged_soon(before: str | None, after: str | None, path: str = "notes/a.md") -> list[Finding]:
    """The findings on one file. They take less than a second of work and say nothing long."""
    started = process_time()
    findings = judge_files({path: (before, after)}, complete=False)
    assert process_time() - started < SECONDS
    assert all(len(finding.message) < 2_000 for finding in findings)
    return findings


@pytest.mark.parametrize("line", LONG.values(), ids=LONG)
class TestALongLine:
    def test_is_judged_soon_where_it_is_new(self, line: str) -> None:
        errors = errors_of(judged_soon("# A\n", f"# A\n\n{line}\n"))
        assert "log-missing" in errors

    def test_is_judged_soon_where_it_changes(self, line: str) -> None:
        judged_soon(f"# A\n\n{line}\n", f"# A\n\n{line} and more\n")

    def test_is_judged_soon_where_it_goes(self, line: str) -> None:
        judged_soon(f"# A\n\n{line}\n", "# A\n")

    def test_is_judged_soon_in_the_log(self, line: str) -> None:
        errors = errors_of(judged_soon("# Log\n\n", f"# Log\n\n{line}\n", "log.md"))
        assert "log-malformed" in errors or line.startswith("- x")

    def test_is_judged_soon_in_the_index(self, line: str) -> None:
        judged_soon("# Index\n\n- [[a]]\n", f"# Index\n\n{line}\n", "index.md")

    def test_is_judged_soon_as_a_change_of_many_lines(self, line: str) -> None:
        judged_soon(f"# A\n\n{line}\n", f"# A\n\n{line[2:]}\n{line} x\n\n- {line}\n")


def nested(levels: int, step: int = 2) -> str:
    """A list as deep as can be."""
    return "".join(f"{' ' * (step * depth)}- level {depth}\n" for depth in range(levels))


@pytest.mark.parametrize(
    "text",
    [nested(700), "- " * 5_000 + "x\n", "> " * 5_000 + "x\n", "[" * 5_000 + "\n"],
    ids=["below one another", "on one line", "quotes", "brackets"],
)
def test_nesting_is_only_more_of_the_same(text: str) -> None:
    judged_soon("# A\n", f"# A\n\n{text}")
    judged_soon("# Index\n", f"# Index\n\n{text}", "index.md")


def test_a_list_of_five_thousand_levels_is_judged() -> None:
    findings = judge_files({"notes/a.md": ("# A\n", f"# A\n\n{nested(5_000)}")}, complete=False)
    assert len(of(findings, "fact-unattributed")) == 5_000


@pytest.fixture(scope="module")
def log() -> str:
    """50 MB: 600 000 entries, one of them 5 MB long."""
    line = "2026-11-0{} | ADD | Ana Ruiz | notes/note-{:06}.md | something new, number {:06}\n"
    entries = [line.format(1 + at // 100_000, at, at) for at in range(600_000)]
    entries[300_000] = f"2026-11-04 | LINT | Ana Ruiz | notes/a.md | {'found ' * 850_000}\n"
    return "".join(entries)


class TestALogOfFiftyMegabytes:
    NEW = "2026-11-30 | LINT | Ana Ruiz | notes/a.md | nothing found\n"

    @staticmethod
    def judged(before: str, after: str) -> Verdict:
        """The verdict on the log; within two seconds of work, however long it is."""
        manager = get_plugin_manager()
        setting = read_setting({"memwiki.toml": '[[store]]\npath = "."\n'}.get, manager)
        sides = {"log.md": (File(before), File(after))}
        started = process_time()
        verdict = judge(Change(sides, Evidence("Ana Ruiz"), date(2026, 11, 30)), setting, setting, manager)
        assert process_time() - started < SECONDS
        return verdict

    def test_takes_one_more_line(self, log: str) -> None:
        assert self.judged(log, log + self.NEW).findings == ()

    @pytest.mark.parametrize("entry", [10, 300_000, 599_990])
    def test_misses_one_byte_and_says_so_in_short(self, log: str, entry: int) -> None:
        at = log.index(" | ADD | ", 90 * entry) if entry != 300_000 else log.index(" | LINT | ")
        findings = self.judged(log, f"{log[:at]} : {log[at + 3 :]}{self.NEW}").findings
        assert found(findings) == ["log-rewritten"]
        (finding,) = of(findings, "log-rewritten")
        assert finding.line == log.count("\n", 0, at) + 1
        assert len(finding.message) < 1_000
