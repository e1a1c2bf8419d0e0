"""What lies on disk otherwise than in a commit: changed, new, and with line ends of its own."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from functools import cached_property

from wiki_hooks.plumbing.process import Git
from wiki_hooks.plumbing.raw import ABSENT, OPTIONS, Entry, parse
from wiki_hooks.plumbing.repository import Repository
from wiki_schema import text
from wiki_schema.value import Value


class Hidden(Value):
    """Files that git does not look at on disk, because it was told so."""

    seen: Sequence[str]
    """Those that can be looked at all the same."""
    skipped: Sequence[str]
    """Those that are not on disk, as in a sparse checkout: they are not gone."""


def hidden_files(git: Git) -> Hidden:
    """The files that git was told not to look at."""
    listing = text.decode(git.run("ls-files", "-v", "-z")).split("\0")
    seen, skipped = [], []
    for tag, path in ((line[:1], line[2:]) for line in listing if line):
        skips = tag in "Ss"
        if skips and not os.path.lexists(os.path.join(git.folder, path)):
            skipped.append(path)
        elif skips or tag.islower():
            seen.append(path)
    return Hidden(seen, skipped)


def changed(repository: Repository, base: str, hidden: Hidden) -> list[Entry]:
    """Tracked files, as they are on disk, whatever git was told not to look at."""
    difference = ("diff-index", *OPTIONS, base, "--")
    if not hidden.seen:
        return parse(repository.git.run(*difference))
    from tempfile import TemporaryDirectory

    from wiki_hooks.plumbing.rehearsal import copied_index

    paths = text.encode("\0".join([*hidden.seen, ""]))
    with TemporaryDirectory(prefix="memwiki-") as folder:
        index = copied_index(repository, folder)
        git = Git(repository.top, {**repository.environ, "GIT_INDEX_FILE": index})
        for mark in ("--no-assume-unchanged", "--no-skip-worktree"):
            git.run("update-index", mark, "-z", "--stdin", feed=paths)
        return parse(git.run(*difference))


def untracked(repository: Repository) -> Iterator[Entry]:
    """Files that git does not hold and does not ignore."""
    listing = repository.git.run("ls-files", "-z", "--others", "--exclude-standard")
    for path in text.decode(listing).split("\0"):
        # A nested repository is told as a folder: it is none of ours.
        if path and not path.endswith("/"):
            is_link = os.path.islink(os.path.join(repository.top, path))
            yield Entry(ABSENT, "120000" if is_link else "100644", "", "", "A", path)


class LineEnds:
    """Line ends as git would store them, so that a checkout with CRLF does not look rewritten."""

    def __init__(self, git: Git) -> None:
        self._git = git

    def clean(self, words: str, path: str) -> str:
        """The text of a file as `git add` would take it."""
        if "\r\n" not in words or not self._converts(path):
            return words
        return words.replace("\r\n", "\n")

    def _converts(self, path: str) -> bool:
        answer = text.decode(self._git.run("check-attr", "-z", "text", "eol", "--", path)).split("\0")
        kind, end = answer[2], answer[5]
        if kind == "unset":
            return False
        return kind in ("set", "auto") or end in ("lf", "crlf") or self._automatic

    @cached_property
    def _automatic(self) -> bool:
        return self._git.ask("config", "--get", "core.autocrlf") in ("true", "input")
