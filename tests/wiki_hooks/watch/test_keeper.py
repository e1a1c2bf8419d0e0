"""The keeper: one log line for each note and settled state, with the right verb and name, and never two."""

from __future__ import annotations

import pytest

from tests.repository import ANNA, BOILER, FILES, HOTEL, MEMBERS, ROME, TODAY
from tests.wiki_hooks.watch.keeping import Watched, line, place
from wiki_hooks.watch.batch import AWAY, BY_GIT, SAVED
from wiki_schema.disk.announcements import announce
from wiki_schema.disk.contents import hash_of

__all__ = ["place"]

TRIPS = FILES["wiki/trips.md"]
NEW = "The train leaves at nine"
WITH_FACT = f"{TRIPS}- {NEW} — ben, {TODAY}\n"
HOME = f"{FILES['wiki/home.md']}- Paint — anna, {TODAY}\n"
BOUND = """
[[member]]
id = "claude-code"
role = "agent"
acts_for = ["ben"]
"""


class TestASave:
    @pytest.mark.parametrize(
        ("after", "verb", "what"),
        [
            (WITH_FACT, "ADD", "1 fact added"),
            (f"{WITH_FACT}- Another — ben, {TODAY}\n", "ADD", "2 facts added"),
            (
                TRIPS.replace(
                    f"- {ROME}", f"- ~~{ROME}~~ — superseded {TODAY} by ben\n- By ship — ben, {TODAY}"
                ),
                "SUPERSEDE",
                "1 fact superseded",
            ),
            (
                f"{TRIPS}  - ⚠ claimed changed: it is far away — ben, {TODAY} — unconfirmed\n",
                "CLAIM",
                "it is far away",
            ),
            (f"{TRIPS}\nSome more words.\n", "UPDATE", "text changed"),
        ],
    )
    def test_gets_the_line_that_tells_of_it(self, place: Watched, after: str, verb: str, what: str) -> None:
        (event,) = place.save("wiki/trips.md", after)
        assert place.log == [line(verb, "trips.md", what)]
        assert event.kind == SAVED
        assert event.who == "Ben Okri"
        assert event.lines == tuple(place.log)
        assert event.findings == ()

    def test_of_a_new_note_is_an_addition_that_the_index_lacks(self, place: Watched) -> None:
        (event,) = place.save("wiki/food.md", f"# Food\n\n- Soup — ben, {TODAY}\n")
        assert place.log == [line("ADD", "food.md", "new note, 1 fact added")]
        assert [finding.rule for finding in event.findings] == ["note-unindexed"]

    def test_is_remembered(self, place: Watched) -> None:
        place.save("wiki/trips.md", WITH_FACT)
        newest, first = place.revisions("wiki/trips.md")
        assert (newest.who, newest.through, newest.verb) == ("Ben Okri", "watch", "ADD")
        assert (newest.before, newest.after) == (first.after, hash_of(WITH_FACT.encode()))
        assert first.after == hash_of(TRIPS.encode())

    @pytest.mark.parametrize(
        "after",
        [
            TRIPS,
            TRIPS.replace("- ", "* "),
            f"{TRIPS}\n\n",
            TRIPS.replace("\n", "\r\n"),
        ],
    )
    def test_that_changes_no_words_gets_none(self, place: Watched, after: str) -> None:
        place.save("wiki/trips.md", after)
        place.write("wiki/trips.md", after)
        place.settle()
        assert place.log == []

    def test_that_ticks_a_box_gets_none(self, place: Watched) -> None:
        place.commit("A list", {"wiki/todo.md": "# To do\n\n- [ ] tickets\n"})
        place.settle()
        place.save("wiki/todo.md", "# To do\n\n- [x] tickets\n")
        assert place.log == []

    def test_of_index_or_log_gets_none_of_its_own(self, place: Watched) -> None:
        place.save("wiki/index.md", f"{FILES['wiki/index.md']}\nMore.\n")
        assert place.log == []
        own = line("LINT", "log.md", "looked through", who="ben")
        place.save("wiki/log.md", f"{FILES['wiki/log.md']}{own}\n")
        assert place.log == [own]

    def test_after_another_gets_its_own_line_though_it_reads_the_same(self, place: Watched) -> None:
        place.save("wiki/trips.md", WITH_FACT)
        place.save("wiki/trips.md", f"{WITH_FACT}- Another — ben, {TODAY}\n")
        assert place.log == [line("ADD", "trips.md", "1 fact added")] * 2

    def test_of_several_notes_gets_a_line_for_each(self, place: Watched) -> None:
        place.write("wiki/trips.md", WITH_FACT)
        place.save("wiki/home.md", f"{FILES['wiki/home.md']}- Paint — ben, {TODAY}\n")
        assert sorted(place.log) == [
            line("ADD", "home.md", "1 fact added"),
            line("ADD", "trips.md", "1 fact added"),
        ]

    def test_of_a_renamed_note_is_told_once(self, place: Watched) -> None:
        (place.path / "wiki/trips.md").rename(place.path / "wiki/journeys.md")
        place.settle()
        assert place.log == [line("UPDATE", "journeys.md", "note renamed, facts moved")]


class TestALineByHand:
    OWN = f"{TODAY} | ADD | ben | trips.md | when the train leaves"

    def test_in_the_same_save_is_enough(self, place: Watched) -> None:
        place.write("wiki/trips.md", WITH_FACT)
        place.save("wiki/log.md", f"{FILES['wiki/log.md']}{self.OWN}\n")
        assert place.log == [self.OWN]

    def test_shortly_before_is_enough_once(self, place: Watched) -> None:
        place.save("wiki/log.md", f"{FILES['wiki/log.md']}{self.OWN}\n")
        place.save("wiki/trips.md", WITH_FACT)
        assert place.log == [self.OWN]
        place.save("wiki/trips.md", f"{WITH_FACT}- Another — ben, {TODAY}\n")
        assert place.log == [self.OWN, line("ADD", "trips.md", "1 fact added")]

    def test_for_another_note_is_not(self, place: Watched) -> None:
        place.save("wiki/log.md", f"{FILES['wiki/log.md']}{self.OWN}\n")
        place.save("wiki/home.md", f"{FILES['wiki/home.md']}- Paint — ben, {TODAY}\n")
        assert place.log == [self.OWN, line("ADD", "home.md", "1 fact added")]

    def test_with_a_verb_that_does_not_fit_is_followed_by_one_that_does(self, place: Watched) -> None:
        own = self.OWN.replace("ADD", "LINT")
        place.write("wiki/trips.md", WITH_FACT)
        place.save("wiki/log.md", f"{FILES['wiki/log.md']}{own}\n")
        assert place.log == [own, line("ADD", "trips.md", "1 fact added")]


class TestABrokenRule:
    def test_is_told_at_once_with_the_lost_words_and_the_way_back(self, place: Watched) -> None:
        (event,) = place.save("wiki/trips.md", TRIPS.replace(f"- {HOTEL}\n", ""))
        (finding,) = event.findings
        assert finding.rule == "fact-erased"
        assert finding.lost == (HOTEL,)
        assert finding.hint == f"memwiki restore wiki/trips.md --at {hash_of(TRIPS.encode())[:12]}"
        assert place.log == [], "a line would only make it look done"

    def test_is_told_again_until_it_is_mended_and_then_only_what_was_added_counts(
        self, place: Watched
    ) -> None:
        broken = TRIPS.replace(f"- {HOTEL}\n", "")
        place.save("wiki/trips.md", broken)
        (event,) = place.save("wiki/trips.md", f"{broken}- {NEW} — ben, {TODAY}\n")
        assert [finding.rule for finding in event.findings] == ["fact-erased"]
        (event,) = place.save("wiki/trips.md", WITH_FACT)
        assert event.findings == ()
        assert place.log == [line("ADD", "trips.md", "1 fact added")]

    def test_that_is_taken_back_leaves_no_trace(self, place: Watched) -> None:
        place.save("wiki/trips.md", WITH_FACT)
        place.save("wiki/trips.md", "")
        (event,) = place.save("wiki/trips.md", WITH_FACT)
        assert event.findings == ()
        assert place.log == [line("ADD", "trips.md", "1 fact added")]

    def test_is_none_once_a_fact_that_was_cut_stands_in_another_note(self, place: Watched) -> None:
        (event,) = place.save("wiki/trips.md", TRIPS.replace(f"- {HOTEL}\n", ""))
        assert [finding.rule for finding in event.findings] == ["fact-erased"]
        (event,) = place.save("wiki/food.md", f"# Food\n\n- Soup — ben, {TODAY}\n")
        assert "fact-erased" not in [finding.rule for finding in event.findings]
        (event,) = place.save("wiki/hotels.md", f"# Hotels\n\n- {HOTEL}\n")
        assert {finding.rule for finding in event.findings} == {"note-unindexed"}
        assert sorted(place.log[1:]) == [
            line("UPDATE", "hotels.md", "note renamed, facts moved"),
            line("UPDATE", "trips.md", "facts moved"),
        ]

    def test_in_somebody_elses_fact_is_told_with_the_claim_to_make(self, place: Watched) -> None:
        home = FILES["wiki/home.md"]
        (event,) = place.save("wiki/home.md", home.replace("May", "June"))
        (finding,) = event.findings
        assert finding.rule == "fact-rewritten"
        assert finding.lost == (BOILER,)
        assert "memwiki restore wiki/home.md" in finding.hint
        assert "| CLAIM |" in finding.hint

    def test_is_none_where_the_line_that_makes_it_right_was_only_missing(self, place: Watched) -> None:
        policy = f"{FILES['memwiki.toml']}originator_may_update = true\n"
        place.commit("Updates", {"memwiki.toml": policy}, author=ANNA)
        place.settle()
        (event,) = place.save("wiki/trips.md", TRIPS.replace("by train", "by ship"))
        assert event.findings == ()
        assert "| UPDATE | Ben Okri | trips.md |" in place.log[0]

    def test_of_the_log_is_told_with_its_lines(self, place: Watched) -> None:
        first, *_ = [line for line in FILES["wiki/log.md"].split("\n") if line.startswith("2026")]
        (event,) = place.save("wiki/log.md", FILES["wiki/log.md"].replace(f"{first}\n", ""))
        assert [finding.rule for finding in event.findings] == ["log-shortened"]
        assert event.findings[0].lost == (first,)

    def test_of_the_log_that_became_a_link_is_told(self, place: Watched) -> None:
        place.save("wiki/trips.md", WITH_FACT)
        log = place.path / "wiki/log.md"
        log.rename(place.path / "elsewhere.md")
        log.symlink_to("../elsewhere.md")
        (event,) = place.settle()
        assert "log-shortened" in [finding.rule for finding in event.findings]
        assert log.is_symlink()


class TestWordsThatNoCommitHolds:
    """Whoever wrote them may still mend a slip in them."""

    @pytest.fixture
    def draft(self, place: Watched) -> Watched:
        place.save("wiki/trips.md", WITH_FACT)
        return place

    def test_may_be_worded_anew_by_their_author(self, draft: Watched) -> None:
        (event,) = draft.save("wiki/trips.md", WITH_FACT.replace("at nine", "at ten"))
        assert event.findings == ()
        assert draft.log[1:] == [line("UPDATE", "trips.md", "1 fact changed")]

    def test_may_be_worded_anew_in_the_log(self, draft: Watched) -> None:
        (event,) = draft.save("wiki/log.md", draft.read("wiki/log.md").replace("1 fact added", "the train"))
        assert event.findings == ()
        assert draft.log == [line("ADD", "trips.md", "the train")]

    def test_may_not_be_worded_anew_by_others(self, draft: Watched) -> None:
        after = WITH_FACT.replace("at nine", "at ten")
        with draft.desk() as desk:
            announce(desk.db, "wiki/trips.md", hash_of(after.encode()), "Anna Rossi", "edit")
        (event,) = draft.save("wiki/trips.md", after)
        assert [finding.rule for finding in event.findings] == ["fact-rewritten"]

    def test_may_not_be_taken_out_unseen(self, draft: Watched) -> None:
        (event,) = draft.save("wiki/trips.md", TRIPS.replace(HOTEL, "x"))
        assert {finding.rule for finding in event.findings} >= {"fact-erased"}

    def test_are_as_good_as_any_once_they_are_committed(self, draft: Watched) -> None:
        draft.commit("The train")
        draft.settle()
        (event,) = draft.save("wiki/trips.md", WITH_FACT.replace("at nine", "at ten"))
        assert [finding.rule for finding in event.findings] == ["fact-rewritten"]


class TestAnOldVersionThatIsSavedAgain:
    """The file is as the last commit has it, and git did nothing."""

    OTHERS = f"{TRIPS}- Nets are bought — anna, {TODAY}\n"

    def announced(self, place: Watched, after: str) -> None:
        with place.desk() as desk:
            announce(desk.db, "wiki/trips.md", hash_of(after.encode()), "Anna Rossi", "edit")
        place.save("wiki/trips.md", after)

    @pytest.mark.parametrize("after", [WITH_FACT, f"{TRIPS}\nBen's remark.\n"])
    def test_takes_back_ones_own_words(self, place: Watched, after: str) -> None:
        place.save("wiki/trips.md", after)
        before = place.log
        (event,) = place.save("wiki/trips.md", TRIPS)
        assert event.kind == SAVED
        assert event.told == "Ben Okri saved wiki/trips.md as the last commit has it"
        assert event.findings == ()
        assert place.log == before
        assert place.revisions("wiki/trips.md")[0].after == hash_of(TRIPS.encode())

    @pytest.mark.parametrize(
        ("after", "rule"), [(OTHERS, "fact-erased"), (f"{TRIPS}\nAnna's remark.\n", "text-erased")]
    )
    def test_takes_nobody_elses_unseen(self, place: Watched, after: str, rule: str) -> None:
        self.announced(place, after)
        (event,) = place.save("wiki/trips.md", TRIPS)
        assert [finding.rule for finding in event.findings] == [rule]

    def test_has_what_is_nobody_elses_put_back_where_that_is_wanted(self, place: Watched) -> None:
        place.begin(restores=True)
        self.announced(place, self.OTHERS)
        place.save("wiki/trips.md", TRIPS)
        assert place.read("wiki/trips.md") == self.OTHERS

    @pytest.mark.parametrize(("who", "rules"), [("ben", []), ("anna", ["log-shortened"])])
    def test_takes_a_line_of_the_log_only_from_its_author(
        self, place: Watched, who: str, rules: list[str]
    ) -> None:
        place.save("wiki/log.md", f"{FILES['wiki/log.md']}{line('LINT', 'log.md', 'seen', who=who)}\n")
        (event,) = place.save("wiki/log.md", FILES["wiki/log.md"])
        assert [finding.rule for finding in event.findings] == rules

    @pytest.mark.parametrize(
        "command",
        [
            ("checkout", "--", "wiki/trips.md"),
            ("restore", "wiki/trips.md"),
            ("stash", "--quiet"),
            ("reset", "--hard", "--quiet"),
        ],
    )
    def test_is_no_matter_where_git_did_it(self, place: Watched, command: tuple[str, ...]) -> None:
        self.announced(place, self.OTHERS)
        place.git(*command)
        events = place.settle()
        assert {event.kind for event in events} == {BY_GIT}


class TestStagingDuringAnUnfinishedOperation:
    """What a person stages is theirs, whatever git has not finished."""

    @pytest.mark.parametrize("trace", ["BISECT_LOG", "MERGE_HEAD", "CHERRY_PICK_HEAD", "rebase-merge"])
    def test_makes_no_loss_gits(self, place: Watched, trace: str) -> None:
        place.write(f".git/{trace}", f"{place.head}\n")
        place.write("wiki/trips.md", TRIPS.replace(f"- {HOTEL}\n", ""))
        place.git("add", "wiki/trips.md")
        (event,) = place.settle()
        assert [finding.rule for finding in event.findings] == ["fact-erased"]

    def test_leaves_to_git_what_it_merged(self, place: Watched) -> None:
        place.git("checkout", "--quiet", "-b", "side")
        place.append("wiki/trips.md", f"- {NEW} — ben, {TODAY}")
        place.commit("Side", {"wiki/home.md": FILES["wiki/home.md"].replace("May", "June")})
        place.git("checkout", "--quiet", "main")
        trips = TRIPS.replace("# Trips\n", "# Trips\n\nAll of them.\n")
        place.commit(
            "Main", {"wiki/home.md": FILES["wiki/home.md"].replace("May", "July"), "wiki/trips.md": trips}
        )
        place.settle()
        place.git("merge", "side", fails=True)
        assert {event.kind for event in place.settle()} == {BY_GIT}
        place.save("wiki/trips.md", TRIPS.replace(f"- {HOTEL}\n", ""))
        place.git("add", "wiki/trips.md")
        (event,) = place.save("wiki/trips.md", "# Trips\n")
        assert "fact-erased" in {finding.rule for finding in event.findings}


class TestOtherKindsOfStores:
    @pytest.mark.parametrize("kind", ["private", "open"])
    def test_get_their_lines_too(self, place: Watched, kind: str) -> None:
        place.commit("Kind", {"memwiki.toml": f'{FILES["memwiki.toml"]}kind = "{kind}"\n'}, author=ANNA)
        place.settle()
        place.save("wiki/trips.md", f"{TRIPS}\nSome words.\n")
        assert place.log == [line("UPDATE", "trips.md", "text changed")]


class TestWho:
    def test_is_whoever_announced_these_bytes(self, place: Watched) -> None:
        with place.desk() as desk:
            announce(desk.db, "wiki/trips.md", hash_of(WITH_FACT.encode()), "anna", "claude-code")
        (event,) = place.save("wiki/trips.md", WITH_FACT)
        assert event.who == "Anna Rossi"
        assert place.log == [line("ADD", "trips.md", "1 fact added", who="Anna Rossi")]
        assert place.revisions("wiki/trips.md")[0].through == "claude-code"

    def test_is_not_whoever_announced_others(self, place: Watched) -> None:
        with place.desk() as desk:
            announce(desk.db, "wiki/trips.md", hash_of(b"else"), "anna", "claude-code")
            announce(desk.db, "wiki/home.md", hash_of(WITH_FACT.encode()), "anna", "claude-code")
        (event,) = place.save("wiki/trips.md", WITH_FACT)
        assert event.who == "Ben Okri"

    def test_is_not_whoever_announced_them_once_before(self, place: Watched) -> None:
        with place.desk() as desk:
            announce(desk.db, "wiki/trips.md", hash_of(WITH_FACT.encode()), "anna", "claude-code")
        place.save("wiki/trips.md", WITH_FACT)
        place.save("wiki/trips.md", f"{WITH_FACT}\nMore words.\n")
        (event,) = place.save("wiki/trips.md", WITH_FACT)
        assert event.who == "Ben Okri"

    def test_is_an_agent_where_it_is_bound_and_else_whom_it_works_for(self, place: Watched) -> None:
        place.commit("Agents", {"members.toml": MEMBERS + BOUND}, author=ANNA)
        place.settle()
        place.announce("wiki/trips.md", WITH_FACT, "claude-code", who="claude-code")
        place.announce("wiki/home.md", HOME, "cursor", who="Anna Rossi")
        place.write("wiki/home.md", HOME)
        place.save("wiki/trips.md", WITH_FACT)
        assert sorted(place.log) == [
            line("ADD", "home.md", "1 fact added", who="Anna Rossi"),
            line("ADD", "trips.md", "1 fact added", who="claude-code"),
        ]
        assert place.revisions("wiki/home.md")[0].through == "hook"

    def test_is_not_the_agent_that_started_the_watcher(self, place: Watched) -> None:
        place.commit("Agents", {"members.toml": MEMBERS + BOUND}, author=ANNA)
        place.begin(CLAUDE_CODE_CHILD_SESSION="1")
        place.settle()
        (event,) = place.save("wiki/trips.md", WITH_FACT)
        assert event.who == "Ben Okri"

    @pytest.mark.parametrize(
        ("steps", "whose"),
        [
            pytest.param("agent:A>B B", "agent", id="announced, and written"),
            pytest.param("B", "Ben", id="written by a shell: nobody announced it"),
            pytest.param("agent:A>B C", "Ben", id="announced, and something else written"),
            pytest.param(
                "agent:A>B C B", "Ben Ben", id="denied by the host: a person comes to the same words"
            ),
            pytest.param("agent:A>B B A B", "agent Ben Ben", id="there and back, and there again by hand"),
            pytest.param("B A agent:A>B B", "Ben Ben agent", id="by hand, back, and by the agent"),
            pytest.param("agent:A>B B A agent:A>B B", "agent Ben agent", id="twice by the agent"),
            pytest.param("agent:A>B agent:B>C C", "agent", id="two writes that settle as one"),
            pytest.param("agent:A>B other:B>C C", "other", id="of two agents"),
            pytest.param("agent:X>C C", "Ben", id="over a save that nobody saw"),
            pytest.param("agent:A>B agent:A>B B", "agent", id="announced by two hooks"),
            pytest.param("agent:A>- -", "agent", id="removed"),
            pytest.param("- agent:->B B", "Ben agent", id="made anew"),
        ],
    )
    def test_is_whoever_announced_just_this_step(self, place: Watched, steps: str, whose: str) -> None:
        """Whatever the clock says: it happens within a second or two. No commit holds any of it."""
        states: dict[str, str | None] = {"-": None}
        for name in "ABCX":
            states[name] = f"{TRIPS}- {name} is a letter — ben, {TODAY}\n"
        place.save("wiki/trips.md", states["A"])
        found = []
        for step in steps.split():
            agent, _, write = step.rpartition(":")
            if agent:
                before, _, after = write.partition(">")
                place.announce("wiki/trips.md", states[after], agent, who=agent, before=states[before])
            else:
                found.append(place.save("wiki/trips.md", states[step])[0].who.removesuffix(" Okri"))
        assert " ".join(found) == whose

    def test_differs_within_one_batch(self, place: Watched) -> None:
        with place.desk() as desk:
            announce(desk.db, "wiki/trips.md", hash_of(WITH_FACT.encode()), "anna", "mcp")
        place.write("wiki/trips.md", WITH_FACT)
        place.save("wiki/home.md", f"{FILES['wiki/home.md']}- Paint — ben, {TODAY}\n")
        assert sorted(place.log) == [
            line("ADD", "trips.md", "1 fact added", who="Anna Rossi"),
            line("ADD", "home.md", "1 fact added"),
        ]

    def test_is_the_owner_where_the_policy_names_one(self, place: Watched) -> None:
        place.commit("Owner", {"memwiki.toml": f'{FILES["memwiki.toml"]}[watch]\nowner = "anna"\n'})
        place.settle()
        (event,) = place.save("wiki/trips.md", WITH_FACT)
        assert event.who == "Anna Rossi"

    def test_is_whom_the_watcher_was_told_to_write_for(self, place: Watched) -> None:
        place.begin(who="anna")
        (event,) = place.save("wiki/trips.md", WITH_FACT)
        assert event.who == "Anna Rossi"

    def test_that_nobody_knows_is_shown_as_what_it_is_and_never_forges_a_line(self, place: Watched) -> None:
        place.git("config", "user.name", "Eve | x | y\u202e")
        place.git("config", "user.email", "eve@example.net")
        place.save("wiki/trips.md", WITH_FACT)
        (written,) = place.log
        assert written == line("ADD", "trips.md", "1 fact added", who="Eve \\| x \\| y\\u{202e}")


class TestANameThatNoLineCanHold:
    def test_is_told_and_not_forged(self, place: Watched) -> None:
        name = "wiki/a\n2026-11-30 | ADD | anna | home.md | forged.md"
        (event,) = place.save(name, f"# A\n\n- Soup — ben, {TODAY}\n")
        assert place.log == []
        assert "rename it" in event.told


class TestWhileNobodyLooked:
    def test_what_changed_is_told_as_nobodys(self, place: Watched) -> None:
        place.save("wiki/trips.md", WITH_FACT, AWAY)
        assert place.log == [line("ADD", "trips.md", "1 fact added (while away)", who="unknown")]

    def test_what_changed_is_the_owners_where_one_is_named(self, place: Watched) -> None:
        place.begin(who="anna")
        place.save("wiki/trips.md", WITH_FACT, AWAY)
        assert place.log == [line("ADD", "trips.md", "1 fact added (while away)", who="Anna Rossi")]

    def test_what_was_announced_is_whose_it_was(self, place: Watched) -> None:
        with place.desk() as desk:
            announce(desk.db, "wiki/trips.md", hash_of(WITH_FACT.encode()), "anna", "claude-code")
        place.save("wiki/trips.md", WITH_FACT, AWAY)
        assert "| Anna Rossi |" in place.log[0]

    def test_what_was_committed_meanwhile_is_gits(self, place: Watched) -> None:
        place.commit("By anna", {"wiki/trips.md": WITH_FACT}, author=ANNA)
        (event,) = place.settle(AWAY)
        assert event.kind == BY_GIT
        assert place.log == []

    def test_a_whole_day_of_work_with_its_own_lines_needs_no_more(self, place: Watched) -> None:
        place.add_fact("trips.md", NEW)
        log = place.log
        place.settle(AWAY)
        assert place.log == log


class TestOtherLogFormats:
    @pytest.mark.parametrize(
        ("style", "start", "expected"),
        [
            ("bullets", "# Log\n", "# Log\n- 2026-11-30 — add trips.md — Ben Okri: 1 fact added\n"),
            ("okf", "# Log\n", "# Log\n\n## 2026-11-30\n\n- **Add** trips.md: Ben Okri: 1 fact added\n"),
            ("headings", "# Log\n", "# Log\n\n## [2026-11-30] add | trips.md\n\n- Ben Okri: 1 fact added\n"),
        ],
    )
    def test_are_written_in_their_own_words_once(
        self, place: Watched, style: str, start: str, expected: str
    ) -> None:
        policy = f'{FILES["memwiki.toml"]}log_format = "{style}"\n'
        place.commit("Style", {"memwiki.toml": policy, "wiki/log.md": start})
        place.settle()
        place.save("wiki/trips.md", WITH_FACT)
        assert place.read("wiki/log.md") == expected

    def test_a_line_by_hand_is_enough_there_too(self, place: Watched) -> None:
        policy = f'{FILES["memwiki.toml"]}log_format = "bullets"\n'
        place.commit("Style", {"memwiki.toml": policy, "wiki/log.md": "# Log\n"})
        place.settle()
        own = "# Log\n- 2026-11-30 — the train, in [[trips]]\n"
        place.save("wiki/log.md", own)
        place.save("wiki/trips.md", WITH_FACT)
        assert place.read("wiki/log.md") == own


def test_what_a_tool_wrote_is_not_logged_again(place: Watched) -> None:
    from wiki_schema.disk.journal import Deed, Edit, LedgerLine

    log = FILES["wiki/log.md"]
    own = line("ADD", "new.md", "made by a tool")
    note = f"# New\n\n- Soup — ben, {TODAY}\n"
    with place.desk() as desk:
        edits = (
            Edit("wiki/new.md", None, note.encode()),
            Edit("wiki/log.md", log.encode(), f"{log}{own}\n".encode()),
        )
        lines = (LedgerLine("wiki/log.md", own, "wiki/new.md", hash_of(note.encode())),)
        desk.carry_out(Deed(edits, "Ben Okri", "add", "ADD", lines))
    place.settle()
    assert place.log == [own]
    assert ROME in place.read("wiki/trips.md")
