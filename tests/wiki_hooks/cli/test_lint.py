"""`memwiki lint` as its users meet it: what is shown, what is written down, when it runs, how it ends.

Two rules of the test's own find words in notes, so that nothing here hangs on what a real rule says.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.repository import POLICY, Repository
from tests.wiki_hooks.cli.conftest import Run
from wiki_lint import RULES
from wiki_schema.finding import Finding
from wiki_schema.rule import StoreRule
from wiki_schema.standing.view import StoreView
from wiki_schema.text import split_lines

BASELINE = "memwiki-baseline.txt"
LOG = "wiki/log.md"


def finder(word: str) -> Callable[[StoreView], Iterator[Finding]]:
    """A check that finds a word in notes; whoever signs the line owes the decision."""

    def check(view: StoreView) -> Iterator[Finding]:
        for note in view.notes:
            for number, line in enumerate(split_lines(note.text), 1):
                if word in line:
                    owed = "Ben Okri" if "— ben" in line else ""
                    also = tuple((path, 0) for path in ("wiki/home.md",) if "home" in line)
                    message = f"There is a {word} in it."
                    yield Finding(
                        note.path, number, message, "take it out", owed_by=owed, also=also, key=word
                    )

    return check


@pytest.fixture(autouse=True)
def only_two_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    stale = next(rule for rule in RULES if rule.name == "baseline-stale")
    rules = [
        StoreRule("broken", "error", finder("BROKEN")),
        StoreRule("odd", "warning", finder("ODD")),
        stale,
    ]
    monkeypatch.setattr("wiki_schema.standing.lint.load_store_rules", lambda manager: rules)


@pytest.fixture
def odd(wiki: Repository) -> Repository:
    """A wiki in which one thing is odd, in a committed note."""
    wiki.commit("Odd", {"wiki/trips.md": wiki.read("wiki/trips.md") + "- ODD — ben, 2026-11-01\n"})
    return wiki


def found(memwiki: Run, wiki: Repository, *options: str) -> list[tuple[str, str, int]]:
    """What a pass shows, as rule, path and line."""
    report = json.loads(memwiki("lint", "--format", "json", *options, cwd=wiki.path).out)
    return [(each["rule"], each["path"], each["line"]) for each in report["findings"]]


class TestTheExitCode:
    @pytest.mark.parametrize(
        ("word", "options", "code"),
        [
            ("", (), 0),
            ("ODD", (), 1),
            ("ODD", ("--fail-on", "warning"), 1),
            ("ODD", ("--fail-on", "error"), 0),
            ("ODD", ("--fail-on", "never"), 0),
            ("ODD", ("--hook",), 0),
            ("ODD", ("--hook", "--fail-on", "warning"), 1),
            ("BROKEN", (), 1),
            ("BROKEN", ("--fail-on", "error"), 1),
            ("BROKEN", ("--hook",), 1),
            ("BROKEN", ("--fail-on", "never"), 0),
        ],
    )
    def test_says_whether_something_was_found(
        self, wiki: Repository, memwiki: Run, word: str, options: tuple[str, ...], code: int
    ) -> None:
        wiki.append("wiki/trips.md", f"- {word} — ben, 2026-11-01")
        answer = memwiki("lint", *options, cwd=wiki.path)
        assert (answer.code, answer.err) == (code, "")
        assert ("There is a" in answer.out) is bool(word)

    @pytest.mark.parametrize(
        "options",
        [
            ("--fail-on", "sometimes"),
            ("--write-baseline", "--prune"),
            ("--write-baseline", "--since", "HEAD"),
            ("--write-baseline", "--accepted"),
            ("--prune", "--since", "HEAD"),
            ("--prune", "wiki"),
            ("--prune", "--rule", "odd"),
            ("--log", "wiki"),
            ("--log", "--rule", "odd"),
            ("--due", "--since", "HEAD"),
            ("--rule", "odds"),
            ("wiki/trips.md:0",),
            ("--write-baseline", "--log"),
            ("--format", "txt"),
        ],
        ids=" ".join,
    )
    def test_is_2_for_what_contradicts_itself(
        self, odd: Repository, memwiki: Run, options: tuple[str, ...]
    ) -> None:
        answer = memwiki("lint", *options, cwd=odd.path)
        assert (answer.code, answer.out) == (2, "")
        assert not (odd.path / BASELINE).exists()

    def test_is_2_where_nothing_configures_a_wiki(self, memwiki: Run, tmp_path: Path) -> None:
        answer = memwiki("lint", cwd=tmp_path)
        assert (answer.code, "No memwiki.toml" in answer.err) == (2, True)

    def test_quiet_says_nothing_where_nothing_is_found(self, wiki: Repository, memwiki: Run) -> None:
        assert memwiki("lint", "--quiet", cwd=wiki.path) == (0, "", "")

    def test_a_folder_without_git_is_looked_through_too(self, memwiki: Run, tmp_path: Path) -> None:
        (tmp_path / "wiki").mkdir()
        (tmp_path / "memwiki.toml").write_text(POLICY)
        (tmp_path / "wiki" / "a.md").write_text("# A\n\n- ODD\n")
        state = str(tmp_path / "state")
        answer = memwiki("lint", cwd=tmp_path, XDG_STATE_HOME=state)
        assert (answer.code, "odd" in answer.out) == (1, True)
        assert memwiki("lint", "--due", "--quiet", cwd=tmp_path / "wiki") == (0, "", "")
        assert memwiki("lint", "--write-baseline", cwd=tmp_path / "wiki").code == 0
        assert memwiki("lint", cwd=tmp_path / "wiki").code == 0
        assert (tmp_path / BASELINE).exists()
        answer = memwiki("lint", "--since", "HEAD", cwd=tmp_path)
        assert (answer.code, "needs a git repository" in answer.err) == (2, True)


class TestWhatIsShown:
    def test_goes_by_who_owes_the_decision(self, odd: Repository, memwiki: Run) -> None:
        odd.append("wiki/home.md", "\nODD")
        heads = [line for line in memwiki("lint", cwd=odd.path).out.split("\n") if line.startswith("For ")]
        assert heads == ["For Ben Okri: 1 finding", "For whoever keeps the wiki: 1 finding"]

    def test_may_be_some_files_only(self, odd: Repository, memwiki: Run) -> None:
        odd.append("wiki/home.md", "\nODD")
        assert found(memwiki, odd, "wiki/home.md") == [("odd", "wiki/home.md", 5)]
        assert len(found(memwiki, odd, "wiki")) == 2
        answer = memwiki("lint", "trips.md", cwd=odd.path / "wiki")
        assert "note: 1 more finding in other files" in answer.out
        assert memwiki("lint", "tripz.md", cwd=odd.path / "wiki").code == 2

    def test_may_be_what_changed_since_a_commit(self, odd: Repository, memwiki: Run) -> None:
        assert found(memwiki, odd, "--since", "HEAD") == []
        assert found(memwiki, odd, "--since", "HEAD~1") == [("odd", "wiki/trips.md", 5)]
        odd.write("wiki/new.md", "# New\n\nODD\n")
        assert found(memwiki, odd, "--since", "HEAD") == [("odd", "wiki/new.md", 3)], "untracked"
        odd.git("add", "wiki/new.md")
        assert found(memwiki, odd, "--since", "HEAD") == [("odd", "wiki/new.md", 3)], "staged"

    def test_counts_what_has_its_other_place_in_a_changed_file(self, wiki: Repository, memwiki: Run) -> None:
        wiki.commit("Odd", {"wiki/trips.md": "# Trips\n\nODD, see home\n"})
        assert found(memwiki, wiki, "--since", "HEAD") == []
        wiki.append("wiki/home.md", "\nA word.")
        assert found(memwiki, wiki, "--since", "HEAD") == [("odd", "wiki/trips.md", 3)]

    @pytest.mark.parametrize("revision", ["nowhere", "--all", "", "HEAD~9", "HEAD:wiki"])
    def test_a_commit_that_is_none_is_told(self, odd: Repository, memwiki: Run, revision: str) -> None:
        answer = memwiki("lint", f"--since={revision}", cwd=odd.path)
        assert (answer.code, answer.out) == (2, "")
        assert "`git log --oneline` shows those there are" in answer.err

    def test_is_the_same_bytes_each_time(self, odd: Repository, memwiki: Run) -> None:
        odd.append("wiki/home.md", "\nODD\n\nBROKEN")
        assert memwiki("lint", cwd=odd.path) == memwiki("lint", cwd=odd.path)

    def test_the_policy_is_the_one_on_disk(self, odd: Repository, memwiki: Run) -> None:
        odd.write("memwiki.toml", f'{POLICY}\n[rules]\nodd = "off"\n')
        assert memwiki("lint", cwd=odd.path).code == 2, "the real rules know no rule of that name"
        odd.write("memwiki.toml", f'{POLICY}kind = "open"\n')
        assert memwiki("lint", cwd=odd.path).code == 1


class TestTheBaseline:
    def test_makes_an_old_wiki_green_in_both_checks(self, odd: Repository, memwiki: Run) -> None:
        odd.append("wiki/home.md", "- A fact without a name")
        odd.append("wiki/trips.md", "- ODD too — ben, 2026-11-01")
        assert (memwiki("lint", cwd=odd.path).code, memwiki("check", "--all", cwd=odd.path).code) == (1, 1)
        answer = memwiki("lint", "--write-baseline", cwd=odd.path)
        assert (answer.code, answer.err) == (0, "")
        holds = f"{BASELINE} holds 2 entries now, for 3 findings"
        assert answer.out.startswith(f"{holds}: 2 of `memwiki lint` and 1 of `memwiki check --all`\n")
        assert f"next: git add :/{BASELINE}\n" in answer.out
        for command in (("lint",), ("check", "--all")):
            told = memwiki(*command, cwd=odd.path)
            assert told.code == 0
            assert f"note: {BASELINE} covers " in told.out
        assert "covers 2 findings of `memwiki lint` that stood" in memwiki("lint", cwd=odd.path).out
        assert "covers 1 finding of `memwiki check --all` that" in memwiki("check", "--all", cwd=odd.path).out

    def test_covers_no_more_than_there_was(self, odd: Repository, memwiki: Run) -> None:
        memwiki("lint", "--write-baseline", cwd=odd.path)
        odd.replace("wiki/trips.md", "# Trips\n", "# Trips\n\n- ODD too — ben, 2026-11-01\n")
        assert found(memwiki, odd) == [("odd", "wiki/trips.md", 7)]

    def test_is_not_known_to_the_check_of_a_change(self, odd: Repository, memwiki: Run) -> None:
        odd.append("wiki/home.md", "- A fact without a name")
        memwiki("lint", "--write-baseline", "--who", "anna", cwd=odd.path)
        odd.stage()
        assert "fact-unattributed" in memwiki("check", cwd=odd.path).out

    def test_what_was_put_right_is_stale_until_it_is_taken_out(self, odd: Repository, memwiki: Run) -> None:
        odd.append("wiki/home.md", "\nBROKEN")
        memwiki("lint", "--write-baseline", cwd=odd.path)
        odd.replace("wiki/home.md", "\nBROKEN\n", "")
        line = (
            odd.read(BASELINE)
            .split("\n")
            .index(next(x for x in odd.read(BASELINE).split("\n") if "home" in x))
        )
        assert found(memwiki, odd) == [("baseline-stale", BASELINE, line + 1)]
        answer = memwiki("lint", "--prune", cwd=odd.path)
        assert answer.out.startswith(
            f"1 taken out; {BASELINE} holds 1 entry now, for 1 finding: 1 of `memwiki lint`\n"
        )
        assert found(memwiki, odd) == []

    def test_prune_takes_nothing_else_and_adds_nothing(self, odd: Repository, memwiki: Run) -> None:
        memwiki("lint", "--write-baseline", cwd=odd.path)
        before = odd.read(BASELINE)
        odd.append("wiki/home.md", "\nBROKEN\n- A fact without a name")
        assert memwiki("lint", "--prune", cwd=odd.path).out.startswith("0 taken out; ")
        assert odd.read(BASELINE) == before
        (odd.path / BASELINE).unlink()
        assert "has no entry" in memwiki("lint", "--prune", cwd=odd.path).out

    def test_of_the_rules_on_form_is_told_stale_by_check_all(self, odd: Repository, memwiki: Run) -> None:
        odd.append("wiki/home.md", "- A fact without a name")
        memwiki("lint", "--write-baseline", cwd=odd.path)
        odd.replace("wiki/home.md", "- A fact without a name\n", "")
        answer = memwiki("check", "--all", cwd=odd.path)
        assert (answer.code, "baseline-stale" in answer.out) == (0, True)
        memwiki("lint", "--prune", cwd=odd.path)
        assert "baseline-stale" not in memwiki("check", "--all", cwd=odd.path).out

    def test_may_stand_elsewhere_but_must_stand_there(self, odd: Repository, memwiki: Run) -> None:
        odd.write("memwiki.toml", f'{POLICY}\n[lint]\nbaseline = "old/found.txt"\n')
        for command in (("lint",), ("lint", "--prune"), ("check", "--all")):
            answer = memwiki(*command, cwd=odd.path)
            assert (answer.code, "old/found.txt, which is not there" in answer.err) == (2, True)
        assert memwiki("lint", "--write-baseline", cwd=odd.path).code == 0
        assert memwiki("lint", cwd=odd.path).code == 0
        assert "odd | wiki/trips.md" in odd.read("old/found.txt")

    def test_that_cannot_be_read_is_no_pass(self, odd: Repository, memwiki: Run) -> None:
        odd.write(BASELINE, "<<<<<<< HEAD\n")
        for command in (("lint",), ("lint", "--prune"), ("check", "--all")):
            answer = memwiki(*command, cwd=odd.path)
            assert (answer.code, f"{BASELINE}:1: an unresolved merge" in answer.err) == (2, True)
        assert memwiki("lint", "--write-baseline", cwd=odd.path).code == 0

    def test_new_entries_are_an_admins_to_commit_and_old_ones_everybodys_to_take_out(
        self, odd: Repository, memwiki: Run
    ) -> None:
        answer = memwiki("lint", "--write-baseline", cwd=odd.path)
        assert "only an admin in person may commit new entries, not Ben Okri" in answer.out
        odd.stage()
        assert "policy-changed" in memwiki("check", cwd=odd.path).out
        assert memwiki("check", "--who", "anna", cwd=odd.path).code == 0
        ranged = ("check", "--from-ref", odd.head)
        odd.commit("Accepted", author="Ben Okri <ben@example.org>")
        assert "policy-changed" in memwiki(*ranged, "--to-ref", "HEAD", cwd=odd.path).out
        odd.git("commit", "-q", "--amend", "--no-edit", "--author=Anna Rossi <anna@example.org>")
        assert memwiki(*ranged, "--to-ref", "HEAD", cwd=odd.path).code == 0
        odd.replace(
            "wiki/trips.md",
            "- ODD — ben, 2026-11-01\n",
            "- ~~ODD — ben, 2026-11-01~~ — superseded 2026-11-30 by ben\n- Even — ben, 2026-11-30\n",
        )
        odd.write(BASELINE, "")
        odd.append(LOG, "2026-11-30 | SUPERSEDE | ben | trips.md | even now")
        odd.stage()
        assert memwiki("check", cwd=odd.path).code == 0

    def test_whoever_writes_it_is_told_who_may_commit_it(self, odd: Repository, memwiki: Run) -> None:
        members = '\n[[member]]\nid = "agent-7"\nname = "Agent 7"\nrole = "agent"\nacts_for = ["anna"]\n'
        odd.commit("An agent", {"members.toml": odd.read("members.toml") + members})
        for who, label in (("ben", "Ben Okri"), ("agent-7", "Agent 7"), ("nobody", "nobody")):
            answer = memwiki("lint", "--write-baseline", "--who", who, cwd=odd.path)
            assert f"only an admin in person may commit new entries, not {label}: ask one" in answer.out
        answer = memwiki("lint", "--write-baseline", "--who", "anna", cwd=odd.path)
        assert "next: git add" in answer.out and "only an admin" not in answer.out
        odd.commit("Accepted")
        answer = memwiki("lint", "--write-baseline", "--who", "agent-7", cwd=odd.path)
        assert answer.out.count("\n") == 1, "nothing is left to commit"

    def test_that_two_branches_wrote_is_merged_by_git(self, odd: Repository, memwiki: Run) -> None:
        odd.commit("Union", {".gitattributes": f"{BASELINE} merge=union\n"})
        memwiki("lint", "--write-baseline", cwd=odd.path)
        odd.commit("Accepted")
        for branch, word, name in (("one", "ODD", "one"), ("other", "BROKEN", "other")):
            odd.git("checkout", "-q", "-b", branch, "main")
            odd.write(f"wiki/{name}.md", f"# {name}\n\n{word}\n")
            memwiki("lint", "--write-baseline", cwd=odd.path)
            odd.commit(branch)
        odd.git("merge", "-q", "--no-edit", "one")
        assert memwiki("lint", cwd=odd.path).code == 0
        assert len(odd.read(BASELINE).split("\n")) == len(set(odd.read(BASELINE).split("\n")))

    def test_a_link_in_its_place_is_not_followed(self, odd: Repository, memwiki: Run, tmp_path: Path) -> None:
        outside = tmp_path / "outside.txt"
        outside.write_text("kept\n")
        (odd.path / BASELINE).symlink_to(outside)
        assert memwiki("lint", cwd=odd.path).code == 2
        assert memwiki("lint", "--write-baseline", cwd=odd.path).code == 2
        assert outside.read_text() == "kept\n"


BOTH = ["odd wiki/home.md", "odd wiki/trips.md"]


class TestASingleFinding:
    """Accepted by itself, and looked at again."""

    @pytest.mark.parametrize(
        ("part", "covered"),
        [
            (("--rule", "odd"), BOTH),
            (("wiki/home.md",), ["broken wiki/home.md", "odd wiki/home.md"]),
            (("--rule", "odd", "wiki/home.md"), ["odd wiki/home.md"]),
            (("wiki/home.md:6",), ["broken wiki/home.md"]),
            (("--rule", "broken", "--rule", "odd"), ["broken wiki/home.md", *BOTH]),
            (("--rule", "fact-unattributed"), ["fact-unattributed wiki/trips.md"]),
        ],
    )  # fmt: skip
    def test_is_accepted_beside_what_was_accepted_before(
        self, odd: Repository, memwiki: Run, part: tuple[str, ...], covered: list[str]
    ) -> None:
        odd.append("wiki/home.md", "\nODD\nBROKEN")
        odd.append("wiki/trips.md", "- A fact without a name")
        old = "odd | gone.md | lint-0123456789abcdef | 1"
        odd.write(BASELINE, f"{old}\n")
        answer = memwiki("lint", "--write-baseline", *part, cwd=odd.path)
        assert (answer.code, answer.err) == (0, "")
        rows = [line.split(" | ") for line in odd.read(BASELINE).split("\n") if line.count(" | ") == 3]
        rows = [row for row in rows if row[0] != "rule" and not row[0].startswith("#")]
        names = [f"{rule} {path}" for rule, path, *_ in rows if path != "gone.md"]
        assert sorted(set(names)) == covered
        assert old in odd.read(BASELINE), "what is stale is taken out by --prune alone"
        again = memwiki("lint", "--write-baseline", *part, cwd=odd.path)
        assert again == (0, "nothing is found there that is not accepted already\n", "")

    def test_is_shown_again_marked_and_not_counted(self, odd: Repository, memwiki: Run) -> None:
        odd.append("wiki/home.md", "\nODD\nBROKEN")
        memwiki("lint", "--write-baseline", "--rule", "odd", cwd=odd.path)
        assert found(memwiki, odd) == [("broken", "wiki/home.md", 6)]
        shown = json.loads(memwiki("lint", "--accepted", "--format", "json", cwd=odd.path).out)
        told = [(each["rule"], each["path"], each.get("accepted", False)) for each in shown["findings"]]
        assert told == [
            ("odd", "wiki/trips.md", True),
            ("odd", "wiki/home.md", True),
            ("broken", "wiki/home.md", False),
        ]
        assert (shown["errors"], shown["warnings"]) == (1, 0)
        text = memwiki("lint", "--accepted", cwd=odd.path).out
        assert "warning, accepted  odd" in text
        assert "memwiki: the health pass: 1 error, 2 accepted.\n" in text
        memwiki("lint", "--write-baseline", cwd=odd.path)
        assert memwiki("lint", "--accepted", cwd=odd.path).code == 0
        assert memwiki("lint", "--accepted", "--rule", "broken", "--fail-on", "error", cwd=odd.path).code == 0

    def test_of_the_rules_on_form_is_shown_by_check_all(self, odd: Repository, memwiki: Run) -> None:
        odd.append("wiki/home.md", "- A fact without a name")
        memwiki("lint", "--write-baseline", cwd=odd.path)
        answer = memwiki("check", "--all", "--accepted", cwd=odd.path)
        assert (answer.code, "error, accepted" in answer.out) == (0, True)
        assert memwiki("check", "--accepted", cwd=odd.path).code == 2

    def test_of_a_file_that_stood_here_is_not_said_to_be_new(self, odd: Repository, memwiki: Run) -> None:
        odd.commit("A mark", {"wiki/home.md": f"\ufeff{odd.read('wiki/home.md')}"})
        assert "(BOM) stands at the start of the file" in memwiki("check", "--all", cwd=odd.path).out
        odd.write("wiki/trips.md", f"\ufeff{odd.read('wiki/trips.md')}")
        assert "(BOM) was added at the start of the file" in memwiki("check", "--worktree", cwd=odd.path).out

    def test_of_a_rule_may_be_all_that_is_shown(self, odd: Repository, memwiki: Run) -> None:
        odd.append("wiki/home.md", "\nODD\nBROKEN")
        assert found(memwiki, odd, "--rule", "broken") == [("broken", "wiki/home.md", 6)]
        assert "note: 2 more findings of other rules" in memwiki("lint", "--rule", "broken", cwd=odd.path).out
        assert found(memwiki, odd, "--rule", "link-dead") == [], "a rule that finds nothing"
        answer = memwiki("lint", "--rule", "brokn", cwd=odd.path)
        assert (answer.code, "did you mean broken" in answer.err) == (2, True)

    def test_may_be_named_by_its_line(self, odd: Repository, memwiki: Run) -> None:
        odd.append("wiki/home.md", "\nODD\nBROKEN")
        assert found(memwiki, odd, "wiki/home.md:6") == [("broken", "wiki/home.md", 6)]
        assert found(memwiki, odd, "wiki/home.md:2") == []
        odd.write("wiki/a:6.md", "# A\n\nODD\n")
        odd.write("wiki/home.md:6", "")
        assert found(memwiki, odd, "wiki/home.md:6") == [], "a file of that name is meant first"
        assert memwiki("lint", "wiki/nowhere.md:6", cwd=odd.path).code == 2


class TestTheLog:
    def test_gets_one_line_with_the_counts(self, odd: Repository, memwiki: Run) -> None:
        odd.append("wiki/home.md", "\nBROKEN\n\nODD")
        answer = memwiki("lint", "--log", cwd=odd.path)
        assert (answer.code, "note: 1 line appended to wiki/log.md" in answer.out) == (1, True)
        line = "2026-11-30 | LINT | Ben Okri | . | 1 error, 2 warnings: broken 1, odd 2"
        assert odd.read(LOG).split("\n")[-2] == line
        assert odd.read(LOG).count("LINT") == 1

    def test_says_so_where_nothing_is_found_and_is_clean_in_a_commit(
        self, wiki: Repository, memwiki: Run
    ) -> None:
        assert memwiki("lint", "--log", "--quiet", "--who", "anna", cwd=wiki.path).code == 0
        assert wiki.read(LOG).endswith("2026-11-30 | LINT | Anna Rossi | . | nothing found\n")
        wiki.stage()
        assert memwiki("check", "--who", "anna", cwd=wiki.path) == (
            0,
            "memwiki: the staged change: nothing to report.\n",
            "",
        )

    @pytest.mark.parametrize(
        ("format", "log", "entry"),
        [
            ("headings", "# Log\n\n## [2026-11-01] add | Trips\n\nBody.\n", "## [2026-11-30] lint | ."),
            (
                "bullets",
                "# Log\n\n- 2026-11-01 — trips\n",
                "- 2026-11-30 — lint . — Ben Okri: 1 warning: odd 1",
            ),
            (
                "okf",
                "# Log\n\n## 2026-11-01\n\n- **Add** trips\n",
                "- **Lint** .: Ben Okri: 1 warning: odd 1",
            ),
        ],
    )
    def test_is_written_in_its_own_format_and_known_again(
        self, odd: Repository, memwiki: Run, format: str, log: str, entry: str
    ) -> None:
        odd.commit("A format", {"memwiki.toml": f'{POLICY}log_format = "{format}"\n', LOG: log})
        assert memwiki("lint", "--log", cwd=odd.path).code == 1
        assert odd.read(LOG).startswith(log)
        assert entry in odd.read(LOG).split("\n")
        (odd.path / ".git/memwiki/linted").unlink()
        assert memwiki("lint", "--due", "--quiet", cwd=odd.path) == (0, "", "")

    def test_each_store_has_its_own_counts(self, odd: Repository, memwiki: Run) -> None:
        more = {"memwiki.toml": POLICY + POLICY.replace("wiki", "other"), "other/index.md": "# Index\n"}
        odd.commit("Another", more | {"other/log.md": "# Log\n"})
        memwiki("lint", "--log", cwd=odd.path)
        assert odd.read(LOG).endswith("| 1 warning: odd 1\n")
        assert odd.read("other/log.md").endswith("| LINT | Ben Okri | . | nothing found\n")

    def test_that_cannot_take_a_line_is_an_error_and_nothing_is_written(
        self, odd: Repository, memwiki: Run
    ) -> None:
        odd.git("rm", "-q", "--cached", LOG)
        (odd.path / LOG).unlink()
        answer = memwiki("lint", "--log", cwd=odd.path)
        assert (answer.code, "There is no log wiki/log.md" in answer.err) == (2, True)
        assert not (odd.path / LOG).exists()

    @pytest.mark.parametrize("more", [(), ("--accepted",), ("--who", "stranger"), ("--fail-on", "never")])
    def test_tells_of_the_whole_pass_whatever_of_it_is_shown(
        self, odd: Repository, memwiki: Run, more: tuple[str, ...]
    ) -> None:
        memwiki("lint", "--write-baseline", cwd=odd.path)
        odd.append("wiki/home.md", "\nBROKEN")
        memwiki("lint", "--log", *more, cwd=odd.path)
        assert odd.read(LOG).split("\n")[-2].endswith("| 1 error: broken 1"), (
            "what is accepted is not counted"
        )


class TestWhenItIsDue:
    def test_it_runs_where_there_was_no_pass_and_then_rests(self, odd: Repository, memwiki: Run) -> None:
        assert memwiki("lint", "--due", cwd=odd.path).code == 1
        assert memwiki("lint", "--due", "--quiet", cwd=odd.path) == (0, "", "")
        for day, code in (("2026-12-06", 0), ("2026-12-07", 1), ("2026-11-01", 1)):
            assert memwiki("lint", "--due", cwd=odd.path, MEMWIKI_TODAY=day).code == code, day

    @pytest.mark.parametrize(("days", "code"), [(0, 1), (1, 1), (3, 0)])
    def test_the_policy_says_how_often(self, odd: Repository, memwiki: Run, days: int, code: int) -> None:
        odd.write("memwiki.toml", f"{POLICY}\n[lint]\ninterval_days = {days}\n")
        memwiki("lint", cwd=odd.path)
        assert memwiki("lint", "--due", cwd=odd.path, MEMWIKI_TODAY="2026-12-01").code == code

    def test_a_line_in_the_log_counts_as_a_pass(self, odd: Repository, memwiki: Run) -> None:
        odd.append(LOG, "2026-11-20 | LINT | anna | . | nothing found")
        assert memwiki("lint", "--due", cwd=odd.path).code == 1
        (odd.path / ".git/memwiki/linted").unlink()
        odd.append(LOG, "2026-11-28 | LINT | anna | . | nothing found")
        assert memwiki("lint", "--due", "--quiet", cwd=odd.path) == (0, "", "")

    def test_every_store_must_have_had_its_pass(self, odd: Repository, memwiki: Run) -> None:
        odd.append(LOG, "2026-11-28 | LINT | anna | . | nothing found")
        odd.write("other/log.md", "# Log\n")
        odd.write("memwiki.toml", POLICY + POLICY.replace("wiki", "other"))
        assert memwiki("lint", "--due", cwd=odd.path).code == 1

    def test_no_git_is_asked_while_it_rests(
        self, odd: Repository, memwiki: Run, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        memwiki("lint", cwd=odd.path)
        monkeypatch.setattr(subprocess, "Popen", None)
        assert memwiki("lint", "--due", "--quiet", cwd=odd.path) == (0, "", "")

    @pytest.mark.parametrize(
        "part", [("wiki",), ("--since", "HEAD"), ("--rule", "odd"), ("wiki/trips.md:5",)], ids=" ".join
    )
    def test_a_pass_of_which_a_part_is_shown_is_none(
        self, odd: Repository, memwiki: Run, part: tuple[str, ...]
    ) -> None:
        memwiki("lint", *part, cwd=odd.path)
        assert memwiki("lint", "--due", cwd=odd.path).code == 1
        assert memwiki("lint", "--due", cwd=odd.path).code == 0

    def test_it_says_when_it_rests_until_when_beside_the_report(self, odd: Repository, memwiki: Run) -> None:
        memwiki("lint", cwd=odd.path)
        until = "memwiki: the last health pass was on 2026-11-30, the next is due on 2026-12-07\n"
        assert memwiki("lint", "--due", cwd=odd.path) == (0, "", until)
        assert memwiki("lint", "--due", "--format", "json", cwd=odd.path) == (0, "", until)

    def test_what_is_remembered_may_be_damaged(self, odd: Repository, memwiki: Run) -> None:
        memwiki("lint", cwd=odd.path)
        for words in (b"", b"soon", b"2026-13-01", b"\xff\xfe", b"9" * 100):
            (odd.path / ".git/memwiki/linted").write_bytes(words)
            assert memwiki("lint", "--due", cwd=odd.path).code == 1


class TestPrivateStores:
    """Who is told the words of a private store, by which format whatever."""

    @pytest.fixture
    def confided(self, wiki: Repository) -> Repository:
        agents = (("agent-7", "ben"), ("agent-8", "anna"))
        agent = '\n[[member]]\nid = "{}"\nrole = "agent"\nacts_for = ["{}"]\n'
        wiki.write(
            "members.toml", wiki.read("members.toml") + "".join(agent.format(*each) for each in agents)
        )
        wiki.write("memwiki.toml", POLICY + '\n[[store]]\npath = "own"\nkind = "private"\nowner = "ben"\n')
        wiki.write("own/diary.md", "# Diary\n\nBROKEN, as home is\n")
        return wiki

    @pytest.mark.parametrize("format", ["text", "terminal", "json", "sarif", "github", "markdown"])
    @pytest.mark.parametrize(
        ("who", "is_told"),
        [("ben", True), ("agent-7", True), ("anna", False), ("agent-8", False), ("stranger", False)],
        ids=["the owner", "its agent", "an admin", "an admin's agent", "a stranger"],
    )
    @pytest.mark.parametrize("more", [(), ("--accepted",)], ids=["", "accepted"])
    def test_tell_their_words_to_their_owner_alone(
        self, confided: Repository, memwiki: Run, format: str, who: str, is_told: bool, more: tuple[str, ...]
    ) -> None:
        if more:
            memwiki("lint", "--write-baseline", cwd=confided.path)
        out = memwiki("lint", "--who", who, "--format", format, *more, cwd=confided.path).out
        assert ("There is a BROKEN" in out, "BROKEN" in out) == (is_told, is_told)
        assert ("private store of somebody else" in out) is not is_told
        assert "own/diary.md" in out and "broken" in out, "file and rule are told in any case"

    def test_are_anybodys_where_nobody_is_a_member(self, confided: Repository, memwiki: Run) -> None:
        (confided.path / "members.toml").unlink()
        assert "There is a BROKEN" in memwiki("lint", "--who", "anna", cwd=confided.path).out

    def test_are_covered_by_the_same_baseline_whoever_asks(self, confided: Repository, memwiki: Run) -> None:
        memwiki("lint", "--write-baseline", cwd=confided.path)
        for who in ("ben", "anna"):
            assert memwiki("lint", "--who", who, cwd=confided.path).code == 0


def test_the_order_of_the_disk_and_of_hashes_decides_nothing(wiki: Repository) -> None:
    """With the real rules, in processes of their own."""
    names = ["a", "B", "b", "c"]
    for name in names:
        wiki.write(f"wiki/{name}.md", f"# {name}\n\n- Same words [x](nowhere.md) — ben, 2026-11-01\n")
    answers = set()
    for seed, order in (("0", names), ("1", names[::-1])):
        for name in order:
            path = wiki.path / f"wiki/{name}.md"
            text = path.read_text()
            path.unlink()
            path.write_text(text)
        for format in ("json", "text"):
            done = subprocess.run(
                [sys.executable, "-m", "wiki_hooks.cli", "lint", "--format", format],
                cwd=wiki.path,
                env={**os.environ, **wiki.environ, "PYTHONHASHSEED": seed, "MEMWIKI_TODAY": "2026-11-30"},
                capture_output=True,
                check=False,
            )
            assert done.returncode == 1, done.stderr
            answers.add((format, done.stdout))
    assert len(answers) == 2
