"""`memwiki merge-repair`: what a merge without drivers did to logs and indexes, and nothing else."""

from __future__ import annotations

import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cases.command import checked
from tests.repository import ANNA, BEN, FILES, FIRST_LINE, SECOND_LINE, Repository
from tests.wiki_hooks.cli.conftest import Answer, Run

ONE = "2026-11-28 | LINT | anna | home.md | one"
TWO = "2026-11-29 | LINT | ben | trips.md | two"
SAME = "2026-11-30 | LINT | ben | home.md | the same"
LATER = "2026-11-30 | LINT | ben | home.md | later"
OLD = [FIRST_LINE, SECOND_LINE]


def text(*lines: str) -> str:
    return "".join(f"{line}\n" for line in ("# Log", "", *lines))


def log_of(wiki: Repository) -> list[str]:
    return wiki.read("wiki/log.md").removeprefix("# Log\n\n").split("\n")[:-1]


def part(wiki: Repository, main: str, side: str, path: str = "wiki/log.md") -> None:
    """Two branches, each with its own version of a file; main is checked out."""
    wiki.git("checkout", "-qb", "side")
    wiki.commit("side", {path: side}, author=ANNA)
    wiki.git("checkout", "-q", "main")
    wiki.commit("main", {path: main}, author=BEN)


def merge_to(wiki: Repository, result: str, path: str = "wiki/log.md") -> str:
    """The merge of both with any result, made and committed."""
    wiki.git("merge", "-q", "-s", "ours", "--no-commit", "side")
    return wiki.commit("Merged", {path: result}, author=ANNA)


def union(wiki: Repository) -> str:
    """The merge of both as a host makes it that merges by union."""
    wiki.write(".git/info/attributes", "*.md merge=union\n")
    wiki.git("merge", "-q", "--no-edit", "side")
    (wiki.path / ".git/info/attributes").unlink()
    return wiki.head


@pytest.fixture
def repair(wiki: Repository, memwiki: Run) -> Run:
    def run(*arguments: str, **more: str) -> Answer:
        return memwiki("merge-repair", *arguments, cwd=wiki.path, **more)

    return run


def follow(wiki: Repository, answer: Answer, **more: str) -> None:
    """Types the commands that an answer names."""
    program = f"{shlex.quote(sys.executable)} -m wiki_hooks.cli"
    script = f'set -e\nmemwiki() {{ {program} "$@"; }}\n' + answer.out.split("\nnext:\n")[1]
    environ = {**wiki.environ, "MEMWIKI_TODAY": "2026-11-30", **more}
    done = subprocess.run(script, shell=True, cwd=wiki.path, env=environ, capture_output=True, text=True)
    assert done.returncode == 0, script + done.stdout + done.stderr


# Merges that are made


@pytest.mark.parametrize(
    ("result", "says"),
    [
        pytest.param([*OLD, TWO, SAME, LATER], "1 line put back", id="a line lost"),
        pytest.param([*OLD, ONE, TWO, SAME, SAME, LATER], "1 line taken out", id="a line twice"),
        pytest.param([*OLD, SAME, ONE, TWO, LATER], "put in order", id="out of order"),
        pytest.param([*OLD, ONE, SAME, LATER], "1 line put back", id="one side dropped"),
        pytest.param([FIRST_LINE, ONE, TWO, SAME, LATER], "1 line put back", id="an old line lost"),
        pytest.param([*OLD], "4 lines put back", id="both sides dropped"),
    ],
)
def test_what_a_merge_did_to_a_log_is_mended(
    wiki: Repository, repair: Run, result: list[str], says: str
) -> None:
    part(wiki, text(*OLD, TWO, SAME), text(*OLD, ONE, SAME, LATER))
    merge_to(wiki, text(*result))
    answer = repair()
    assert (answer.code, f"wiki/log.md: {says}\n" in answer.out) == (0, True), answer.out
    assert log_of(wiki) == [*OLD, ONE, TWO, SAME, LATER]
    follow(wiki, answer, MEMWIKI_WHO="anna")
    assert wiki.git("status", "--porcelain") == ""
    assert checked(wiki, "--from-ref", "HEAD^", "--to-ref", "HEAD").code == 0
    assert repair().out == "nothing to mend: 2 files looked at\n"


def test_a_right_merge_is_left_as_it_is_whatever_its_order(wiki: Repository, repair: Run) -> None:
    part(wiki, text(*OLD, TWO), text(*OLD, ONE))
    merge_to(wiki, text(*OLD, TWO, ONE))
    assert repair().out == "nothing to mend: 2 files looked at\n"
    assert log_of(wiki) == [*OLD, TWO, ONE]


def test_a_dry_run_shows_and_writes_nothing(wiki: Repository, repair: Run) -> None:
    part(wiki, text(*OLD, TWO), text(*OLD, ONE))
    merge_to(wiki, text(*OLD, TWO))
    answer = repair("--dry-run")
    assert answer.code == 1
    assert f"\n+{ONE}\n" in answer.out
    assert log_of(wiki) == [*OLD, TWO]
    wiki.write("wiki/log.md", text(*OLD, ONE, TWO))
    assert repair("--dry-run").out == repair().out == "nothing to mend: 2 files looked at\n"


def test_what_was_written_since_stays(wiki: Repository, repair: Run) -> None:
    part(wiki, text(*OLD, TWO), text(*OLD, ONE))
    merge = merge_to(wiki, text(*OLD, TWO, TWO))
    wiki.append("wiki/log.md", SAME)
    wiki.commit("since")
    wiki.append("wiki/log.md", LATER)
    answer = repair(merge)
    assert log_of(wiki) == [*OLD, ONE, TWO, SAME, LATER]
    assert "git commit --amend" not in answer.out


@pytest.mark.parametrize("published", [False, True])
def test_a_merge_that_others_may_have_is_not_amended(
    wiki: Repository, repair: Run, tmp_path: Path, published: bool
) -> None:
    part(wiki, text(*OLD, TWO), text(*OLD, ONE))
    merge = merge_to(wiki, text(*OLD, ONE, TWO, TWO))
    if published:
        wiki.git("remote", "add", "origin", str(wiki.clone(tmp_path / "o.git", "--bare").path))
        wiki.git("push", "-q", "origin", "main")
        wiki.git("fetch", "-q", "origin")
    answer = repair()
    assert ("--amend" in answer.out) is not published
    assert ("Memwiki-Override: log-shortened — " in answer.out) is published
    follow(wiki, answer, GIT_AUTHOR_EMAIL="anna@example.org")
    assert (wiki.git("rev-parse", "HEAD^") == merge) is published
    assert checked(wiki, "--from-ref", "HEAD^", "--to-ref", "HEAD").code == 0


def test_lines_that_were_lost_last_need_no_override(wiki: Repository, repair: Run) -> None:
    part(wiki, text(*OLD, ONE), text(*OLD, TWO))
    merge = merge_to(wiki, text(*OLD, ONE))
    wiki.commit("since", {"README.md": "x\n"})
    answer = repair(merge)
    assert "Memwiki-Override" not in answer.out
    follow(wiki, answer)
    assert log_of(wiki) == [*OLD, ONE, TWO]


# What somebody wrote into a merge


CONFLICT = "2026-11-30 | CONFLICT | ben | trips.md | when we went"


@pytest.mark.parametrize(
    ("result", "mended"),
    [
        pytest.param([*OLD, ONE, TWO, CONFLICT], [*OLD, ONE, TWO, CONFLICT], id="at the end"),
        pytest.param([*OLD, TWO, CONFLICT, ONE], [*OLD, TWO, CONFLICT, ONE], id="in between"),
        pytest.param([*OLD, TWO, CONFLICT], [*OLD, ONE, TWO, CONFLICT], id="where a line is lost"),
        pytest.param([*OLD, TWO, TWO, ONE, CONFLICT], [*OLD, ONE, TWO, CONFLICT], id="where one is doubled"),
    ],
)
@pytest.mark.parametrize("is_made", [True, False])
def test_a_line_that_no_side_has_stays(
    wiki: Repository, repair: Run, result: list[str], mended: list[str], is_made: bool
) -> None:
    part(wiki, text(*OLD, TWO), text(*OLD, ONE))
    if is_made:
        merge_to(wiki, text(*result))
    else:
        wiki.git("merge", "-q", "-s", "ours", "--no-commit", "side")
        wiki.write("wiki/log.md", text(*result))
    answer = repair()
    assert (answer.code, log_of(wiki)) == (0, mended)
    assert ("nothing to mend" in answer.out) is (result == mended)
    assert repair().out.startswith("nothing to mend")


BOTH = ("What we cook, by Anna.", "What we cook, by Ben.")
ABOUT = "What we cook."


def page(*lines: str, more: str = "") -> str:
    return "".join(f"{line}\n" for line in ("# Index", "", *lines, "", "- [Trips](trips.md)")) + more


HOME = "- [Home](home.md)\n"


def two_texts(wiki: Repository) -> None:
    """Both sides have changed one sentence of the index, and each has added a listing."""
    wiki.commit("Words", {"wiki/index.md": page(ABOUT, more=HOME)}, author=ANNA)
    part(
        wiki,
        page(BOTH[0], more=f"{HOME}- [A](a.md)\n"),
        page(BOTH[1], more=f"- [B](b.md)\n{HOME}"),
        "wiki/index.md",
    )


RESOLVED = [
    pytest.param(["What we cook, by Anna and Ben."], id="both names"),
    pytest.param(["Recipes of everybody.", "", "And drinks."], id="other words"),
    pytest.param([BOTH[0]], id="ours"),
    pytest.param([BOTH[1]], id="theirs"),
    pytest.param([BOTH[1], "", BOTH[0]], id="both"),
    pytest.param(["Cooking", "=======", "", BOTH[0]], id="with an underline"),
    pytest.param([BOTH[0], "", "```", "<<<<<<< ours", "x", "=======", "y", ">>>>>>> z", "```"], id="code"),
]


@pytest.mark.parametrize("words", RESOLVED)
@pytest.mark.parametrize("state", ["made", "staged", "on disk"])
def test_what_a_person_made_of_two_texts_stays(
    wiki: Repository, repair: Run, words: list[str], state: str
) -> None:
    two_texts(wiki)
    result = page(*words, more=f"- [B](b.md)\n{HOME}- [A](a.md)\n")
    if state == "made":
        merge_to(wiki, result, "wiki/index.md")
    else:
        wiki.git("merge", "side", fails=True)
        wiki.write("wiki/index.md", result)
        if state == "staged":
            wiki.git("add", "wiki/index.md")
    answer = repair()
    assert wiki.read("wiki/index.md") == result
    assert "nothing to mend" in answer.out


@pytest.mark.parametrize("words", RESOLVED)
def test_what_a_person_made_of_two_texts_stays_where_a_listing_is_lost(
    wiki: Repository, repair: Run, words: list[str]
) -> None:
    two_texts(wiki)
    merge_to(wiki, page(*words, more=f"{HOME}- [A](a.md)\n"), "wiki/index.md")
    answer = repair()
    assert (answer.code, "1 line put back" in answer.out) == (0, True), answer.out
    assert wiki.read("wiki/index.md") == page(*words, more=f"- [B](b.md)\n{HOME}- [A](a.md)\n")


def test_a_conflict_that_is_half_resolved_is_not_wrapped_in_another(wiki: Repository, repair: Run) -> None:
    two_texts(wiki)
    wiki.git("merge", "side", fails=True)
    assert repair().code == 1
    once = wiki.read("wiki/index.md")
    assert repair().code == 1
    assert wiki.read("wiki/index.md") == once
    edited = once.replace("=======\n", "=======\nWhat we cook, by Anna and Ben.\n")
    wiki.write("wiki/index.md", edited)
    assert repair().code == 1
    assert wiki.read("wiki/index.md") == edited


def test_an_old_line_of_a_log_may_be_given_other_words_but_not_dropped(wiki: Repository, repair: Run) -> None:
    part(wiki, text(*OLD, TWO), text(FIRST_LINE, EDITED, ONE))
    third = SECOND_LINE.replace("the boiler", "two boilers")
    merge = merge_to(wiki, text(FIRST_LINE, third, ONE, TWO))
    assert "nothing to mend" in repair().out
    wiki.write("wiki/log.md", text(FIRST_LINE, ONE, TWO, CONFLICT))
    wiki.git("commit", "-q", "--no-verify", "--amend", "--no-edit", "-a")
    assert merge != wiki.head
    assert repair().code == 1
    assert {SECOND_LINE, EDITED, CONFLICT} <= set(log_of(wiki))


def test_a_log_that_was_put_away_since_is_not_poured_back(
    wiki: Repository, repair: Run, memwiki: Run
) -> None:
    part(wiki, text(*OLD, TWO), text(*OLD, ONE))
    merge = merge_to(wiki, text(*OLD, TWO))
    assert memwiki("log", "rotate", cwd=wiki.path).code == 0
    wiki.commit("Put away")
    log = wiki.read("wiki/log.md")
    answer = repair(merge)
    assert (answer.code, "was put away into an archive after the merge" in answer.err) == (2, True), answer
    assert wiki.read("wiki/log.md") == log


# What a union leaves behind


EDITED = SECOND_LINE.replace("the boiler", "a boiler")


@pytest.mark.parametrize(
    ("side", "both"),
    [
        pytest.param([FIRST_LINE, EDITED, ONE], [SECOND_LINE, EDITED], id="both versions of an edited line"),
        pytest.param([FIRST_LINE, ONE], [SECOND_LINE], id="a line that one side took out"),
    ],
)
def test_what_one_side_did_to_an_old_line_is_left_to_a_person(
    wiki: Repository, repair: Run, side: list[str], both: list[str]
) -> None:
    part(wiki, text(*OLD, TWO), text(*side))
    union(wiki)
    assert set(both) <= set(log_of(wiki))
    answer = repair()
    assert (answer.code, "both versions are shown in 1 place: choose there" in answer.out) == (1, True)
    theirs = [EDITED] if EDITED in side else []
    assert log_of(wiki) == [
        FIRST_LINE, "<<<<<<< ours", SECOND_LINE, "=======", *theirs, ">>>>>>> theirs", ONE, TWO,
    ]  # fmt: skip
    wiki.write("wiki/log.md", text(*side, TWO))
    wiki.git("commit", "-q", "--no-verify", "--amend", "--no-edit", "-a")
    assert repair().out == "nothing to mend: 2 files looked at\n", "somebody has chosen"


def test_a_secret_that_came_back_goes(wiki: Repository, repair: Run) -> None:
    hidden = SECOND_LINE.replace("the boiler", "[redacted: token]")
    part(wiki, text(*OLD, TWO), text(FIRST_LINE, hidden, ONE))
    union(wiki)
    assert repair().code == 0
    assert log_of(wiki) == [FIRST_LINE, hidden, ONE, TWO]


def test_entries_that_a_union_ran_into_each_other(wiki: Repository, memwiki: Run, repair: Run) -> None:
    policy = '[[store]]\npath = "wiki"\nlog_format = "headings"\n'
    old = "# Log\n\n## [2026-11-01] a\n\nBody.\n"
    wiki.commit("Headings", {"memwiki.toml": policy, "wiki/log.md": old}, author=ANNA)
    new = "\n## [2026-11-30] lint\n\n{}\n"
    part(wiki, old + new.format("Mine."), old + new.format("Theirs."))
    union(wiki)
    assert wiki.read("wiki/log.md").count("lint") == 1
    assert repair().code == 0
    assert wiki.read("wiki/log.md") == old + new.format("Mine.") + new.format("Theirs.")


def test_an_index_lists_each_note_once_again(wiki: Repository, repair: Run) -> None:
    index = FILES["wiki/index.md"]
    part(
        wiki,
        index + "- [A](a.md)\n",
        "# Index\n\n- [A](a.md)\n- [Trips](trips.md)\n- [Home](home.md)\n",
        "wiki/index.md",
    )
    union(wiki)
    assert wiki.read("wiki/index.md").count("a.md") == 2
    assert repair().code == 0
    assert wiki.read("wiki/index.md").count("a.md") == 1


# Merges that are being made


def test_a_conflict_is_merged_anew_with_what_was_written_into_it(wiki: Repository, repair: Run) -> None:
    part(wiki, text(*OLD, TWO), text(*OLD, ONE))
    wiki.git("merge", "side", fails=True)
    assert "<<<<<<<" in wiki.read("wiki/log.md")
    wiki.append("wiki/log.md", LATER)
    answer = repair()
    assert (answer.code, "git commit --no-edit" in answer.out) == (0, True)
    assert log_of(wiki) == [*OLD, ONE, TWO, LATER]
    follow(wiki, answer)
    assert checked(wiki, "--from-ref", "HEAD^", "--to-ref", "HEAD").code == 0


def test_a_side_that_was_chosen_for_all_is_seen(wiki: Repository, repair: Run) -> None:
    part(wiki, text(*OLD, TWO), text(*OLD, ONE))
    wiki.git("merge", "-q", "--no-commit", "-X", "ours", "side")
    assert repair().code == 0
    assert log_of(wiki) == [*OLD, ONE, TWO]


def test_what_somebody_chose_and_added_stays(wiki: Repository, repair: Run) -> None:
    part(wiki, text(*OLD, TWO), text(FIRST_LINE, EDITED, ONE))
    wiki.git("merge", "side", fails=True)
    assert repair().code == 1
    wiki.stage({"wiki/log.md": text(*OLD, ONE, TWO)})
    assert repair().out == "nothing to mend: 2 files looked at\n"


def test_a_pick_that_stopped_goes_on_top(wiki: Repository, repair: Run) -> None:
    part(wiki, text(*OLD, TWO), text(*OLD, ONE))
    wiki.git("cherry-pick", "side", fails=True)
    answer = repair()
    assert (answer.code, "git status" in answer.out) == (0, True)
    assert log_of(wiki) == [*OLD, TWO, ONE]


def test_a_log_that_one_side_removed_is_not_ours_to_decide(wiki: Repository, repair: Run) -> None:
    wiki.git("checkout", "-qb", "side")
    wiki.commit("gone", {"wiki/log.md": None})
    wiki.git("checkout", "-q", "main")
    wiki.append("wiki/log.md", TWO)
    wiki.commit("main")
    wiki.git("merge", "side", fails=True)
    assert repair().code == 0
    assert log_of(wiki) == [*OLD, TWO]


# Nothing to mend


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ([], "HEAD is no merge, and none is being made"),
        (["main"], "main is no merge"),
        (["nowhere"], "nowhere is no commit of this repository"),
        (["--", "--upload-pack=x"], "is no commit of this repository"),
    ],
)
def test_without_a_merge_it_says_so(wiki: Repository, repair: Run, arguments: list[str], says: str) -> None:
    answer = repair(*arguments)
    assert (answer.code, says in answer.err) == (2, True), answer


def test_outside_of_git_nothing_was_merged(tmp_path: Path, memwiki: Run) -> None:
    (tmp_path / "memwiki.toml").write_text('[[store]]\npath = "."\n')
    answer = memwiki("merge-repair", cwd=tmp_path, HOME=str(tmp_path))
    assert (answer.code, "in no git repository" in answer.err) == (2, True)
