"""Reading a file only where it is a plain one: whoever opens a pipe waits for somebody to write into it."""

from __future__ import annotations

import errno
import os
import stat

_FLAGS = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0) | getattr(os, "O_CLOEXEC", 0)
NO_LINK = getattr(os, "O_NOFOLLOW", 0)
"""A flag for `read_plain`: a link is none either."""


def read_plain(path: str, flags: int = 0) -> bytes:
    """All bytes of a plain file. Raises `OSError` where none stands, as for a pipe, a device or a folder."""
    file = os.open(path, _FLAGS | flags)
    try:
        status = os.fstat(file)
        if not stat.S_ISREG(status.st_mode):
            raise OSError(errno.EINVAL, "it is no plain file", path)
        data = os.read(file, status.st_size + 1)
        if len(data) == status.st_size:  # most files, at once
            return data
        parts = [data]
        while parts[-1]:  # it has grown or shrunk since, or is very large
            parts.append(os.read(file, 1 << 20))
        return b"".join(parts)
    finally:
        os.close(file)
