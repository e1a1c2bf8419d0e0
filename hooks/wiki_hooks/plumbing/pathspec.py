"""Paths as a command of git takes them in whatever folder of the repository it is typed."""

from __future__ import annotations

import shlex
from collections.abc import Iterable

from wiki_schema.text import visible

_LONGEST = 4_000


def from_top(paths: Iterable[str]) -> str:
    """Paths that count from the top of the repository, quoted for a shell: `:/notes/log.md`."""
    return " ".join(shlex.quote(visible(_pathspec(path), _LONGEST)) for path in paths)


def _pathspec(path: str) -> str:
    """The short form; where git would read more into it than a path, the long one."""
    first = path[:1]
    is_plain = (first.isalnum() or first in ("", ".") or not first.isascii()) and not set(path) & set("*?[\\")
    return f":/{path}" if is_plain else f":(top,literal){path}"
