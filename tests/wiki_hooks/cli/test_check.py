"""`memwiki check` in all its forms, and the hooks beside it: what is asked, and what the answer is."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.repository import ANNA, HOTEL, ROME, Repository, empty_repository
from tests.wiki_hooks.cli.conftest import Run

POLICY = {"memwiki.toml": '[[store]]\npath = "wiki"\n', "members.toml": '[[member]]\nid = "ben"\n'}


def rules(out: str) -> list[str]:
    return [finding["rule"] for finding in json.loads(out)["findings"]]


def lose_a_fact(wiki: Repository) -> None:
    wiki.replace("wiki/trips.md", f"{HOTEL}\n", "")
    wiki.append("wiki/log.md", "2026-11-30 | UPDATE | ben | trips.md | shorter")


def test_a_good_change_is_clean(wiki: Repository, memwiki: Run) -> None:
    wiki.add_fact("trips.md", "The train leaves at nine")
    wiki.stage()
    answer = memwiki("check", cwd=wiki.path)
    assert answer == (0, "memwiki: the staged change: nothing to report.\n", "")
    assert memwiki("check", "--quiet", cwd=wiki.path).out == ""
    assert memwiki("check", "--hook", cwd=wiki.path).out == ""


@pytest.mark.parametrize("mode", [[], ["--hook"], ["--worktree"]])
def test_a_lost_fact_is_refused_with_its_words(wiki: Repository, memwiki: Run, mode: list[str]) -> None:
    lose_a_fact(wiki)
    wiki.stage()
    answer = memwiki("check", *mode, cwd=wiki.path)
    assert answer.code == 1
    assert "fact-erased" in answer.out
    assert f"\n          │ {HOTEL.removeprefix('- ')}\n" in answer.out


def test_the_index_counts_not_the_disk(wiki: Repository, memwiki: Run) -> None:
    lose_a_fact(wiki)
    assert memwiki("check", cwd=wiki.path).code == 0
    assert memwiki("check", "--worktree", cwd=wiki.path).code == 1
    wiki.stage()
    wiki.git("checkout", "HEAD", "--", "wiki")
    lose_a_fact(wiki)
    wiki.git("add", "wiki")
    wiki.write("wiki/trips.md", f"# Trips\n\n{ROME}\n{HOTEL}\n")
    assert memwiki("check", cwd=wiki.path).code == 1


def test_an_unfinished_look_is_not_a_clean_one(tmp_path: Path, memwiki: Run, wiki: Repository) -> None:
    assert memwiki("check", cwd=tmp_path).code == 2
    wiki.write("memwiki.toml", "[[stor]]\n")
    wiki.stage()
    answer = memwiki("check", cwd=wiki.path)
    assert answer.code == 2
    assert "memwiki.toml" in answer.err


def test_when_nothing_is_staged_that_is_said(wiki: Repository, memwiki: Run) -> None:
    answer = memwiki("check", "--hook", cwd=wiki.path)
    assert answer.code == 0
    assert "Nothing is staged" in answer.out


def test_files_narrow_what_is_shown(wiki: Repository, memwiki: Run) -> None:
    lose_a_fact(wiki)
    wiki.write("wiki/new.md", "# New\n")
    wiki.stage()
    every = memwiki("check", "--format", "json", cwd=wiki.path)
    assert rules(every.out) == ["log-missing", "note-unindexed", "fact-erased"]
    one = memwiki("check", "--format", "json", "trips.md", cwd=wiki.path / "wiki")
    assert rules(one.out) == ["fact-erased"]
    assert json.loads(one.out)["notices"][-1] == "2 more findings in other files"
    assert memwiki("check", "wiki/log.md", cwd=wiki.path).code == 0
    assert len(rules(memwiki("check", "--format", "json", "wiki", cwd=wiki.path).out)) == 3


@pytest.mark.parametrize(
    ("name", "says"), [("wiki/trisp.md", "there is no file"), ("../x.md", "lies outside")]
)
def test_a_misspelt_file_does_not_look_clean(wiki: Repository, memwiki: Run, name: str, says: str) -> None:
    lose_a_fact(wiki)
    wiki.stage()
    answer = memwiki("check", name, cwd=wiki.path)
    assert (answer.code, says in answer.err) == (2, True)


def test_a_range_is_judged_commit_by_commit(wiki: Repository, memwiki: Run) -> None:
    start = wiki.head
    lose_a_fact(wiki)
    bad = wiki.commit("shorter")
    answer = memwiki("check", "--from-ref", start, "--to-ref", "HEAD", "--format", "json", cwd=wiki.path)
    assert answer.code == 1
    (finding,) = json.loads(answer.out)["findings"]
    assert (finding["rule"], finding["commit"]) == ("fact-erased", bad)


def test_under_the_framework_variables_name_the_range(wiki: Repository, memwiki: Run) -> None:
    start = wiki.head
    lose_a_fact(wiki)
    wiki.commit("shorter")
    answer = memwiki("check", "--hook", cwd=wiki.path, PRE_COMMIT_FROM_REF=start, PRE_COMMIT_TO_REF="HEAD")
    assert answer.code == 1


def test_every_file_is_judged_by_its_form(wiki: Repository, memwiki: Run, tmp_path: Path) -> None:
    assert memwiki("check", "--all", cwd=wiki.path).code == 0
    wiki.append("wiki/trips.md", "- Nobody says this")
    wiki.append("wiki/log.md", "no log line")
    answer = memwiki("check", "--all", "--format", "json", cwd=wiki.path)
    assert answer.code == 1
    assert set(rules(answer.out)) == {"fact-unattributed", "log-malformed"}
    plain = tmp_path / "plain"
    (wiki.path / "wiki").rename(tmp_path / "wiki")
    plain.mkdir()
    (tmp_path / "wiki").rename(plain / "wiki")
    for name, text in POLICY.items():
        (plain / name).write_text(text, encoding="utf-8")
    assert memwiki("check", "--all", cwd=plain).code == 1


def change(before: str | None, after: str | None, **more: object) -> str:
    files = [{"path": "wiki/a.md", "before": before, "after": after}]
    return json.dumps({"actor": "ben", "day": "2026-11-30", "policy": POLICY, "files": files, **more})


def test_a_change_on_standard_input_is_judged(tmp_path: Path, memwiki: Run) -> None:
    fact = "- A fact — ben, 2026-11-01\n"
    feed = change(f"# A\n\n{fact}", "# A\n")
    answer = memwiki("check", "--stdin", "--format", "json", feed=feed)
    assert answer.code == 1
    assert "fact-erased" in rules(answer.out)
    step = memwiki(
        "check", "--stdin", "--format", "json", feed=change("# A\n", f"# A\n\n{fact}", step="tool")
    )
    assert step.code == 0
    assert json.loads(step.out)["warnings"] == 2, (
        "the log line is missing, the fact is old: warnings in a single step"
    )


def test_a_change_without_any_configuration_cannot_be_judged(tmp_path: Path, memwiki: Run) -> None:
    answer = memwiki("check", "--stdin", feed='{"files": []}')
    assert answer.code == 2
    assert "No memwiki.toml" in answer.err


def test_without_a_policy_that_of_the_current_folder_judges(wiki: Repository, memwiki: Run) -> None:
    trips = wiki.read("wiki/trips.md")
    files = [{"path": "wiki/trips.md", "before": trips, "after": trips.replace(f"{ROME}\n", "")}]
    answer = memwiki("check", "--stdin", cwd=wiki.path, feed=json.dumps({"actor": "ben", "files": files}))
    assert answer.code == 1
    assert "fact-erased" in answer.out


@pytest.mark.parametrize("format", ["text", "json", "sarif", "github", "markdown"])
def test_every_format_has_the_same_exit_code(wiki: Repository, memwiki: Run, format: str) -> None:
    lose_a_fact(wiki)
    wiki.stage()
    answer = memwiki("check", "--format", format, cwd=wiki.path)
    assert answer.code == 1
    assert "fact-erased" in answer.out


def test_colour_is_kept_for_those_who_want_it(wiki: Repository, memwiki: Run) -> None:
    lose_a_fact(wiki)
    wiki.stage()
    assert "\x1b[" not in memwiki("check", cwd=wiki.path).out
    assert "\x1b[" in memwiki("check", cwd=wiki.path, FORCE_COLOR="1").out
    assert "\x1b[" not in memwiki("check", cwd=wiki.path, FORCE_COLOR="1", NO_COLOR="1").out


def test_who_is_acting_can_be_said(wiki: Repository, memwiki: Run) -> None:
    wiki.add_fact("trips.md", "By Anna", who="anna")
    wiki.stage()
    as_ben = memwiki("check", "--format", "json", cwd=wiki.path)
    assert rules(as_ben.out) == ["impersonated", "impersonated"]
    assert rules(memwiki("check", "--format", "json", "--who", "anna", cwd=wiki.path).out) == []
    assert rules(memwiki("check", "--format", "json", cwd=wiki.path, MEMWIKI_WHO="anna").out) == []


def test_an_admin_may_override_in_the_message(wiki: Repository, memwiki: Run) -> None:
    lose_a_fact(wiki)
    wiki.stage()
    wiki.write("message", "Shorter\n\nMemwiki-Override: fact-erased — agreed with Ben\n")
    as_ben = memwiki("check-message", "message", cwd=wiki.path)
    assert as_ben.code == 1
    assert "not honoured" in as_ben.out
    as_anna = memwiki("check-message", "message", "--who", "anna", cwd=wiki.path)
    assert as_anna.code == 0
    assert "overridden by Anna Rossi" in as_anna.out


def test_a_push_is_judged_before_it_leaves_and_where_it_arrives(
    wiki: Repository, memwiki: Run, tmp_path: Path
) -> None:
    bare = wiki.clone(tmp_path / "bare.git", "--bare")
    wiki.git("remote", "add", "origin", str(bare.path))
    wiki.git("fetch", "-q", "origin")
    old = wiki.head
    lose_a_fact(wiki)
    new = wiki.commit("shorter")
    feed = f"refs/heads/main {new} refs/heads/main {old}\n"
    assert memwiki("pre-push", "origin", str(bare.path), cwd=wiki.path, feed=feed).code == 1
    bare.git("fetch", "-q", str(wiki.path), "main")
    answer = memwiki("pre-receive", cwd=bare.path, feed=f"{old} {new} refs/heads/main\n", GIT_DIR=".")
    assert answer.code == 1
    assert HOTEL.removeprefix("- ") in answer.out


@pytest.mark.parametrize(
    ("arguments", "feed"),
    [
        (["pre-receive"], ""),
        (["pre-receive"], "a b\n"),
        (["pre-receive"], "a b c d\n"),
        (["pre-push", "o"], "a\n"),
    ],
)
def test_a_hook_that_git_does_not_speak_to_says_nothing_is_clean(
    wiki: Repository, memwiki: Run, arguments: list[str], feed: str
) -> None:
    answer = memwiki(*arguments, cwd=wiki.path, feed=feed)
    assert answer.code == 2
    assert "git" in answer.err


def test_a_push_of_nothing_is_fine(wiki: Repository, memwiki: Run) -> None:
    assert memwiki("pre-push", "origin", cwd=wiki.path, feed="") == (0, "", "")


def test_an_audit_names_commit_author_and_words(wiki: Repository, memwiki: Run) -> None:
    assert memwiki("audit", cwd=wiki.path).code == 0
    wiki.add_fact("trips.md", "The train leaves at nine")
    wiki.commit("A train")
    lose_a_fact(wiki)
    bad = wiki.commit("shorter")
    answer = memwiki("audit", cwd=wiki.path)
    assert answer.code == 1
    assert f"commit {bad[:12]} — Ben Okri, 2026-11-30: shorter" in answer.out
    assert HOTEL.removeprefix("- ") in answer.out
    assert "memwiki: 1 commit of 3 broke a rule: 1 error" in answer.out
    assert memwiki("audit", "HEAD~2..HEAD~1", cwd=wiki.path).code == 0
    assert memwiki("audit", "no-such-ref", cwd=wiki.path).code == 2


def test_the_author_of_a_commit_is_the_actor_of_an_audit(wiki: Repository, memwiki: Run) -> None:
    wiki.add_fact("trips.md", "By Anna", who="anna")
    wiki.commit("Anna's", author=ANNA)
    assert memwiki("audit", cwd=wiki.path).code == 0


@pytest.mark.parametrize("format", ["text", "json"])
def test_where_nothing_is_committed_yet_there_is_nothing_to_audit(
    tmp_path: Path, memwiki: Run, format: str
) -> None:
    empty = empty_repository(tmp_path / "empty")
    answer = memwiki("audit", "--format", format, cwd=empty.path)
    assert (answer.code, answer.err) == (0, "")
    assert "There are no commits yet: nothing to audit." in answer.out


@pytest.mark.parametrize("branch", ["main", "deep/er"])
def test_a_branch_that_cannot_be_read_is_not_an_empty_one(
    wiki: Repository, memwiki: Run, branch: str
) -> None:
    wiki.git("checkout", "-q", "-B", branch)
    wiki.write(f".git/refs/heads/{branch}", "broken\n")
    assert memwiki("audit", cwd=wiki.path).code == 2


def test_an_audit_tells_of_warnings_when_asked(wiki: Repository, memwiki: Run) -> None:
    wiki.append("wiki/trips.md", "- The bridge is closed — ben, 2026-10-01")
    wiki.append("wiki/log.md", "2026-11-30 | ADD | ben | trips.md | the bridge")
    wiki.commit("An old fact")
    quiet, full = memwiki("audit", cwd=wiki.path), memwiki("audit", "--warnings", cwd=wiki.path)
    assert (quiet.code, full.code) == (0, 0)
    assert "fact-backdated" not in quiet.out
    assert "1 warning not shown; memwiki audit --warnings shows them" in quiet.out
    assert "fact-backdated" in full.out
