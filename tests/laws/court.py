"""Judging random changes, straight from values: no JSON, no git, one setting for all."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from datetime import date
from functools import cache

from pluggy import PluginManager

from tests.laws.pages import TODAY
from tests.laws.strategies import MEMBERS
from wiki_schema.change import Change, File
from wiki_schema.finding import ERROR, Finding
from wiki_schema.judge import judge
from wiki_schema.members import Evidence
from wiki_schema.plugins import get_plugin_manager
from wiki_schema.policy.setting import Setting, read_setting

Files = Mapping[str, str]
"""One side: the texts of a store's files by path."""


class Side:
    """One side of a change, whole."""

    def __init__(self, files: Files) -> None:
        self.files = files

    def read(self, path: str) -> File | None:
        """The file at a path, or None."""
        return File(self.files[path]) if path in self.files else None

    def paths(self) -> Collection[str]:
        """Every path."""
        return self.files.keys()


@cache
def plugins() -> PluginManager:
    """The built-in rooms."""
    return get_plugin_manager()


@cache
def setting(keys: str = "") -> Setting:
    """The members of these laws, and one shared store with more keys of its table."""
    files = {"memwiki.toml": f'[[store]]\npath = "."\n{keys}', "members.toml": MEMBERS}
    found = read_setting(files.get, plugins())
    assert found is not None
    return found


def change_of(before: Files, after: Files, actor: str) -> Change:
    """The way from one side to the other."""
    one, other = Side(before), Side(after)
    changed = {
        path: (one.read(path), other.read(path))
        for path in sorted({*before, *after})
        if before.get(path) != after.get(path)
    }
    return Change(changed, Evidence(who=actor), date.fromisoformat(TODAY), one, other)


def findings(change: Change, keys: str = "") -> tuple[Finding, ...]:
    """What the rules find in a change."""
    found = setting(keys)
    return judge(change, found, found, plugins()).findings


def errors(before: Files, after: Files, actor: str, keys: str = "") -> list[Finding]:
    """The findings that refuse the way from one side to the other."""
    change = change_of(before, after, actor)
    return [found for found in findings(change, keys) if found.level == ERROR]


def refused_by(found: Collection[Finding]) -> set[str]:
    """The rules that refuse."""
    return {finding.rule for finding in found if finding.level == ERROR}


def given_back(found: Collection[Finding]) -> set[str]:
    """The words that the findings which refuse give back."""
    return {words for finding in found if finding.level == ERROR for words in finding.lost}
