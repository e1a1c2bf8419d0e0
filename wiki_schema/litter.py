"""Names that editors and sync tools leave lying about for a moment, and the copies sync tools make."""

from __future__ import annotations

import re

# Whatever is hidden or does not end in `.md` is no note anyway: `.#n.md`, `n.md~`, `4913`, `sedXXXXXX`,
# `n.md___jb_tmp___`, `.syncthing.n.md.tmp`. These end in `.md` all the same.
_LITTER = re.compile(r"~\$|~syncthing~")
_COPY = re.compile(
    r"\.sync-conflict-\d{8}-\d{6}"  # Syncthing
    r"|\(.*conflicted copy.*\)"  # Dropbox, Nextcloud, Obsidian
    r"|\(case conflict\b.*\)",
    re.IGNORECASE,
)


def is_litter(path: str) -> bool:
    """Whether a file is only a step of a save: never looked at, though what it is renamed to is."""
    return bool(_LITTER.match(_name(path)))


def is_conflict_copy(path: str) -> bool:
    """Whether a sync tool put a file there because two machines wrote at once. It is no note: merge it."""
    return bool(_COPY.search(_name(path)))


def _name(path: str) -> str:
    return path.rpartition("/")[2]
