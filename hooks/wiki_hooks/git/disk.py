"""The files on disk as a side of a change."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Collection

from wiki_hooks.git.repository import Repository
from wiki_schema import text
from wiki_schema.change import LINK, OTHER, EmptyTree, File, Tree
from wiki_schema.finding import CannotCheck


class WorkTree:
    """The files on disk. A link is a link: nothing behind one is ever read."""

    def __init__(self, top: str, list_paths: Callable[[], Collection[str]]) -> None:
        self._top = os.path.realpath(top)
        self._list_paths = list_paths

    def read(self, path: str) -> File | None:
        """The file at a path. Raises `CannotCheck` where it may not be read."""
        full = os.path.join(self._top, path)
        folder = os.path.dirname(full)
        if os.path.realpath(folder) != os.path.normpath(folder):
            return None
        try:
            mode = os.lstat(full).st_mode
            if stat.S_ISLNK(mode):
                return File(text.decode(os.fsencode(os.readlink(full))), LINK)
            if not stat.S_ISREG(mode):
                return File(mode=OTHER)
            return File(text.decode(_bytes(full)))
        except (FileNotFoundError, NotADirectoryError):
            return None
        except OSError as error:
            shown = text.visible(path)
            raise CannotCheck(
                f"{shown} cannot be read: {error.strerror}. Give yourself the right to read it."
            ) from error

    def paths(self) -> Collection[str]:
        """Every path that git tracks or would add."""
        return self._list_paths()


def disk(repository: Repository) -> Tree:
    """The working tree of a repository; a bare one has none."""
    if repository.bare:
        return EmptyTree()

    def list_paths() -> Collection[str]:
        known = repository.git.run("ls-files", "-z", "--cached", "--others", "--exclude-standard")
        paths = dict.fromkeys(text.decode(known).split("\0")[:-1])
        return [path for path in paths if os.path.lexists(os.path.join(repository.top, path))]

    return WorkTree(repository.top, list_paths)


def _bytes(path: str) -> bytes:
    # Without O_NOFOLLOW a link put there between two looks would be followed; a pipe would block.
    flags = (
        os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
    )
    with open(os.open(path, flags), "rb") as file:
        return file.read()
