"""Whole-file rewrites, lost updates, consolidation: what was written stays when a file is written anew."""

from __future__ import annotations

import pytest

from tests.cases.reading import found, lines, lost
from tests.judging import MEMBERS, errors_of, judge_files

POOL = "CI uses runner pool blue — Ana Ruiz, 2026-10-02"
NIGHTLY = "Nightly starts 02:00 UTC — Bo Lind, 2026-10-09"
CACHE = "Cache key is the lockfile hash — agent-7, 2026-11-01"
BUILD = lines("# Build", f"- {POOL}", f"- {NIGHTLY}", f"- {CACHE}")


class TestARewriteThatLeavesOutTheRest:
    @pytest.mark.parametrize(
        "rest",
        [
            "[other content of this file stays as it was]",
            "[rest unchanged]",
            "… remaining facts unchanged …",
            "<!-- остальное без изменений -->",
            "(以下同じ)",
        ],
    )
    def test_loses_every_fact_and_the_line_that_stands_for_them_is_shown(self, rest: str) -> None:
        after = lines("# Build", "- Release branch is cut on Mondays — agent-7, 2026-11-30", rest)
        findings = judge_files({"notes/build.md": (BUILD, after)}, actor="agent-7")
        assert found(findings) == ["elision?", "fact-erased", "fact-erased", "fact-erased"]
        assert lost(findings) == [POOL, NIGHTLY, CACHE]

    @pytest.mark.parametrize("rest", ["~ and so on ~", "(gleich wie gehabt)", ""])
    def test_loses_them_in_whatever_words_it_says_so(self, rest: str) -> None:
        after = lines("# Build", "- Release branch is cut on Mondays — agent-7, 2026-11-30", "", rest)
        findings = judge_files({"notes/build.md": (BUILD, after)}, actor="agent-7")
        assert errors_of(findings) == ["fact-erased"] * 3

    def test_is_not_refused_for_such_a_line_alone(self) -> None:
        findings = judge_files({"notes/build.md": (BUILD, BUILD + "\n[rest unchanged]\n")}, actor="agent-7")
        assert found(findings) == ["elision?"]

    def test_is_also_refused_as_a_whole_file_write_of_a_tool(self) -> None:
        findings = judge_files(
            {"notes/build.md": (BUILD, lines("# Build", "[rest unchanged]"))},
            actor="agent-7",
            step="tool",
            whole=("notes/build.md",),
        )
        assert "note-rewritten" in errors_of(findings)
        assert {POOL, NIGHTLY, CACHE} <= set(lost(findings))


def day_note(*texts: str) -> str:
    signed = [f"- {text} — agent-7, 2026-11-30" for text in texts]
    return lines("## Done", *signed[:2], "", "## Next", *signed[2:])


def test_notes_of_the_day_flushed_over_by_a_later_session_are_erased_not_modified() -> None:
    morning = ("Merged the parser branch", "Closed the login bug", "Ask Bo for the key", "Plan the release")
    evening = ("Tuned two slow queries", "Paired on caching", "Order more disks", "Review the sprint")
    findings = judge_files({"daily/2026-11-30.md": (day_note(*morning), day_note(*evening))}, actor="agent-7")
    assert found(findings) == ["fact-erased"] * 4
    assert lost(findings) == [f"{text} — agent-7, 2026-11-30" for text in morning]


def test_a_rewrite_that_keeps_every_fact_may_reorder_them_and_add_one() -> None:
    facts = [f"- Fact number {number} — Ana Ruiz, 2026-10-0{number}" for number in range(1, 7)]
    shuffled = [facts[at] for at in (3, 0, 5, 1, 4, 2)]
    shuffled.insert(3, "- Something new — Bo Lind, 2026-11-30")
    before = lines("# Facts", *facts).removesuffix("\n")
    assert judge_files({"notes/facts.md": (before, lines("# Facts", *shuffled))}, actor="Bo Lind") == []


class TestTwoEqualFacts:
    PORT = "- Port is 8080 — Ana Ruiz, 2026-10-01"
    TWICE = lines("# Ports", PORT, "- Host is blue — Bo Lind, 2026-10-01", PORT)

    def test_may_become_one(self) -> None:
        once = lines("# Ports", self.PORT, "- Host is blue — Bo Lind, 2026-10-01")
        findings = judge_files({"notes/ports.md": (self.TWICE, once)}, actor="Bo Lind")
        assert found(findings) == ["fact-deduplicated?"]

    def test_may_not_both_go(self) -> None:
        none = lines("# Ports", "- Host is blue — Bo Lind, 2026-10-01")
        findings = judge_files({"notes/ports.md": (self.TWICE, none)}, actor="Bo Lind")
        assert set(found(findings)) == {"fact-erased"}
        assert set(lost(findings)) == {self.PORT.removeprefix("- ")}

    def test_are_both_evidence_in_a_log(self) -> None:
        entry = "2026-11-01 | ADD | Ana Ruiz | notes/ports.md | the port"
        findings = judge_files({"log.md": (lines("# Log", "", entry, entry), lines("# Log", "", entry))})
        assert found(findings) == ["log-shortened"]


class TestConsolidation:
    OURS = "API limit is 50/min — Ana Ruiz, 2025-03-04"
    THEIRS = "API limit applies per key — Bo Lind, 2025-06-11"
    MERGED = "- API limit is 50/min per key — agent-7, 2026-11-30"
    BEFORE = lines("# API", f"- {OURS}", f"- {THEIRS}")

    def test_may_not_launder_the_age_and_author_of_its_sources(self) -> None:
        after = lines("# API", self.MERGED)
        findings = judge_files({"notes/api.md": (self.BEFORE, after)}, actor="agent-7")
        assert len(findings) == 2
        assert set(errors_of(findings)) <= {"fact-erased", "fact-rewritten"}
        assert set(lost(findings)) == {self.OURS, self.THEIRS}

    def test_may_supersede_all_its_sources_by_one_fact(self) -> None:
        mark = "superseded 2026-11-30 by agent-7"
        after = lines("# API", f"- ~~{self.OURS}~~ — {mark}", f"- ~~{self.THEIRS}~~ — {mark}", self.MERGED)
        members = MEMBERS.replace('id = "agent-7"', 'id = "agent-7"\nacts_for = ["ana", "bo"]')
        assert judge_files({"notes/api.md": (self.BEFORE, after)}, actor="agent-7", members=members) == []


class TestANoteThatCannotBeDeleted:
    FACTS = ("Sell the old server — Ana Ruiz, 2026-03-01", "Keep its disks — Bo Lind, 2026-03-02")
    NOTE = lines("# Old idea", *(f"- {fact}" for fact in FACTS))

    @pytest.mark.parametrize("left", ["", "# Old idea\n", "\n\n", "---\ntitle: Old idea\n---\n"])
    def test_may_not_be_emptied_instead(self, left: str) -> None:
        findings = judge_files({"notes/old-idea.md": (self.NOTE, left)})
        assert [f.rule for f in findings].count("fact-erased") == 2
        assert set(errors_of(findings)) <= {"fact-erased", "note-emptied", "text-erased"}
        assert set(self.FACTS) <= set(lost(findings))

    def test_may_not_be_removed_with_its_index_line_either(self) -> None:
        index = lines("# Index", "", "- [Old idea](notes/old-idea.md)")
        findings = judge_files(
            {"notes/old-idea.md": (self.NOTE, None), "index.md": (index, lines("# Index", ""))}
        )
        assert found(findings) == ["fact-erased", "fact-erased", "note-deleted"]
        assert set(lost(findings)) == set(self.FACTS)


class TestCommentedOut:
    FACTS = ("- The key is in the safe — Ana Ruiz, 2026-10-01", "- The safe is blue — Bo Lind, 2026-10-01")

    def test_facts_are_erased(self) -> None:
        before = lines("# Safe", "", "What we know:", "", *self.FACTS)
        after = lines("# Safe", "", "What we know:", "", "<!--", *self.FACTS, "-->")
        findings = judge_files({"notes/safe.md": (before, after)})
        assert found(findings) == ["fact-erased"] * 2
        assert all("hidden" in finding.message for finding in findings)

    def test_facts_behind_blank_lines_are_erased_as_well(self) -> None:
        before = lines("Of the safe:", "", self.FACTS[0], "", self.FACTS[1])
        after = lines("Of the safe:", "", "<!-- old:", "", self.FACTS[0], "", self.FACTS[1], "", "-->")
        assert found(judge_files({"notes/safe.md": (before, after)})) == ["fact-erased"] * 2

    def test_a_comment_begun_amid_a_paragraph_ends_with_it(self) -> None:
        before = lines("# Safe", "", "About the safe.", "", *self.FACTS)
        after = lines("# Safe", "", "About the safe. <!-- old:", "", *self.FACTS)
        assert found(judge_files({"notes/safe.md": (before, after)})) == []

    def test_a_comment_that_never_held_a_fact_may_be_edited(self) -> None:
        before = lines("# Safe", "", "<!-- look here", "first -->", "", *self.FACTS)
        after = lines("# Safe", "", "<!-- look there -->", "", *self.FACTS)
        assert found(judge_files({"notes/safe.md": (before, after)})) == []


class TestFourBlanksBeforeTheBullet:
    FACT = "- Pool is blue — Ana Ruiz, 2026-10-02"

    def test_make_code_of_a_fact_below_a_paragraph(self) -> None:
        before = lines("Some prose.", "", self.FACT)
        findings = judge_files({"notes/ci.md": (before, lines("Some prose.", "", f"    {self.FACT}"))})
        assert found(findings) == ["fact-erased"]

    @pytest.mark.parametrize(("actor", "expected"), [("Ana Ruiz", []), ("Chidi Obi", ["fact-moved"])])
    def test_nest_it_below_another_item_which_is_a_move(self, actor: str, expected: list[str]) -> None:
        parent = "- Pools have colours — Bo Lind, 2026-10-01"
        before = lines("Some prose.", "", parent, self.FACT)
        after = lines("Some prose.", "", parent, f"    {self.FACT}")
        assert found(judge_files({"notes/ci.md": (before, after)}, actor=actor)) == expected
