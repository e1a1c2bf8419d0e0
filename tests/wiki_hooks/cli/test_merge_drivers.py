"""`memwiki init` installs the merge drivers, and `memwiki doctor` looks at them."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path

import pytest

from tests.repository import Repository, empty_repository
from tests.wiki_hooks.cli.conftest import Run
from tests.wiki_hooks.cli.test_doctor import gaps
from wiki_hooks.setup.drivers import DRIVERS

LINES = "notes/log.md merge=memwiki-log\nnotes/**/index.md merge=memwiki-index\n"
ENDS = "notes/**/*.md text eol=lf\n"


@pytest.fixture
def repository(tmp_path: Path) -> Repository:
    return empty_repository(tmp_path / "new")


def driver(repository: Repository, name: str) -> str:
    return repository.git("config", "--default", "", f"merge.{name}.driver")


def notes(out: str) -> list[tuple[str, str]]:
    """The notes of an answer, each with its command."""
    lines = out.split("\n")
    return [
        (line.removeprefix("note "), lines[at + 1].strip().removeprefix("do: "))
        for at, line in enumerate(lines)
        if line.startswith("note ")
    ]


class TestInit:
    def test_a_new_store_has_its_attributes_and_the_hooks_bring_the_drivers(
        self, repository: Repository, memwiki: Run
    ) -> None:
        memwiki("init", "notes", cwd=repository.path)
        assert repository.read(".gitattributes") == ENDS + LINES
        assert driver(repository, "memwiki-log") == ""
        memwiki("init", "--git-hooks", cwd=repository.path)
        for name, command in (("memwiki-log", "merge-log"), ("memwiki-index", "merge-index")):
            words = shlex.split(driver(repository, name))
            assert words[4:9] == [sys.executable, "-P", "-m", "wiki_hooks.cli", command]
        assert repository.read(".gitattributes") == ENDS + LINES

    def test_in_a_fresh_clone_they_come_with_the_hooks(
        self, repository: Repository, memwiki: Run, tmp_path: Path
    ) -> None:
        memwiki("init", "notes", "--git-hooks", cwd=repository.path)
        repository.commit("A wiki")
        clone = repository.clone(tmp_path / "clone")
        assert driver(clone, "memwiki-log") == ""
        answer = memwiki("init", "--git-hooks", cwd=clone.path)
        assert "wrote   merge.memwiki-log in git's configuration" in answer.out
        assert driver(clone, "memwiki-log") == driver(repository, "memwiki-log")
        assert clone.git("status", "--porcelain") == ""

    def test_alone_on_a_store_that_lacks_them(self, wiki: Repository, memwiki: Run) -> None:
        mine = "*.svg binary\r\n# mine, without a newline"
        wiki.write(".gitattributes", mine)
        answer = memwiki("init", "--merge-drivers", cwd=wiki.path)
        assert "git add :/.gitattributes" in answer.out
        assert (
            wiki.path / ".gitattributes"
        ).read_bytes().decode() == f"{mine}\n{LINES.replace('notes', 'wiki')}"
        assert not (wiki.path / ".git/hooks/pre-commit").exists()
        again = memwiki("init", "--merge-drivers", cwd=wiki.path)
        assert "kept    merge.memwiki-log" in again.out
        assert wiki.read(".gitattributes").count("merge=") == 2

    def test_they_are_taken_out_with_the_hooks(self, repository: Repository, memwiki: Run) -> None:
        memwiki("init", "notes", "--git-hooks", cwd=repository.path)
        answer = memwiki("init", "--remove-git-hooks", cwd=repository.path)
        assert "removed merge.memwiki-log from git's configuration" in answer.out
        assert "merge." not in repository.git("config", "--local", "--list")
        refused = memwiki("init", "--remove-git-hooks", "--merge-drivers", cwd=repository.path)
        assert (refused.code, "run it without --merge-drivers" in refused.err) == (2, True)

    def test_without_git_there_is_nothing_to_install_them_in(self, tmp_path: Path, memwiki: Run) -> None:
        (tmp_path / "plain").mkdir()
        answer = memwiki("init", "--merge-drivers", "--who", "Anna", cwd=tmp_path / "plain")
        assert (answer.code, "no hooks were installed" in answer.out) == (0, True)


class TestDoctor:
    @pytest.fixture
    def installed(self, wiki: Repository, memwiki: Run) -> Repository:
        memwiki("init", "--git-hooks", cwd=wiki.path)
        return wiki

    def test_says_where_they_work_and_where_not(self, installed: Repository, memwiki: Run) -> None:
        out = memwiki("doctor", cwd=installed.path).out
        assert "ok   git merges logs and indexes line by line here; hosts do not:" in out
        assert "`memwiki merge-repair`" in out

    def test_a_clone_that_knows_them_not_is_told(self, installed: Repository, memwiki: Run) -> None:
        installed.git("config", "--remove-section", "merge.memwiki-index")
        told = notes(memwiki("doctor", cwd=installed.path).out)
        assert ("memwiki init --merge-drivers") in [
            command for words, command in told if "git knows no merge driver memwiki-index here" in words
        ]

    @pytest.mark.parametrize(
        ("attributes", "words"),
        [
            ("", "git merges as text: wiki/log.md, wiki/index.md"),
            ("*.md merge=binary\n", "wiki/log.md is merged by binary, not by memwiki-log"),
        ],
    )
    def test_files_that_are_merged_otherwise_are_told(
        self, installed: Repository, memwiki: Run, attributes: str, words: str
    ) -> None:
        installed.write(".gitattributes", attributes)
        answer = memwiki("doctor", cwd=installed.path)
        assert words in [said for said, _ in notes(answer.out)]
        assert gaps(answer.out) == []

    def test_union_and_an_interpreter_that_is_gone_are_gaps(
        self, installed: Repository, memwiki: Run
    ) -> None:
        installed.write(".gitattributes", "wiki/log.md merge=union\n")
        command = driver(installed, "memwiki-log").replace(sys.executable, "/gone/python")
        installed.git("config", "merge.memwiki-log.driver", command)
        words = [gap for gap, _ in gaps(memwiki("doctor", cwd=installed.path).out)]
        assert "the merge drivers run /gone/python, which is gone" in words
        assert "wiki/log.md is merged by union, which brings removed lines back" in words

    @pytest.mark.parametrize(
        "command",
        [
            "true",
            "",
            "{python} -P -m wiki_hooks.cli merge-log %O %A %B",
            "{python} -m wiki_hooks.cli --version",
        ],
    )
    def test_another_command_is_a_gap_and_init_mends_it(
        self, installed: Repository, memwiki: Run, command: str
    ) -> None:
        wanted = driver(installed, "memwiki-index")
        for name in ("memwiki-index", "memwiki-log"):
            installed.git("config", f"merge.{name}.driver", command.format(python=sys.executable))
        names = "memwiki-log and memwiki-index"
        said = f"the merge driver {names} runs another command than memwiki's, or an old one"
        assert (said, "memwiki init --merge-drivers") in gaps(memwiki("doctor", cwd=installed.path).out)
        installed.git("config", "--add", "merge.memwiki-index.driver", "false")
        answer = memwiki("init", "--merge-drivers", cwd=installed.path)
        assert (answer.code, driver(installed, "memwiki-index")) == (0, wanted)
        assert gaps(memwiki("doctor", cwd=installed.path).out) == []

    @pytest.mark.parametrize("runs", [True, False])
    def test_another_interpreter_is_right_if_it_runs_memwiki(
        self, installed: Repository, memwiki: Run, tmp_path: Path, runs: bool
    ) -> None:
        python = tmp_path / "an 'odd' python"
        python.write_text(f'#!/bin/sh\nexec {sys.executable if runs else "/bin/true"} "$@"\n')
        python.chmod(0o755)
        for one in DRIVERS:
            installed.git("config", f"merge.{one.name}.driver", one.script(str(python)))
        found = [words for words, _ in gaps(memwiki("doctor", cwd=installed.path).out)]
        assert found == ([] if runs else [f"the merge drivers run {python}, which cannot run memwiki"])

    def test_a_driver_that_may_drop_a_side_is_a_gap_wherever_it_is_named(
        self, installed: Repository, memwiki: Run
    ) -> None:
        installed.write(".git/info/attributes", "log.md merge=ours\n")
        assert (
            "wiki/log.md is merged by ours, not by memwiki-log",
            "remove merge=ours for it from .gitattributes or .git/info/attributes",
        ) in gaps(memwiki("doctor", cwd=installed.path).out)
