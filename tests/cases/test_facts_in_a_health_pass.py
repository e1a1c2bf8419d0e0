"""Who stands behind a fact, as the health pass finds it in notes that were kept before anybody looked."""

from __future__ import annotations

import pytest

from tests.cases.reading import lines
from tests.linting import lint_files
from wiki_schema.finding import Finding

DAY = "2026-11-30"


def looked(*rows: str) -> list[Finding]:
    """What the two rules on names find in a note."""
    rules = ("fact-unattributed", "member-unknown")
    return [finding for finding in lint_files({"a.md": lines(*rows)}) if finding.rule in rules]


class TestNoProvenanceOrTwoOrOneInTheMiddle:
    def test_none(self) -> None:
        [found] = looked("- Fact without a sign-off")
        assert (found.rule, found.key) == ("fact-unattributed", "no provenance")

    @pytest.mark.parametrize(
        "fact",
        [
            "- Fact — Ana Ruiz, 2026-10-01 — Bo Lind, 2026-11-01",
            "- Ana — on 2026-10-01 — said the port is 80 — Bo Lind, 2026-11-30",
        ],
    )
    def test_the_last_one_is_it(self, fact: str) -> None:
        assert looked(fact) == []

    def test_a_tail_that_names_nobody_is_told_by_the_name(self) -> None:
        [found] = looked("- Meet at 10:00 — room 4, 2026-12-02")
        assert found.rule == "member-unknown" and "“room 4”" in found.message

    @pytest.mark.parametrize("tail", [".", " (checked)"])
    def test_words_behind_the_day_are_pointed_at(self, tail: str) -> None:
        [found] = looked(f"- Fact — Ana Ruiz, {DAY}{tail}")
        assert (
            found.key == "malformed provenance" and f"“{tail.strip()}” stands after the day" in found.message
        )


class TestWrongDashes:
    @pytest.mark.parametrize(
        ("dash", "named"),
        [
            (" - ", "U+002D"), (" -- ", "U+002D"), (" – ", "U+2013"), (" ― ", "U+2015"), (" −  ", "U+2212"),
            (" —", "U+2014 EM DASH without a blank"), (" &mdash; ", "&mdash;"),
        ],
    )  # fmt: skip
    def test_each_is_named(self, dash: str, named: str) -> None:
        [found] = looked(f"- Fact{dash}Ana Ruiz, {DAY}")
        assert found.key == "malformed provenance" and named in found.message

    def test_a_provenance_that_stands_as_a_bullet_of_its_own(self) -> None:
        [found] = looked(f"- Fact — Ana Ruiz, {DAY}", f"- Ana Ruiz, {DAY}")
        assert "looks like a provenance line written as a bullet" in found.message
        assert found.line == 2


class TestNearMissNames:
    @pytest.mark.parametrize(
        ("name", "near"),
        [
            ("ana ruiz", "Ana Ruiz"), ("A. Ruiz", "Ana Ruiz"), ("Ana", "Ana Ruiz"), ("@ana", "Ana Ruiz"),
            ("agent-7 (opus)", "agent-7"), ("agent–7", "agent-7"), ("Ana\u2060 Ruiz", "Ana Ruiz"),
        ],
    )  # fmt: skip
    def test_the_name_of_the_roster_is_suggested(self, name: str, near: str) -> None:
        [found] = [f for f in looked(f"- Fact — {name}, {DAY}") if f.rule == "member-unknown"]
        assert f"may mean “{near}”" in found.hint

    def test_two_blanks_are_one(self) -> None:
        assert looked(f"- Fact — Ana  Ruiz, {DAY}") == []

    def test_an_alias_makes_a_name_known(self) -> None:
        members = '[[member]]\nid = "ana"\nname = "Ana Ruiz"\naliases = ["A. Ruiz"]\n'
        files = {"a.md": f"- Fact — A. Ruiz, {DAY}\n"}
        assert [f for f in lint_files(files, members=members) if f.rule == "member-unknown"] == []
