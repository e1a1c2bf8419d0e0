"""`--restore`: what was lost stands again, what was written instead is a claim, and nobody is fought."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.repository import BOILER, FILES, FIRST_LINE, HOTEL, ROME, SECOND_LINE, TODAY
from tests.wiki_hooks.watch.keeping import Watched, line, place
from wiki_hooks.watch.batch import AWAY, GIT, RESTORED, SAVED
from wiki_schema.disk import intents
from wiki_schema.disk.contents import hash_of

__all__ = ["place"]

TRIPS, HOME, LOG = FILES["wiki/trips.md"], FILES["wiki/home.md"], FILES["wiki/log.md"]
NEW = f"- The train leaves at nine — ben, {TODAY}\n"


@pytest.fixture
def guarded(place: Watched) -> Watched:
    """A wiki whose watcher restores."""
    place.begin(restores=True)
    return place


def conflict(path: str, what: str) -> str:
    """The line that tells a person to look."""
    return line("CONFLICT", path, what)


class TestANote:
    @pytest.mark.parametrize("emptied", ["", "# Trips\n"])
    def test_that_was_emptied_comes_back(self, guarded: Watched, emptied: str) -> None:
        (event,) = guarded.save("wiki/trips.md", emptied)
        assert guarded.read("wiki/trips.md") == TRIPS
        assert guarded.log == [conflict("trips.md", "the note was emptied; what it said stands again")]
        assert event.kind == RESTORED
        assert {finding.rule for finding in event.findings} >= {"fact-erased", "note-emptied"}

    def test_that_was_removed_comes_back(self, guarded: Watched) -> None:
        guarded.save("wiki/trips.md", None)
        assert guarded.read("wiki/trips.md") == TRIPS
        assert guarded.log == [conflict("trips.md", "the note was removed; it stands again")]

    def test_keeps_the_bad_version_among_its_revisions(self, guarded: Watched) -> None:
        guarded.save("wiki/trips.md", "# Trips\n")
        newest, bad, *_ = guarded.revisions("wiki/trips.md")
        assert (newest.through, newest.after) == ("restore", hash_of(TRIPS.encode()))
        assert (bad.who, bad.after) == ("Ben Okri", hash_of(b"# Trips\n"))

    def test_that_is_restored_settles_and_is_not_seen_as_a_save(self, guarded: Watched) -> None:
        guarded.save("wiki/trips.md", "")
        assert guarded.settle() == []

    def test_gets_back_a_fact_at_its_place_and_keeps_what_came_with_the_loss(self, guarded: Watched) -> None:
        guarded.save("wiki/trips.md", f"# Trips\n\n- {HOTEL}\n{NEW}")
        assert guarded.read("wiki/trips.md") == f"{TRIPS}{NEW}"
        assert guarded.log == [
            conflict("trips.md", "1 fact lost or changed; what stood there stands again"),
            line("ADD", "trips.md", "1 fact added"),
        ]

    def test_gets_back_a_wrapped_fact_whole(self, guarded: Watched) -> None:
        wrapped = "- A long fact that\n  goes on\n  — ben, 2026-11-03\n"
        guarded.commit("Wrapped", {"wiki/trips.md": f"{TRIPS}{wrapped}- Last — ben, 2026-11-03\n"})
        guarded.settle(GIT)
        guarded.save("wiki/trips.md", f"{TRIPS}- Last — ben, 2026-11-03\n")
        assert guarded.read("wiki/trips.md") == f"{TRIPS}{wrapped}- Last — ben, 2026-11-03\n"

    def test_gets_back_the_line_ends_it_has(self, guarded: Watched) -> None:
        guarded.save("wiki/trips.md", f"# Trips\r\n\r\n- {HOTEL}\r\n")
        assert guarded.read("wiki/trips.md").count("\n") == 4
        assert (guarded.path / "wiki/trips.md").read_bytes() == TRIPS.replace("\n", "\r\n").encode()

    def test_gets_back_text_that_was_cut(self, guarded: Watched) -> None:
        text = f"{TRIPS}\nHow to pack:\n\nlightly, and early.\n"
        guarded.commit("Text", {"wiki/trips.md": text})
        guarded.settle(GIT)
        guarded.save("wiki/trips.md", f"{TRIPS}{NEW}\nlightly, and early.\n")
        restored = guarded.read("wiki/trips.md")
        assert "How to pack:\n" in restored
        assert NEW in restored

    def test_gets_back_text_that_was_written_anew_as_a_whole(self, guarded: Watched) -> None:
        old = "---\ntag: trips\n---\n# Trips\n\nOne.\n\nTwo.\n\nThree.\n\nFour.\n"
        guarded.commit("Text", {"wiki/trips.md": old + TRIPS.removeprefix("# Trips\n")})
        guarded.settle(GIT)
        whole = guarded.read("wiki/trips.md")
        guarded.save(
            "wiki/trips.md", f"# Trips\n\nAll is new.\n\nAnd better.\n\nBy far.\n\nIndeed.\n\n- {ROME}\n"
        )
        restored = guarded.read("wiki/trips.md")
        assert restored == whole
        assert "| CONFLICT |" in guarded.log[0]


class TestWhatIsNewInASaveThatLostSomething:
    """A slip in it is told; it is no reason to take the good text away with it."""

    SLIP = f"- Bad dash -- anna, {TODAY}\n"

    def test_stays_with_its_slips_which_are_shown(self, guarded: Watched) -> None:
        good = f"{NEW}- It rains — ben, {TODAY}\n"
        prose = "\nWe pack lightly.\n"
        events = guarded.save("wiki/trips.md", f"# Trips\n\n- {HOTEL}\n{good}{self.SLIP}{prose}")
        after = guarded.read("wiki/trips.md")
        assert all(part in after for part in (ROME, HOTEL, good, self.SLIP, prose))
        restored, slips = events
        assert [finding.rule for finding in restored.findings] == ["fact-erased"]
        assert slips.kind == SAVED
        assert {finding.path for finding in slips.findings} == {"wiki/trips.md"}
        assert "provenance-malformed" in {finding.rule for finding in slips.findings}

    def test_is_told_with_the_way_back_where_it_cannot_stay(self, guarded: Watched) -> None:
        saved = "# Trips\n"
        (event,) = guarded.save("wiki/trips.md", saved)
        at = hash_of(saved.encode())[:12]
        assert guarded.read("wiki/trips.md") == TRIPS
        assert "The file is as it was" in event.told
        assert f"memwiki history wiki/trips.md --show {at}" in event.told
        assert f"memwiki restore wiki/trips.md --at {at}" in event.told

    def test_is_no_part_of_a_fact_that_comes_back_beside_it(self, guarded: Watched) -> None:
        guarded.save("wiki/trips.md", "# Trips\n\nWe pack lightly.\n")
        heading, _, facts = TRIPS.partition("\n\n")
        assert guarded.read("wiki/trips.md") == f"{heading}\n\nWe pack lightly.\n\n{facts}"


class TestAFactThatWasChanged:
    def test_stands_again_with_the_newer_text_claimed_below_it(self, guarded: Watched) -> None:
        guarded.save("wiki/home.md", HOME.replace("in May", "in June"))
        assert guarded.read("wiki/home.md") == (
            f"{HOME}  - ⚠ claimed changed: The boiler is serviced in June — Ben Okri, {TODAY} — unconfirmed\n"
        )
        assert guarded.log == [
            line("CLAIM", "home.md", "The boiler is serviced in June"),
            conflict("home.md", "1 fact lost or changed; what stood there stands again"),
        ]

    def test_and_struck_by_somebody_who_may_not_stands_again_too(self, guarded: Watched) -> None:
        struck = f"- ~~{BOILER}~~ — superseded {TODAY} by ben\n- The boiler is new — ben, {TODAY}\n"
        guarded.save("wiki/home.md", f"# Home\n\n{struck}")
        assert guarded.read("wiki/home.md") == (
            f"{HOME}  - ⚠ claimed changed: The boiler is new — Ben Okri, {TODAY} — unconfirmed\n"
        )

    def test_in_its_layout_only_makes_no_claim(self, guarded: Watched) -> None:
        guarded.save("wiki/home.md", HOME.replace("boiler", "*boiler*"))
        assert guarded.read("wiki/home.md") == HOME
        assert guarded.log == [conflict("home.md", "1 fact lost or changed; what stood there stands again")]

    def test_rightly_is_left_alone(self, guarded: Watched) -> None:
        after = TRIPS.replace(
            f"- {ROME}", f"- ~~{ROME}~~ — superseded {TODAY} by ben\n- By ship — ben, {TODAY}"
        )
        (event,) = guarded.save("wiki/trips.md", after)
        assert event.kind == SAVED
        assert guarded.read("wiki/trips.md") == after

    def test_leaves_what_is_right_in_the_same_save(self, guarded: Watched) -> None:
        right = f"- ~~{ROME}~~ — superseded {TODAY} by ben\n- By ship — ben, {TODAY}\n"
        guarded.save("wiki/trips.md", f"# Trips\n\n{right}")
        assert guarded.read("wiki/trips.md") == f"# Trips\n\n{right}- {HOTEL}\n"
        assert [entry.split(" | ")[1] for entry in guarded.log] == ["CONFLICT", "SUPERSEDE"]


class TestTheLog:
    def test_that_was_shortened_stands_again_with_the_new_lines_at_its_end(self, guarded: Watched) -> None:
        own = line("LINT", "log.md", "looked through", who="ben")
        guarded.save("wiki/log.md", f"# Log\n\n{SECOND_LINE}\n{own}\n")
        assert guarded.read("wiki/log.md").startswith(LOG)
        assert guarded.log == [
            own, conflict("log.md", "lines were taken out of the log; they stand again")
        ]  # fmt: skip

    def test_that_was_removed_stands_again(self, guarded: Watched) -> None:
        guarded.save("wiki/log.md", None)
        assert guarded.read("wiki/log.md").startswith(LOG)

    def test_with_a_line_rewritten_stands_again_as_it_was(self, guarded: Watched) -> None:
        guarded.save("wiki/log.md", LOG.replace("the trip to Rome", "the trip to Paris"))
        assert guarded.read("wiki/log.md").startswith(LOG)
        assert guarded.log == [
            conflict("log.md", "old lines of the log were changed; they stand again as they were")
        ]

    def test_onto_which_a_line_was_glued_has_it_on_its_own(self, guarded: Watched) -> None:
        guarded.commit("No newline", {"wiki/log.md": LOG.rstrip("\n")})
        guarded.settle(GIT)
        own = line("LINT", "log.md", "looked through", who="ben")
        guarded.save("wiki/log.md", f"{LOG.rstrip()}{own}\n")
        assert guarded.log[0] == own

    def test_and_a_note_in_one_save_both_stand_again(self, guarded: Watched) -> None:
        guarded.write("wiki/log.md", f"# Log\n\n{FIRST_LINE}\n")
        guarded.save("wiki/trips.md", "")
        assert guarded.read("wiki/trips.md") == TRIPS
        assert guarded.read("wiki/log.md").startswith(LOG)
        assert sorted(entry.split(" | ")[3] for entry in guarded.log) == ["log.md", "trips.md"]


class TestWhereALinkHasTakenThePlaceOfAFile:
    """Nothing is written through it, all is told, and nothing is left half begun."""

    @pytest.fixture
    def elsewhere(self, guarded: Watched) -> Path:
        found = guarded.path.parent / "elsewhere"
        found.mkdir()
        return found

    def link(self, guarded: Watched, path: str, elsewhere: Path) -> None:
        (guarded.path / path).rename(elsewhere / "it")
        (guarded.path / path).symlink_to(elsewhere / "it")

    def told(self, guarded: Watched) -> tuple[set[str], str]:
        """The rules that were found broken, and all that was said."""
        events = guarded.settle()
        with guarded.desk() as desk:
            assert not list(intents.left(desk.db))
            assert desk.mended == ()
        assert guarded.settle() == []
        rules = {finding.rule for event in events for finding in event.findings}
        return rules, "\n".join(event.told for event in events)

    def test_a_note(self, guarded: Watched, elsewhere: Path) -> None:
        self.link(guarded, "wiki/trips.md", elsewhere)
        rules, said = self.told(guarded)
        assert "fact-erased" in rules
        assert "wiki/trips.md could not be restored" in said

    def test_a_note_and_another_is_saved(self, guarded: Watched, elsewhere: Path) -> None:
        self.link(guarded, "wiki/trips.md", elsewhere)
        guarded.settle()
        guarded.save("wiki/home.md", f"{HOME}- Paint — ben, {TODAY}\n")
        assert guarded.log[-1] == line("ADD", "home.md", "1 fact added")

    def test_the_log(self, guarded: Watched, elsewhere: Path) -> None:
        self.link(guarded, "wiki/log.md", elsewhere)
        guarded.write("wiki/trips.md", "")
        rules, said = self.told(guarded)
        assert rules >= {"log-shortened", "fact-erased"}
        assert "wiki/log.md could not be restored" in said
        assert "wiki/trips.md could not be restored" in said
        assert (elsewhere / "it").read_text() == LOG

    def test_the_log_and_a_note_is_saved(self, guarded: Watched, elsewhere: Path) -> None:
        self.link(guarded, "wiki/log.md", elsewhere)
        guarded.settle()
        (event,) = guarded.save("wiki/home.md", f"{HOME}- Paint — ben, {TODAY}\n")
        assert "1 fact added" in event.told
        assert (elsewhere / "it").read_text() == LOG

    def test_the_folder_of_the_store(self, guarded: Watched, elsewhere: Path) -> None:
        self.link(guarded, "wiki", elsewhere)
        rules, said = self.told(guarded)
        assert rules >= {"log-shortened", "fact-erased"}
        assert "could not be restored" in said
        assert (elsewhere / "it/log.md").read_text() == LOG


class TestNothingIsRestored:
    def test_without_the_option(self, place: Watched) -> None:
        (event,) = place.save("wiki/trips.md", "")
        assert event.kind == SAVED
        assert place.read("wiki/trips.md") == ""

    def test_of_what_git_did(self, guarded: Watched) -> None:
        guarded.add_fact("trips.md", "By car")
        guarded.commit("A fact")
        guarded.settle(GIT)
        guarded.git("checkout", "HEAD~1", "--", "wiki/trips.md")
        (event,) = guarded.settle(GIT)
        assert [finding.rule for finding in event.findings] == ["fact-erased"]
        assert guarded.read("wiki/trips.md") == TRIPS

    def test_while_git_is_busy(self, guarded: Watched) -> None:
        (guarded.path / ".git/MERGE_HEAD").write_text(f"{guarded.head}\n")
        (event,) = guarded.save("wiki/trips.md", "")
        assert "fact-erased" in [finding.rule for finding in event.findings]
        assert guarded.read("wiki/trips.md") == ""

    def test_of_warnings(self, guarded: Watched) -> None:
        guarded.save("wiki/trips.md", f"{TRIPS}- Old — ben, 2026-01-01\n")
        assert "Old" in guarded.read("wiki/trips.md")

    def test_for_the_fourth_time_within_a_minute(self, guarded: Watched) -> None:
        for _ in range(3):
            guarded.save("wiki/trips.md", "")
            assert guarded.read("wiki/trips.md") == TRIPS
        events = guarded.save("wiki/trips.md", "")
        assert guarded.read("wiki/trips.md") == ""
        assert any("it stays as it was saved" in event.told for event in events)
        assert any(finding.rule == "fact-erased" for event in events for finding in event.findings)


def test_what_was_lost_while_nobody_looked_comes_back(guarded: Watched) -> None:
    guarded.save("wiki/trips.md", "", AWAY)
    assert guarded.read("wiki/trips.md") == TRIPS
    assert guarded.log == [
        line("CONFLICT", "trips.md", "the note was emptied; what it said stands again", who="unknown")
    ]


def test_what_stands_again_passes_the_check(guarded: Watched) -> None:
    from wiki_hooks.git import worktree
    from wiki_hooks.place.environment import today

    guarded.save("wiki/home.md", HOME.replace("in May", "in June"))
    guarded.save("wiki/trips.md", f"# Trips\n\n- {HOTEL}\n{NEW}")
    wiki = guarded.wiki
    verdict = worktree.check(str(guarded.path), guarded.environ, "", today(), wiki.manager)
    assert verdict.findings == ()
