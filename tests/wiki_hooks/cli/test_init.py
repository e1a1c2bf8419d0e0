"""`memwiki init`: a store that passes its own check, and nothing written over."""

from __future__ import annotations

import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest

from tests.repository import Repository, empty_repository
from tests.wiki_hooks.cli.conftest import Run


@pytest.fixture
def repository(tmp_path: Path) -> Repository:
    return empty_repository(tmp_path / "new")


def files(repository: Repository) -> set[str]:
    return set(repository.git("ls-files", "--others", "--exclude-standard").split("\n"))


@pytest.mark.parametrize("kind", ["shared", "private", "open"])
@pytest.mark.parametrize("folder", [".", "notes", "deep/er/notes with blanks"])
def test_a_new_store_passes_its_own_check_when_committed(
    repository: Repository, memwiki: Run, kind: str, folder: str
) -> None:
    assert memwiki("init", folder, "--kind", kind, "--git-hooks", cwd=repository.path).code == 0
    store = f"{folder}/".removeprefix("./")
    expected = {"memwiki.toml", "members.toml", ".gitattributes", f"{store}index.md", f"{store}log.md"}
    assert files(repository) == expected | ({f"{store}user.md"} if kind == "private" else set())
    repository.git("add", "--all")
    answer = memwiki("check", cwd=repository.path)
    assert (answer.code, "nothing to report" in answer.out) == (0, True), answer.out
    repository.git("commit", "-m", "A wiki")
    assert memwiki("check", "--all", cwd=repository.path).code == 0


def test_the_next_steps_it_names_work_as_printed(repository: Repository, memwiki: Run) -> None:
    answer = memwiki("init", "notes with blanks", cwd=repository.path)
    steps = [line.strip() for line in answer.out.split("\nnext:\n")[1].split("\n") if "git " in line]
    for step in steps:
        subprocess.run(
            step, shell=True, cwd=repository.path, env=repository.environ, check=True, capture_output=True
        )
    assert repository.git("status", "--porcelain") == ""


def test_git_s_user_becomes_the_first_admin(repository: Repository, memwiki: Run) -> None:
    memwiki("init", cwd=repository.path)
    assert repository.read("members.toml").split("\n")[-6:] == [
        "[[member]]",
        'id = "ben-okri"',
        'name = "Ben Okri"',
        'role = "admin"',
        'emails = ["ben@example.org"]',
        "",
    ]


def test_another_admin_can_be_named(repository: Repository, memwiki: Run) -> None:
    memwiki("init", "--who", 'Anna "A" Rossi', cwd=repository.path)
    assert 'name = "Anna \\"A\\" Rossi"' in repository.read("members.toml")
    assert "emails" not in repository.read("members.toml")


def test_nothing_that_stands_there_is_written_over(repository: Repository, memwiki: Run) -> None:
    mine = {name: f"mine: {name}\n" for name in ("members.toml", "index.md", "log.md", ".gitattributes")}
    for name, text in mine.items():
        repository.write(name, text)
    answer = memwiki("init", cwd=repository.path)
    assert answer.code == 0
    assert {name: repository.read(name) for name in mine} == mine
    for name in ("members.toml", "index.md", "log.md"):
        assert f"kept    {name}" in answer.out


def test_a_link_to_nowhere_is_kept_too(repository: Repository, memwiki: Run, tmp_path: Path) -> None:
    (repository.path / "log.md").symlink_to(tmp_path / "elsewhere.md")
    assert "kept    log.md" in memwiki("init", cwd=repository.path).out
    assert not (tmp_path / "elsewhere.md").exists()


def test_doing_it_twice_changes_nothing(repository: Repository, memwiki: Run) -> None:
    memwiki("init", "notes", "--git-hooks", cwd=repository.path)
    first = {name: repository.read(name) for name in files(repository)}
    assert memwiki("init", "notes", "--git-hooks", cwd=repository.path).code == 0
    assert {name: repository.read(name) for name in files(repository)} == first


def test_a_second_store_is_added_to_the_configuration(repository: Repository, memwiki: Run) -> None:
    memwiki("init", "shared", cwd=repository.path)
    repository.append("memwiki.toml", "# a remark")
    answer = memwiki("init", "private/ben", "--kind", "private", "--owner", "ben-okri", cwd=repository.path)
    assert "added   memwiki.toml" in answer.out
    text = repository.read("memwiki.toml")
    assert '# a remark\n\n[[store]]\npath = "private/ben"\nkind = "private"\nowner = "ben-okri"\n' in text
    repository.git("add", "--all")
    assert memwiki("check", cwd=repository.path).code == 0


def test_configuration_in_pyproject_is_not_put_in_the_shade(repository: Repository, memwiki: Run) -> None:
    repository.write("pyproject.toml", '[[tool.memwiki.store]]\npath = "a"\n')
    answer = memwiki("init", "b", cwd=repository.path)
    assert "to add  pyproject.toml" in answer.out
    assert '[[tool.memwiki.store]]\n        path = "b"' in answer.out
    assert not (repository.path / "memwiki.toml").exists()


def test_a_broken_configuration_is_told_before_anything_is_written(
    repository: Repository, memwiki: Run
) -> None:
    repository.write("memwiki.toml", "[[stor]]\n")
    answer = memwiki("init", "notes", cwd=repository.path)
    assert answer.code == 2
    assert "did you mean" in answer.err
    assert files(repository) == {"memwiki.toml"}


def test_a_configured_store_gets_its_files_under_their_own_names(
    repository: Repository, memwiki: Run
) -> None:
    table = (
        '[[store]]\npath = "wiki"\nlog = "../docs/history.md"\nindex = "README.md"\nlog_format = "headings"\n'
    )
    repository.write("memwiki.toml", table)
    assert memwiki("init", "wiki", cwd=repository.path).code == 0
    assert repository.read("docs/history.md") == "# Log\n\n"
    assert repository.read("wiki/README.md") == "# Index\n\n"
    assert not (repository.path / "wiki/log.md").exists()
    repository.git("add", "--all")
    assert memwiki("check", cwd=repository.path).code == 0


def test_without_git_the_folder_is_the_top(tmp_path: Path, memwiki: Run) -> None:
    (tmp_path / "plain").mkdir()
    answer = memwiki("init", "wiki", "--who", "Anna", cwd=tmp_path / "plain")
    assert answer.code == 0
    assert "  git init\n" in answer.out
    assert {path.name for path in (tmp_path / "plain" / "wiki").iterdir()} == {
        "memwiki.toml", "members.toml", "index.md", "log.md"
    }  # fmt: skip


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--owner", "anna"], "only a private store has an owner"),
        (["memwiki.toml/x"], "is a file; a store is a folder"),
        (["a\\b"], "backslash"),
    ],
)
def test_what_cannot_be_is_refused(
    repository: Repository, memwiki: Run, arguments: list[str], says: str
) -> None:
    repository.write("memwiki.toml", '[[store]]\npath = "."\n')
    answer = memwiki("init", *arguments, cwd=repository.path)
    assert (answer.code, says in answer.err) == (2, True), answer


def test_no_store_is_made_in_a_bare_repository(tmp_path: Path, memwiki: Run) -> None:
    bare = empty_repository(tmp_path / "bare", "--bare")
    assert "bare repository" in memwiki("init", cwd=bare.path).err


def test_the_pre_commit_entry_uses_the_installed_memwiki_or_pins_a_repository(
    repository: Repository, memwiki: Run, wiki: Repository
) -> None:
    repository.write(".pre-commit-config.yaml", "# mine\nrepos: []\n")
    assert memwiki("init", "--pre-commit", cwd=repository.path).code == 0
    assert "# mine\n" in repository.read(".pre-commit-config.yaml")
    assert "entry: memwiki check --hook" in repository.read(".pre-commit-config.yaml")
    repository.write(".pre-commit-config.yaml", "repos: []\n")
    assert memwiki("init", "--pre-commit", str(wiki.path), cwd=repository.path).code == 0
    assert f'rev: "{wiki.head}"' in repository.read(".pre-commit-config.yaml")
    wiki.git("tag", "v0.1.0")
    repository.write(".pre-commit-config.yaml", "repos: []\n")
    memwiki("init", "--pre-commit", str(wiki.path), cwd=repository.path)
    assert 'rev: "v0.1.0"' in repository.read(".pre-commit-config.yaml")
    assert "it has memwiki" in memwiki("init", "--pre-commit", cwd=repository.path).out


def test_a_repository_that_cannot_be_read_is_said(
    repository: Repository, memwiki: Run, tmp_path: Path
) -> None:
    answer = memwiki("init", "--pre-commit", str(tmp_path / "nowhere"), cwd=repository.path)
    assert answer.code == 2
    assert "ls-remote" in answer.err


def test_the_plain_hooks_are_put_in_and_taken_out(repository: Repository, memwiki: Run) -> None:
    memwiki("init", "--git-hooks", cwd=repository.path)
    hooks = repository.path / ".git" / "hooks"
    assert {path.name for path in hooks.iterdir()} == {
        "pre-commit",
        "pre-merge-commit",
        "commit-msg",
        "pre-push",
    }
    assert memwiki("init", "--remove-git-hooks", cwd=repository.path).code == 0
    assert list(hooks.iterdir()) == []
    assert "no hooks of memwiki" in memwiki("init", "--remove-git-hooks", cwd=repository.path).out


@pytest.mark.parametrize(
    ("answer", "installs"), [("y\n", True), ("n\n", False), ("\n", False), ("\x04", False)]
)
def test_on_a_terminal_it_asks_and_takes_silence_for_no(
    repository: Repository, answer: str, installs: bool
) -> None:
    person, terminal = pty.openpty()
    command = [sys.executable, "-m", "wiki_hooks.cli", "init", "notes"]
    process = subprocess.Popen(
        command, stdin=terminal, stdout=terminal, stderr=terminal, cwd=repository.path, env=repository.environ
    )
    said = b""
    while b"[y/N]" not in said:
        said += os.read(person, 1024)
    os.write(person, answer.encode())
    assert process.wait(timeout=30) == 0
    assert (repository.path / ".git/hooks/pre-commit").exists() is installs
