"""`memwiki doctor`: every gap is named, and its command closes it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.repository import MEMBERS, Repository, empty_repository
from tests.wiki_hooks.cli.conftest import Run


def gaps(out: str) -> list[tuple[str, str]]:
    """The gaps of an answer, each with its command."""
    lines = out.split("\n")
    return [
        (line.removeprefix("gap  "), lines[at + 1].strip().removeprefix("do: "))
        for at, line in enumerate(lines)
        if line.startswith("gap ")
    ]


def protected(wiki: Repository, memwiki: Run) -> None:
    assert memwiki("init", "wiki", "--git-hooks", cwd=wiki.path).code == 0


def test_a_protected_repository_has_no_gap(wiki: Repository, memwiki: Run) -> None:
    protected(wiki, memwiki)
    answer = memwiki("doctor", cwd=wiki.path)
    assert (answer.code, gaps(answer.out)) == (0, [])
    for words in (
        "Python 3",
        "git version",
        "memwiki.toml: wiki (shared)",
        "you are Ben Okri (member)",
        "wiki/log.md",
    ):
        assert f"ok   {words}" in answer.out or words in answer.out
    assert "--no-verify" in answer.out, "that hooks can be skipped is said"


def test_hooks_alone_are_no_gate(wiki: Repository, memwiki: Run) -> None:
    protected(wiki, memwiki)
    last = memwiki("doctor", cwd=wiki.path).out.rstrip().split("\n")[-1]
    assert "Well protected" not in last
    assert "--no-verify skips them: CI or pre-receive is the gate (see README)" in last
    wiki.write(".github/workflows/check.yml", "run: memwiki check --from-ref a --to-ref b\n")
    assert memwiki("doctor", cwd=wiki.path).out.endswith("\nno gaps. Well protected.\n")


def test_the_gate_of_a_server_is_looked_for_in_a_bare_repository(
    wiki: Repository, memwiki: Run, tmp_path: Path
) -> None:
    bare = wiki.clone(tmp_path / "bare.git", "--bare")
    (gap,) = gaps(memwiki("doctor", cwd=bare.path).out)
    assert "pre-receive hook is not installed" in gap[0]
    subprocess.run(gap[1], shell=True, cwd=bare.path, env=bare.environ, check=True)
    assert memwiki("doctor", cwd=bare.path).out.endswith("\nno gaps. Well protected.\n")
    (bare.path / "hooks/pre-receive").chmod(0o644)
    (gap,) = gaps(memwiki("doctor", cwd=bare.path).out)
    assert "not executable" in gap[0]


@pytest.mark.parametrize("below", ["deep/er", "wiki"])
def test_its_commands_work_in_a_folder_below(wiki: Repository, memwiki: Run, below: str) -> None:
    protected(wiki, memwiki)
    (wiki.path / below).mkdir(parents=True, exist_ok=True)
    wiki.git("rm", "-q", "--cached", "wiki/index.md")
    wiki.git("update-index", "--assume-unchanged", "wiki/trips.md")
    wiki.git("update-index", "--skip-worktree", "wiki/home.md")
    wiki.write(".gitattributes", "*.md filter=lfs working-tree-encoding=ISO-8859-1\n")
    commands = [command for _, command in gaps(memwiki("doctor", cwd=wiki.path / below).out)]
    assert len(commands) == 7
    for command in commands:
        subprocess.run(command, shell=True, cwd=wiki.path / below, env=wiki.environ, check=True)
    assert gaps(memwiki("doctor", cwd=wiki.path / below).out) == []
    (wiki.path / "wiki/log.md").unlink()
    ((gap, command),) = gaps(memwiki("doctor", cwd=wiki.path / below).out)
    assert (gap, command) == ("wiki: the log wiki/log.md is gone from the disk", "git restore :/wiki/log.md")


def test_a_store_without_its_files_is_made_from_a_folder_below(wiki: Repository, memwiki: Run) -> None:
    wiki.git("rm", "-q", "wiki/index.md")
    (wiki.path / "deep").mkdir()
    commands = [command for _, command in gaps(memwiki("doctor", cwd=wiki.path / "deep").out)]
    assert "memwiki init ../wiki" in commands
    memwiki("init", "../wiki", cwd=wiki.path / "deep")
    assert (wiki.path / "wiki/index.md").exists()


@pytest.mark.parametrize(
    ("path", "more", "meant"),
    [
        ("wikki", {}, "wiki"),
        ("notes", {}, "wiki"),
        ("note", {"notes/log.md": "# Log\n"}, "notes"),
        ("memory", {"notes/log.md": "# Log\n"}, ""),
    ],
)
def test_a_store_that_is_nowhere_is_a_gap_that_names_what_is_meant(
    wiki: Repository, memwiki: Run, path: str, more: dict[str, str], meant: str
) -> None:
    wiki.stage({"memwiki.toml": f'[[store]]\npath = "{path}"\n', **more})
    answer = memwiki("doctor", cwd=wiki.path)
    gap, command = next(found for found in gaps(answer.out) if "no such folder" in found[0])
    assert gap.startswith(f"{path}: there is no such folder")
    assert gap.endswith(f"did you mean {meant}?" if meant else "guards nothing")
    assert command == (f'set path = "{meant}" for it in memwiki.toml' if meant else f"memwiki init {path}")


def test_stores_and_notes_are_counted(wiki: Repository, memwiki: Run) -> None:
    assert "ok   1 store, 2 notes\n" in memwiki("doctor", cwd=wiki.path).out
    for number in range(7):
        wiki.write(f"wiki/new-{number}.md", "# New\n")
    wiki.write(".gitignore", "new-6.md\n")
    memwiki("init", "mine", "--kind", "private", cwd=wiki.path)
    answer = memwiki("doctor", cwd=wiki.path)
    assert "ok   2 stores, 9 notes\n" in answer.out
    assert (
        "note 6 notes not listed in wiki/index.md: "
        "wiki/new-0.md, wiki/new-1.md, wiki/new-2.md, wiki/new-3.md, wiki/new-4.md, …\n"
    ) in answer.out


@pytest.mark.parametrize(
    ("variables", "says"),
    [
        ({"MEMWIKI_WHO": "xyz"}, "note MEMWIKI_WHO is xyz, who is not in members.toml: you may only add"),
        ({"MEMWIKI_WHO": "Ana"}, "note MEMWIKI_WHO is Ana, who is not in members.toml, did you mean anna?"),
        ({"MEMWIKI_WHO": "anna"}, "ok   you are Anna Rossi (admin), as MEMWIKI_WHO says"),
        (
            {"GIT_AUTHOR_EMAIL": "anna@example.org"},
            "ok   you are Anna Rossi (admin), as GIT_AUTHOR_EMAIL says",
        ),
        ({"MEMWIKI_TODAY": "2026-11-30"}, "note MEMWIKI_TODAY is 2026-11-30: that day counts as today"),
        ({"SKIP": "x, memwiki-check"}, "gap  SKIP is x, memwiki-check: the hooks pass that over"),
    ],
)
def test_a_variable_that_bends_the_check_is_named(
    wiki: Repository, memwiki: Run, variables: dict[str, str], says: str
) -> None:
    answer = memwiki("doctor", cwd=wiki.path, **variables)
    assert says in answer.out
    name = next(iter(variables))
    assert (f"do: unset {name}" in answer.out) is not says.startswith("ok")


BOUND = """
[[member]]
id = "claude-code"
role = "agent"
acts_for = ["ben"]
"""


def test_an_agent_that_the_environment_names_is_told_and_to_whom_it_is_bound(
    wiki: Repository, memwiki: Run
) -> None:
    agents = {"CLAUDE_CODE_CHILD_SESSION": "1", "GEMINI_CLI": "1"}
    wiki.write("members.toml", MEMBERS + BOUND)
    out = memwiki("doctor", cwd=wiki.path, **agents).out
    assert (
        "ok   the environment names the agent claude-code: it is claude-code, who acts for Ben Okri\n" in out
    )
    assert (
        "note the environment names the agent gemini-cli, which is bound to no member: git's user acts" in out
    )
    assert 'do: add a [[member]] to members.toml with id = "gemini-cli" and role = "agent"\n' in out


def test_in_a_new_repository_each_command_closes_its_gap(tmp_path: Path, memwiki: Run) -> None:
    repository = empty_repository(tmp_path / "new")
    for _ in range(10):
        found = gaps(memwiki("doctor", cwd=repository.path).out)
        if not found:
            break
        command = found[0][1]
        assert command.startswith(("memwiki init", "git add"))
        if command.startswith("memwiki "):
            command = f"{sys.executable} -m wiki_hooks.cli {command.removeprefix('memwiki ')}"
        subprocess.run(
            command, shell=True, cwd=repository.path, env=repository.environ, check=True, capture_output=True
        )
    assert memwiki("doctor", cwd=repository.path).code == 0


def test_outside_of_git_nothing_is_protected(tmp_path: Path, memwiki: Run) -> None:
    answer = memwiki("doctor", cwd=tmp_path)
    assert answer.code == 1
    assert gaps(answer.out)[0][1] == "git init"


@pytest.mark.parametrize(
    ("prepare", "gap", "command"),
    [
        (lambda w: w.write("memwiki.toml", "[[stor]]\n"), "stor", "mend that line"),
        (lambda w: (w.path / "memwiki.toml").unlink(), "no memwiki.toml", "memwiki init"),
        (lambda w: (w.path / "members.toml").unlink(), "nobody is listed", "add a [[member]]"),
        (lambda w: w.write("members.toml", MEMBERS.replace("admin", "member")), "no admin", "role"),
        (
            lambda w: w.git("update-index", "--assume-unchanged", "wiki/log.md"),
            "assume-unchanged",
            "--no-assume-unchanged",
        ),
        (
            lambda w: w.git("update-index", "--skip-worktree", "wiki/trips.md"),
            "skip-worktree",
            "--no-skip-worktree",
        ),
        (lambda w: w.write(".gitattributes", "*.md filter=lfs\n"), "filter=lfs", "-filter"),
        (lambda w: w.write(".gitattributes", "log.md merge=union\n"), "merged by union", "merge=union"),
        (
            lambda w: (w.git("rm", "-q", "wiki/log.md"), w.git("commit", "-qnm", "x")),
            "wiki/log.md is missing",
            "memwiki init wiki",
        ),
        (lambda w: w.git("rm", "-q", "--cached", "wiki/index.md"), "wiki/index.md is not in git", "git add"),
        (
            lambda w: (w.path / ".git/hooks/pre-commit").unlink(),
            "pre-commit hook is not installed",
            "--git-hooks",
        ),
        (lambda w: (w.path / ".git/hooks/pre-push").chmod(0o644), "not executable", "chmod +x"),
        (
            lambda w: w.write(".git/hooks/commit-msg", "#!/bin/sh\ntrue\n"),
            "commit-msg hook does not run memwiki",
            "init",
        ),
    ],
)
def test_a_gap_is_named_with_its_command(
    wiki: Repository, memwiki: Run, prepare: object, gap: str, command: str
) -> None:
    protected(wiki, memwiki)
    prepare(wiki)  # type: ignore[operator]
    answer = memwiki("doctor", cwd=wiki.path)
    assert answer.code == 1
    assert [found for found in gaps(answer.out) if gap in found[0] and command in found[1]], answer.out


def test_a_shallow_clone_is_a_gap(wiki: Repository, memwiki: Run, tmp_path: Path) -> None:
    wiki.commit("more", {"wiki/x.txt": "x"})
    shallow = wiki.clone(tmp_path / "shallow", "--depth=1")
    assert ("git fetch --unshallow") in [
        command for _, command in gaps(memwiki("doctor", cwd=shallow.path).out)
    ]


def test_an_unknown_user_is_told_so(wiki: Repository, memwiki: Run) -> None:
    wiki.git("config", "user.email", "stranger@example.net")
    wiki.git("config", "user.name", "A Stranger")
    assert "you are unknown here (stranger@example.net)" in memwiki("doctor", cwd=wiki.path).out


def test_notes_are_no_gaps(wiki: Repository, memwiki: Run) -> None:
    protected(wiki, memwiki)
    wiki.append("memwiki.toml", "[rules]\nelision = 'off'")
    wiki.git("replace", "HEAD", wiki.git("commit-tree", "-m", "x", "HEAD^{tree}"))
    answer = memwiki("doctor", cwd=wiki.path)
    assert answer.code == 0
    for words in ("elision is switched off", "shows another object"):
        assert words in answer.out


def test_ci_that_runs_memwiki_is_seen(wiki: Repository, memwiki: Run) -> None:
    wiki.write(".github/workflows/check.yml", "run: memwiki check --from-ref a --to-ref b\n")
    assert "ok   CI runs memwiki" in memwiki("doctor", cwd=wiki.path).out


def test_the_hooks_of_the_framework_count_where_it_runs_memwiki(wiki: Repository, memwiki: Run) -> None:
    for name in ("pre-commit", "pre-merge-commit", "commit-msg", "pre-push"):
        wiki.write(
            f".git/hooks/{name}", "#!/bin/sh\n# File generated by pre-commit: https://pre-commit.com\n"
        )
        (wiki.path / ".git/hooks" / name).chmod(0o755)
    wiki.write(".pre-commit-config.yaml", "repos: []\n")
    assert "runs pre-commit without memwiki" in memwiki("doctor", cwd=wiki.path).out
    memwiki("init", "wiki", "--pre-commit", cwd=wiki.path)
    assert "runs pre-commit, which runs memwiki" in memwiki("doctor", cwd=wiki.path).out


def test_whether_the_health_pass_runs_is_worth_knowing_and_no_gap(wiki: Repository, memwiki: Run) -> None:
    protected(wiki, memwiki)
    out = memwiki("doctor", cwd=wiki.path).out
    assert "note the health pass has never run here\n       do: memwiki lint\n" in out
    assert (
        "note nothing in this repository runs the health pass\n       do: from a timer: memwiki lint --due"
        in out
    )
    memwiki("lint", cwd=wiki.path)
    wiki.write(".github/workflows/health.yml", "run: memwiki lint\n")
    out = memwiki("doctor", cwd=wiki.path).out
    assert "ok   the last health pass was on 2026-11-30\n" in out
    assert "ok   CI runs the health pass\n" in out
    later = memwiki("doctor", cwd=wiki.path, MEMWIKI_TODAY="2026-12-30")
    assert "note the last health pass was on 2026-11-30\n       do: memwiki lint\n" in later.out
    assert later.code == 0
