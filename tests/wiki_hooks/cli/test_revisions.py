"""A revision where one commit is asked for: what names none, or several, is refused wherever it is given."""

from __future__ import annotations

import pytest

from tests.repository import Repository
from tests.wiki_hooks.cli.conftest import Run, memwiki, wiki

__all__ = ["memwiki", "wiki"]

COMMANDS = {
    "lint --since": ("lint", "--since={}"),
    "check --from-ref": ("check", "--from-ref={}", "--to-ref=HEAD"),
    "check --to-ref": ("check", "--from-ref=HEAD", "--to-ref={}"),
    "restore --at": ("restore", "wiki/home.md", "--at={}"),
    "history --show": ("history", "wiki/home.md", "--show={}"),
    "history --diff": ("history", "wiki/home.md", "--diff={}"),
    "log --since": ("log", "--since={}"),
    "log --until": ("log", "--until={}"),
    "merge-repair": ("merge-repair", "--", "{}"),
}
NO_COMMIT = (
    "^HEAD",
    "HEAD..HEAD",
    "HEAD...HEAD~1",
    "HEAD^@",
    "HEAD^!",
    "-1",
    "--all",
    "nowhere",
    "HEAD:wiki",
)


@pytest.fixture
def grown(wiki: Repository) -> Repository:
    """A wiki with a second commit."""
    wiki.append("wiki/home.md", "\nA word.")
    wiki.commit("A word")
    return wiki


@pytest.mark.parametrize("command", COMMANDS)
def test_what_is_no_single_commit_is_refused(grown: Repository, memwiki: Run, command: str) -> None:
    for revision in NO_COMMIT:
        answer = memwiki(*(word.format(revision) for word in COMMANDS[command]), cwd=grown.path)
        assert (answer.code, answer.out) == (2, ""), (revision, answer)
        assert revision in answer.err, answer


@pytest.mark.parametrize("revisions", [("^HEAD",), ("HEAD..HEAD",), ("HEAD", "^HEAD"), ("nowhere..HEAD",)])
def test_a_range_of_no_commit_is_no_clean_history(
    grown: Repository, memwiki: Run, revisions: tuple[str, ...]
) -> None:
    answer = memwiki("audit", *revisions, cwd=grown.path)
    assert (answer.code, answer.out) == (2, "")


def test_an_option_is_no_range(grown: Repository, memwiki: Run) -> None:
    assert memwiki("audit", "--", "--all", cwd=grown.path).code == 2


@pytest.mark.parametrize("revision", ["HEAD", "HEAD~1", "main", "@", "HEAD^{/A word}"])
def test_one_commit_by_any_of_its_names_is_one(grown: Repository, memwiki: Run, revision: str) -> None:
    assert memwiki("lint", f"--since={revision}", "--fail-on=never", cwd=grown.path).code == 0
    assert memwiki("history", "wiki/home.md", f"--show={revision}", cwd=grown.path).code == 0
