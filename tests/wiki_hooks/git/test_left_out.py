"""What git leaves out: a note that it ignores is in no commit, and no rule asks for its lines."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.repository import wiki_repository
from wiki_hooks.plumbing.left_out import ignored, would_be_ignored
from wiki_hooks.plumbing.process import Git


@pytest.fixture
def git(tmp_path: Path) -> Git:
    repository = wiki_repository(tmp_path / "repository")
    repository.write(".gitignore", "drafts/\n*.tmp.md\n")
    repository.write("wiki/drafts/one.md", "# One\n")
    return Git(str(repository.path), repository.environ)


def test_an_ignored_file_is_named(git: Git) -> None:
    assert ignored(git, ["wiki/drafts/one.md", "wiki/trips.md"]) == {"wiki/drafts/one.md"}


@pytest.mark.parametrize(
    "path", ["wiki/drafts/two.md", "wiki/a.tmp.md", "wiki/drafts/:(glob)*.md", "wiki/drafts/[x].md"]
)
def test_one_that_is_yet_to_be_made_would_be_ignored(git: Git, path: str) -> None:
    assert would_be_ignored(git, [path, "wiki/new.md", ":(top)wiki/new.md"]) == {path}


def test_most_often_none_is(git: Git) -> None:
    assert would_be_ignored(git, ["wiki/new.md"]) == frozenset()
    assert would_be_ignored(git, []) == frozenset()
