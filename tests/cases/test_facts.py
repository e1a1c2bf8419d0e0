"""What makes a fact the same fact: its words, its names and its day, however they are laid out."""

from __future__ import annotations

import pytest

from tests.cases.reading import found, lines, lost, of
from tests.judging import errors_of, judge_files
from wiki_schema.finding import Finding


def edited(before: str | None, after: str, actor: str = "Ana Ruiz", day: str = "2026-11-30") -> list[Finding]:
    """What is found when a note becomes another."""
    return judge_files({"notes/a.md": (before, after)}, actor=actor, day=day)


class TestWrappedOverSeveralLines:
    ITEM = (
        "- Retention for audit events in the east region is",
        "  ninety days, west is thirty",
        "  — Ana Ruiz, 2026-07-07",
    )
    LAZY = tuple(row.removeprefix("  ") for row in ITEM)
    SAID = (
        "Retention for audit events in the east region is ninety days, west is thirty — Ana Ruiz, 2026-07-07"
    )

    @pytest.mark.parametrize("item", [ITEM, LAZY], ids=["indented", "not indented"])
    def test_with_its_provenance_on_a_line_of_its_own_it_is_one_fact(self, item: tuple[str, ...]) -> None:
        assert edited(None, lines("# Audit", "", *item), day="2026-07-07") == []

    @pytest.mark.parametrize("item", [ITEM, LAZY], ids=["indented", "not indented"])
    def test_a_word_on_its_second_line_is_a_word_of_it(self, item: tuple[str, ...]) -> None:
        before = lines("# Audit", "", *item)
        findings = edited(before, before.replace("ninety", "sixty"), actor="Bo Lind")
        assert found(findings) == ["fact-rewritten"]
        assert lost(findings) == [self.SAID]
        assert "“ninety” became “sixty”" in findings[0].message

    @pytest.mark.parametrize(
        "wrapped",
        [
            (f"- {SAID}",),
            ("- Retention for audit events", "  in the east region is ninety days, west is thirty", ITEM[2]),
            (
                "*   Retention for audit events in the",
                "    east region is ninety days,",
                "    west is thirty",
                ITEM[2],
            ),
        ],
    )
    def test_it_may_be_wrapped_anew(self, wrapped: tuple[str, ...]) -> None:
        before = lines("# Audit", "", *self.ITEM)
        assert edited(before, lines("# Audit", "", *wrapped), actor="Bo Lind") == []

    @pytest.mark.parametrize("ending", ["  ", "\\"])
    def test_a_line_break_that_a_reader_saw_is_missed_but_not_refused(self, ending: str) -> None:
        before = lines("# Audit", "", f"{self.ITEM[0]}{ending}", *self.ITEM[1:])
        for after in (lines("# Audit", "", *self.ITEM), lines("# Audit", "", f"- {self.SAID}")):
            findings = edited(before, after, actor="Bo Lind")
            assert found(findings) == ["render?"]
            assert "line break" in findings[0].message


class TestAFormatter:
    BEFORE = lines("# Rules", "", "* use *strict* mode, file_a_b.py, 5 * 3 — Ana Ruiz, 2026-05-01")

    @pytest.mark.parametrize("bullet", ["-", "+", "1.", "7)", "*  "])
    def test_may_change_the_list_marker(self, bullet: str) -> None:
        assert edited(self.BEFORE, self.BEFORE.replace("* use", f"{bullet} use"), actor="Bo Lind") == []

    def test_may_number_a_list_anew(self) -> None:
        before = lines(
            "# Steps", "", "1. Stop it — Ana Ruiz, 2026-05-01", "1. Start it — Ana Ruiz, 2026-05-01"
        )
        assert edited(before, before.replace("1. Start", "2. Start"), actor="Bo Lind") == []

    @pytest.mark.parametrize(
        ("old", "new"),
        [
            ("*strict*", "_strict_"),
            ("5 * 3", r"5 \* 3"),
            ("*strict*", "**strict**"),
            ("file_a_b.py", r"file\_a\_b.py"),
            ("file_a_b.py", "`file_a_b.py`"),
        ],
    )
    def test_may_not_change_emphasis_marks_or_escapes(self, old: str, new: str) -> None:
        (finding,) = edited(self.BEFORE, self.BEFORE.replace(old, new), actor="Bo Lind")
        assert (finding.rule, finding.level) == ("fact-rewritten", "error")
        assert "only Markdown marks differ" in finding.message
        assert "xclude the store from the formatter" in finding.message


def test_numbered_items_are_facts() -> None:
    before = lines("# Steps", "", "1. Stop it — Ana Ruiz, 2026-05-01", "2. Start it — Ana Ruiz, 2026-05-01")
    findings = edited(before, lines("# Steps", "", "1. Stop it — Ana Ruiz, 2026-05-01"))
    assert found(findings) == ["fact-erased"]
    assert lost(findings) == ["Start it — Ana Ruiz, 2026-05-01"]


class TestATask:
    SIGNED = "- [ ] Rotate the key before March — Ana Ruiz, 2026-11-01"
    PLAIN = "- [ ] buy milk"
    BEFORE = lines("# To do", "", SIGNED, PLAIN)

    @pytest.mark.parametrize("item", [SIGNED, PLAIN], ids=["signed", "plain"])
    @pytest.mark.parametrize("box", ["[x]", "[/]", "[-]"])
    def test_is_ticked_by_anybody_and_no_log_line_is_asked_for(self, item: str, box: str) -> None:
        after = self.BEFORE.replace(item, item.replace("[ ]", box))
        changes = {"notes/todo.md": (self.BEFORE, after)}
        assert judge_files(changes, actor="Chidi Obi", complete=False) == []

    def test_needs_no_provenance(self) -> None:
        assert edited(None, lines("# To do", "", self.PLAIN)) == []

    def test_that_is_signed_keeps_its_words(self) -> None:
        findings = edited(self.BEFORE, self.BEFORE.replace("March", "May"), actor="Bo Lind")
        assert found(findings) == ["fact-rewritten"]

    def test_that_is_signed_keeps_them_when_it_is_ticked(self) -> None:
        after = self.BEFORE.replace("[ ] Rotate", "[x] Rotate").replace("March", "May")
        assert found(edited(self.BEFORE, after, actor="Bo Lind")) == ["fact-rewritten"]

    def test_that_nobody_signed_may_be_reworded(self) -> None:
        assert edited(self.BEFORE, self.BEFORE.replace("buy milk", "buy two milks"), actor="Bo Lind") == []


class TestExamplesInCode:
    """A how-to that shows the rules in code of every sort, with a fact after each."""

    REAL = tuple(f"- Real fact number {number} — Ana Ruiz, 2026-11-30" for number in range(1, 6))
    EXAMPLE = "- example — me, 2020-01-01"
    STRUCK = "- ~~x~~ — superseded 2020-01-02 by me"
    HOW_TO = lines(
        "# How to write",
        "",
        "````markdown",
        "```",
        EXAMPLE,
        STRUCK,
        "```",
        "````",
        "",
        REAL[0],
        "",
        "~~~",
        EXAMPLE,
        "```",
        "~~~",
        "",
        REAL[1],
        "",
        "```",
        EXAMPLE,
        "``` not a close",
        STRUCK,
        "```",
        "",
        REAL[2],
        "",
        "   ```",
        f"   {EXAMPLE}",
        "  ```",
        "",
        REAL[3],
        "",
        "  ```",
        f"  {EXAMPLE}",
        "  ```",
        "",
        REAL[4],
    )

    def test_are_no_facts_and_what_follows_them_is(self) -> None:
        assert edited(None, self.HOW_TO) == []

    def test_may_go(self) -> None:
        kept = [row for row in self.HOW_TO.split("\n") if "example" not in row and "~~x~~" not in row]
        assert edited(self.HOW_TO, "\n".join(kept), actor="Bo Lind") == []

    @pytest.mark.parametrize("fact", REAL)
    def test_hide_no_real_fact(self, fact: str) -> None:
        findings = edited(self.HOW_TO, self.HOW_TO.replace(f"{fact}\n", ""), actor="Bo Lind")
        assert found(findings) == ["fact-erased"]
        assert lost(findings) == [fact.removeprefix("- ")]


class TestQuotes:
    FACT = "- Port is 8080 — Ana Ruiz, 2026-10-01"
    QUOTE = lines("# Meeting", "", "> [!warning] Ana said", f"> {FACT}", "> - and more", "", "So be it.")

    def test_may_be_shortened(self) -> None:
        after = self.QUOTE.replace(f"> {self.FACT}\n", "")
        assert edited(self.QUOTE, after, actor="Bo Lind") == []

    def test_hold_neither_facts_nor_claims(self) -> None:
        assert edited(None, self.QUOTE, actor="Bo Lind") == []

    def test_may_not_take_in_a_fact_that_stood(self) -> None:
        before = lines("# Ports", "", "Known so far:", "", self.FACT)
        findings = edited(before, lines("# Ports", "", "Known so far:", "", f"> {self.FACT}"))
        assert found(findings) == ["fact-erased"]
        assert "hidden" in findings[0].message


class TestNewerStamp:
    OLD = "VPN needs the new client — Ana Ruiz, 2025-02-02"
    BEFORE = lines("# VPN", "", f"- {OLD}")

    @pytest.mark.parametrize(
        "now",
        [
            pytest.param("VPN needs the new client — agent-7, 2026-11-30", id="new name and day"),
            pytest.param("VPN needs the new client — Ana Ruiz, 2026-11-30", id="new day"),
            pytest.param("VPN needs the new client — agent-7, 2025-02-02", id="new name"),
            pytest.param("VPN needs the new client — Ana Ruiz and agent-7, 2025-02-02", id="one name more"),
            pytest.param(
                "VPN needs the old client — Ana Ruiz, 2025-02-02", id="new words under the old name"
            ),
        ],
    )
    def test_is_no_stamp_of_the_old_words(self, now: str) -> None:
        findings = edited(self.BEFORE, lines("# VPN", "", f"- {now}"), actor="agent-7")
        assert set(errors_of(findings)) - {"impersonated"} == {"fact-rewritten"}
        assert lost(findings) == [self.OLD]

    def test_is_not_left_out_either(self) -> None:
        findings = edited(self.BEFORE, lines("# VPN", "", "- VPN needs the new client"), actor="agent-7")
        assert found(findings) == ["fact-erased", "fact-unattributed"]
        assert lost(findings) == [self.OLD]

    def test_comes_right_as_a_fact_of_its_own_below(self) -> None:
        after = self.BEFORE + "  - Checked, still true — agent-7, 2026-11-30\n"
        assert edited(self.BEFORE, after, actor="agent-7") == []


class TestProvenance:
    """It is read from the right, with the roster."""

    def test_is_missing(self) -> None:
        (finding,) = edited(None, "- Fact without a sign-off\n")
        assert (finding.rule, finding.level, finding.line) == ("fact-unattributed", "error", 1)
        assert finding.hint == "- Fact without a sign-off — Ana Ruiz, 2026-11-30"

    @pytest.mark.parametrize(
        "fact",
        [
            "- Fact — Ana Ruiz, 2026-10-01 — Bo Lind, 2026-11-30",
            "- Ana — on 2026-10-01 — said the port is 80 — Bo Lind, 2026-11-30",
            "- Fact — Bo Lind and agent-7, 2026-11-30",
        ],
    )
    def test_is_the_last_that_could_be_one(self, fact: str) -> None:
        before = "- Known — Chidi Obi, 2026-01-01\n"
        assert set(found(edited(before, before + fact, actor="Bo Lind"))) <= {"impersonated?"}
        # What was signed by Bo is Bo's to supersede, whoever else the words name.
        struck = f"- ~~{fact[2:]}~~ — superseded 2026-11-30 by Bo Lind\n- Better — Bo Lind, 2026-11-30\n"
        assert edited(before + fact + "\n", before + struck, actor="Bo Lind") == []
        assert "supersede-unauthorised" in found(
            edited(
                before + fact + "\n", before + struck.replace("by Bo Lind", "by Ana Ruiz"), actor="Ana Ruiz"
            )
        )

    def test_names_nobody_that_the_roster_knows_or_could_mean(self) -> None:
        findings = edited(None, "- Meet at 10:00 — room 4, 2026-12-02\n")
        assert errors_of(findings) == ["fact-unattributed"]
        message = of(findings, "fact-unattributed")[0].message
        assert "member-unknown" in message
        assert "“room 4”" in message

    @pytest.mark.parametrize("tail", [".", " (checked)", " !", ";", " — see log", "[1]"])
    def test_ends_the_line_and_the_message_points_at_what_follows(self, tail: str) -> None:
        (finding,) = edited(None, f"- Fact — Ana Ruiz, 2026-11-30{tail}\n")
        assert (finding.rule, finding.level) == ("provenance-malformed", "error")
        assert f"“{tail.strip()}”" in finding.message
        assert finding.hint == "- Fact — Ana Ruiz, 2026-11-30"


class TestDaysThatNeverCome:
    @pytest.mark.parametrize("day", ["2026-02-30", "2027-02-29", "2026-13-01", "2026-11-00", "0000-01-01"])
    def test_are_refused(self, day: str) -> None:
        findings = edited(None, f"- Fact — Ana Ruiz, {day}\n")
        assert "date-future" in errors_of(findings)
        assert set(errors_of(findings)) <= {"date-future", "provenance-malformed"}
        assert day in of(findings, "date-future")[0].message

    def test_are_not_leap_days(self) -> None:
        assert edited(None, "- Fact — Ana Ruiz, 2028-02-29\n", day="2028-03-01") == []

    @pytest.mark.parametrize(("day", "expected"), [("2026-12-01", []), ("2026-12-02", ["date-future"])])
    def test_begin_after_tomorrow(self, day: str, expected: list[str]) -> None:
        assert found(edited(None, f"- Fact — Ana Ruiz, {day}\n")) == expected

    def test_are_not_days_long_gone_which_are_shown(self) -> None:
        findings = edited(None, "- Fact — Ana Ruiz, 2025-05-14\n")
        assert found(findings) == ["fact-backdated?"]
        assert "565 days" in findings[0].message
