"""Where a wiki lies: what every door that writes begins with."""

from __future__ import annotations

import os
from collections.abc import Collection, Mapping
from hashlib import sha256
from typing import TYPE_CHECKING

from wiki_hooks.place.environment import environ_who
from wiki_hooks.place.owing import state_of
from wiki_hooks.place.settings import read_side, settings_of
from wiki_hooks.plumbing.agents import agents_of
from wiki_hooks.plumbing.author import Author
from wiki_hooks.plumbing.disk import disk
from wiki_hooks.plumbing.objects import Objects
from wiki_hooks.plumbing.repository import NoRepository, Repository, find_repository, upwards
from wiki_hooks.plumbing.trees import CommitTree
from wiki_schema.change import EmptyTree, Tree
from wiki_schema.disk.plain import read_plain
from wiki_schema.disk.tree import WorkTree, walk
from wiki_schema.finding import CannotCheck
from wiki_schema.judge import NO_POLICY, format_of, formats_for
from wiki_schema.members import Actor, Evidence
from wiki_schema.policy import POLICY_FILES, Store
from wiki_schema.policy.setting import Setting
from wiki_schema.telling import either
from wiki_schema.text import visible
from wiki_schema.value import Value

if TYPE_CHECKING:
    import pluggy

    from wiki_schema.log import LogFormat


class Speaker(Value):
    """Through whom a write comes, for the attribution journal."""

    agent: str = ""
    """What the agent calls itself."""
    session: str = ""
    use: str = ""
    """The id of the call."""


class Wiki(Value):
    """A repository, or a folder without one, that holds stores."""

    top: str
    """Where the paths of its files begin: the folder of memwiki.toml."""
    state: str
    """The folder of what memwiki remembers about it: the lock, the journal, the revisions. Never tracked."""
    setting: Setting
    """What its rules are: those of the last commit, where there is one."""
    manager: pluggy.PluginManager
    repository: Repository | None = None
    speaker: Speaker = Speaker()
    """Whoever writes in it now, if that is an agent."""

    @property
    def tree(self) -> Tree:
        """Its files on disk."""
        if self.repository is not None:
            return disk(self.repository)
        return WorkTree(self.top, self._all_paths)

    @property
    def as_it_lies(self) -> Wiki:
        """The same wiki by the configuration that lies on disk, committed or not."""
        return self._replace(setting=read_side(self.tree, self.manager) or self.setting)

    def _all_paths(self) -> Collection[str]:
        return list(walk(self.top))

    def store_of(self, path: str) -> Store:
        """The store of a path. Raises `CannotCheck` where it belongs to none."""
        store = self.setting.policy.store_of(path)
        if store is None:
            stores = ", ".join(visible(known.path) or "." for known in self.setting.policy.stores)
            raise CannotCheck(f"{visible(path)} lies in no store; the stores are {stores}.")
        return store

    def format_of(self, store: Store) -> LogFormat:
        """The format of a store's log. Raises `PolicyError` where no plugin gives it."""
        return format_of(store, formats_for(self.setting, self.manager), self.setting)

    def actor(self, evidence: Evidence) -> Actor:
        """Who is acting."""
        hook = self.manager.hook
        return hook.wiki_identify_actor(roster=self.setting.roster, evidence=evidence) or Actor("")


def find_wiki(cwd: str, environ: Mapping[str, str], manager: pluggy.PluginManager) -> Wiki:
    """The wiki that a folder lies in.

    Raises `CannotCheck` where nothing configures one, or what does cannot be read.
    """
    try:
        repository = find_repository(cwd, environ)
    except NoRepository:
        return _without_git(cwd, manager)
    if repository.bare:
        raise CannotCheck(f"{visible(repository.top)} is a bare repository; write in a clone of it.")
    with Objects(repository.git) as objects:
        head = CommitTree(objects, "HEAD") if objects.find("HEAD") else EmptyTree()
        setting = _setting(head, disk(repository), manager)
    state = state_of(repository.git_dir)
    return Wiki(os.path.realpath(repository.top), state, setting, manager, repository)


def evidence(wiki: Wiki, who: str, environ: Mapping[str, str], agent: str = "") -> Evidence:
    """What is known about who is acting: as was said, else the agent at work, else git's user.

    `agent` is the one that a door knows by itself; without one the environment tells.
    """
    if wiki.repository is None:
        first, *more = agents_of(environ) or ("",)
        found = Evidence(who, environ_who(), first, agents=tuple(more))
    else:
        with Author(wiki.repository.git, environ, who) as author:
            found = author.evidence(who, environ)
    return found._replace(agent=agent, agents=()) if agent else found


def path_from_top(wiki: Wiki, cwd: str, path: str) -> str:
    """A path as a user names it: from where they are, else from the top, else from the one store it fits.

    Raises `CannotCheck` for what lies outside. The file need not exist.
    """
    folder, name = os.path.split(os.path.join(os.path.realpath(cwd), path))
    # The wiki itself may be reached by a link; one inside it must be seen as such.
    here = _place(wiki, os.path.join(folder, name)) or _place(
        wiki, os.path.join(os.path.realpath(folder), name)
    )
    given = path.replace(os.sep, "/")
    stores = [store.path for store in wiki.setting.policy.stores]
    named = [] if os.path.isabs(path) else [given, *(f"{store}/{given}" for store in stores if store)]
    below = [place for name in named if (place := _place(wiki, os.path.join(wiki.top, name))) is not None]
    for candidate in (here, *below[:1]):
        if candidate is not None and os.path.lexists(os.path.join(wiki.top, candidate)):
            return candidate
    standing = [found for found in below[1:] if os.path.lexists(os.path.join(wiki.top, found))]
    for candidate in (here, *below[:1]) if not standing else ():
        if candidate is not None and wiki.setting.policy.store_of(candidate):
            return candidate
    found = standing or [name for name in below[1:] if wiki.setting.policy.store_of(name)]
    if not found:
        raise CannotCheck(f"{visible(path)} lies in no store of {visible(wiki.top)}.")
    if len(found) > 1:
        raise CannotCheck(f"{visible(path)} may be {either([*map(visible, found)])}; name one of them.")
    return found[0]


def note_from_top(wiki: Wiki, cwd: str, name: str) -> str:
    """The same for a note, to whose name `.md` is added where nothing of that name stands."""
    path = path_from_top(wiki, cwd, name)
    if name.endswith(".md") or os.path.lexists(os.path.join(wiki.top, path)):
        return path
    return path_from_top(wiki, cwd, f"{name}.md")


def _place(wiki: Wiki, full: str) -> str | None:
    """A path from the top, None where it lies outside. No link is followed."""
    inside = os.path.relpath(full, wiki.top).replace(os.sep, "/")
    return None if f"{inside}/".startswith("../") else inside


def _setting(before: Tree, after: Tree, manager: pluggy.PluginManager) -> Setting:
    settings = settings_of(before, after, EmptyTree, manager)
    setting = settings.before or settings.after
    if setting is None:
        raise CannotCheck(NO_POLICY)
    return setting


def _without_git(cwd: str, manager: pluggy.PluginManager) -> Wiki:
    """The wiki of a folder: the nearest one upwards that is configured."""
    cwd = os.path.realpath(cwd)
    top = next((folder for folder in upwards(cwd) if _is_configured(folder)), "")
    if not top:
        raise CannotCheck(NO_POLICY)
    from platformdirs import user_state_path

    name = sha256(os.fsencode(top)).hexdigest()[:16]
    setting = _setting(EmptyTree(), WorkTree(top, lambda: list(walk(top))), manager)
    return Wiki(top, str(user_state_path("memwiki") / name), setting, manager)


def _is_configured(folder: str) -> bool:
    """Whether a folder is the top of a wiki. A pyproject.toml counts where it mentions memwiki."""
    own, project = (os.path.join(folder, name) for name in POLICY_FILES)
    if os.path.isfile(own):
        return True
    try:
        return b"[tool.memwiki" in read_plain(project)
    except OSError:
        return False
