"""`memwiki init`: a store that passes its own check, and nothing written over."""

from __future__ import annotations

import os
import pty
import shlex
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


def run_all(steps: list[str], repository: Repository, start: Path) -> None:
    """Type some commands one after the other in one shell, as a person would."""
    program = f"{shlex.quote(sys.executable)} -m wiki_hooks.cli"
    script = "\n".join(["set -e", f'memwiki() {{ {program} "$@"; }}', *steps])
    done = subprocess.run(
        script, shell=True, cwd=start, env=repository.environ, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, f"{script}\n{done.stdout}{done.stderr}"


def next_steps(out: str) -> list[str]:
    return [line.strip() for line in out.split("\nnext:\n")[1].split("\n") if line]


@pytest.mark.parametrize("start", ["", "deep/er", "../elsewhere"])
def test_they_work_from_wherever_one_is(repository: Repository, memwiki: Run, start: str) -> None:
    """In a folder below, and from outside of the repository."""
    here = repository.path / start
    here.mkdir(parents=True, exist_ok=True)
    folder = os.path.relpath(repository.path / "my notes", here)
    answer = memwiki("init", folder, "--git-hooks", cwd=here)
    run_all(next_steps(answer.out)[:-1], repository, here)
    assert repository.git("status", "--porcelain") == ""
    assert repository.git("ls-files", "my notes") != ""


@pytest.mark.parametrize("folder", ["a wiki", "."])
def test_without_git_they_make_the_repository_and_put_the_hooks_in(
    tmp_path: Path, memwiki: Run, folder: str
) -> None:
    plain = Repository(tmp_path / "plain")
    (plain.path / folder).mkdir(parents=True)
    plain.environ |= {"GIT_AUTHOR_NAME": "Anna", "GIT_AUTHOR_EMAIL": "a@example.org"}
    answer = memwiki("init", folder, "--who", "Anna", "--git-hooks", cwd=plain.path)
    assert (answer.code, "no hooks were installed" in answer.out) == (0, True)
    run_all(next_steps(answer.out), plain, plain.path)
    assert (plain.path / folder / ".git/hooks/pre-commit").exists()
    assert list((plain.path / folder / ".git/refs/heads").iterdir())


class TestWhereThereAreStores:
    """Without a folder nothing is made: only what the options ask for is done."""

    @pytest.fixture
    def settled(self, repository: Repository, memwiki: Run) -> Repository:
        assert memwiki("init", "notes", cwd=repository.path).code == 0
        return repository

    @pytest.mark.parametrize("below", ["", "notes", "elsewhere"])
    @pytest.mark.parametrize(
        ("options", "made"),
        [
            ([], set()),
            (["--git-hooks"], set()),
            (["--pre-commit"], {".pre-commit-config.yaml"}),
            (["--pre-commit", "--git-hooks"], {".pre-commit-config.yaml"}),
        ],
    )
    def test_no_other_is_made(
        self, settled: Repository, memwiki: Run, options: list[str], made: set[str], below: str
    ) -> None:
        (settled.path / below).mkdir(exist_ok=True)
        before = {name: settled.read(name) for name in files(settled)}
        answer = memwiki("init", *options, cwd=settled.path / below)
        assert answer.code == 0
        assert "kept    memwiki.toml  (stores: notes (shared); memwiki init DIR adds one)" in answer.out
        assert {name: settled.read(name) for name in files(settled) - made} == before
        assert (settled.path / ".git/hooks/pre-commit").exists() is ("--git-hooks" in options)

    @pytest.mark.parametrize(
        ("options", "meant"),
        [
            (["--kind", "private"], "memwiki init DIR --kind private"),
            (["--owner", "anna"], "memwiki init DIR --kind private --owner anna"),
            (["--who", "Anna Rossi"], "memwiki init DIR --who 'Anna Rossi'"),
        ],
    )
    def test_what_is_said_of_a_new_one_asks_for_its_folder(
        self, settled: Repository, memwiki: Run, options: list[str], meant: str
    ) -> None:
        before = files(settled)
        answer = memwiki("init", *options, "--git-hooks", cwd=settled.path)
        assert (answer.code, meant in answer.err) == (2, True), answer
        assert files(settled) == before

    @pytest.mark.parametrize(
        ("folder", "says"),
        [
            ("notes/deep", "notes/deep lies inside the store notes"),
            (".", "the store notes lies inside ., and keeps its own log and index"),
        ],
    )
    def test_one_inside_or_around_another_is_made_and_said(
        self, settled: Repository, memwiki: Run, folder: str, says: str
    ) -> None:
        settled.commit("notes")
        answer = memwiki("init", folder, cwd=settled.path)
        assert (answer.code, f"note    {says}" in answer.out) == (0, True), answer
        settled.stage()
        assert memwiki("check", cwd=settled.path).code == 0
        assert "lies inside" not in memwiki("init", folder, cwd=settled.path).out, "it is said once"

    def test_one_beside_another_is_no_matter(self, settled: Repository, memwiki: Run) -> None:
        assert "note " not in memwiki("init", "notes-2", cwd=settled.path).out

    @pytest.mark.parametrize(
        ("options", "says"),
        [
            (["--kind", "open"], "the shared store notes was there, so --kind open changes nothing"),
            (["--kind", "shared"], ""),
            (["--who", "Ben Okri"], ""),
            (["--who", "ben@example.org"], ""),
            (["--who", "Anna"], "members.toml was there and is left as it is, so Anna is not in it"),
        ],
    )
    def test_what_changes_nothing_is_said(
        self, settled: Repository, memwiki: Run, options: list[str], says: str
    ) -> None:
        before = {name: settled.read(name) for name in files(settled)}
        answer = memwiki("init", "notes", *options, cwd=settled.path)
        assert answer.code == 0
        assert says in answer.out
        assert ("note " in answer.out) is bool(says)
        assert {name: settled.read(name) for name in files(settled)} == before

    def test_the_owner_it_has_stays(self, settled: Repository, memwiki: Run) -> None:
        memwiki("init", "mine", "--kind", "private", cwd=settled.path)
        answer = memwiki("init", "mine", "--owner", "anna", cwd=settled.path)
        assert "the private store mine of ben-okri was there, so --owner anna changes nothing" in answer.out

    def test_somebody_listed_without_the_role_is_no_admin(self, settled: Repository, memwiki: Run) -> None:
        settled.append("members.toml", '[[member]]\nid = "anna"')
        assert (
            "anna is member there, no admin"
            in memwiki("init", "notes", "--who", "anna", cwd=settled.path).out
        )


class TestOwner:
    """A private store belongs to a member, or init says how to make one."""

    def test_is_git_s_user_as_the_members_file_calls_him(self, repository: Repository, memwiki: Run) -> None:
        repository.write("members.toml", '[[member]]\nid = "ben"\nemails = ["ben@example.org"]\n')
        answer = memwiki("init", "mine", "--kind", "private", cwd=repository.path)
        assert 'owner = "ben"' in repository.read("memwiki.toml")
        assert "note " not in answer.out

    @pytest.mark.parametrize(
        ("owner", "says"),
        [
            (
                "bob",
                'bob is no member yet. To add to members.toml:\n        [[member]]\n        id = "bob"\n',
            ),
            ("ben", "ben is no member yet; did you mean ben-okri?"),
            ("Ben Okri", ""),
            ("ben-okri", ""),
        ],
    )
    def test_who_is_no_member_is_said(
        self, repository: Repository, memwiki: Run, owner: str, says: str
    ) -> None:
        answer = memwiki("init", "mine", "--kind", "private", "--owner", owner, cwd=repository.path)
        assert answer.code == 0
        assert says in answer.out
        assert ("note " in answer.out) is bool(says)

    def test_where_git_knows_nobody_the_store_belongs_to_nobody(
        self, repository: Repository, memwiki: Run
    ) -> None:
        repository.git("config", "--unset", "user.name")
        answer = memwiki("init", "mine", "--kind", "private", cwd=repository.path)
        assert "the store belongs to nobody yet" in answer.out

    def test_members_that_cannot_be_read_are_said(self, repository: Repository, memwiki: Run) -> None:
        repository.write("members.toml", "[[membr]]\n")
        answer = memwiki("init", "mine", "--kind", "private", "--owner", "bob", cwd=repository.path)
        assert answer.code == 0
        assert "note    members.toml:1: membr is no table of this file; did you mean member?" in answer.out


@pytest.mark.parametrize("option", [["--git-hooks"], ["--pre-commit"], ["--kind", "open"], ["--who", "x"]])
def test_taking_hooks_out_goes_with_nothing_else(
    repository: Repository, memwiki: Run, option: list[str]
) -> None:
    answer = memwiki("init", "--remove-git-hooks", *option, cwd=repository.path)
    assert (answer.code, answer.out) == (2, "")
    assert f"run it without {option[0]}" in answer.err
    assert files(repository) == {""}


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
        ([".", "--owner", "anna"], "only a private store has an owner"),
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
    (repository.path / "below").mkdir()
    memwiki("init", "--pre-commit", "../../repository", cwd=repository.path / "below")
    assert 'repo: "../repository"' in repository.read(".pre-commit-config.yaml"), "as seen from the top"
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
