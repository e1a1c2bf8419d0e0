"""The setting that each commit holds, read again only where a commit touched a file it depends on."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from wiki_hooks.place.settings import reader
from wiki_hooks.plumbing.objects import Objects
from wiki_hooks.plumbing.raw import Entry
from wiki_hooks.plumbing.trees import CommitTree
from wiki_schema.policy import PolicyError
from wiki_schema.setting import Setting, read_setting
from wiki_schema.text import visible
from wiki_schema.value import Value

if TYPE_CHECKING:
    import pluggy


class Side(Value):
    """What configures the stores at one commit."""

    setting: Setting | None = None
    fault: str = ""
    """Why the setting cannot be read, although there is one."""
    files: frozenset[str] = frozenset()
    """Every file that was asked for: as long as none of them changes, this stays true."""


class Sides:
    """The sides of a walk through history."""

    def __init__(self, objects: Objects, manager: pluggy.PluginManager) -> None:
        self._objects = objects
        self._manager = manager
        self._known: dict[str, Side] = {"": Side()}

    def of(self, commit: str) -> Side:
        """The side of a commit; of "", the nothing before a first commit, the empty one."""
        if commit not in self._known:
            self._known[commit] = self._read(commit)
        return self._known[commit]

    def follow(self, commit: str, parent: str, entries: Iterable[Entry]) -> None:
        """Learns the side of a commit from its parent's and what changed between them."""
        side = self.of(parent)
        if parent and commit not in self._known and side.files.isdisjoint(entry.path for entry in entries):
            self._known[commit] = side

    def _read(self, commit: str) -> Side:
        asked: set[str] = set()
        read = reader(CommitTree(self._objects, commit))

        def remember(path: str) -> str | None:
            asked.add(path)
            return read(path)

        try:
            setting, fault = read_setting(remember, self._manager), ""
        except PolicyError as error:
            setting, fault = None, visible(str(error), 500)
        return Side(setting, fault, frozenset(asked))
