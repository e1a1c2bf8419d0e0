"""What git was told to leave out: ignored files and folders, and what a sparse checkout leaves away."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from wiki_hooks.plumbing.process import Git
from wiki_schema import text
from wiki_schema.finding import CannotCheck

# A command line holds at least two million bytes; a path at most four thousand.
_AT_ONCE = 400

_IGNORED = ("ls-files", "-z", "--others", "--ignored", "--exclude-standard")


def ignored_below(git: Git, folders: Collection[str]) -> frozenset[str]:
    """What git ignores below some folders; a folder that it ignores whole ends in a slash."""
    return frozenset(_lines(git, [*_IGNORED, "--directory"], [folder or "." for folder in folders]))


def ignored(git: Git, paths: Sequence[str]) -> frozenset[str]:
    """Those of some files that git ignores. A file that it tracks is none of them."""
    return frozenset(_lines(git, _IGNORED, paths))


def would_be_ignored(git: Git, paths: Collection[str]) -> frozenset[str]:
    """Those of some paths that git would ignore, whether anything stands there yet or not."""
    asking = Git(git.folder, git.environ)
    # This command takes no literal paths; `./` takes the magic out of all of them.
    asking.environ["GIT_LITERAL_PATHSPECS"] = "0"
    command = ("check-ignore", "-z", "--stdin")
    process = asking.start(*command)
    answer, complaint = process.communicate(text.encode("".join(f"./{path}\0" for path in paths)))
    if process.returncode not in (0, 1):  # 1 says that none is ignored
        raise CannotCheck(f"`git {' '.join(command)}` failed: {text.visible(text.decode(complaint), 1000)}")
    return frozenset(path.removeprefix("./") for path in text.decode(answer).split("\0")[:-1])


def not_checked_out(git: Git, paths: Sequence[str]) -> frozenset[str]:
    """Those of some missing files that are not gone: this checkout is sparse and leaves them away."""
    listed = _lines(git, ("ls-files", "-z", "-t"), paths)
    return frozenset(line[2:] for line in listed if line.startswith("S "))


def _lines(git: Git, command: Sequence[str], paths: Sequence[str]) -> Iterator[str]:
    for start in range(0, len(paths), _AT_ONCE):
        listing = git.run(*command, "--", *paths[start : start + _AT_ONCE])
        yield from text.decode(listing).split("\0")[:-1]
