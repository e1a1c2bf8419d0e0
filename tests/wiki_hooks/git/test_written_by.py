"""Who wrote what is staged, as it was announced: always told, and judged by where one agent wrote it all."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Mapping
from contextlib import closing
from pathlib import Path

import pluggy
import pytest

from tests.remembering import announced, state_at
from tests.repository import ANNA, BOILER, FILES, HOTEL, MEMBERS, ROME, TODAY, Repository, wiki_repository
from tests.wiki_hooks.git.conftest import errors
from wiki_hooks.git import messages, ranges, staged, worktree
from wiki_schema.disk.announcements import announce
from wiki_schema.disk.database import NAME, open_database
from wiki_schema.finding import Verdict

Check = Callable[..., Verdict]

AGENTS = """
[[member]]
id = "claude-code"
role = "agent"
acts_for = ["ben"]

[[member]]
id = "codex"
role = "agent"

[[member]]
id = "hers"
role = "agent"
acts_for = ["anna"]
"""
TRIPS, LOG = "wiki/trips.md", "wiki/log.md"
TODAY_LINE = f"{TODAY} | UPDATE | ben | trips.md | by ship"


def superseded(old: str, name: str) -> Mapping[str, str]:
    """A note whose fact was superseded in somebody's name, and the log line for it, by Ben."""
    words = old.rpartition(" — ")[0]
    struck = f"- ~~{words}~~ — superseded {TODAY} by {name}\n- By ship — {name}, {TODAY}"
    path = "wiki/home.md" if old == BOILER else TRIPS
    inside = path.removeprefix("wiki/")
    new = FILES[path].replace(f"- {old}", struck.replace(words, old))
    return {
        path: new,
        LOG: f"{FILES[LOG]}{TODAY} | SUPERSEDE | {name} | {inside} | by ship\n",
    }


class Wiki(Repository):
    """A wiki with agents in it, whose journal tests write. Its user, as git knows, is Ben."""

    @property
    def state(self) -> Path:
        return state_at(self.path)

    def announced(
        self, path: str, after: str | bytes | None, agent: str, before: str | None = "", **more: str
    ) -> None:
        """Announce a write. It begins with what the wiki began with, unless a text is given."""
        announced(self.path, path, FILES.get(path) if before == "" else before, after, agent, **more)


@pytest.fixture
def wiki(tmp_path: Path) -> Wiki:
    made = wiki_repository(tmp_path / "wiki")
    found = Wiki(made.path, made.environ)
    found.commit("Agents", {"members.toml": MEMBERS + AGENTS}, author=ANNA)
    return found


@pytest.fixture
def check_message(manager: pluggy.PluginManager) -> Callable[..., Verdict]:
    def check(wiki: Wiki, message: str, **more: str) -> Verdict:
        wiki.write(".git/message", message)
        environ = {**wiki.environ, **more}
        return messages.check(str(wiki.path), environ, "", TODAY, manager, ".git/message")

    return check


BY_ANNA = {"GIT_AUTHOR_NAME": "Anna Rossi", "GIT_AUTHOR_EMAIL": "anna@example.org"}


class TestWhoWroteIt:
    def test_is_told_and_the_change_is_as_clean_as_before(self, wiki: Wiki, check_staged: Check) -> None:
        wiki.add_fact("trips.md", "The tickets are blue")
        wiki.announced(TRIPS, wiki.read(TRIPS), "gemini-cli")
        wiki.stage()
        told = "wiki/trips.md was written by gemini-cli for Ben Okri (session s-1)"
        assert check_staged(wiki) == Verdict(notices=(told,))

    @pytest.mark.parametrize(
        ("announcement", "told"),
        [
            ({"agent": "codex", "who": "codex"}, "was written by codex (session s-1)"),
            ({"agent": "codex", "session": ""}, "was written by codex for Ben Okri"),
            ({"agent": "", "session": ""}, "was written by Ben Okri through hook"),
            ({"agent": "a\n\x1b[m\u202e", "session": ""}, "was written by a \\u{1b}[m\\u{202e} for Ben Okri"),
            ({"agent": "codex", "session": "s" * 999}, None),
            ({"agent": "codex", "before": "# Trips, as a hand left it\n"}, "is as codex wrote it for "
             "Ben Okri (session s-1), but nobody announced a part of that change"),
        ],
    )  # fmt: skip
    def test_in_words(
        self, wiki: Wiki, check_staged: Check, announcement: Mapping[str, str], told: str | None
    ) -> None:
        wiki.add_fact("trips.md", "The tickets are blue")
        wiki.announced(TRIPS, wiki.read(TRIPS), **announcement)
        wiki.stage()
        (notice,) = check_staged(wiki).notices
        assert notice == f"wiki/trips.md {told}" if told else len(notice) < 200

    def test_many_files_of_one_writer_are_one_sentence(self, wiki: Wiki, check_staged: Check) -> None:
        for number in range(6):
            wiki.write(f"wiki/n{number}.md", "# N\n")
            wiki.announced(f"wiki/n{number}.md", "# N\n", "codex", before=None)
        wiki.announced("wiki/n0.md", "# N\n", "cursor", before=None)
        wiki.stage({"wiki/index.md": f"{FILES['wiki/index.md']}- [N](n0.md)\n"})
        assert check_staged(wiki).notices == (
            "wiki/n0.md was written by cursor for Ben Okri (session s-1)",
            "wiki/n1.md, wiki/n2.md, wiki/n3.md and 2 more files were written by codex for Ben Okri "
            "(session s-1)",
        )

    def test_of_a_removed_note(self, wiki: Wiki, check_staged: Check) -> None:
        wiki.announced(TRIPS, None, "codex", who="codex")
        wiki.stage({TRIPS: None})
        verdict = check_staged(wiki)
        assert "wiki/trips.md was removed by codex (session s-1)" in verdict.notices
        assert "note-deleted" in errors(verdict)

    @pytest.mark.parametrize(
        "on_disk", [b"# Trips\r\n\r\n- Two\r\n", b"# Trips\n\r\n- Two\n", b"# Trips\n\n- Two\n"]
    )
    def test_whatever_the_line_ends_on_disk(self, wiki: Wiki, check_staged: Check, on_disk: bytes) -> None:
        wiki.git("config", "core.autocrlf", "input")
        wiki.announced(TRIPS, on_disk, "codex")
        wiki.stage({TRIPS: on_disk})
        assert any("written by codex" in notice for notice in check_staged(wiki).notices)

    def test_not_by_bytes_that_differ(self, wiki: Wiki, check_staged: Check) -> None:
        wiki.announced(TRIPS, f"{FILES[TRIPS]}- Else\n", "codex")
        wiki.add_fact("trips.md", "The tickets are blue")
        wiki.stage()
        assert check_staged(wiki) == Verdict()

    def test_an_old_version_brought_back_is_not_the_agents_deed(
        self, wiki: Wiki, check_staged: Check
    ) -> None:
        old = f"{FILES[TRIPS]}- Soup — ben, {TODAY}\n"
        wiki.announced(TRIPS, old, "codex")
        wiki.commit("By codex", {TRIPS: old})
        wiki.commit("By hand", {TRIPS: f"{old}- More — ben, {TODAY}\n"})
        wiki.git("checkout", "HEAD~", "--", TRIPS)
        verdict = check_staged(wiki)
        assert "but nobody announced a part of that change" in verdict.notices[0]
        assert "fact-erased" in errors(verdict)

    def test_is_told_of_the_files_on_disk_too(self, wiki: Wiki, manager: pluggy.PluginManager) -> None:
        new = "# Food\r\n\r\n- Soup — ben, 2026-11-30\r\n"
        wiki.write("wiki/food.md", new)
        wiki.announced("wiki/food.md", new, "codex", before=None)
        found = worktree.check(str(wiki.path), wiki.environ, "", TODAY, manager)
        assert "wiki/food.md was written by codex for Ben Okri (session s-1)" in found.notices

    def test_stands_in_a_report_for_programs(
        self, wiki: Wiki, check_staged: Check, manager: pluggy.PluginManager
    ) -> None:
        wiki.add_fact("trips.md", "The tickets are blue")
        wiki.announced(TRIPS, wiki.read(TRIPS), "codex")
        wiki.stage()
        report = manager.hook.wiki_render_report(format="json", verdict=check_staged(wiki), title="it")
        told = "wiki/trips.md was written by codex for Ben Okri (session s-1)"
        assert json.loads(report)["notices"] == [told]

    def test_is_no_question_of_a_merge(self, wiki: Wiki, check_staged: Check) -> None:
        wiki.git("switch", "--quiet", "--create", "side")
        wiki.add_fact("trips.md", "The tickets are blue")
        wiki.announced(TRIPS, wiki.read(TRIPS), "codex")
        wiki.commit("Tickets")
        wiki.git("switch", "--quiet", "main")
        wiki.commit("Else", {"README.md": "Else\n"})
        wiki.git("merge", "--no-commit", "--no-ff", "side")
        assert check_staged(wiki) == Verdict()


CODEX_SHIP, HER_SHIP = superseded(ROME, "codex"), superseded(ROME, "hers")
BEN_SHIP, ANNAS_BOILER = superseded(ROME, "ben"), superseded(BOILER, "ben")


class TestWhatOneAgentWrote:
    """Ben commits it. What he may do: his own words. `codex` acts for nobody, `claude-code` for him."""

    def refused(self, wiki: Wiki, check_staged: Check, files: Mapping[str, str], **more: str) -> set[str]:
        wiki.stage(files)
        return errors(check_staged(wiki, **more))

    def test_is_his_to_do_where_nothing_was_announced(self, wiki: Wiki, check_staged: Check) -> None:
        assert self.refused(wiki, check_staged, BEN_SHIP) == set()

    @pytest.mark.parametrize(
        ("agent", "refuses"),
        [
            pytest.param("gemini-cli", False, id="bound to nobody: it is Ben who acts"),
            pytest.param("claude-code", False, id="bound, and acts for him"),
            pytest.param("codex", True, id="bound, and acts for itself alone"),
            pytest.param("hers", False, id="bound to Anna: at his machine it is Ben who acts"),
            pytest.param("anna", False, id="calls itself Anna"),
            pytest.param("Ben Okri", False, id="calls itself Ben"),
        ],
    )
    def test_is_judged_as_its_own(self, wiki: Wiki, check_staged: Check, agent: str, refuses: bool) -> None:
        wiki.announced(TRIPS, BEN_SHIP[TRIPS], agent)
        assert ("supersede-unauthorised" in self.refused(wiki, check_staged, BEN_SHIP)) is refuses

    @pytest.mark.parametrize("agent", ["anna", "Anna Rossi", "anna@example.org", "hers", "claude-code"])
    def test_gets_nobodys_rights_by_being_announced(
        self, wiki: Wiki, check_staged: Check, agent: str
    ) -> None:
        wiki.announced("wiki/home.md", ANNAS_BOILER["wiki/home.md"], agent, who="Anna Rossi")
        assert "supersede-unauthorised" in self.refused(wiki, check_staged, ANNAS_BOILER)

    def test_may_be_said_to_be_somebodys(self, wiki: Wiki, check_staged: Check) -> None:
        wiki.announced(TRIPS, BEN_SHIP[TRIPS], "codex")
        assert self.refused(wiki, check_staged, BEN_SHIP, MEMWIKI_WHO="ben") == set()
        assert errors(check_staged(wiki, who="ben")) == set()

    def test_is_an_agents_that_commits_it_itself(self, wiki: Wiki, check_staged: Check) -> None:
        """The environment says who commits; what another agent wrote does not outweigh that."""
        wiki.announced(TRIPS, BEN_SHIP[TRIPS], "codex")
        more = {"CLAUDE_CODE_CHILD_SESSION": "1"}
        assert self.refused(wiki, check_staged, BEN_SHIP, **more) == set()
        wiki.announced(TRIPS, BEN_SHIP[TRIPS], "claude-code")
        assert errors(check_staged(wiki, CODEX_THREAD_ID="t-1")) != set()

    def test_is_no_question_of_a_range(self, wiki: Wiki, manager: pluggy.PluginManager) -> None:
        """There the author of a commit acts, whoever checks it and whatever is remembered here."""
        wiki.announced(TRIPS, BEN_SHIP[TRIPS], "codex")
        base = wiki.head
        wiki.commit("By ship", BEN_SHIP)
        environ = {**wiki.environ, "CODEX_THREAD_ID": "t-1"}
        verdict = ranges.check(str(wiki.path), environ, "", TODAY, manager, base, "HEAD")
        assert verdict.findings == ()
        assert not any("written by" in notice for notice in verdict.notices)


class TestNobodyLosesHisOwnWords:
    """Somebody commits what `codex` wrote, which acts for itself alone, together with their own."""

    FACT = f"{FILES[TRIPS]}- Soup — codex, {TODAY}\n"

    def test_a_log_line_that_a_person_signs(self, wiki: Wiki, check_staged: Check) -> None:
        wiki.announced(TRIPS, self.FACT, "codex")
        wiki.stage({TRIPS: self.FACT, LOG: f"{FILES[LOG]}{TODAY_LINE}\n"})
        assert errors(check_staged(wiki)) == set()

    def test_but_not_one_that_the_agent_signed_for_him(self, wiki: Wiki, check_staged: Check) -> None:
        log = f"{FILES[LOG]}{TODAY_LINE}\n"
        wiki.announced(TRIPS, self.FACT, "codex")
        wiki.announced(LOG, log, "codex")
        wiki.stage({TRIPS: self.FACT, LOG: log})
        assert errors(check_staged(wiki)) == {"impersonated"}

    def test_what_he_wrote_in_another_note(self, wiki: Wiki, check_staged: Check) -> None:
        food = f"# Food\n\n- Soup — codex, {TODAY}\n"
        wiki.announced("wiki/food.md", food, "codex", before=None)
        index = f"{FILES['wiki/index.md']}- [Food](food.md)\n"
        log = f"{BEN_SHIP[LOG]}{TODAY} | ADD | ben | food.md | soup\n"
        wiki.stage({**BEN_SHIP, "wiki/food.md": food, "wiki/index.md": index, LOG: log})
        assert errors(check_staged(wiki)) == set()

    def test_what_he_wrote_in_the_same_note_before_the_agent(self, wiki: Wiki, check_staged: Check) -> None:
        new = f"{BEN_SHIP[TRIPS]}- Soup — codex, {TODAY}\n"
        wiki.announced(TRIPS, new, "codex", before=BEN_SHIP[TRIPS])
        wiki.stage({**BEN_SHIP, TRIPS: new})
        assert errors(check_staged(wiki)) == set()

    def test_what_two_agents_wrote(self, wiki: Wiki, check_staged: Check) -> None:
        wiki.announced(TRIPS, self.FACT, "codex")
        new = self.FACT.replace(
            f"- {HOTEL}", f"- ~~{HOTEL}~~ — superseded {TODAY} by ben\n- By sea — ben, {TODAY}"
        )
        wiki.announced(TRIPS, new, "gemini-cli", before=self.FACT)
        wiki.stage({TRIPS: new, LOG: f"{FILES[LOG]}{TODAY_LINE.replace('UPDATE', 'SUPERSEDE')}\n"})
        assert errors(check_staged(wiki)) == set()

    def test_rules_that_an_admin_changes(self, wiki: Wiki, check_staged: Check) -> None:
        """Also where the agent wrote the file, and Anna agreed to it: it is she who commits."""
        policy = f'{FILES["memwiki.toml"]}kind = "shared"\n'
        wiki.announced(TRIPS, self.FACT, "codex")
        wiki.announced("memwiki.toml", policy, "codex")
        log = f"{FILES[LOG]}{TODAY} | ADD | anna | trips.md | soup\n"
        wiki.stage({TRIPS: self.FACT, LOG: log, "memwiki.toml": policy})
        verdict = check_staged(wiki, **BY_ANNA)
        assert errors(verdict) == set()
        told = "memwiki.toml and wiki/trips.md were written by codex for Ben Okri (session s-1)"
        assert told in verdict.notices
        assert errors(check_staged(wiki, **BY_ANNA, CODEX_THREAD_ID="t-1")) == {
            "policy-changed",
            "impersonated",
        }

    def test_what_an_admin_overrides(
        self, wiki: Wiki, check_staged: Check, check_message: Callable[..., Verdict]
    ) -> None:
        gone = FILES[TRIPS].replace(f"- {ROME}\n", "")
        wiki.announced(TRIPS, gone, "codex")
        wiki.stage({TRIPS: gone, LOG: f"{FILES[LOG]}{TODAY} | UPDATE | anna | trips.md | tidied\n"})
        assert errors(check_staged(wiki, **BY_ANNA)) == {"fact-erased"}
        message = "Tidy\n\nMemwiki-Override: fact-erased — agreed with Ben\n"
        assert errors(check_message(wiki, message, **BY_ANNA)) == set()
        assert errors(check_message(wiki, message, **BY_ANNA, CODEX_THREAD_ID="t-1")) != set()


class TestAJournalThatCannotBeRead:
    @pytest.mark.parametrize("bytes_", [b"words\n" * 1000, b"", None])
    def test_is_told_and_changes_nothing_else(
        self, wiki: Wiki, check_staged: Check, bytes_: bytes | None
    ) -> None:
        wiki.announced(TRIPS, "x", "codex")
        if bytes_ is None:
            (wiki.state / NAME).unlink()
            os.symlink("/dev/zero", wiki.state / NAME)
        else:
            (wiki.state / NAME).write_bytes(bytes_)
        wiki.stage({TRIPS: FILES[TRIPS].replace(f"- {ROME}\n", "")})
        verdict = check_staged(wiki)
        assert errors(verdict) == {"fact-erased"}
        (told,) = (notice for notice in verdict.notices if "looked up" in notice)
        assert told.startswith("who wrote the changed files could not be looked up: ")
        assert "memwiki doctor --mend" in told

    def test_that_somebody_holds_is_told(self, wiki: Wiki, check_staged: Check) -> None:
        with closing(open_database(str(wiki.state))) as db:
            db.execute("PRAGMA locking_mode = EXCLUSIVE")
            announce(db, TRIPS, "x", "ben", "hook", "codex")
            wiki.add_fact("trips.md", "The tickets are blue")
            wiki.stage()
            verdict = check_staged(wiki)
        assert errors(verdict) == set()
        assert "database is locked" in verdict.notices[0]

    def test_that_is_not_there_is_not_made(self, wiki: Wiki, manager: pluggy.PluginManager) -> None:
        wiki.add_fact("trips.md", "The tickets are blue")
        wiki.stage()
        staged.check(str(wiki.path), wiki.environ, "", TODAY, manager)
        assert not wiki.state.exists()
