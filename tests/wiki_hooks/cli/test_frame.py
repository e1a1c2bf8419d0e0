"""The frame of the command line: what every command shares, above all that nothing fails open."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.repository import Repository
from tests.wiki_hooks.cli.conftest import Run
from wiki_hooks import cli
from wiki_schema.command import Command
from wiki_schema.finding import CannotCheck

# What a commit check may import; everything else is imported where it is used.
LATE = set(
    """asyncio base64 dataclasses difflib importlib.metadata json logging pathlib pathspec ruamel
    shutil tempfile tomlkit traceback urllib.parse wiki_reports.json wiki_reports.sarif
    wiki_reports.text""".split()
)


def test_without_a_command_it_says_what_there_is_and_that_nothing_was_checked(memwiki: Run) -> None:
    answer = memwiki()
    assert answer.code == 2
    assert all(f"\n  {name}" in answer.out for name in cli.NAMES)


@pytest.mark.parametrize("asked", ["--help", "-h", "help"])
def test_help_lists_every_command_with_one_line(memwiki: Run, asked: str) -> None:
    answer = memwiki(asked)
    assert answer.code == 0
    for name in cli.NAMES:
        assert f"  {name} " in answer.out
        assert cli.built_in(name).help in answer.out


@pytest.mark.parametrize("name", cli.NAMES)
def test_every_command_has_help(memwiki: Run, name: str) -> None:
    answer = memwiki(name, "--help")
    assert answer.code == 0
    assert answer.out.startswith(f"usage: memwiki {name}")


def test_help_names_every_report_format(memwiki: Run) -> None:
    known = memwiki("check", "--format", "yaml").err.split("There are ")[1].strip(".\n").split(", ")
    assert {"text", "terminal", "json", "sarif", "github", "markdown"} == set(known)
    help_of_check = memwiki("check", "--help").out
    assert all(name in help_of_check for name in known)


def test_the_version_is_the_installed_one(memwiki: Run) -> None:
    assert memwiki("--version").out == f"memwiki {cli.version()}\n"


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["chekc"], "there is no command chekc; did you mean check?"),
        (["x\x1b[31m"], r"there is no command x\u{1b}[31m"),
        (["check", "--formt", "json"], "unrecognized arguments: --formt; did you mean --format?"),
        (["check", "--form", "json"], "did you mean --format?"),
        (["check", "--format", "jsno"], "there is no report format jsno; did you mean json?"),
        (["check", "--worktree", "--all"], "--worktree and --all name different changes"),
        (["check", "--from-ref", "HEAD"], "--from-ref and --to-ref go together"),
        (["check", "--fix", "--stdin"], "name different changes"),
        (["rule", "fact-earsed"], "there is no rule fact-earsed; did you mean fact-erased?"),
        (["init", "--kind", "publik"], "invalid choice: 'publik'"),
        (["check-message"], "the following arguments are required: file"),
    ],
)
def test_a_command_line_that_cannot_be_understood_is_never_clean(
    memwiki: Run, arguments: list[str], says: str
) -> None:
    answer = memwiki(*arguments)
    assert answer.code == 2
    assert answer.out == ""
    assert says in answer.err


@pytest.mark.parametrize(
    ("error", "says"),
    [
        (CannotCheck("the clone is shallow"), "memwiki: the clone is shallow\n"),
        (ZeroDivisionError("x"), "report it"),
    ],
)
def test_what_goes_wrong_blocks_with_one_clear_message(
    memwiki: Run, monkeypatch: pytest.MonkeyPatch, error: Exception, says: str
) -> None:
    def fail(args: object) -> int:
        raise error

    monkeypatch.setattr(cli, "built_in", lambda name: Command(name, "", lambda parser: None, fail))
    answer = memwiki("check")
    assert answer.code == 2
    assert says in answer.err
    assert "Traceback" not in answer.err


def test_a_traceback_is_shown_to_whoever_asks_for_it(memwiki: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(args: object) -> int:
        raise ZeroDivisionError

    monkeypatch.setattr(cli, "built_in", lambda name: Command(name, "", lambda parser: None, fail))
    assert "Traceback" in memwiki("check", MEMWIKI_DEBUG="1").err


def test_a_reader_who_goes_away_is_no_reason_for_a_traceback(wiki: Repository) -> None:
    for command in ("rule", "--help"):
        script = f"{sys.executable} -m wiki_hooks.cli {command} | true"
        ended = subprocess.run(["bash", "-c", script], capture_output=True, cwd=wiki.path, check=True)
        assert ended.stderr == b""


def loaded_by(code: str, wiki: Repository) -> set[str]:
    """The modules that are loaded once some code has run."""
    script = f"import sys\n{code}\nprint(*sys.modules)"
    ended = subprocess.run(
        [sys.executable, "-c", script],
        capture_output=True,
        text=True,
        cwd=wiki.path,
        env=wiki.environ,
        check=True,
    )
    return set(ended.stdout.split())


def test_a_clean_commit_check_imports_little(wiki: Repository) -> None:
    wiki.add_fact("trips.md", "The train leaves at nine")
    wiki.stage()
    code = "from wiki_hooks.cli import main\nassert main(['check', '--hook']) == 0"
    assert LATE & (loaded_by(code, wiki) - loaded_by("", wiki)) == set()


def test_names_that_are_no_utf_8_do_not_stop_a_report(wiki: Repository, memwiki: Run) -> None:
    wiki.write(
        "wiki/bad\udcff.md".encode("utf-8", "surrogateescape").decode("utf-8", "surrogateescape"), "# Bad\n"
    )
    wiki.stage()
    answer = memwiki("check", cwd=wiki.path)
    assert answer.code == 1
    assert "bad\\u{dcff}.md" in answer.out
