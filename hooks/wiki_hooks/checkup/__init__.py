"""What protects a repository and what does not: each gap with the command that closes it."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING

from wiki_hooks.checkup.agents import agents
from wiki_hooks.checkup.check import GAP, NOTE, OK, Check
from wiki_hooks.checkup.drivers import drivers
from wiki_hooks.checkup.health import health
from wiki_hooks.checkup.hooks import gate, hooks, server
from wiki_hooks.checkup.people import people, variables
from wiki_hooks.checkup.state import state
from wiki_hooks.checkup.stores import stores
from wiki_hooks.place.environment import today
from wiki_hooks.place.settings import read_side
from wiki_hooks.plumbing.disk import disk
from wiki_hooks.plumbing.process import Git
from wiki_hooks.plumbing.repository import NoRepository, Repository, find_repository
from wiki_schema.policy import PolicyError
from wiki_schema.policy.setting import Setting
from wiki_schema.text import visible

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pluggy import PluginManager

__all__ = ["GAP", "NOTE", "OK", "Check", "look"]

OLDEST_GIT = (2, 30)


def look(folder: str, environ: Mapping[str, str], manager: PluginManager) -> Iterator[Check]:
    """Everything there is to say about the repository of a folder, from the outside in."""
    yield Check(OK, f"Python {'.'.join(map(str, sys.version_info[:3]))}")
    try:
        repository = find_repository(folder, environ)
    except NoRepository:
        yield Check(GAP, "there is no git repository here, so nothing keeps the old words", "git init")
        yield from state(folder, environ, manager)
        return
    git = repository.git
    yield from _git_version(git)
    yield from _history(git)
    if repository.bare:
        yield Check(OK, f"a bare repository: {visible(repository.top)}")
        yield from server(repository)
        return
    try:
        setting = _read_setting(repository, manager)
    except PolicyError as error:
        yield from (Check(GAP, problem, "mend that line") for problem in error.problems)
        return
    if setting is None:
        yield Check(GAP, "no memwiki.toml: nothing is protected", "memwiki init")
        return
    yield from _policy(setting)
    yield from people(git, environ, setting, manager)
    yield from variables(environ)
    yield from stores(repository, folder, setting.policy)
    yield from state(folder, environ, manager)
    yield from hooks(repository)
    yield from drivers(git, setting.policy)
    yield from agents(repository.top, folder, environ, setting)
    yield from gate(repository)
    yield from health(repository, environ, today(), manager)


def _version(words: str) -> tuple[int, ...]:
    numbers = next((word for word in words.split() if word[:1].isdigit()), "")
    return tuple(int(part) for part in numbers.split(".") if part.isdigit())


def _git_version(git: Git) -> Iterator[Check]:
    words = git.ask("--version") or ""
    if _version(words) >= OLDEST_GIT:
        yield Check(OK, words)
    else:
        yield Check(GAP, f"{words} is older than 2.30", "install a newer git")


def _history(git: Git) -> Iterator[Check]:
    if git.ask("rev-parse", "--is-shallow-repository") == "true":
        yield Check(GAP, "a shallow clone: old commits cannot be compared", "git fetch --unshallow")
    replaced = git.ask("for-each-ref", "--format=%(refname:lstrip=2)", "refs/replace/") or ""
    for name in replaced.split():
        yield Check(
            NOTE,
            f"git shows another object for {name}; memwiki looks at the real one",
            f"git replace -d {name}",
        )


def _read_setting(repository: Repository, manager: PluginManager) -> Setting | None:
    """The configuration as it stands on disk."""
    return read_side(disk(repository), manager)


def _policy(setting: Setting) -> Iterator[Check]:
    stores = ", ".join(f"{visible(store.path) or '.'} ({store.kind})" for store in setting.policy.stores)
    yield Check(OK, f"{setting.policy.source}: {stores}")
    for name, level in setting.policy.rules.items():
        if level == "off":
            command = f"remove it from [rules] in {setting.policy.source}"
            yield Check(NOTE, f"the rule {name} is switched off", command)
