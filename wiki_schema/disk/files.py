"""Reading and writing the files of a wiki so that nothing is ever half written, and no link is followed.

Paths are relative to `top`, with forward slashes. Every folder on the way is opened without following
links, so a link that leads out of the store is refused wherever in the path it stands.
"""

from __future__ import annotations

import errno
import hashlib
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from wiki_schema.disk import effects
from wiki_schema.finding import CannotCheck
from wiki_schema.text import encode, visible
from wiki_schema.value import Value

_FOLDER = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
# A pipe would block whoever opens it.
_FILE = os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC

_LONGEST_NAME = 200


class CannotWrite(CannotCheck):
    """Nothing was written, or what was written has been undone. The message says why and what to do."""


class Changed(CannotWrite):
    """Somebody else changed the file in the meantime, so it was left as it is."""


class Stamp(Value):
    """By what one sees that nobody else has written a file since."""

    size: int
    mtime_ns: int
    inode: int


def read(top: str, path: str) -> bytes | None:
    """The bytes of a file, None where nothing stands.

    Raises `CannotWrite` for a link, a folder, or what may not be read.
    """
    with _explained(path, "read"):
        try:
            with _folder_of(top, path) as (folder, name):
                return _content(_open(folder, name, os.O_RDONLY, path))
        except FileNotFoundError:
            return None


def stamp(top: str, path: str) -> Stamp | None:
    """The stamp of a file, None where nothing stands."""
    with _explained(path, "read"):
        try:
            with _folder_of(top, path) as (folder, name):
                return _stamp(os.stat(name, dir_fd=folder, follow_symlinks=False))
        except FileNotFoundError:
            return None


def append(top: str, path: str, data: bytes) -> Stamp:
    """Add whole lines at the end of a file, by one write; where nothing stands, make the file.

    A last line without its newline is ended first. What could not be written whole is cut off again.
    The caller holds the lock. Raises `CannotWrite`.
    """
    with _explained(path, "written"), _folder_of(top, path, make=True) as (folder, name):
        flags = os.O_RDWR | os.O_APPEND
        try:
            file = _open(folder, name, flags, path)
        except FileNotFoundError:
            file = effects.create(name, flags, 0o666, folder)
            is_new = True
        else:
            is_new = False
        try:
            _add(file, data)
            written = _stamp(os.fstat(file))
        except OSError:
            if is_new:
                effects.unlink(name, folder)
            raise
        finally:
            os.close(file)
        if is_new:
            effects.sync(folder)
        return written


def replace(top: str, path: str, data: bytes, expected: bytes | None) -> Stamp:
    """Put new bytes in the place of a file, all at once; its mode, owner and attributes stay.

    `expected` is what it should hold, None where nothing should stand; where it does not, `Changed` is
    raised and the file left alone. The caller holds the lock. Raises `CannotWrite`.
    """
    with _explained(path, "written"), _folder_of(top, path, make=expected is None) as (folder, name):
        new = _name_beside(name)
        file = _create_beside(new, folder)
        try:
            old = _like_the_old(file, folder, name, path, expected)
            try:
                _write_all(file, data)
                if old is not None and _content(os.dup(old)) != expected:
                    raise changed(path)
            finally:
                if old is not None:
                    os.close(old)
            _put_in_place(new, name, folder, path, expected)
        except BaseException:
            with suppress(FileNotFoundError):
                effects.unlink(new, folder)
            raise
        finally:
            written = _stamp(os.fstat(file))
            os.close(file)
        effects.sync(folder)
        return written


def remove(top: str, path: str, expected: bytes) -> None:
    """Remove a file that holds what is expected; else `Changed` is raised. The caller holds the lock."""
    with _explained(path, "removed"):
        try:
            with _folder_of(top, path) as (folder, name):
                if _content(_open(folder, name, os.O_RDONLY, path)) != expected:
                    raise changed(path)
                effects.unlink(name, folder)
                effects.sync(folder)
        except FileNotFoundError:
            raise changed(path) from None


def shorten(top: str, path: str, size: int, expected: bytes) -> None:
    """Cut off what was appended, if the file still holds what is expected; else `Changed` is raised."""
    with _explained(path, "written"), _folder_of(top, path) as (folder, name):
        file = _open(folder, name, os.O_RDWR, path)
        try:
            if _content(os.dup(file)) != expected:
                raise changed(path)
            effects.truncate(file, size)
            effects.sync(file)
        finally:
            os.close(file)


def sweep(top: str, path: str) -> None:
    """Remove what a killed process left beside a file."""
    with _explained(path, "written"), suppress(FileNotFoundError), _folder_of(top, path) as (folder, name):
        effects.unlink(_name_beside(name), folder)


# Folders and names


@contextmanager
def _folder_of(top: str, path: str, make: bool = False) -> Iterator[tuple[int, str]]:
    """The open folder of a path, reached through no link, and the last name. Missing ones may be made."""
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
        raise CannotWrite(f"{visible(path)} leads out of the wiki; name a file inside it.")
    return [os.fsdecode(encode(part)) for part in parts]


def _enter(folder: int, name: str, path: str, make: bool) -> int:
    for _ in range(2):
        try:
            return os.open(name, _FOLDER, dir_fd=folder)
        except FileNotFoundError:
            if not make:
                raise
            with suppress(FileExistsError):
                effects.make_folder(name, folder)
                effects.sync(folder)
        except NotADirectoryError:
            if stat.S_ISLNK(os.stat(name, dir_fd=folder, follow_symlinks=False).st_mode):
                raise _is_link(path) from None
            if not make:
                raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT)) from None
            raise
    return os.open(name, _FOLDER, dir_fd=folder)


def _open(folder: int, name: str, flags: int, path: str) -> int:
    """A plain file, opened."""
    try:
        file = os.open(name, flags | _FILE, dir_fd=folder)
    except OSError as error:
        if error.errno == errno.ELOOP:
            raise _is_link(path) from None
        if error.errno in (errno.ENXIO, errno.EISDIR):
            raise _is_no_file(path) from None
        raise
    if not stat.S_ISREG(os.fstat(file).st_mode):
        os.close(file)
        raise _is_no_file(path)
    return file


def _name_beside(name: str) -> str:
    """The hidden name under which new bytes wait beside a file."""
    if len(os.fsencode(name)) > _LONGEST_NAME:
        name = hashlib.sha256(os.fsencode(name)).hexdigest()[:16]
    return f".{name}.memwiki-new"


def _create_beside(new: str, folder: int) -> int:
    """The file of new bytes. Whoever left one behind was killed: no two write at a time."""
    try:
        return effects.create(new, os.O_RDWR, 0o666, folder)
    except FileExistsError:
        effects.unlink(new, folder)
        return effects.create(new, os.O_RDWR, 0o666, folder)


# Content


def _content(file: int) -> bytes:
    """All bytes of an open file, which is closed."""
    with open(file, "rb", buffering=0) as opened:
        opened.seek(0)
        return opened.readall()


def _stamp(status: os.stat_result) -> Stamp:
    return Stamp(status.st_size, status.st_mtime_ns, status.st_ino)


def _add(file: int, data: bytes) -> None:
    """One write at the end, and safe; or nothing at all."""
    size = os.fstat(file).st_size
    if size and os.pread(file, 1, size - 1) != b"\n" and not data.startswith((b"\n", b"\r\n")):
        data = b"\n" + data
    try:
        if effects.write(file, data) != len(data):
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        effects.sync(file)
    except OSError:
        effects.truncate(file, size)
        raise


def _write_all(file: int, data: bytes) -> None:
    view = memoryview(data)
    while view:
        view = view[effects.write(file, bytes(view)) :]
    effects.sync(file)


def _like_the_old(file: int, folder: int, name: str, path: str, expected: bytes | None) -> int | None:
    """The old file, opened, after the new one was made like it; None where nothing should stand."""
    try:
        old = _open(folder, name, os.O_RDONLY, path)
    except FileNotFoundError:
        if expected is not None:
            raise changed(path) from None
        return None
    if expected is None:
        os.close(old)
        raise changed(path)
    _copy_rights(old, file)
    return old


def _copy_rights(old: int, new: int) -> None:
    status = os.fstat(old)
    mine = os.fstat(new)
    if (status.st_uid, status.st_gid) != (mine.st_uid, mine.st_gid):
        # Only root may give files away; a member of the group can at least keep the group.
        for owner in (status.st_uid, -1):
            with suppress(PermissionError):
                os.fchown(new, owner, status.st_gid)
                break
    os.fchmod(new, stat.S_IMODE(status.st_mode))
    if hasattr(os, "listxattr"):
        with suppress(OSError):  # attributes are a courtesy: not every disk has them, or lets them be set
            for attribute in os.listxattr(old):
                os.setxattr(new, attribute, os.getxattr(old, attribute))


def _put_in_place(new: str, name: str, folder: int, path: str, expected: bytes | None) -> None:
    if expected is not None:
        effects.rename(new, name, folder)
        return
    try:
        effects.link(new, name, folder)
    except FileExistsError:
        raise changed(path) from None
    except OSError:  # a disk without hard links
        effects.rename(new, name, folder)
        return
    effects.unlink(new, folder)


# Refusals


@contextmanager
def _explained(path: str, done: str) -> Iterator[None]:
    """Says of what the system refuses which file it was, and what would help."""
    try:
        yield
    except OSError as error:
        reason = os.strerror(error.errno) if error.errno else str(error)
        help = _HELP.get(error.errno or 0, "Look at the file and its folder.")
        raise CannotWrite(f"{visible(path)} cannot be {done}: {reason}. {help}") from error


_HELP = {
    errno.ENOSPC: "Nothing was changed. Make room on the disk.",
    errno.EDQUOT: "Nothing was changed. Make room within your quota.",
    errno.EFBIG: "Nothing was changed. The file has reached the largest size that is allowed.",
    errno.EROFS: "The disk is mounted read-only.",
    errno.EACCES: "Give yourself the right to it and its folder (ls -l, chmod).",
    errno.EPERM: "Give yourself the right to it and its folder (ls -l, lsattr).",
    errno.ENAMETOOLONG: "Choose a shorter name.",
    errno.ENOTDIR: "Something that is no folder stands in its way.",
}


def _is_link(path: str) -> CannotWrite:
    return CannotWrite(
        f"{visible(path)} is a link, or is reached through one, so it was not touched: "
        "put the file or folder itself there."
    )


def _is_no_file(path: str) -> CannotWrite:
    return CannotWrite(f"{visible(path)} is no plain file, so it was not touched: put the file itself there.")


def changed(path: str) -> Changed:
    """The refusal to write over what somebody else wrote in the meantime."""
    return Changed(
        f"{visible(path)} was changed by somebody else just now, so it was left as it is: do it again."
    )
