"""What is staged as it would be with some files of the disk added, while nothing is added."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager

from wiki_hooks.plumbing.process import Git
from wiki_hooks.plumbing.repository import Repository
from wiki_schema import text
from wiki_schema.finding import CannotCheck


@contextmanager
def rehearsed(repository: Repository, paths: Collection[str]) -> Iterator[Mapping[str, str] | None]:
    """Variables under which git has these files staged as they are on disk; None where it has already.

    Git does it all itself, line ends and filters included, in an index and an object store that are gone
    afterwards. Raises `CannotCheck` where there is no room for them.
    """
    from tempfile import TemporaryDirectory

    there = [path for path in paths if _can_be_added(os.path.join(repository.top, path))]
    with TemporaryDirectory(prefix="memwiki-") as folder:
        index = copied_index(repository, folder)
        environ = {**repository.environ, "GIT_INDEX_FILE": index, **_object_store(repository, folder)}
        git = Git(repository.top, environ)
        git.run("update-index", "--add", "-z", "--stdin", feed=text.encode("\0".join([*there, ""])))
        listing = ("ls-files", "--stage", "-z", "--", *there)
        yield environ if there and git.run(*listing) != repository.git.run(*listing) else None


def _can_be_added(full: str) -> bool:
    return os.path.islink(full) or os.path.isfile(full)


def copied_index(repository: Repository, folder: str) -> str:
    """A copy of the index in a folder, to be changed at will. Raises `CannotCheck` where none can be made."""
    from shutil import copyfile

    index = repository.environ.get("GIT_INDEX_FILE") or os.path.join(repository.git_dir, "index")
    try:
        return copyfile(index, os.path.join(folder, "index"))
    except OSError as error:
        raise CannotCheck(f"git's index cannot be copied: {error}") from error


def _object_store(repository: Repository, folder: str) -> Mapping[str, str]:
    """New objects go into a folder, old ones are read where they are."""
    answer = text.decode(repository.git.run("rev-parse", "--git-path", "objects")).rstrip("\r\n")
    old = os.path.join(repository.top, answer).replace("\\", "\\\\").replace('"', '\\"')
    others = [repository.environ.get("GIT_ALTERNATE_OBJECT_DIRECTORIES", "")]
    return {
        "GIT_OBJECT_DIRECTORY": folder,
        "GIT_ALTERNATE_OBJECT_DIRECTORIES": os.pathsep.join([f'"{old}"', *filter(None, others)]),
    }
