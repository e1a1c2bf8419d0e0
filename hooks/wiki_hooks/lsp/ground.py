"""What the unsaved texts of a wiki are compared with: the last commit, the disk, its rules, who is acting.

Read once and kept: between two keystrokes nothing of it changes. Where it might have, it is read anew as
a whole. All of it belongs to one thread.
"""

from __future__ import annotations

import os
from collections.abc import Collection, Mapping
from contextlib import ExitStack
from functools import cached_property
from typing import TYPE_CHECKING

from wiki_hooks.git.merge import base_tree, other_parents

# What a check of everything on disk looks at is what is looked at here.
from wiki_hooks.git.on_disk import LineEnds, changed, hidden_files, untracked
from wiki_hooks.git.staged import first_base
from wiki_hooks.lsp.heads import head_mark
from wiki_hooks.place.environment import today
from wiki_hooks.place.settings import Settings, settings_of
from wiki_hooks.place.wiki import Wiki, evidence, find_wiki
from wiki_hooks.plumbing.objects import Objects
from wiki_hooks.plumbing.process import without_local_variables
from wiki_hooks.plumbing.repository import upwards
from wiki_hooks.plumbing.trees import CommitTree
from wiki_schema.amend.layout import Layout, lay_out
from wiki_schema.change import EmptyTree, Snapshot, Tree, text_of
from wiki_schema.finding import CannotCheck
from wiki_schema.judge import NO_POLICY
from wiki_schema.members import Evidence
from wiki_schema.text import BOM, split_lines

if TYPE_CHECKING:
    import pluggy

_MOST_LAID = 6


class Ground:
    """One wiki as it is but for what is unsaved. A context manager: git runs as long as the block."""

    def __init__(self, wiki: Wiki, who: str, environ: Mapping[str, str]) -> None:
        """Raises `CannotCheck` where the wiki cannot be read."""
        self.wiki = wiki
        self.mark = head_mark(wiki.repository)
        self.day = today()
        self._stack = ExitStack()
        try:
            self._read(who, environ)
        except BaseException:
            self._stack.close()
            raise

    def _read(self, who: str, environ: Mapping[str, str]) -> None:
        wiki = self.wiki
        self.disk: Tree = Snapshot(wiki.tree)
        self.head: Tree = self.disk
        self.others: tuple[Tree, ...] = ()
        self.base: Tree | None = None
        self.commit = ""
        differing: list[str] = []
        if wiki.repository is not None:
            git = wiki.repository.git
            objects = self._stack.enter_context(Objects(git))
            found = objects.find("HEAD")
            self.commit = found.oid if found else ""
            self.head = Snapshot(CommitTree(objects, self.commit)) if found else EmptyTree()
            tips = other_parents(wiki.repository) if found else []
            self.others = tuple(CommitTree(objects, tip) for tip in tips)
            self.base = base_tree(git, objects, [self.commit, *tips]) if tips else None
            base = self.commit or first_base(git)
            entries = [*changed(wiki.repository, base, hidden_files(git)), *untracked(wiki.repository)]
            differing = [entry.path for entry in entries]
            self._ends: LineEnds | None = LineEnds(git)
        else:
            self._ends = None
        self._cleans: dict[str, bool] = {}
        self._layouts: dict[str, Layout] = {}
        self._rows: dict[str, tuple[str, ...]] = {}
        self.settings = settings_of(self.head, self.disk, EmptyTree, wiki.manager)
        concerned = (path for path in differing if self.settings.concerns(path))
        self.changed = [path for path in concerned if self.settings.needs_text(path)]
        self.evidence: Evidence = evidence(wiki, who, environ)

    def __enter__(self) -> Ground:
        return self

    def __exit__(self, *_: object) -> None:
        self._stack.close()

    @property
    def is_stale(self) -> bool:
        """Whether HEAD leads elsewhere now, or the day is another."""
        return self.mark != head_mark(self.wiki.repository) or self.day != today()

    @property
    def is_first(self) -> bool:
        """Whether nothing is committed yet."""
        return isinstance(self.head, EmptyTree)

    @cached_property
    def policy_files(self) -> frozenset[str]:
        """The files that decide what the rules are."""
        return frozenset(self.settings.policy_files)

    def committed_rows(self, path: str) -> tuple[str, ...]:
        """The lines of a file in the last commit."""
        if path not in self._rows:
            text = text_of(self.head.read(path)) or ""
            self._rows[path] = tuple(split_lines(text.removeprefix(BOM)))
        return self._rows[path]

    def laid(self, text: str) -> Layout:
        """A note and where everything lies in it. The last few are kept: an editor asks often."""
        found = self._layouts.pop(text, None)
        if found is None:
            found = lay_out(text, lambda names: bool(self.wiki.setting.roster.originators(names)))
        self._layouts[text] = found
        if len(self._layouts) > _MOST_LAID:
            del self._layouts[next(iter(self._layouts))]
        return found

    def stored(self, path: str, text: str) -> str:
        """A text as git would store it, so that a checkout with CRLF does not look rewritten."""
        if self._ends is None or "\r\n" not in text:
            return text
        if path not in self._cleans:
            self._cleans[path] = self._ends.clean("\r\n", path) == "\n"
        return text.replace("\r\n", "\n") if self._cleans[path] else text

    def settings_with(self, after: Tree, paths: Collection[str]) -> Settings:
        """The settings on both sides, where some of the files that are open may decide them."""
        if self.policy_files.isdisjoint(paths):
            return self.settings
        return settings_of(self.head, after, EmptyTree, self.wiki.manager)

    def place(self, path: str) -> str | None:
        """A file on disk by its path from the top; None for one outside, or behind a link."""
        folder, name = os.path.split(path)
        full = os.path.join(os.path.realpath(folder), name)
        inside = os.path.relpath(full, self.wiki.top).replace(os.sep, "/")
        return None if f"{inside}/".startswith("../") or os.path.islink(full) else inside


def find_ground(
    path: str, who: str, environ: Mapping[str, str], manager: pluggy.PluginManager
) -> Ground | None:
    """The wiki that a file on disk lies in, None where it lies in none.

    Raises `CannotCheck` where what configures it cannot be read.
    """
    environ = without_local_variables(environ)  # an editor that git itself started edits other places too
    folder = next((each for each in upwards(os.path.dirname(path)) if os.path.isdir(each)), "")
    if not folder or f"{os.sep}.git{os.sep}" in f"{path}{os.sep}":
        return None
    try:
        wiki = find_wiki(os.path.realpath(folder), environ, manager)
    except CannotCheck as error:
        if str(error) == NO_POLICY or "bare repository" in str(error):
            return None
        raise
    return Ground(wiki, who, environ)
