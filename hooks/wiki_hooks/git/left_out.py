"""What git was told to leave out: ignored files and folders, and what a sparse checkout leaves away."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from wiki_hooks.git.process import Git
from wiki_schema import text

# A command line holds at least two million bytes; a path at most four thousand.
_AT_ONCE = 400

_IGNORED = ("ls-files", "-z", "--others", "--ignored", "--exclude-standard")


def ignored_below(git: Git, folders: Collection[str]) -> frozenset[str]:
    """What git ignores below some folders; a folder that it ignores whole ends in a slash."""
    return frozenset(_lines(git, [*_IGNORED, "--directory"], [folder or "." for folder in folders]))


def ignored(git: Git, paths: Sequence[str]) -> frozenset[str]:
    """Those of some files that git ignores. A file that it tracks is none of them."""
    return frozenset(_lines(git, _IGNORED, paths))


def not_checked_out(git: Git, paths: Sequence[str]) -> frozenset[str]:
    """Those of some missing files that are not gone: this checkout is sparse and leaves them away."""
    listed = _lines(git, ("ls-files", "-z", "-t"), paths)
    return frozenset(line[2:] for line in listed if line.startswith("S "))


def _lines(git: Git, command: Sequence[str], paths: Sequence[str]) -> Iterator[str]:
    for start in range(0, len(paths), _AT_ONCE):
        listing = git.run(*command, "--", *paths[start : start + _AT_ONCE])
        yield from text.decode(listing).split("\0")[:-1]
