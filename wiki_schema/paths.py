"""Paths as text: forward slashes, relative to the top of the repository, never leaving it."""

from __future__ import annotations

from wiki_schema.text import path_key


def join(folder: str, path: str) -> str | None:
    """A path seen from a folder, without `.` and `..`; None where it leaves the top.

    The top itself is the empty string.
    """
    parts = folder.split("/") if folder else []
    for part in path.split("/"):
        if part == "..":
            if not parts:
                return None
            parts.pop()
        elif part not in ("", "."):
            parts.append(part)
    return "/".join(parts)


def folder_of(path: str) -> str:
    """The folder a file lies in; the top is the empty string."""
    return path.rpartition("/")[0]


def below(folder: str, path: str) -> str | None:
    """The path as seen from a folder above it; None where it does not lie below that folder."""
    if not folder:
        return path
    if path.startswith(f"{folder}/"):
        return path[len(folder) + 1 :]
    if path.isascii() or folder.isascii():
        return None
    depth = folder.count("/") + 1
    parts = path.split("/", depth)
    above = "/".join(parts[:depth])
    return parts[depth] if len(parts) > depth and path_key(above) == path_key(folder) else None


def fault(path: str) -> str:
    """Why a configured path cannot be one inside the repository; empty where it can."""
    if not path.strip():
        return 'is empty; write "." for the folder of this file'
    if any(ord(char) < 32 or ord(char) == 127 for char in path):
        return "holds a control character"
    if path.startswith("~"):
        return "leads to somebody's home folder; it must stay inside the repository"
    if path.startswith(("/", "\\")) or path[1:2] == ":":
        return "is absolute; it must be relative to this file"
    if "\\" in path:
        return "holds a backslash; write forward slashes"
    return ""
