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
# What editors and git's merge tools keep of an older state.
_BACKUP = re.compile(
    r"\.md(?:~|\.orig|\.bak|\.rej|\.save|\.mine|\.old)$|_(?:BACKUP|BASE|LOCAL|REMOTE)_\d+\.md$"
)
_MARKS = (
    re.compile(r"\.sync-conflict-\d{8}-\d{6}(?:-\w+)?", re.IGNORECASE),
    re.compile(r" ?\([^()]*(?:conflicted copy|case conflict)[^()]*\)", re.IGNORECASE),
    re.compile(r"(?<=\.md)(?:~|\.\w+)$"),
    re.compile(r"_(?:BACKUP|BASE|LOCAL|REMOTE)_\d+(?=\.md$)"),
)


def is_litter(path: str) -> bool:
    """Whether a file is only a step of a save: never looked at, though what it is renamed to is."""
    return bool(_LITTER.match(_name(path)))


def is_conflict_copy(path: str) -> bool:
    """Whether a sync tool put a file there because two machines wrote at once. It is no note: merge it."""
    return bool(_COPY.search(_name(path)))


def is_backup(path: str) -> bool:
    """Whether an editor or a merge tool left an older state of a note there."""
    return bool(_BACKUP.search(_name(path)))


def original_of(path: str) -> str:
    """The note that a copy or a backup was made of."""
    folder, slash, name = path.rpartition("/")
    for mark in _MARKS:
        name = mark.sub("", name)
    return f"{folder}{slash}{name}"


def _name(path: str) -> str:
    return path.rpartition("/")[2]
