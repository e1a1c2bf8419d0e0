"""A wiki that one client asks again and again: found anew when what decides about it has changed."""

from __future__ import annotations

import os
import time
from collections.abc import Mapping
from typing import TYPE_CHECKING

from wiki_hooks.place.environment import today
from wiki_hooks.place.wiki import Speaker, Wiki, evidence, find_wiki, note_from_top
from wiki_schema.change import FILE
from wiki_schema.disk.database import NAME, open_database
from wiki_schema.finding import CannotCheck
from wiki_schema.policy import POLICY_FILES, Store
from wiki_schema.standing.discretion import may_be_told
from wiki_schema.text import visible
from wiki_schema.value import Value

if TYPE_CHECKING:
    import sqlite3
    from datetime import date

    from pluggy import PluginManager

    from wiki_schema.members import Actor, Evidence

_SECONDS = 30.0
"""After so long a wiki is found anew in any case: members may come from a command."""


class Asking(Value):
    """One call: the wiki as it is now, and on whose behalf it is made."""

    wiki: Wiki
    evidence: Evidence
    day: date

    @property
    def actor(self) -> Actor:
        """Who is acting."""
        return self.wiki.actor(self.evidence)

    @property
    def stores(self) -> tuple[Store, ...]:
        """The stores that the actor may be told of."""
        setting = self.wiki.setting
        return tuple(s for s in setting.policy.stores if may_be_told(s, setting.roster, self.actor))

    @property
    def _told(self) -> Wiki:
        """The wiki with no other stores: what a name means depends on none that may not be told of."""
        setting = self.wiki.setting
        policy = setting.policy._replace(stores=self.stores)
        return self.wiki._replace(setting=setting._replace(policy=policy))

    def path(self, name: str) -> str:
        """A file of a store that the actor may be told of, from the top; it need not exist.

        Raises `CannotCheck` for every other name: outside, hidden, somebody else's private store.
        """
        check_whole(name)
        parts = name.split("/")
        if not name.strip() or any(char in name for char in "\0\n\r") or name.startswith(("/", "~")):
            raise CannotCheck(
                f"{visible(name, 80)} is no name of a file here: give it from the top of the wiki."
            )
        if any(part == ".." or (part.startswith(".") and part != ".") for part in parts):
            raise CannotCheck(f"{visible(name, 80)} leads out, or to a hidden file.")
        path = note_from_top(self._told, self.wiki.top, name)
        if not path.endswith(".md"):
            raise CannotCheck(f"{visible(path, 80)} is no Markdown file, and there is nothing else here.")
        store = self.wiki.setting.policy.store_of_log(path, archives=True) or self.wiki.store_of(path)
        if store not in self.stores:
            raise CannotCheck(
                f"{visible(path)} lies in a private store, which is not told to {self.actor.label}."
            )
        return path

    def text(self, path: str) -> str:
        """What a file holds. Raises `CannotCheck` where there is none, or it is no plain file."""
        file = self.wiki.tree.read(path)
        if file is None:
            raise CannotCheck(f"There is no {visible(path)}; `list_files` says what there is.")
        if file.mode != FILE:
            raise CannotCheck(f"{visible(path)} is no plain file, and nothing is read through it.")
        return file.text


def check_whole(*texts: str) -> None:
    """Raises `CannotCheck` for half a character, which only an escape in JSON can bring in."""
    for text in texts:
        if not text.isascii() and any("\ud800" <= char <= "\udfff" for char in text):
            raise CannotCheck(f"{visible(text, 80)} holds half a character, which is no text.")


class Session:
    """What a server knows: where the wiki is, and who runs it."""

    def __init__(
        self, folder: str, environ: Mapping[str, str], manager: PluginManager, who: str = ""
    ) -> None:
        """`who` is whom it was started for; it goes before whatever a client calls itself."""
        self._folder = folder
        self._environ = environ
        self._manager = manager
        self._who = who
        self._known: tuple[object, float, Wiki] | None = None
        self._acting: dict[str, Evidence] = {}
        # The last one that closes the database must tidy it up, which takes longer than to append a line.
        self._open: sqlite3.Connection | None = None

    def asking(self, speaker: Speaker) -> Asking:
        """One call of a client. Raises `CannotCheck` where there is no wiki, or none that can be read."""
        wiki = self._wiki()._replace(speaker=speaker)
        if self._open is None and os.path.exists(os.path.join(wiki.state, NAME)):
            self._open = open_database(wiki.state)
        if speaker.agent not in self._acting:
            self._acting[speaker.agent] = evidence(wiki, self._who, self._environ, agent=speaker.agent)
        return Asking(wiki, self._acting[speaker.agent], today())

    def _wiki(self) -> Wiki:
        now = time.monotonic()
        if self._known is not None:
            state, found, wiki = self._known
            if now - found < _SECONDS and state == _state(wiki):
                return wiki
        wiki = find_wiki(self._folder, self._environ, self._manager)
        self._known = (_state(wiki), now, wiki)
        self._acting.clear()
        return wiki


def _state(wiki: Wiki) -> object:
    """What decides about a wiki, as the system tells of files: the commit, and the configuration on disk."""
    files = [os.path.join(wiki.top, name) for name in (*POLICY_FILES, *wiki.setting.policy.member_files)]
    repository = wiki.repository
    if repository is not None:
        head = os.path.join(repository.git_dir, "HEAD")
        files += [head, os.path.join(repository.common_dir, "packed-refs")]
        files += [os.path.join(repository.common_dir, "reftable", "tables.list")]
        try:
            with open(head, encoding="utf-8", errors="surrogateescape") as file:
                name = file.read().removeprefix("ref:").strip()
        except OSError:
            name = ""
        files += [os.path.join(repository.common_dir, name), os.path.join(repository.git_dir, name)]
    return tuple(map(_stamp, files))


def _stamp(path: str) -> tuple[int, int, int] | None:
    try:
        found = os.stat(path)
    except OSError:
        return None
    return found.st_mtime_ns, found.st_size, found.st_ino
