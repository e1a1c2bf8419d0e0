"""Finding the repository, without starting a process."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping

from wiki_hooks.plumbing.process import Git
from wiki_schema.disk.plain import read_plain
from wiki_schema.finding import CannotCheck
from wiki_schema.value import Value

# Relative values of these count from the folder in which git was started.
_PATH_VARIABLES = ("GIT_DIR", "GIT_WORK_TREE", "GIT_COMMON_DIR", "GIT_OBJECT_DIRECTORY")


class NoRepository(CannotCheck):
    """There is no git repository here."""


class Repository(Value):
    """One working tree and its git directory, or a bare repository."""

    top: str
    """Where paths start and where git runs."""
    git_dir: str
    """What belongs to this working tree alone: HEAD, MERGE_HEAD, the index."""
    environ: Mapping[str, str]
    bare: bool = False

    @property
    def git(self) -> Git:
        """Git, run in this repository."""
        return Git(self.top, self.environ)

    @property
    def common_dir(self) -> str:
        """What all working trees share: objects, references, `info/`."""
        shared = _first_line(os.path.join(self.git_dir, "commondir"))
        return os.path.normpath(os.path.join(self.git_dir, shared)) if shared else self.git_dir


def find_repository(cwd: str, environ: Mapping[str, str]) -> Repository:
    """The repository that git itself would mean in a folder.

    Raises `NoRepository` where there is none.
    """
    cwd = os.path.abspath(cwd)
    if environ.get("GIT_DIR"):
        return _named(cwd, environ)
    for folder in upwards(cwd):
        git_dir = _git_dir(os.path.join(folder, ".git"))
        if git_dir:
            return Repository(folder, git_dir, _absolute_index(folder, environ))
        if _is_git_dir(folder):
            return Repository(folder, folder, environ, bare=True)
    raise NoRepository(
        f"{cwd} is not in a git repository, so there is nothing to compare with. "
        "Run `git init` to keep a history, or `memwiki check --all` to look at the files as they are."
    )


def _named(cwd: str, environ: Mapping[str, str]) -> Repository:
    """The repository that the variables of a hook name. Without a GIT_WORK_TREE the top is `cwd`."""
    named = dict(environ)
    for name in _PATH_VARIABLES:
        if named.get(name):
            named[name] = os.path.join(cwd, named[name])
    git_dir = os.path.normpath(named["GIT_DIR"])
    top = os.path.normpath(named.get("GIT_WORK_TREE") or cwd)
    return Repository(top, git_dir, _absolute_index(top, named), bare=top == git_dir)


def _absolute_index(top: str, environ: Mapping[str, str]) -> Mapping[str, str]:
    """`git commit -a` and `git commit PATH` judge by an index of their own: it must stay findable."""
    index = environ.get("GIT_INDEX_FILE")
    return {**environ, "GIT_INDEX_FILE": os.path.join(top, index)} if index else environ


def upwards(folder: str) -> Iterator[str]:
    """A folder and every one above it."""
    yield folder
    while (parent := os.path.dirname(folder)) != folder:
        yield (folder := parent)


def _git_dir(path: str) -> str:
    """The git directory that a `.git` folder is, or that a `.git` file names; "" for neither."""
    if os.path.isdir(path):
        return path if _is_git_dir(path) else ""
    named = _first_line(path).removeprefix("gitdir: ")
    return os.path.normpath(os.path.join(os.path.dirname(path), named)) if named else ""


def _is_git_dir(path: str) -> bool:
    shared = _first_line(os.path.join(path, "commondir"))
    return os.path.lexists(os.path.join(path, "HEAD")) and (
        bool(shared) or os.path.isdir(os.path.join(path, "objects"))
    )


def _first_line(path: str) -> str:
    try:
        first = read_plain(path).partition(b"\n")[0]
        return first.decode("utf-8", "surrogateescape").rstrip("\r\n")
    except OSError:
        return ""
