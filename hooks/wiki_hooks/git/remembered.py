"""What commits changed, kept from one health pass to the next: a commit never changes, so it is asked once.

A help and nothing more: no check reads it. A file that is missing, damaged, of another version of git or
about other places is as good as none.
"""

from __future__ import annotations

import os
import zlib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from hashlib import sha256

from wiki_schema.disk.locks import make_state
from wiki_schema.disk.refusal import CannotWrite

_NAME = "commits"

# More than this is not kept: it would take longer to read than is saved.
_MOST_BYTES = 256_000_000


class Remembered:
    """What is known of commits, in a file of a wiki's state folder."""

    def __init__(self, state: str, asked: Sequence[str]) -> None:
        """`state`: the folder, empty for none; `asked`: all that the answers depend on beside the commit."""
        self._path = os.path.join(state, _NAME) if state else ""
        self._state = state
        self._asked = "\0".join(asked).encode("utf-8", "surrogateescape")

    def read(self) -> dict[str, bytes]:
        """What each commit changed, as git told it; nothing where nothing fit for use is kept."""
        if not self._path:
            return {}
        try:
            with open(self._path, "rb") as file:
                seal, data = file.read(32), file.read()
        except OSError:
            return {}
        if seal != self._seal(data):
            return {}
        return dict(_parts(zlib.decompress(data)))

    def write(self, known: Mapping[str, bytes]) -> None:
        """Keep all of it, in place of what was kept; where that cannot be written git is asked again."""
        if not self._path or sum(map(len, known.values())) > _MOST_BYTES:
            return
        parts = (b"%s %d\n%s" % (commit.encode(), len(told), told) for commit, told in known.items())
        data = zlib.compress(b"".join(parts), 1)
        own = f"{self._path}.{os.getpid()}"
        with suppress(OSError, CannotWrite):
            make_state(self._state)
            try:
                with open(own, "wb") as file:
                    file.write(self._seal(data) + data)
                os.replace(own, self._path)
            finally:
                with suppress(FileNotFoundError):
                    os.unlink(own)

    def _seal(self, data: bytes) -> bytes:
        return sha256(sha256(self._asked).digest() + data).digest()


def _parts(data: bytes) -> Iterator[tuple[str, bytes]]:
    at = 0
    while at < len(data):
        end = data.index(b"\n", at)
        commit, size = data[at:end].split(b" ")
        at = end + 1 + int(size)
        yield commit.decode("ascii"), data[end + 1 : at]
