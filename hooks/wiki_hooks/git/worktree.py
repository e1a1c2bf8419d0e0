"""The files on disk against HEAD: new notes included, ignored ones not."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from datetime import date
from functools import cached_property
from typing import TYPE_CHECKING

from wiki_hooks.git.author import Author
from wiki_hooks.git.disk import disk
from wiki_hooks.git.judging import Step, judged
from wiki_hooks.git.objects import Objects
from wiki_hooks.git.process import Git
from wiki_hooks.git.raw import ABSENT, OPTIONS, Entry, parse
from wiki_hooks.git.repository import NoRepository, Repository, find_repository
from wiki_hooks.git.settings import settings_of
from wiki_hooks.git.staged import HEAD, Judgement, first_base
from wiki_hooks.git.trees import CommitTree
from wiki_schema import text
from wiki_schema.change import EmptyTree, Tree
from wiki_schema.finding import Verdict

if TYPE_CHECKING:
    import pluggy


def check(
    cwd: str, environ: Mapping[str, str], who: str, today: date, manager: pluggy.PluginManager
) -> Verdict:
    """The verdict on what a commit of everything on disk would record.

    Raises `CannotCheck` where something cannot be read or nothing configures a store.
    """
    return check_worktree(cwd, environ, who, today, manager).verdict


def check_worktree(
    cwd: str, environ: Mapping[str, str], who: str, today: date, manager: pluggy.PluginManager
) -> Judgement:
    """The same, with the settings and the evidence it rests on."""
    repository = find_repository(cwd, environ)
    if repository.bare:
        raise NoRepository(f"{text.visible(repository.top)} is a bare repository: it has no files on disk.")
    git = repository.git
    with Author(git, environ) as author, Objects(git) as objects:
        has_head = objects.find(HEAD) is not None
        before: Tree = CommitTree(objects, HEAD) if has_head else EmptyTree()
        after = disk(repository)
        entries = [*_changed(repository, HEAD if has_head else first_base(git)), *_untracked(repository)]

        stored = _LineEnds(git)

        def read_new(entry: Entry) -> str:
            file = after.read(entry.path)
            return stored.clean(file.text, entry.path) if file else ""

        step = Step(entries, before, after, HEAD, read_new=read_new)
        settings = settings_of(before, after, lambda: after, manager)
        evidence = author.evidence(who, environ)
        verdict = judged(step, settings, evidence, today, objects, manager)
    return Judgement(verdict, settings, evidence)


def _changed(repository: Repository, base: str) -> Iterator[Entry]:
    """Tracked files, as they are on disk. What a sparse checkout leaves out is not gone."""
    yield from parse(repository.git.run("diff-index", *OPTIONS, base, "--"))


def _untracked(repository: Repository) -> Iterator[Entry]:
    listing = repository.git.run("ls-files", "-z", "--others", "--exclude-standard")
    for path in text.decode(listing).split("\0"):
        # A nested repository is told as a folder: it is none of ours.
        if path and not path.endswith("/"):
            is_link = os.path.islink(os.path.join(repository.top, path))
            yield Entry(ABSENT, "120000" if is_link else "100644", "", "", "A", path)


class _LineEnds:
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
