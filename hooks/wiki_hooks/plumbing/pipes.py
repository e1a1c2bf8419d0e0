"""What git reads below a folder and would wait for: a pipe or a device in the place of one of its files.

Nobody tracks such a thing, but anybody may leave one, and git opens it as it opens a file: for ever.
"""

from __future__ import annotations

import os
import stat

_READ = frozenset([".gitignore", ".gitattributes", ".gitmodules", ".mailmap"])


def blocking(top: str) -> str | None:
    """The first such place below a folder, as a path from there; None where there is none."""
    for folder, folders, names in os.walk(top):
        if ".git" in folders:
            folders.remove(".git")
        for name in sorted(_READ.intersection(names)):
            path = os.path.join(folder, name)
            if _is_no_file(path):
                return os.path.relpath(path, top)
    return None


def _is_no_file(path: str) -> bool:
    try:
        mode = os.lstat(path).st_mode
    except OSError:
        return False
    return stat.S_ISFIFO(mode) or stat.S_ISCHR(mode)
