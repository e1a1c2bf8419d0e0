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
    wiki.write(".gitattributes", "log.md merge=union\n")
    answer = memwiki("doctor", cwd=wiki.path)
    assert answer.code == 0
    for words in ("elision is switched off", "shows another object", "merged by union"):
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
