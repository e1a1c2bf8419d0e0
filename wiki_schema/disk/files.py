"""Reading and writing the files of a wiki so that nothing is ever half written, and no link is followed.

Paths are relative to `top`, with forward slashes. Whoever writes holds the lock. What cannot be done
raises `CannotWrite`, and then nothing has changed.
"""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from wiki_schema.disk import effects
from wiki_schema.disk.opening import Stamp as Stamp
from wiki_schema.disk.opening import Trace as Trace
from wiki_schema.disk.opening import content_of, folder_of, open_file, stamp_of
from wiki_schema.disk.refusal import CannotWrite as CannotWrite
from wiki_schema.disk.refusal import Changed as Changed
from wiki_schema.disk.refusal import changed, explained

_LONGEST_NAME = 200


def read(top: str, path: str) -> bytes | None:
    """The bytes of a file, None where nothing stands."""
    with explained(path, "read"):
        try:
            with _opened(top, path, os.O_RDONLY) as (file, _, _):
                return content_of(file)
        except FileNotFoundError:
            return None


def stamp(top: str, path: str) -> Stamp | None:
    """The stamp of a file, None where nothing stands. Of a link it is that of the link."""
    with explained(path, "read"):
        try:
            with folder_of(top, path) as (folder, name):
                return stamp_of(os.stat(name, dir_fd=folder, follow_symlinks=False))
        except FileNotFoundError:
            return None


def append(top: str, path: str, data: bytes) -> Trace:
    """Add whole lines at the end of a file, by one write; where nothing stands, make the file.

    A last line without its newline is ended first. What could not be written whole is cut off again.
    """
    with explained(path, "written"), folder_of(top, path, make=True) as (folder, name):
        flags = os.O_RDWR | os.O_APPEND
        try:
            file, is_new = open_file(folder, name, flags, path), False
        except FileNotFoundError:
            file, is_new = effects.create(name, flags, 0o666, folder), True
        try:
            found = None if is_new else stamp_of(os.fstat(file))
            _add(file, data)
            trace = Trace(found, stamp_of(os.fstat(file)))
        except BaseException:
            if is_new:
                effects.unlink(name, folder)
            raise
        finally:
            os.close(file)
        if is_new:
            effects.sync(folder)
        return trace


def replace(top: str, path: str, data: bytes, expected: bytes | None) -> Trace:
    """Put new bytes in the place of a file, all at once; its mode, owner and attributes stay.

    `expected` is what it should hold, None where nothing should stand; where it does not, `Changed` is
    raised and the file left alone.
    """
    with explained(path, "written"), folder_of(top, path, make=expected is None) as (folder, name):
        beside = _name_beside(name)
        file = _create_beside(beside, folder)
        try:
            with _like_the_old(file, folder, name, path, expected) as old:
                _write_all(file, data)
                found = None if old is None else stamp_of(os.fstat(old))
                if old is not None and content_of(old) != expected:
                    raise changed(path)
            _put_in_place(beside, name, folder, path, expected)
            trace = Trace(found, stamp_of(os.fstat(file)))
        except BaseException:
            with suppress(FileNotFoundError):
                effects.unlink(beside, folder)
            raise
        finally:
            os.close(file)
        effects.sync(folder)
        return trace


def remove(top: str, path: str, expected: bytes) -> None:
    """Remove a file that holds what is expected; else `Changed` is raised."""
    with explained(path, "removed"), _expected(top, path, os.O_RDONLY, expected) as (_, folder, name):
        effects.unlink(name, folder)
        effects.sync(folder)


def shorten(top: str, path: str, size: int, expected: bytes) -> None:
    """Cut off what was appended to a file that holds what is expected; else `Changed` is raised."""
    with explained(path, "written"), _expected(top, path, os.O_RDWR, expected) as (file, _, _):
        effects.truncate(file, size)
        effects.sync(file)


def sweep(top: str, path: str) -> None:
    """Remove what a killed process may have left beside a file."""
    with explained(path, "written"), suppress(FileNotFoundError), folder_of(top, path) as (folder, name):
        beside = _name_beside(name)
        os.stat(beside, dir_fd=folder, follow_symlinks=False)
        effects.unlink(beside, folder)


@contextmanager
def _opened(top: str, path: str, flags: int) -> Iterator[tuple[int, int, str]]:
    """A file, its folder, and its name there."""
    with folder_of(top, path) as (folder, name):
        file = open_file(folder, name, flags, path)
        try:
            yield file, folder, name
        finally:
            os.close(file)


@contextmanager
def _expected(top: str, path: str, flags: int, expected: bytes) -> Iterator[tuple[int, int, str]]:
    """The same, where the file holds what is expected."""
    try:
        with _opened(top, path, flags) as (file, folder, name):
            if content_of(file) != expected:
                raise changed(path)
            yield file, folder, name
    except FileNotFoundError:
        raise changed(path) from None


def _add(file: int, data: bytes) -> None:
    """One write at the end, and safe; or nothing at all."""
    size = os.fstat(file).st_size
    if size and os.pread(file, 1, size - 1) != b"\n" and not data.startswith((b"\n", b"\r\n")):
        data = b"\n" + data
    taken = 0
    try:
        taken = effects.write(file, data)
        if taken < len(data):
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        effects.sync(file)
    except BaseException:
        # What somebody else may have appended behind it is not ours to cut off.
        if taken and os.fstat(file).st_size == size + taken:
            effects.truncate(file, size)
        raise


# Bytes that wait beside a file


def _name_beside(name: str) -> str:
    """The hidden name under which new bytes wait beside a file."""
    if len(os.fsencode(name)) > _LONGEST_NAME:
        from hashlib import sha256

        name = sha256(os.fsencode(name)).hexdigest()
    return f".{name}.memwiki-new"


def _create_beside(beside: str, folder: int) -> int:
    """The file of new bytes. Whoever left one behind was killed: no two write at a time."""
    try:
        return effects.create(beside, os.O_RDWR, 0o666, folder)
    except FileExistsError:
        effects.unlink(beside, folder)
        return effects.create(beside, os.O_RDWR, 0o666, folder)


def _write_all(file: int, data: bytes) -> None:
    view = memoryview(data)
    while view:
        view = view[effects.write(file, view) :]
    effects.sync(file)


@contextmanager
def _like_the_old(
    new: int, folder: int, name: str, path: str, expected: bytes | None
) -> Iterator[int | None]:
    """The old file, opened, after the new one was made like it; None where nothing should stand."""
    try:
        old = open_file(folder, name, os.O_RDONLY, path)
    except FileNotFoundError:
        if expected is not None:
            raise changed(path) from None
        yield None
        return
    try:
        if expected is None:
            raise changed(path)
        _copy_rights(old, new)
        yield old
    finally:
        os.close(old)


def _copy_rights(old: int, new: int) -> None:
    status, mine = os.fstat(old), os.fstat(new)
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


def _put_in_place(beside: str, name: str, folder: int, path: str, expected: bytes | None) -> None:
    if expected is not None:
        effects.rename(beside, name, folder)
        return
    try:
        effects.link(beside, name, folder)
    except FileExistsError:
        raise changed(path) from None
    except OSError:  # a disk without hard links
        effects.rename(beside, name, folder)
        return
    effects.unlink(beside, folder)
