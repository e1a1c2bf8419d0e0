"""Why a file was not written, in words that say what to do."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager

from wiki_schema.finding import CannotCheck
from wiki_schema.text import visible


class CannotWrite(CannotCheck):
    """Nothing was written, or what was written has been undone. The message says why and what to do."""


class Damaged(CannotWrite):
    """What memwiki remembers cannot be read. No check needs it, but no command writes without it."""


class Changed(CannotWrite):
    """Somebody else changed the file in the meantime, so it was left as it is."""


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


@contextmanager
def explained(path: str, done: str) -> Iterator[None]:
    """Says of what the system refuses in the block which file it was, and what would help.

    `done` is what could not be done to it: `read`, `written`, `removed`.
    """
    try:
        yield
    except OSError as error:
        reason = os.strerror(error.errno) if error.errno else str(error)
        advice = _HELP.get(error.errno or 0, "Look at the file and its folder.")
        raise CannotWrite(f"{visible(path)} cannot be {done}: {reason}. {advice}") from error


def changed(path: str) -> Changed:
    """The refusal to write over what somebody else wrote in the meantime."""
    return Changed(
        f"{visible(path)} was changed by somebody else just now, so it was left as it is: do it again."
    )


def is_link(path: str) -> CannotWrite:
    """The refusal to follow a link, which could lead out of the store."""
    return CannotWrite(
        f"{visible(path)} is a link, or is reached through one, so it was not touched: "
        "put the file or folder itself there."
    )


def is_no_file(path: str) -> CannotWrite:
    """The refusal to write what is no file."""
    return CannotWrite(f"{visible(path)} is no plain file, so it was not touched: put the file itself there.")


def leads_out(path: str) -> CannotWrite:
    """The refusal of a path that is not one inside the wiki."""
    return CannotWrite(f"{visible(path)} leads out of the wiki; name a file inside it.")
