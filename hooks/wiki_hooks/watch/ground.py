"""Which files and folders of a wiki the watcher looks at."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator, Mapping

from wiki_hooks.git.content import folders_of
from wiki_hooks.place.wiki import Wiki
from wiki_hooks.plumbing.left_out import ignored_below
from wiki_schema.disk.files import Stamp
from wiki_schema.litter import is_conflict_copy, is_litter
from wiki_schema.policy import POLICY_FILES, Policy
from wiki_schema.value import Value


class Survey(Value):
    """What lies on disk at one moment. Paths count from the top."""

    folders: tuple[str, ...]
    """Every folder in which something may come to stand; "" is the top."""
    files: Mapping[str, Stamp]
    """Every file that is watched."""
    copies: tuple[str, ...]
    """What sync tools put beside notes because two machines wrote at once."""
    unreadable: tuple[str, ...] = ()
    """Folders that could not be looked into: what they hold is not gone."""


def concerns(policy: Policy, path: str) -> bool:
    """Whether the watcher looks at a file: a note, an index, a log, or what configures the wiki."""
    if path.endswith(".md"):
        if is_litter(path):
            return False
        if policy.store_of_note(path) is not None:
            return not is_conflict_copy(path)
    if path in (POLICY_FILES[0], policy.source, *policy.member_files):
        return True
    return any(s.is_index(path) or s.is_log(path) or s.is_archive(path) for s in policy.stores)


def concerns_folder(policy: Policy, path: str) -> bool:
    """Whether notes may lie below a folder. Hidden ones hold none, unless a store itself lies in one."""
    if not any(part.startswith(".") for part in path.split("/")):
        return True
    return any(store.path == path or store.path.startswith(f"{path}/") for store in policy.stores)


def is_copy(policy: Policy, path: str) -> bool:
    """Whether a file is a conflict copy of something in a store."""
    return path.endswith(".md") and is_conflict_copy(path) and policy.store_of(path) is not None


def survey(wiki: Wiki) -> Survey:
    """Look at every folder that is watched. Raises `CannotCheck` where git cannot say what it ignores."""
    return _Surveyor(wiki).survey()


class _Surveyor:
    def __init__(self, wiki: Wiki) -> None:
        self._top = wiki.top
        self._policy = wiki.setting.policy
        self._deep = {store.path for store in self._policy.stores}
        # A log may lie beside its store, and the policy at the top; and a store's folder may yet be made.
        named = [self._policy.source, self._policy.members_file, *(s.log_path for s in self._policy.stores)]
        self._flat = {"", *(os.path.dirname(path) for path in named)}
        self._flat.update(folder for store in self._deep for folder in folders_of(store))
        git = wiki.repository.git if wiki.repository else None
        self._ignored = ignored_below(git, sorted(self._deep)) if git else frozenset[str]()
        self._folders: dict[str, None] = {}
        self._files: dict[str, Stamp] = {}
        self._copies: list[str] = []
        self._unreadable: list[str] = []

    def survey(self) -> Survey:
        waiting = [folder for folder in sorted(self._deep) if self._is_own(folder)]
        while waiting:
            waiting += self._look_into(waiting.pop())
        for folder in sorted(self._flat):
            if self._is_own(folder):
                self._look_into(folder)
        return Survey(tuple(self._folders), self._files, tuple(self._copies), tuple(self._unreadable))

    def _is_own(self, folder: str) -> bool:
        """Whether a folder stands, and no link leads out to it."""
        full = os.path.join(self._top, folder) if folder else self._top
        return os.path.isdir(full) and os.path.realpath(full) == full

    def _look_into(self, folder: str) -> list[str]:
        """Take note of what a folder holds; gives the folders in it that belong to the wiki."""
        inner: list[str] = []
        if folder in self._folders:
            return inner
        self._folders[folder] = None
        for entry in self._entries(folder):
            path = f"{folder}/{entry.name}" if folder else entry.name
            if entry.is_dir(follow_symlinks=False):
                if self._belongs(entry, path):
                    inner.append(path)
            elif path not in self._ignored:
                self._take(entry, path)
        return inner

    def _entries(self, folder: str) -> Iterator[os.DirEntry[str]]:
        try:
            with os.scandir(os.path.join(self._top, folder)) as entries:
                yield from entries
        except (FileNotFoundError, NotADirectoryError):
            return
        except OSError:
            self._unreadable.append(folder)

    def _belongs(self, entry: os.DirEntry[str], path: str) -> bool:
        if entry.name.startswith(".") or f"{path}/" in self._ignored:
            return False
        # A repository within is watched by whoever keeps it.
        return path in self._deep or not os.path.lexists(os.path.join(entry.path, ".git"))

    def _take(self, entry: os.DirEntry[str], path: str) -> None:
        if concerns(self._policy, path):
            try:
                status = entry.stat(follow_symlinks=False)
            except OSError:  # gone meanwhile
                return
            if stat.S_ISREG(status.st_mode):
                self._files[path] = Stamp(status.st_size, status.st_mtime_ns, status.st_ino)
        elif is_copy(self._policy, path):
            self._copies.append(path)
