"""Opening what lies in a wiki, folder by folder, so that no link on the way is ever followed."""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from wiki_schema.disk import effects, refusal
from wiki_schema.text import encode
from wiki_schema.value import Value

_FOLDER = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
# A pipe would block whoever opens it.
_FILE = os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC


class Stamp(Value):
    """By what one sees that nobody else has written a file since."""

    size: int
    mtime_ns: int
    inode: int


class Trace(Value):
    """What a write did to a file, by its stamps."""

    before: Stamp | None
    """Of what was written over, None where there was nothing."""
    after: Stamp


def stamp_of(status: os.stat_result) -> Stamp:
    """The stamp of a file, from what the system tells of it."""
    return Stamp(status.st_size, status.st_mtime_ns, status.st_ino)


@contextmanager
def folder_of(top: str, path: str, make: bool = False) -> Iterator[tuple[int, str]]:
    """The folder of a path, opened, and the last name; missing folders are made where `make` says so.

    Raises `CannotWrite` for a link on the way, `FileNotFoundError` where there is no such folder.
    """
    *folders, name = _parts(path)
    here = os.open(top, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        for part in folders:
            inner = _enter(here, part, path, make)
            os.close(here)
            here = inner
        yield here, name
    finally:
        os.close(here)


def _parts(path: str) -> list[str]:
    parts = path.split("/")
    if "\0" in path or any(part in ("", ".", "..") for part in parts):
        raise refusal.leads_out(path)
    return [os.fsdecode(encode(part)) for part in parts]


def _enter(folder: int, name: str, path: str, make: bool) -> int:
    """A folder in a folder, opened."""
    try:
        return os.open(name, _FOLDER, dir_fd=folder)
    except FileNotFoundError:
        if not make:
            raise
    except OSError as error:
        if error.errno not in (errno.ENOTDIR, errno.ELOOP):
            raise
        if stat.S_ISLNK(os.stat(name, dir_fd=folder, follow_symlinks=False).st_mode):
            raise refusal.is_link(path) from None
        if make:
            raise
        # Below what is no folder there is no file.
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT)) from None
    with suppress(FileExistsError):
        effects.make_folder(name, folder)
        effects.sync(folder)
    return os.open(name, _FOLDER, dir_fd=folder)


def open_file(folder: int, name: str, flags: int, path: str) -> int:
    """A plain file in an open folder, opened. Raises `CannotWrite` for a link, or what is no file."""
    try:
        file = os.open(name, flags | _FILE, dir_fd=folder)
    except OSError as error:
        if error.errno in (errno.ELOOP, errno.EMLINK):
            raise refusal.is_link(path) from None
        if error.errno in (errno.ENXIO, errno.EISDIR):
            raise refusal.is_no_file(path) from None
        raise
    if not stat.S_ISREG(os.fstat(file).st_mode):
        os.close(file)
        raise refusal.is_no_file(path)
    return file


def content_of(file: int) -> bytes:
    """All bytes of an open file."""
    size = os.fstat(file).st_size
    parts = [os.pread(file, size + 1, 0)]
    while parts[-1]:  # it has grown since it was asked how large it is, or is very large
        parts.append(os.pread(file, 1 << 20, sum(map(len, parts))))
    return b"".join(parts) if len(parts) > 2 else parts[0]
