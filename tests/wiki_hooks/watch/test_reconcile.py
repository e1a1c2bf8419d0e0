"""Ledger and log: every line stands there once, and none tells of what never was, whatever git does."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest

from tests.repository import ANNA, FILES, ROME, TODAY
from tests.wiki_hooks.watch.keeping import Watched, line, place
from wiki_hooks.place.owing import owing
from wiki_hooks.watch.batch import BY_GIT, GIT
from wiki_schema.disk import effects, ledger

__all__ = ["place"]

TRIPS = FILES["wiki/trips.md"]
LOG = FILES["wiki/log.md"]
WITH_FACT = f"{TRIPS}- The train leaves at nine — ben, {TODAY}\n"
ADDED = line("ADD", "trips.md", "1 fact added")


@pytest.fixture
def saved(place: Watched) -> Watched:
    """A note was saved, and its line stands in the log."""
    place.save("wiki/trips.md", WITH_FACT)
    assert place.log == [ADDED]
    return place


def reconcile(place: Watched) -> tuple[str, ...]:
    """What any command that writes does first; what it says of it."""
    with place.desk() as desk:
        return desk.mended


def owed(place: Watched) -> list[str]:
    """The lines that no commit holds yet, as far as is known."""
    with place.desk() as desk:
        return [line.line for line in ledger.lines(desk.db, "wiki/log.md")]


class TestALineThatWasWiped:
    def test_comes_back(self, saved: Watched) -> None:
        saved.write("wiki/log.md", LOG)
        assert reconcile(saved) == ("wiki/log.md lacked 1 line that the journal holds",)
        assert saved.log == [ADDED]

    def test_comes_back_every_time_and_only_once(self, saved: Watched) -> None:
        for _ in range(3):
            saved.git("checkout", "--", "wiki/log.md")
            reconcile(saved)
            reconcile(saved)
            saved.settle(GIT)
            assert saved.log == [ADDED]

    def test_raises_no_alarm(self, saved: Watched) -> None:
        saved.git("checkout", "--", "wiki/log.md")
        assert saved.settle(GIT) == []
        assert saved.log == [ADDED]

    def test_comes_back_beside_what_was_written_instead(self, saved: Watched) -> None:
        own = line("LINT", "log.md", "looked through", who="ben")
        saved.write("wiki/log.md", f"{LOG}{own}\n")
        reconcile(saved)
        assert saved.log == [own, ADDED]

    def test_stays_away_where_somebody_said_it_better(self, saved: Watched) -> None:
        better = line("ADD", "trips.md", "when the train leaves")
        saved.replace("wiki/log.md", ADDED, better)
        reconcile(saved)
        assert saved.log == [better]
        assert owed(saved) == []

    def test_comes_back_beside_another_where_a_person_had_worded_it(self, place: Watched) -> None:
        given = line("ADD", "trips.md", "by ferry")
        memwiki = [sys.executable, "-m", "wiki_hooks.cli", "append", "wiki/log.md", given]
        environ = {**place.environ, "MEMWIKI_TODAY": str(TODAY)}
        subprocess.run(memwiki, cwd=place.path, env=environ, check=True)
        other = line("ADD", "trips.md", "by train")
        place.write("wiki/log.md", f"{LOG}{other}\n")
        reconcile(place)
        assert place.log == [other, given]

    def test_comes_back_beside_a_line_about_something_else(self, saved: Watched) -> None:
        own = line("ADD", "home.md", "the boiler")
        saved.replace("wiki/log.md", ADDED, own)
        reconcile(saved)
        assert saved.log == [own, ADDED]

    def test_comes_back_as_often_as_it_stood(self, saved: Watched) -> None:
        saved.save("wiki/trips.md", f"{WITH_FACT}- Another — ben, {TODAY}\n")
        assert saved.log == [ADDED, ADDED]
        saved.write("wiki/log.md", f"{LOG}{ADDED}\n")
        reconcile(saved)
        assert saved.log == [ADDED, ADDED]

    def test_comes_back_without_git_too(self, tmp_path: Path, saved: Watched) -> None:
        (saved.path / ".git").rename(tmp_path / "git")
        environ = {"XDG_STATE_HOME": str(tmp_path / "state")}
        with pytest.MonkeyPatch.context() as patch:
            patch.setenv("XDG_STATE_HOME", environ["XDG_STATE_HOME"])
            saved.begin()
            saved.save("wiki/trips.md", TRIPS)
            saved.save("wiki/home.md", f"{FILES['wiki/home.md']}- Paint — ben, {TODAY}\n")
            written = saved.log
            saved.write("wiki/log.md", LOG)
            reconcile(saved)
            assert saved.log == written[-1:]


class TestALineThatIsCommitted:
    def test_is_owed_no_more(self, saved: Watched) -> None:
        saved.commit("A fact")
        saved.append("wiki/log.md", line("LINT", "log.md", "looked through"))
        assert owed(saved) == []

    def test_does_not_come_back_on_another_branch(self, saved: Watched) -> None:
        saved.git("checkout", "--quiet", "-b", "side")
        saved.commit("A fact")
        saved.git("checkout", "--quiet", "main")
        (event,) = saved.settle(GIT, "side → main")
        assert event.told == "git: side → main, 2 files"
        assert reconcile(saved) == ()
        assert saved.log == []
        saved.git("checkout", "--quiet", "side")
        saved.settle(GIT)
        assert saved.log == [ADDED]
        assert saved.git("status", "--porcelain") == ""

    def test_comes_back_where_only_the_note_was_committed(self, saved: Watched) -> None:
        saved.git("add", "wiki/trips.md")
        saved.git("commit", "--quiet", "-m", "The note alone")
        saved.git("reset", "--quiet", "--hard")
        reconcile(saved)
        assert saved.log == [ADDED]


class TestAChangeThatGitTookAway:
    @pytest.mark.parametrize(
        "command",
        [["reset", "--quiet", "--hard"], ["checkout", "--", "."], ["stash", "--quiet"], ["restore", "."]],
    )
    def test_takes_its_line_along(self, saved: Watched, command: list[str]) -> None:
        saved.git(*command)
        (event,) = saved.settle(GIT)
        assert event.kind == BY_GIT
        assert reconcile(saved) == ()
        assert saved.log == []

    def test_brings_it_back_with_the_stash(self, saved: Watched) -> None:
        saved.git("stash", "--quiet")
        saved.settle(GIT)
        reconcile(saved)
        saved.git("stash", "pop", "--quiet")
        saved.settle(GIT)
        assert saved.log == [ADDED]

    def test_brings_it_back_where_the_stash_held_the_note_alone(self, saved: Watched) -> None:
        saved.git("stash", "push", "--quiet", "--", "wiki/trips.md")
        saved.settle(GIT)
        saved.git("checkout", "--", "wiki/log.md")
        saved.settle(GIT)
        assert saved.log == []
        saved.git("stash", "pop", "--quiet")
        saved.settle(GIT)
        reconcile(saved)
        assert saved.log == [ADDED]

    def test_is_forgotten_once_the_note_goes_on(self, saved: Watched) -> None:
        saved.git("reset", "--quiet", "--hard")
        saved.settle(GIT)
        saved.save("wiki/trips.md", f"{TRIPS}\nSome words.\n")
        assert saved.log == [line("UPDATE", "trips.md", "text changed")]
        reconcile(saved)
        assert owed(saved) == saved.log

    def test_leaves_the_lines_of_others(self, saved: Watched) -> None:
        saved.save("wiki/home.md", f"{FILES['wiki/home.md']}- Paint — ben, {TODAY}\n")
        saved.git("checkout", "--", "wiki/trips.md", "wiki/log.md")
        saved.settle(GIT)
        assert saved.log == [line("ADD", "home.md", "1 fact added")]

    def test_does_not_take_the_line_of_what_was_built_on_it(self, saved: Watched) -> None:
        saved.save("wiki/trips.md", f"{WITH_FACT}\nSome words.\n")
        saved.git("checkout", "--", "wiki/log.md")
        reconcile(saved)
        assert saved.log == [ADDED, line("UPDATE", "trips.md", "text changed")]


class TestWhatGitDid:
    @pytest.fixture
    def forked(self, place: Watched) -> Watched:
        """Branches `main` and `side`, each with a fact of its own in the same place."""
        place.git("checkout", "--quiet", "-b", "side")
        place.add_fact("trips.md", "By ship")
        place.add_fact("home.md", "Paint")
        place.commit("Side")
        place.git("checkout", "--quiet", "main")
        place.add_fact("trips.md", "By car")
        place.commit("Main")
        place.settle(GIT)
        return place

    def lines(self, place: Watched) -> list[str]:
        return [entry for entry in place.log if "| Ben Okri |" in entry]

    def test_gets_no_line(self, forked: Watched) -> None:
        for command in (["checkout", "side"], ["checkout", "main"], ["reset", "--hard", "HEAD~1"]):
            forked.git(*command, "--quiet")
            (event,) = forked.settle(GIT)
            assert event.kind == BY_GIT
            assert self.lines(forked) == []

    def test_in_a_merge_that_stops_gets_no_line_and_no_alarm(self, forked: Watched) -> None:
        forked.git("merge", "side", fails=True)
        (event,) = forked.settle(GIT)
        assert event.kind == BY_GIT
        forked.git("merge", "--abort")
        (event,) = forked.settle(GIT)
        assert event.kind == BY_GIT
        assert self.lines(forked) == []

    def test_in_a_rebase_that_stops_gets_no_line(self, forked: Watched) -> None:
        forked.git("rebase", "side", fails=True)
        assert [event.kind for event in forked.settle(GIT)] == [BY_GIT]
        forked.git("rebase", "--abort")
        assert [event.kind for event in forked.settle(GIT)] == [BY_GIT]
        assert self.lines(forked) == []

    def test_with_an_old_version_of_a_note_is_found(self, place: Watched) -> None:
        place.add_fact("trips.md", "By car")
        place.commit("A fact")
        place.settle(GIT)
        place.git("checkout", "HEAD~1", "--", "wiki/trips.md")
        (event,) = place.settle(GIT)
        assert [finding.rule for finding in event.findings] == ["fact-erased"]

    def test_to_an_untracked_note_is_not_git(self, place: Watched) -> None:
        place.save("wiki/new.md", f"# New\n\n- Soup — ben, {TODAY}\n")
        (event,) = place.save("wiki/new.md", None)
        assert "note-deleted" in [finding.rule for finding in event.findings]

    def test_to_a_note_that_only_the_other_branch_has_is(self, place: Watched) -> None:
        place.git("checkout", "--quiet", "-b", "side")
        place.commit("New", {"wiki/new.md": f"# New\n\n- Soup — ben, {TODAY}\n"})
        place.settle(GIT)
        place.git("checkout", "--quiet", "main")
        (event,) = place.settle(GIT)
        assert event.kind == BY_GIT


class TestWhileSomebodyIsInTheMiddleOfAMerge:
    @pytest.fixture
    def merging(self, place: Watched) -> Watched:
        """A merge with a conflict in `home.md` that waits for a person."""
        home = FILES["wiki/home.md"]
        place.git("checkout", "--quiet", "-b", "side")
        place.commit("Side", {"wiki/home.md": f"{home}\nIt is blue.\n"})
        place.git("checkout", "--quiet", "main")
        place.commit("Main", {"wiki/home.md": f"{home}\nIt is green.\n"})
        place.git("merge", "side", fails=True)
        place.settle(GIT)
        return place

    def test_a_save_is_journalled_and_its_line_waits(self, merging: Watched) -> None:
        (event,) = merging.save("wiki/trips.md", WITH_FACT)
        assert "when git rests" in event.told
        assert event.lines == ()
        assert merging.log == []
        assert owing(merging.wiki.state) == 1
        assert merging.revisions("wiki/trips.md")[0].who == "Ben Okri"

    def test_its_line_is_written_when_the_merge_is_over(self, merging: Watched) -> None:
        merging.save("wiki/trips.md", WITH_FACT)
        merging.git("merge", "--abort")
        reconcile(merging)
        assert merging.log == [ADDED]
        assert owing(merging.wiki.state) == 0

    def test_the_resolution_is_logged_when_it_is_committed(self, merging: Watched) -> None:
        merging.save("wiki/home.md", f"{FILES['wiki/home.md']}\nIt is blue.\nIt is green.\n")
        merging.commit("Merged")
        reconcile(merging)
        assert merging.log == [line("UPDATE", "home.md", "text changed")]

    def test_nothing_is_written_into_a_log_that_holds_both_sides(self, place: Watched) -> None:
        place.save("wiki/trips.md", WITH_FACT)
        torn = f"{LOG}<<<<<<< HEAD\n{line('ADD', 'a.md', 'a')}\n=======\n>>>>>>> side\n"
        place.write("wiki/log.md", torn)
        reconcile(place)
        assert place.read("wiki/log.md") == torn
        assert owing(place.wiki.state) == 1
        place.write("wiki/log.md", LOG)
        reconcile(place)
        assert place.log == [ADDED]


class TestAKill:
    """At each moment at which something is about to become lasting, from the first entry to the log line."""

    def kill_at(self, place: Watched, moment: int) -> bool:
        """Let another process keep what settled, and die before a lasting act; whether it died."""
        pid = os.fork()
        if pid == 0:
            with suppress(BaseException):
                self.die_at(moment)
                place.settle()
            os._exit(0)
        return os.waitpid(pid, 0)[1] == signal.SIGKILL

    @staticmethod
    def die_at(moment: int) -> None:
        left = moment

        def boundary(name: str) -> None:
            nonlocal left
            left -= 1
            if left < 0 and name:
                os.kill(os.getpid(), signal.SIGKILL)

        effects.boundary = boundary

    def test_loses_no_line_and_writes_none_twice(self, place: Watched) -> None:
        place.save("wiki/home.md", f"{FILES['wiki/home.md']}- Paint — ben, {TODAY}\n")
        first = place.log
        content, died, moment = TRIPS, True, 0
        while died:
            content += f"- Fact {moment} — ben, {TODAY}\n"
            place.write("wiki/trips.md", content)
            died = self.kill_at(place, moment)
            place.begin()
            place.settle()
            reconcile(place)
            moment += 1
            assert place.log == [*first, *[ADDED] * moment]
            assert place.settle() == []
        assert moment > 5


class TestACommitWithinTheSettleTime:
    def test_of_note_and_line_owes_nothing(self, place: Watched) -> None:
        place.add_fact("trips.md", "By car")
        place.commit("Quick")
        (event,) = place.settle(GIT)
        assert event.kind == BY_GIT
        assert place.git("status", "--porcelain") == ""

    def test_of_a_note_alone_is_gits_and_found_by_the_check(self, place: Watched) -> None:
        place.write("wiki/trips.md", WITH_FACT)
        place.commit("Quick")
        (event,) = place.settle(GIT)
        assert event.kind == BY_GIT
        assert place.log == []


class TestACommit:
    """`memwiki check --hook`, as git runs it."""

    def check(self, place: Watched, **environ: str) -> tuple[int, str]:
        done = subprocess.run(
            [sys.executable, "-m", "wiki_hooks.cli", "check", "--hook"],
            cwd=place.path,
            env={**place.environ, "MEMWIKI_TODAY": str(TODAY), **environ},
            capture_output=True,
            text=True,
            check=False,
        )
        return done.returncode, done.stdout + done.stderr

    @pytest.fixture
    def waiting(self, place: Watched) -> Watched:
        """A line waits, because a merge was going on."""
        (place.path / ".git/MERGE_HEAD").write_text(f"{place.head}\n")
        place.save("wiki/trips.md", WITH_FACT)
        assert place.log == []
        (place.path / ".git/MERGE_HEAD").unlink()
        place.git("add", "wiki/trips.md")
        return place

    def test_writes_the_lines_that_wait_and_says_to_stage_them(self, waiting: Watched) -> None:
        code, said = self.check(waiting)
        assert code == 1
        assert "not staged" in said
        assert waiting.log == [ADDED]
        waiting.git("add", "wiki/log.md")
        assert self.check(waiting) == (0, "")

    def test_under_the_framework_touches_no_file_and_says_what_waits(self, waiting: Watched) -> None:
        code, said = self.check(waiting, PRE_COMMIT="1")
        assert code == 1
        assert "memwiki log flush" in said
        assert waiting.log == []

    def test_of_a_rebase_touches_no_file_either(self, waiting: Watched) -> None:
        (waiting.path / ".git/rebase-merge").mkdir()
        _, said = self.check(waiting)
        assert "memwiki log flush" in said
        assert waiting.log == []

    def test_without_anything_waiting_needs_no_database(self, place: Watched) -> None:
        place.save("wiki/trips.md", WITH_FACT)
        place.stage()
        assert self.check(place) == (0, "")
        (place.path / ".git/memwiki/memwiki.db").write_text("this is no database")
        code, said = self.check(place)
        assert code == 0
        assert "who wrote the changed files could not be looked up" in said


def repository_user(place: Watched, person: str) -> None:
    """Somebody else works here now."""
    name, _, email = person.removesuffix(">").partition(" <")
    place.git("config", "user.name", name)
    place.git("config", "user.email", email)


def test_what_waits_is_written_in_the_name_of_whoever_saved_it(place: Watched) -> None:
    (place.path / ".git/MERGE_HEAD").write_text(f"{place.head}\n")
    place.save("wiki/trips.md", WITH_FACT)
    (place.path / ".git/MERGE_HEAD").unlink()
    repository_user(place, ANNA)
    reconcile(place)
    assert place.log == [ADDED]
    assert ROME in place.read("wiki/trips.md")
