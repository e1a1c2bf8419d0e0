"""Where inotify is blind: what another machine writes to a shared disk, no event tells of here."""

from __future__ import annotations

import os
import re
import sys

from wiki_schema.text import visible

# File systems that another machine, or the host of a container, may write to.
_SHARED = frozenset(
    "9p afs ceph cifs coda drvfs gpfs grpcfuse lustre ncpfs nfs nfs4 ocfs2 osxfs prl_fs smb2 smb3 smbfs"
    " vboxsf virtiofs vmhgfs".split()
)
_ESCAPE = re.compile(r"\\([0-7]{3})")


def blindness(folder: str) -> str:
    """Why events cannot be trusted in a folder: a sentence, or "" where they can."""
    if not sys.platform.startswith("linux"):
        return ""
    try:
        with open("/proc/self/mountinfo", encoding="utf-8", errors="surrogateescape") as file:
            kind = kind_of_mount(file.read(), os.path.realpath(folder))
    except OSError:
        return ""
    if kind in _SHARED or kind.startswith("fuse."):
        return f"{visible(folder)} lies on {visible(kind)}, where others can write unseen"
    return ""


def kind_of_mount(mounts: str, folder: str) -> str:
    """The file system a folder lies on, from the text of /proc/self/mountinfo; "" where none holds it."""
    best, found = -1, ""
    for line in mounts.split("\n"):
        before, dash, after = line.partition(" - ")
        fields = before.split(" ")
        if not dash or len(fields) < 5:
            continue
        point = _ESCAPE.sub(lambda match: chr(int(match[1], 8)), fields[4])
        # Of two mounts at one place the later one lies on top.
        if _holds(point, folder) and len(point) >= best:
            best, found = len(point), after.split(" ")[0]
    return found


def _holds(point: str, folder: str) -> bool:
    return point == "/" or folder == point or folder.startswith(f"{point}/")
