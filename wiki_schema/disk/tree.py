"""The files on disk as a side of a change."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Collection, Iterator

from wiki_schema import text
from wiki_schema.change import LINK, OTHER, File
from wiki_schema.disk.plain import NO_LINK, read_plain
from wiki_schema.finding import CannotCheck


class WorkTree:
    """The files on disk. A link is a link: nothing behind one is ever read."""

    def __init__(self, top: str, list_paths: Callable[[], Collection[str]]) -> None:
        self._top = os.path.realpath(top)
        self._list_paths = list_paths

    def read(self, path: str) -> File | None:
        """The file at a path. Raises `CannotCheck` where it may not be read."""
        full = os.path.join(self._top, path)
        try:
            if self._is_behind_a_link(path):
                return None
            mode = os.lstat(full).st_mode
            if stat.S_ISLNK(mode):
                return File(text.decode(os.fsencode(os.readlink(full))), LINK)
            if not stat.S_ISREG(mode):
                return File(mode=OTHER)
            # Without the flag a link put there between two looks would be followed.
            return File(text.decode(read_plain(full, NO_LINK)))
        except (FileNotFoundError, NotADirectoryError):
            return None
        except OSError as error:
            shown = text.visible(path)
            raise CannotCheck(
                f"{shown} cannot be read: {error.strerror}. Give yourself the right to read it."
            ) from error

    def _is_behind_a_link(self, path: str) -> bool:
        """Whether any folder on the way from the top is a link. Asked anew each time: folders change."""
        end = path.find("/")
        while end >= 0:
            if stat.S_ISLNK(os.lstat(f"{self._top}/{path[:end]}").st_mode):
                return True
            end = path.find("/", end + 1)
        return False

    def paths(self) -> Collection[str]:
        """Every path that git tracks or would add."""
        return self._list_paths()


def walk(top: str) -> Iterator[str]:
    """The path of every file below a folder but those in hidden folders. Links are files."""
    for folder, folders, names in os.walk(top):
        links = [name for name in folders if os.path.islink(os.path.join(folder, name))]
        folders[:] = [name for name in folders if not name.startswith(".")]
        inside = os.path.relpath(folder, top).replace(os.sep, "/")
        yield from (name if inside == "." else f"{inside}/{name}" for name in [*names, *links])
