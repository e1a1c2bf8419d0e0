"""The files on disk against HEAD: new notes included, ignored ones not."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from functools import cached_property
from typing import TYPE_CHECKING

from wiki_hooks.git.judging import Step, joined, judged
from wiki_hooks.git.merge import base_tree, other_parents
from wiki_hooks.git.staged import HEAD, Judgement, first_base
from wiki_hooks.git.written_by import writers_of
from wiki_hooks.place.settings import settings_of
from wiki_hooks.plumbing.author import Author
from wiki_hooks.plumbing.disk import disk
from wiki_hooks.plumbing.objects import Objects
from wiki_hooks.plumbing.process import Git
from wiki_hooks.plumbing.raw import ABSENT, OPTIONS, Entry, parse
from wiki_hooks.plumbing.repository import NoRepository, Repository, find_repository
from wiki_hooks.plumbing.trees import CommitTree
from wiki_schema import text
from wiki_schema.change import EmptyTree, Tree
from wiki_schema.finding import Verdict
from wiki_schema.value import Value

if TYPE_CHECKING:
    import pluggy

_SHOWN = 5


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
    with Author(git, environ, who) as author, Objects(git) as objects:
        has_head = objects.find(HEAD) is not None
        before: Tree = CommitTree(objects, HEAD) if has_head else EmptyTree()
        after = disk(repository)
        hidden = _hidden(git)
        base = HEAD if has_head else first_base(git)
        entries = [*_changed(repository, base, hidden), *_untracked(repository)]

        stored = _LineEnds(git)

        def read_new(entry: Entry) -> str:
            file = after.read(entry.path)
            return stored.clean(file.text, entry.path) if file else ""

        # In the middle of a merge what it brought is there already.
        tips = other_parents(repository) if has_head else []
        others = tuple(CommitTree(objects, tip) for tip in tips)
        met = base_tree(git, objects, [HEAD, *tips]) if tips else None
        step = Step(entries, before, after, HEAD, others, met, read_new)
        settings = settings_of(before, after, lambda: after, manager)
        evidence = author.evidence(who, environ)
        writers = None if others else writers_of(repository)
        verdict = judged(step, settings, evidence, today, objects, manager, writers)
    left_out = [path for path in hidden.skipped if settings.concerns(path)]
    return Judgement(joined([verdict, _told(left_out)]), settings, evidence)


class _Hidden(Value):
    """Files that git does not look at on disk, because it was told so."""

    seen: Sequence[str]
    """Those that can be looked at all the same."""
    skipped: Sequence[str]
    """Those that are not on disk, as in a sparse checkout: they are not gone."""


def _hidden(git: Git) -> _Hidden:
    listing = text.decode(git.run("ls-files", "-v", "-z")).split("\0")
    seen, skipped = [], []
    for tag, path in ((line[:1], line[2:]) for line in listing if line):
        skips = tag in "Ss"
        if skips and not os.path.lexists(os.path.join(git.folder, path)):
            skipped.append(path)
        elif skips or tag.islower():
            seen.append(path)
    return _Hidden(seen, skipped)


def _told(left_out: Sequence[str]) -> Verdict:
    if not left_out:
        return Verdict()
    shown = ", ".join(map(text.visible, left_out[:_SHOWN])) + ("…" if len(left_out) > _SHOWN else "")
    which = "1 file that is" if len(left_out) == 1 else f"{len(left_out)} files that are"
    return Verdict(notices=(f"not looked at: {which} left out of this checkout (skip-worktree): {shown}",))


def _changed(repository: Repository, base: str, hidden: _Hidden) -> list[Entry]:
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
