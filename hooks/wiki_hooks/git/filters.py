"""Words that git keeps in another form than people read them: they cannot be judged, so they are refused."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterable, Mapping

from wiki_hooks.plumbing.repository import Repository
from wiki_schema import text
from wiki_schema.change import File, Tree
from wiki_schema.disk.plain import read_plain
from wiki_schema.finding import CannotCheck
from wiki_schema.text import visible

_ATTRIBUTES = ".gitattributes"
_POINTERS = {
    "version https://git-lfs.github.com/spec/": "stored in Git LFS",
    "\0GITCRYPT\0": "encrypted with git-crypt",
}


def refuse_pointers(files: Mapping[str, tuple[File | None, File | None]]) -> None:
    """Raises `CannotCheck` where a blob holds no words but a pointer to them, or their cipher."""
    for path, (_, after) in files.items():
        for start, how in _POINTERS.items():
            if after is not None and after.text.startswith(start):
                raise CannotCheck(
                    f"{visible(path)} is {how}, so its words cannot be compared: take it out of the "
                    f"`filter` lines of {_ATTRIBUTES}, then `git add --renormalize` it."
                )


def refuse_filters(paths: Iterable[str], after: Tree, repository: Repository) -> None:
    """Raises `CannotCheck` where a Markdown file goes through a filter on its way into git.

    Git is asked only where some `.gitattributes` above such a file speaks of filters, or where attributes
    may come from elsewhere.
    """
    words = [path for path in paths if path.endswith(".md")]
    if words and (_speaks_of_filters(words, after) or _has_own_attributes(repository)):
        for path, name in _filters(repository, words):
            raise CannotCheck(
                f"{visible(path)} passes the filter {visible(name)} on its way into git, so what is "
                f"committed is not what one reads: write `{visible(path)} -filter` into {_ATTRIBUTES}."
            )


def _speaks_of_filters(paths: Collection[str], after: Tree) -> bool:
    folders = {path[:end] for path in paths for end, char in enumerate(path) if char == "/"}
    sources = (after.read(f"{folder}/{_ATTRIBUTES}".lstrip("/")) for folder in ("", *sorted(folders)))
    return any(file is not None and "filter" in file.text for file in sources)


def _has_own_attributes(repository: Repository) -> bool:
    """Whether attributes may come from outside the tree: the repository's, the user's, the machine's."""
    environ = repository.environ
    files = [os.path.join(repository.common_dir, "info", "attributes")]
    files.extend(os.path.join(folder, "attributes") for folder in _user_folders(environ))
    if "GIT_ATTR_NOSYSTEM" not in environ:
        files.append("/etc/gitattributes")
    if any(os.path.exists(file) for file in files):
        return True
    given = (value for name, value in environ.items() if name.startswith("GIT_CONFIG_"))
    return any(map(_may_name_attributes, given)) or any(map(_names_attributes, _config_files(repository)))


def _user_folders(environ: Mapping[str, str]) -> Iterable[str]:
    if home := environ.get("HOME"):
        yield os.path.join(home, ".config", "git")
    if folder := environ.get("XDG_CONFIG_HOME"):
        yield os.path.join(folder, "git")


def _config_files(repository: Repository) -> Iterable[str]:
    """Where git may be told of another file of attributes."""
    environ = repository.environ
    yield os.path.join(repository.common_dir, "config")
    yield os.path.join(repository.git_dir, "config.worktree")
    yield environ.get("GIT_CONFIG_SYSTEM") or "/etc/gitconfig"
    if "GIT_CONFIG_GLOBAL" in environ:
        yield environ["GIT_CONFIG_GLOBAL"]
        return
    yield from (os.path.join(folder, "config") for folder in _user_folders(environ))
    yield os.path.join(environ.get("HOME", ""), ".gitconfig")


def _names_attributes(path: str) -> bool:
    try:
        return _may_name_attributes(text.decode(read_plain(path)))
    except OSError:
        return False


def _may_name_attributes(config: str) -> bool:
    """Whether a configuration names a file of attributes, or another configuration that may."""
    config = config.lower()
    return "attributesfile" in config or "include" in config


def _filters(repository: Repository, paths: Iterable[str]) -> Iterable[tuple[str, str]]:
    feed = b"".join(text.encode(path) + b"\0" for path in paths)
    answer = repository.git.run("check-attr", "--cached", "-z", "--stdin", "filter", feed=feed)
    fields = text.decode(answer).split("\0")
    for path, name in zip(fields[0::3], fields[2::3], strict=False):
        if name not in ("unspecified", "unset"):
            yield path, name
