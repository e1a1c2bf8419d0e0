"""Superseding a fact: the whole old words stay, struck and marked, and what is true now stands below them."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from tests.cases.reading import found, lines, lost, of
from tests.judging import MEMBERS, errors_of, judge_files
from wiki_schema.finding import Finding

ACTS_FOR_ANA = MEMBERS.replace('id = "agent-7"', 'id = "agent-7"\nacts_for = ["ana"]')
ACTS_FOR_BO = MEMBERS.replace('id = "agent-7"', 'id = "agent-7"\nacts_for = ["bo"]')


def struck(fact: str, by: str = "Ana Ruiz", day: str = "2026-11-30") -> str:
    """A fact superseded by the book."""
    return f"- ~~{fact}~~ — superseded {day} by {by}"


def edited(
    before: Sequence[str], after: Sequence[str], actor: str = "Ana Ruiz", members: str = MEMBERS
) -> list[Finding]:
    """What is found when the items of a note become others."""
    note = (lines("# Note", "", *before), lines("# Note", "", *after))
    return judge_files({"notes/a.md": note}, actor=actor, members=members)


class TestWhatIsStruck:
    OLD = "Backups run at 02:00 on db-1 — Ana Ruiz, 2026-09-14"

    def test_is_the_old_fact_word_for_word_and_the_message_points_at_the_words(self) -> None:
        quietly = "Backups ran at 02:00 on db1 — Ana Ruiz, 2026-09-14"
        new = "- Backups run at 04:00 on db-2 — Bo Lind, 2026-11-30"
        (finding,) = edited([f"- {self.OLD}"], [struck(quietly, "Bo Lind"), new], actor="Bo Lind")
        assert (finding.rule, finding.level, finding.lost) == ("supersede-mismarked", "error", (self.OLD,))
        assert "“run” became “ran”, “db-1” became “db1”" in finding.message

    @pytest.mark.parametrize(
        "spaced",
        [
            OLD.replace("run at", "run  at"),
            OLD.replace("02:00 on", "02:00\n  on"),
            OLD.replace(" — Ana", "\n  — Ana"),
            OLD.replace("run at", "run\tat"),
        ],
    )
    def test_may_differ_in_white_space(self, spaced: str) -> None:
        new = "- Backups run at 04:00 on db-2 — Ana Ruiz, 2026-11-30"
        assert edited([f"- {self.OLD}"], [struck(spaced), new]) == []


class TestTheShortForm:
    """A strike without the old provenance says that the superseder is the originator."""

    OLD = "Limit is 50/min — Ana Ruiz, 2026-03-04"

    @pytest.mark.parametrize(
        ("inner", "by", "actor", "members", "expected"),
        [
            pytest.param("Limit is 50/min", "Ana Ruiz", "Ana Ruiz", MEMBERS, [], id="by the originator"),
            pytest.param(OLD, "Ana Ruiz", "Ana Ruiz", MEMBERS, [], id="long, by the originator"),
            pytest.param(OLD, "Root Admin", "Root Admin", MEMBERS, [], id="long, by an admin"),
            pytest.param(OLD, "agent-7", "agent-7", ACTS_FOR_ANA, [], id="long, by her agent"),
            pytest.param(
                "Limit is 50/min",
                "Root Admin",
                "Root Admin",
                MEMBERS,
                ["supersede-mismarked"],
                id="by an admin",
            ),
            pytest.param(
                "Limit is 50/min",
                "agent-7",
                "agent-7",
                ACTS_FOR_ANA,
                ["supersede-mismarked"],
                id="by her agent",
            ),
            pytest.param(
                OLD, "agent-7", "agent-7", MEMBERS, ["supersede-unauthorised"], id="long, by another agent"
            ),
            pytest.param(
                "Limit is 50/min",
                "agent-7",
                "agent-7",
                MEMBERS,
                ["supersede-mismarked", "supersede-unauthorised"],
                id="by another agent",
            ),
        ],
    )
    def test_is_right_for_the_originator_alone(
        self, inner: str, by: str, actor: str, members: str, expected: list[str]
    ) -> None:
        after = [struck(inner, by), f"- Limit is 80/min — {by}, 2026-11-30"]
        findings = edited([f"- {self.OLD}"], after, actor, members)
        assert found(findings) == expected
        if "supersede-mismarked" in expected:
            assert f"~~{self.OLD}~~" in of(findings, "supersede-mismarked")[0].hint


class TestTheSuccessor:
    F1 = "The pool is blue — Ana Ruiz, 2026-10-01"
    F2 = "The queue is green — Ana Ruiz, 2026-10-02"
    F3 = "The cache is red — Ana Ruiz, 2026-10-03"
    NEW = "- The pool is white — Ana Ruiz, 2026-11-30"
    BEFORE = (f"- {F1}", f"- {F2}", f"- {F3}")

    @pytest.mark.parametrize(
        "after",
        [
            pytest.param([struck(F1), NEW, f"- {F2}", f"- {F3}"], id="next item"),
            pytest.param([struck(F1), "", NEW, f"- {F2}", f"- {F3}"], id="blank line between"),
            pytest.param([struck(F1), struck(F2), NEW, f"- {F3}"], id="one for a run of struck facts"),
            pytest.param(
                [struck(F1), "  because the old one was sold", NEW, f"- {F2}", f"- {F3}"],
                id="reason on a line of its own between",
            ),
            pytest.param(
                [struck(F1), "- No longer applies: the pool — Ana Ruiz, 2026-11-30", f"- {F2}", f"- {F3}"],
                id="retired without a replacement",
            ),
        ],
    )
    def test_is_the_next_item_after_what_is_struck(self, after: list[str]) -> None:
        assert edited(self.BEFORE, after) == []

    @pytest.mark.parametrize(
        "after",
        [
            pytest.param([struck(F1), f"- {F2}", NEW, f"- {F3}"], id="another fact between"),
            pytest.param([NEW, struck(F1), f"- {F2}", f"- {F3}"], id="above"),
            pytest.param([struck(F1), f"- {F2}", f"- {F3}"], id="none"),
            pytest.param(
                [f"- {F2}", f"- {F3}", struck(F1), "", "## Other", "", NEW], id="under the next heading"
            ),
        ],
    )
    def test_stands_nowhere_else(self, after: list[str]) -> None:
        findings = edited(self.BEFORE, after)
        assert errors_of(findings) == ["supersede-unreplaced"]
        assert lost(findings) == [self.F1]

    def test_may_not_stand_in_another_note(self) -> None:
        findings = self.elsewhere(struck(self.F1), self.NEW)
        assert found(findings) == ["supersede-unreplaced"]

    def test_may_be_a_current_fact_that_the_mark_links_to(self) -> None:
        assert self.elsewhere(f"{struck(self.F1)} → [[other]]", self.NEW) == []
        assert self.elsewhere(f"{struck(self.F1)} → [[notes/other]]", self.NEW) == []

    def test_may_not_be_a_link_to_nothing(self) -> None:
        findings = self.elsewhere(f"{struck(self.F1)} → [[nowhere]]", self.NEW)
        assert found(findings) == ["supersede-unreplaced"]

    def elsewhere(self, mark: str, new: str) -> list[Finding]:
        """What is found when one note strikes a fact and another gains one."""
        other = "- The bath is old — Bo Lind, 2026-10-01"
        return judge_files(
            {
                "notes/a.md": (lines("# A", *self.BEFORE), lines("# A", mark, *self.BEFORE[1:])),
                "notes/other.md": (lines("# Other", other), lines("# Other", other, new)),
            }
        )


class TestWhoSignsTheSuccessor:
    OLD = "The door code is changed monthly — Bo Lind, 2026-05-01"
    BEFORE = (f"- {OLD}",)

    def after(self, successor: str, actor: str = "Bo Lind") -> list[str]:
        return [struck(self.OLD, actor), f"- {successor}"]

    def test_somebody_must(self) -> None:
        findings = edited(self.BEFORE, self.after("The door code is changed weekly"), actor="Bo Lind")
        assert found(findings) == ["fact-unattributed", "supersede-unreplaced"]

    def test_an_old_day_is_shown_since_it_may_be_honest(self) -> None:
        successor = "The door code is changed weekly — Bo Lind, 2026-10-01"
        findings = edited(self.BEFORE, self.after(successor), actor="Bo Lind")
        assert found(findings) == ["fact-backdated?"]
        assert "60 days" in findings[0].message

    @pytest.mark.parametrize(
        ("actor", "expected"), [("Bo Lind", "impersonated?"), ("agent-7", "impersonated")]
    )
    def test_another_name_is_shown_to_a_person_and_refused_to_an_agent(
        self, actor: str, expected: str
    ) -> None:
        successor = "The door code is changed weekly — Ana Ruiz, 2026-11-30"
        findings = edited(self.BEFORE, self.after(successor, actor), actor=actor, members=ACTS_FOR_BO)
        assert found(findings) == [expected]


class TestALineThatIsStruckAlready:
    A = "- ~~The host is red — Ana Ruiz, 2026-01-01~~ — superseded 2026-06-01 by Bo Lind"
    B = "- The host is blue — Bo Lind, 2026-06-01"

    def test_may_not_live_again(self) -> None:
        findings = edited([self.A, self.B], ["- The host is red — Ana Ruiz, 2026-01-01"], actor="Bo Lind")
        assert found(findings) == ["fact-erased", "supersede-mismarked"]
        assert set(lost(findings)) == {self.A.removeprefix("- "), self.B.removeprefix("- ")}

    def test_may_be_said_anew_below_what_replaced_it(self) -> None:
        after = [
            self.A,
            struck(self.B.removeprefix("- "), "Bo Lind"),
            "- The host is red — Bo Lind, 2026-11-30",
        ]
        assert edited([self.A, self.B], after, actor="Bo Lind") == []

    @pytest.mark.parametrize(
        "changed",
        [
            pytest.param(A.replace("2026-06-01 by Bo Lind", "2026-11-30 by agent-7"), id="day and name"),
            pytest.param(A.replace("by Bo Lind", "by Ana Ruiz"), id="name"),
            pytest.param(A.replace("2026-06-01", "2026-06-02"), id="day"),
            pytest.param(A.replace(" by Bo Lind", ""), id="name left out"),
            pytest.param(f"- ~~{A[2:]}~~ — superseded 2026-11-30 by Bo Lind", id="struck a second time"),
        ],
    )
    @pytest.mark.parametrize("actor", ["agent-7", "Bo Lind", "Root Admin"])
    def test_keeps_its_mark_as_it_is(self, changed: str, actor: str) -> None:
        findings = edited([self.A, self.B], [changed, self.B], actor=actor)
        assert errors_of(findings) == ["supersede-mismarked"]
        assert lost(findings) == [self.A.removeprefix("- ")]

    def test_is_followed_by_the_next_one_when_that_is_struck_in_turn(self) -> None:
        after = [
            self.A,
            struck(self.B.removeprefix("- "), "Bo Lind"),
            "- The host is white — Bo Lind, 2026-11-30",
        ]
        assert edited([self.A, self.B], after, actor="Bo Lind") == []


class TestAStrikeThatDoesNotStrike:
    JAPANESE = "旧サーバーを使う。 — 田中 花子, 2026-08-01"
    ENGLISH = "Old host is red — Ana Ruiz, 2026-08-01"
    BEFORE = (f"- {JAPANESE}", f"- {ENGLISH}")

    def test_is_not_one_that_ends_at_a_full_stop_in_another_script(self) -> None:
        new = "- 新サーバーを使う。 — 田中 花子, 2026-11-30"
        after = [struck(self.JAPANESE, "田中 花子"), new, f"- {self.ENGLISH}"]
        assert edited(self.BEFORE, after, actor="田中 花子") == []

    @pytest.mark.parametrize("inner", [f"{ENGLISH} ", f" {ENGLISH}"])
    def test_has_a_blank_inside_its_tildes_and_is_shown(self, inner: str) -> None:
        after = [f"- {self.JAPANESE}", struck(inner), "- The host is blue — Ana Ruiz, 2026-11-30"]
        assert found(edited(self.BEFORE, after)) == ["render?"]

    def test_is_followed_by_words_instead_of_a_mark(self) -> None:
        after = ["- ~~旧サーバーを使う。~~新サーバーを使う — 田中 花子, 2026-11-30", f"- {self.ENGLISH}"]
        findings = edited(self.BEFORE, after, actor="田中 花子")
        assert found(findings) == ["supersede-mismarked"]
        assert lost(findings) == [self.JAPANESE]
