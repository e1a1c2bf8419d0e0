"""Claims: what somebody asserts stands below the fact it disputes, logged, until who may answers it."""

from __future__ import annotations

from datetime import date

import pytest

from tests.cases.reading import found, lines, lost, of
from tests.judging import MEMBERS, errors_of, judge_files
from wiki_schema.finding import Finding
from wiki_schema.words import read_words

FACT = "Port is 80 — Ana Ruiz, 2026-01-01"
CLAIM = "⚠ claimed changed: port is 8080 — agent-7, 2026-11-20 — unconfirmed"
STRUCK = f"- ~~{FACT}~~ — superseded 2026-11-30 by Ana Ruiz"
NEW = "- Port is 8080 — Ana Ruiz, 2026-11-30"


class TestReadFromTheRight:
    NAME = "O’Neil-Sato, Mary Ann, Jr."
    WHAT = "port — was 80 — is 8080, both hosts | see log"
    LINE = f"⚠ claimed changed: {WHAT} — {NAME}, 2026-11-30 — unconfirmed"
    MEMBERS = f'{MEMBERS}\n[[member]]\nid = "mary"\nname = "{NAME}"\n'

    @pytest.mark.parametrize("below", ["  - ", "- "], ids=["nested", "next item"])
    @pytest.mark.parametrize("sign", ["⚠", "⚠\ufe0f", "⚠\ufe0e"], ids=["plain", "VS16", "VS15"])
    def test_dashes_commas_and_pipes_may_stand_in_what_is_claimed(self, below: str, sign: str) -> None:
        before = lines("# Ports", f"- {FACT}")
        after = before + f"{below}{self.LINE.replace('⚠', sign)}\n"
        assert judge_files({"notes/a.md": (before, after)}, actor=self.NAME, members=self.MEMBERS) == []

    def test_status_then_day_then_name_then_the_rest(self) -> None:
        claim = read_words(self.LINE).claim
        assert claim is not None
        assert (claim.what, claim.who, claim.day, claim.status) == (
            self.WHAT,
            self.NAME,
            date(2026, 11, 30),
            "unconfirmed",
        )

    @pytest.mark.parametrize(
        "wrong",
        [
            LINE.removesuffix(" — unconfirmed"),
            LINE.replace("unconfirmed", "maybe"),
            LINE.replace("2026-11-30", "2026-11-31"),
            "⚠ claimed changed: port — unconfirmed",
        ],
    )
    def test_what_cannot_be_read_is_malformed(self, wrong: str) -> None:
        before = lines("# Ports", f"- {FACT}")
        changes = {"notes/a.md": (before, f"{before}  - {wrong}\n")}
        findings = judge_files(changes, actor=self.NAME, members=self.MEMBERS)
        assert "provenance-malformed" in errors_of(findings)


def test_a_claim_stands_instead_of_the_change_and_does_not_excuse_it() -> None:
    before = lines("# Ports", f"- {FACT}")
    after = lines(
        "# Ports", "- Port is 8080 — Ana Ruiz, 2026-01-01", f"  - {CLAIM.replace('11-20', '11-30')}"
    )
    findings = judge_files({"notes/a.md": (before, after)}, actor="agent-7")
    assert found(findings) == ["fact-rewritten"]
    assert lost(findings) == [FACT]


class TestInTheLog:
    BEFORE = lines("# Ports", f"- {FACT}")
    AFTER = BEFORE + f"  - {CLAIM.replace('11-20', '11-30')}\n"
    ENTRY = "2026-11-30 | CLAIM | agent-7 | notes/a.md | port is 8080"

    def judged(self, after: str, *entries: str) -> list[Finding]:
        log = ("# Log\n\n", lines("# Log", "", *entries))
        return judge_files({"notes/a.md": (self.BEFORE, after), "log.md": log}, actor="agent-7")

    def test_a_claim_has_its_line(self) -> None:
        assert self.judged(self.AFTER, self.ENTRY) == []

    def test_a_claim_without_one_is_refused(self) -> None:
        assert "claim-unlogged" in errors_of(self.judged(self.AFTER))

    def test_a_line_without_a_claim_is_refused(self) -> None:
        assert found(self.judged(self.BEFORE, self.ENTRY)) == ["claim-unlogged"]


class TestHowAClaimEnds:
    @staticmethod
    def ended(actor: str, *items: str, nested: bool = False) -> list[Finding]:
        """What is found when a fact and the claim on it become these items."""
        before = lines("# Ports", f"- {FACT}", f"{'  ' * nested}- {CLAIM}")
        return judge_files({"notes/a.md": (before, lines("# Ports", *items))}, actor=actor)

    @pytest.mark.parametrize("who", ["Ana Ruiz", "Root Admin"])
    @pytest.mark.parametrize("answer", ["confirmed 2026-11-30 by {}", "confirmed by {}, 2026-11-30"])
    @pytest.mark.parametrize("nested", [True, False], ids=["nested", "next item"])
    def test_confirmed_in_place_by_who_may_as_the_fact_is_superseded(
        self, who: str, answer: str, nested: bool
    ) -> None:
        closed = CLAIM.replace("unconfirmed", answer.format(who))
        items = [STRUCK.replace("by Ana Ruiz", f"by {who}"), f"{'  ' * nested}- {closed}"]
        new = NEW.replace("Ana Ruiz", who)
        assert self.ended(who, *items, new, nested=nested) == []

    def test_not_confirmed_while_the_fact_stands(self) -> None:
        closed = CLAIM.replace("unconfirmed", "confirmed 2026-11-30 by Ana Ruiz")
        findings = self.ended("Ana Ruiz", f"- {FACT}", f"- {closed}")
        assert found(findings) == ["claim-dropped"]
        assert "not superseded" in findings[0].message

    def test_rejected_in_place_by_who_may(self) -> None:
        closed = CLAIM.replace("unconfirmed", "rejected 2026-11-30 by Ana Ruiz")
        assert self.ended("Ana Ruiz", f"- {FACT}", f"- {closed}") == []

    @pytest.mark.parametrize("actor", ["agent-7", "Bo Lind"])
    def test_not_answered_by_somebody_else(self, actor: str) -> None:
        rejected = CLAIM.replace("unconfirmed", f"rejected 2026-11-30 by {actor}")
        assert found(self.ended(actor, f"- {FACT}", f"- {rejected}")) == ["claim-unauthorised"]
        confirmed = CLAIM.replace("unconfirmed", f"confirmed 2026-11-30 by {actor}")
        items = (
            STRUCK.replace("by Ana Ruiz", f"by {actor}"),
            f"- {confirmed}",
            NEW.replace("Ana Ruiz", actor),
        )
        assert found(self.ended(actor, *items)) == ["claim-unauthorised", "supersede-unauthorised"]

    @pytest.mark.parametrize(
        "items",
        [
            pytest.param((STRUCK, NEW), id="deleted, the fact superseded by the book"),
            pytest.param((f"- {FACT}",), id="deleted, and nothing else"),
            pytest.param((f"- {FACT}", f"- {CLAIM.replace('8080', '8081')}"), id="reworded"),
            pytest.param((f"- {FACT}", f"- {CLAIM.replace('agent-7', 'Ana Ruiz')}"), id="in another name"),
            pytest.param(
                (STRUCK, f"- ~~{CLAIM}~~ — superseded 2026-11-30 by Ana Ruiz", NEW), id="struck with the fact"
            ),
        ],
    )
    @pytest.mark.parametrize("actor", ["Ana Ruiz", "agent-7"])
    def test_never_any_other_way(self, items: tuple[str, ...], actor: str) -> None:
        findings = self.ended(actor, *items)
        assert len(of(findings, "claim-dropped")) == 1
        assert CLAIM in lost(findings)
        may = {"supersede-unauthorised", "impersonated"} if actor == "agent-7" else set()
        assert set(errors_of(findings)) <= {"claim-dropped", *may, "claim-unlogged"}
