"""The versions of a file: those that commits hold and those that memwiki wrote or saw, under one roof.

Each has a short name: of a commit its own, of a revision `r` and its number. Where a commit holds what
was written just before it, both are one version.
"""

from __future__ import annotations

import os
from collections.abc import Collection, Iterator, Sequence
from contextlib import ExitStack
from datetime import UTC, datetime
from functools import cached_property
from typing import TYPE_CHECKING

from wiki_hooks.past.order import in_order
from wiki_hooks.past.version import COMMIT, Version
from wiki_hooks.place.wiki import Wiki, path_from_top
from wiki_hooks.plumbing.commits import commit_of
from wiki_hooks.plumbing.objects import Commit, Objects
from wiki_hooks.plumbing.revisions import Step, steps
from wiki_hooks.plumbing.trees import CommitTree
from wiki_hooks.writing.desk import remembered
from wiki_schema.change import EmptyTree, Tree, text_of
from wiki_schema.disk import announcements, revisions
from wiki_schema.disk.contents import content
from wiki_schema.disk.database import NAME
from wiki_schema.disk.revisions import Revision
from wiki_schema.finding import CannotCheck
from wiki_schema.text import decode, visible

if TYPE_CHECKING:
    import sqlite3

_LEAST_HASH = 7


class Past:
    """The past of one file. A context manager: git and the database are open as long as the block."""

    def __init__(self, wiki: Wiki, path: str) -> None:
        """`path` is the file's name now, or its last one, from the top."""
        self.wiki = wiki
        self.path = path
        self._stack = ExitStack()
        self._objects: Objects | None = None
        self._db: sqlite3.Connection | None = None

    def __enter__(self) -> Past:
        if self.wiki.repository is not None:
            objects = self._stack.enter_context(Objects(self.wiki.repository.git))
            self._objects = objects if objects.find("HEAD") is not None else None
        if os.path.exists(os.path.join(self.wiki.state, NAME)):  # looking makes no database
            self._db = self._stack.enter_context(remembered(self.wiki))
        return self

    def __exit__(self, *exception: object) -> None:
        self._stack.close()

    @cached_property
    def versions(self) -> Sequence[Version]:
        """All versions that are known, the newest first. Commits keep git's order, revisions their own."""
        committed = [self._committed(step) for step in self._steps]
        written = [self._written(revision) for path in self._paths for revision in self._revisions(path)]
        written.sort(key=lambda version: -int(version.name[1:]))
        return [self._with_agent(version) for version in _as_one(in_order(committed, written))]

    def _with_agent(self, version: Version) -> Version:
        """A version with the agent that wrote it, where one announced just this step, through this door."""
        if version.path not in self._announced or self._db is None:
            return version
        start, end = (announcements.states_of(text) for text in (version.before, version.text))
        way = announcements.way(self._db, version.path, start, end)
        doors = version.through.split(", ")
        if not way.whole or not (way.writes[0].through in doors or doors == [COMMIT]):
            return version
        return version._replace(agent=way.writes[0].agent, session=way.writes[0].session)

    @cached_property
    def _announced(self) -> Collection[str]:
        return announcements.paths(self._db) if self._db is not None else ()

    @cached_property
    def _steps(self) -> Sequence[Step]:
        if self._objects is None or self.wiki.repository is None:
            return ()
        return list(steps(self.wiki.repository.git, self._objects, self.path))

    @cached_property
    def _paths(self) -> Sequence[str]:
        """Every name that the file ever had, the newest first."""
        return list(dict.fromkeys([self.path, *(step.path for step in self._steps)]))

    def _revisions(self, path: str) -> Sequence[Revision]:
        return revisions.of_path(self._db, path) if self._db is not None else ()

    def _committed(self, step: Step) -> Version:
        commit = step.commit
        before = text_of(self._tree(step.parent).read(step.path_before))
        renamed = step.path_before if step.path_before != step.path else ""
        text = text_of(self._tree(commit.oid).read(step.path))
        return self._version_of(commit, step.path, before, text)._replace(path_before=renamed)

    def _version_of(self, commit: Commit, path: str, before: str | None, text: str | None) -> Version:
        time = datetime.fromtimestamp(commit.seconds, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
        short = commit.oid[: self._width]
        return Version(short, time, commit.name, COMMIT, path, before, text, commit=commit.oid)

    def _written(self, revision: Revision) -> Version:
        before, after = self._content(revision.before), self._content(revision.after)
        who, through, verb = revision.who, revision.through, revision.verb
        return Version(f"r{revision.id}", revision.time, who, through, revision.path, before, after, verb)

    def _content(self, name: str | None) -> str | None:
        data = content(self._db, name) if self._db is not None else None
        return None if data is None else decode(data)

    @cached_property
    def _width(self) -> int:
        """How many digits git gives a short name here."""
        assert self.wiki.repository is not None
        return len(self.wiki.repository.git.ask("rev-parse", "--short", "HEAD") or "") or _LEAST_HASH

    def _tree(self, commit: str) -> Tree:
        return CommitTree(self._objects, commit) if self._objects is not None and commit else EmptyTree()

    # Finding one

    @property
    def committed_side(self) -> Tree | None:
        """What the last commit holds; None where there is none."""
        return self._tree("HEAD") if self._objects is not None else None

    def find(self, name: str) -> Version:
        """The version of a name: a short one, a git revision, or the beginning of a content's hash.

        Raises `CannotCheck` where it names none, or the file was not there.
        """
        for version in self.versions:
            if name in (version.name, version.also):
                return version
        found = self._of_commit(name) or self._of_content(name)
        if found is None:
            raise CannotCheck(
                f"{visible(name)} is no version of {visible(self.path)}: `memwiki history` lists them."
            )
        return found

    def _of_commit(self, name: str) -> Version | None:
        """The file as it stood at any commit, whether that one changed it or not."""
        if self._objects is None or self.wiki.repository is None:
            return None
        oid = commit_of(self.wiki.repository.git, name)
        if oid is None:
            return None
        if own := next((version for version in self.versions if version.commit == oid), None):
            return own
        commit = next(self._objects.commits([oid]))
        texts = ((path, text_of(self._tree(oid).read(path))) for path in self._paths)
        for path, text in texts:
            if text is not None:
                return self._version_of(commit, path, text, text)
        raise CannotCheck(f"{visible(self.path)} did not stand at {visible(name)}.")

    def _of_content(self, name: str) -> Version | None:
        """The newest version whose content has a hash that begins so, or the one that came before it."""
        if len(name) < _LEAST_HASH:
            return None
        for path in self._paths:
            for revision in self._revisions(path):
                for found in (revision.after, revision.before):
                    if found is not None and found.startswith(name.lower()):
                        version = self._written(revision)
                        is_older = found == revision.before
                        return version._replace(name=name, text=version.before) if is_older else version
        return None

    def tree_at(self, version: Version) -> Tree:
        """The rest of the wiki when a version came to be, as far as commits tell; nothing where none does."""
        if version.commit:
            return self._tree(version.commit)
        if self._objects is None or self.wiki.repository is None:
            return EmptyTree()
        asked = ("rev-list", "-1", f"--before={version.time}", "HEAD")
        return self._tree(self.wiki.repository.git.ask(*asked) or "")

    @property
    def steps(self) -> Sequence[tuple[str | None, str | None]]:
        """Every known step, the text before and after, the oldest first; the disk comes last."""
        known = [(one.before, one.text) for one in reversed(self.versions)]
        newest = self.versions[0].text if self.versions else None
        return [*known, (newest, text_of(self.wiki.tree.read(self.path)))]

    def steps_through(self, *doors: str) -> Iterator[tuple[str | None, str | None]]:
        """The steps that were written through one of some doors, whenever that was."""
        for one in self.versions:
            if any(door in one.through.split(", ") for door in doors):
                yield one.before, one.text

    def since(self, version: Version) -> Sequence[tuple[str | None, str | None]]:
        """The steps after a version."""
        return self.steps[len(self.versions) - self._place(version) :]

    def _place(self, version: Version) -> int:
        """How many versions are newer than one, which need not be one of them itself."""
        known = self.versions
        alike = [at for at, one in enumerate(known) if one.text == version.text]
        ways = (
            (at for at, one in enumerate(known) if one.name == version.name),
            (at for at in alike if known[at].time <= version.time),
            reversed(alike),
            (at for at, one in enumerate(known) if one.time < version.time),
        )
        return next((at for way in ways for at in way), len(known))


def file_called(wiki: Wiki, cwd: str, name: str) -> str:
    """The file that somebody means, from the top: one that stands, else one that has a past.

    It may be named as seen from a folder, from the top or from its store, with or without `.md`.
    Raises `CannotCheck` for what lies outside.
    """
    names = [name] if name.endswith(".md") else [name, f"{name}.md"]
    paths = [path_from_top(wiki, cwd, each) for each in names]
    for path in paths:
        if os.path.isfile(os.path.join(wiki.top, path)):
            return path
    from_the_top = [os.path.normpath(each) for each in names]
    for path in (*paths, *from_the_top):
        if wiki.setting.policy.store_of(path):
            with Past(wiki, path) as past:
                if past.versions:
                    return path
    return paths[-1]


def _as_one(versions: Iterator[Version]) -> Iterator[Version]:
    """The versions, a commit and the revision that it holds taken together."""
    held: Version | None = None
    for version in versions:
        if held is not None and held.commit and not version.commit and held.text == version.text:
            through = f"{version.through}, {COMMIT}"
            yield held._replace(
                through=through, verb=version.verb, who=version.who or held.who, also=version.name,
                before=version.before,
            )  # fmt: skip
            held = None
            continue
        if held is not None:
            yield held
        held = version
    if held is not None:
        yield held
