"""Facts are looked for in the whole change: one is erased only when it stands nowhere."""

from __future__ import annotations

import pytest

from tests.cases.reading import found, lines, lost
from tests.judging import errors_of, judge_files
from wiki_schema.finding import Finding


class TestANoteRenamed:
    FACTS = tuple(
        f"The cache has rule number {number} — Ana Ruiz, 2026-10-0{number}" for number in range(1, 5)
    )
    LISTED = ("# Index\n\n- [Cache](notes/a.md)\n", "# Index\n\n- [Cache](notes/cache.md)\n")

    def renamed(self, kept: tuple[str, ...], *entries: str, complete: bool = True) -> list[Finding]:
        """What is found when the note gets another name and keeps some of its facts."""
        files: dict[str, tuple[str | None, str | None]] = {
            "notes/a.md": (lines("# Cache", "", *(f"- {fact}" for fact in self.FACTS)), None),
            "notes/cache.md": (None, lines("# Cache", "", *(f"- {fact}" for fact in kept))),
            "index.md": self.LISTED,
        }
        if not complete:
            files["log.md"] = ("# Log\n\n", lines("# Log", "", *entries))
        return judge_files(files, actor="Chidi Obi", complete=complete)

    def test_needs_a_log_line(self) -> None:
        assert found(self.renamed(self.FACTS, complete=False)) == ["log-missing"]

    @pytest.mark.parametrize("path", ["notes/cache.md", "notes/a.md"])
    def test_is_free_for_all_with_one_under_either_name(self, path: str) -> None:
        entry = f"2026-11-30 | UPDATE | Chidi Obi | {path} | a better name"
        assert self.renamed(self.FACTS, entry, complete=False) == []

    @pytest.mark.parametrize("dropped", range(4))
    def test_may_not_drop_a_fact_on_the_way(self, dropped: int) -> None:
        kept = tuple(fact for number, fact in enumerate(self.FACTS) if number != dropped)
        findings = self.renamed(kept)
        assert found(findings) == ["fact-erased"]
        assert lost(findings) == [self.FACTS[dropped]]

    def test_loses_what_is_gone_however_little_is_left(self) -> None:
        findings = self.renamed(self.FACTS[:1])
        assert set(errors_of(findings)) <= {"fact-erased", "note-deleted", "fact-moved", "text-erased"}
        assert set(lost(findings)) >= set(self.FACTS[1:])

    def test_may_change_its_capitals_only(self) -> None:
        note = lines("# Config", "", "- The port is 80 — Ana Ruiz, 2026-10-01")
        findings = judge_files(
            {
                "notes/config.md": (note, None),
                "notes/Config.md": (None, note),
                "index.md": ("- [Config](notes/config.md)\n", "- [Config](notes/Config.md)\n"),
            },
            actor="Bo Lind",
        )
        assert found(findings) == []


class TestANoteSplit:
    """A note of thirty facts under three headings, one of which goes to a note of its own."""

    HEADINGS = ("Disks", "Network", "People")
    FACTS = tuple(
        tuple(f"- {heading} have rule {number} — Ana Ruiz, 2026-10-{number:02}" for number in range(1, 11))
        for heading in HEADINGS
    )
    BIG = "# Big\n\n" + "\n".join(
        lines(f"## {heading}", "", *facts) for heading, facts in zip(HEADINGS, FACTS, strict=True)
    )
    SECTION = lines("## Network", "", *FACTS[1])
    LEFT = BIG.replace(f"{SECTION}\n", "")
    INDEX = "# Index\n\n- [Big](notes/big.md)\n"
    LOG = lines(
        "# Log",
        "",
        "2026-11-30 | UPDATE | Chidi Obi | notes/big.md | network has a note of its own",
        "2026-11-30 | UPDATE | Chidi Obi | notes/net.md | taken out of notes/big.md",
    )

    def split(self, left: str, new: str, actor: str = "Chidi Obi", listed: bool = True) -> list[Finding]:
        """What is found when these two notes come of one."""
        index = f"{self.INDEX}- [Network](notes/net.md)\n" if listed else self.INDEX
        files: dict[str, tuple[str | None, str | None]] = {
            "notes/big.md": (self.BIG, left),
            "notes/net.md": (None, new),
            "index.md": (self.INDEX, index),
            "log.md": ("# Log\n\n", self.LOG.replace("Chidi Obi", actor)),
        }
        return judge_files(files, actor=actor)

    @pytest.mark.parametrize("title", ["", "# Network\n\n"], ids=["heading kept", "under a title"])
    def test_is_free_for_all_when_a_whole_section_goes(self, title: str) -> None:
        assert self.split(self.LEFT, title + self.SECTION) == []

    def test_needs_its_index_line(self) -> None:
        assert found(self.split(self.LEFT, self.SECTION, listed=False)) == ["note-unindexed"]

    def test_needs_its_log_lines(self) -> None:
        files = {
            "notes/big.md": (self.BIG, self.LEFT),
            "notes/net.md": (None, self.SECTION),
            "index.md": (self.INDEX, f"{self.INDEX}- [Network](notes/net.md)\n"),
            "log.md": ("# Log\n\n", "# Log\n\n"),
        }
        findings = judge_files(files, actor="Chidi Obi", complete=False)
        assert found(findings) == ["log-missing", "log-missing"]
        assert {finding.path for finding in findings} == {"notes/big.md", "notes/net.md"}

    def test_may_not_refresh_a_day_on_the_way(self) -> None:
        findings = self.split(self.LEFT, self.SECTION.replace("2026-10-07", "2026-11-30"))
        assert [rule for rule in errors_of(findings) if rule != "impersonated"] == ["fact-rewritten"]
        assert lost(findings) == ["Network have rule 7 — Ana Ruiz, 2026-10-07"]

    HALF = BIG.replace(lines(*FACTS[1][:5]), "")

    def test_may_not_take_half_of_a_section_of_somebody_else(self) -> None:
        findings = self.split(self.HALF, lines("## Network", "", *self.FACTS[1][:5]))
        assert found(findings) == ["fact-moved"] * 5

    @pytest.mark.parametrize("actor", ["Ana Ruiz", "Root Admin"])
    def test_may_take_half_of_ones_own_or_as_an_admin(self, actor: str) -> None:
        assert self.split(self.HALF, lines("## Network", "", *self.FACTS[1][:5]), actor) == []


class TestANoteRemoved:
    LISTED = "# Index\n\n- [Old](notes/old.md)\n- [New](notes/new.md)\n"
    UNLISTED = "# Index\n\n- [New](notes/new.md)\n"

    def removed(self, *items: str) -> list[Finding]:
        """What is found when a note goes with its index line, and the log says so."""
        new = lines("# New", "", "- The host is blue — Ana Ruiz, 2026-10-01")
        entry = "2026-11-30 | UPDATE | Ana Ruiz | notes/old.md | removed, all of it is in notes/new.md"
        return judge_files(
            {
                "notes/old.md": (lines("# Old", "", *items), None),
                "notes/new.md": (new, new),
                "index.md": (self.LISTED, self.UNLISTED),
                "log.md": ("# Log\n\n", f"# Log\n\n{entry}\n"),
            }
        )

    def test_takes_history_along_even_where_all_its_facts_are_struck(self) -> None:
        struck = [
            f"~~Host {number} is red — Ana Ruiz, 2026-09-01~~ — superseded 2026-10-01 by Ana Ruiz → [[new]]"
            for number in range(3)
        ]
        findings = self.removed(*(f"- {item}" for item in struck))
        assert found(findings) == ["fact-erased"] * 3 + ["note-deleted"]
        assert set(lost(findings)) == set(struck)

    @pytest.mark.parametrize(
        "text", ["Nothing here yet.", "> - quoted — Ana Ruiz, 2026-09-01", "- [ ] buy milk"]
    )
    def test_may_go_when_it_holds_no_fact(self, text: str) -> None:
        assert self.removed(text) == []
