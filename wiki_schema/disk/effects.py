"""The system calls that change something on disk: each may be the last thing a process does."""

from __future__ import annotations

import os


def boundary(name: str) -> None:
    """Called before every effect, with what is about to happen. It does nothing.

    Tests put something in its place that kills the process: what a power cut leaves must be mendable.
    """


def write(descriptor: int, data: bytes | memoryview) -> int:
    """Write once; gives how many bytes were taken, which on a full disk may be fewer than all."""
    boundary("write")
    return os.write(descriptor, data)


def sync(descriptor: int) -> None:
    """Wait until a file, or the names in a folder, are safe."""
    boundary("sync")
    os.fsync(descriptor)


def truncate(descriptor: int, size: int) -> None:
    """Cut a file off."""
    boundary("truncate")
    os.ftruncate(descriptor, size)


def make_folder(name: str, folder: int) -> None:
    """Make a folder in a folder."""
    boundary("mkdir")
    os.mkdir(name, dir_fd=folder)


def create(name: str, flags: int, mode: int, folder: int) -> int:
    """Open a file that is not there yet."""
    boundary("create")
    return os.open(name, flags | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC, mode, dir_fd=folder)


def rename(old: str, new: str, folder: int) -> None:
    """Put a file in the place of another one, in one step."""
    boundary("rename")
    os.replace(old, new, src_dir_fd=folder, dst_dir_fd=folder)


def link(old: str, new: str, folder: int) -> None:
    """Give a file a second name, which nothing may bear yet."""
    boundary("link")
    os.link(old, new, src_dir_fd=folder, dst_dir_fd=folder, follow_symlinks=False)


def unlink(name: str, folder: int) -> None:
    """Take a name away."""
    boundary("unlink")
    os.unlink(name, dir_fd=folder)
