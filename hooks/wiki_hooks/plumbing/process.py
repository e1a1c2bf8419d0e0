"""Asking git: plumbing only, and nothing that a user or a clone configured may change the answer."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Mapping

from wiki_schema import text
from wiki_schema.finding import CannotCheck

# Variables that decide which repository git means: what `git rev-parse --local-env-vars` lists.
LOCAL_VARIABLES = frozenset([
    "GIT_ALTERNATE_OBJECT_DIRECTORIES", "GIT_COMMON_DIR", "GIT_CONFIG", "GIT_CONFIG_COUNT",
    "GIT_CONFIG_PARAMETERS", "GIT_DIR", "GIT_GRAFT_FILE", "GIT_IMPLICIT_WORK_TREE", "GIT_INDEX_FILE",
    "GIT_INTERNAL_SUPER_PREFIX", "GIT_NO_REPLACE_OBJECTS", "GIT_OBJECT_DIRECTORY", "GIT_PREFIX",
    "GIT_REPLACE_REF_BASE", "GIT_SHALLOW_FILE", "GIT_WORK_TREE",
])  # fmt: skip

# Variables that change what plumbing prints or which paths it means.
_MISLEADING = frozenset([
    "GIT_DIFF_OPTS", "GIT_EXTERNAL_DIFF", "GIT_GLOB_PATHSPECS", "GIT_ICASE_PATHSPECS",
    "GIT_NOGLOB_PATHSPECS", "GIT_REPLACE_REF_BASE",
])  # fmt: skip

# Replace refs and grafts show another history than the one that is pushed, so they are left out.
_PLUMBING = {
    "LC_ALL": "C",
    "GIT_OPTIONAL_LOCKS": "0",
    "GIT_LITERAL_PATHSPECS": "1",
    "GIT_NO_REPLACE_OBJECTS": "1",
    "GIT_GRAFT_FILE": os.devnull,
}

# So many seconds git may take before anybody looks what it waits for.
_PATIENCE = 2.0


def without_local_variables(environ: Mapping[str, str]) -> dict[str, str]:
    """An environment for asking about another repository than the one whose hook is running."""
    return {name: value for name, value in environ.items() if name not in LOCAL_VARIABLES}


def _is_misleading(name: str) -> bool:
    # A trace would fill stderr, which is read only when something went wrong.
    return name in _MISLEADING or name.startswith("GIT_TRACE")


class Git:
    """Git, run in one folder.

    Variables that name the repository are kept: under a hook only they lead to the right index.
    """

    def __init__(self, folder: str, environ: Mapping[str, str]) -> None:
        self.folder = folder
        kept = {name: value for name, value in environ.items() if not _is_misleading(name)}
        self.environ = kept | _PLUMBING

    def start(self, *arguments: str) -> subprocess.Popen[bytes]:
        """Git, started and not waited for, with pipes at all three ends."""
        try:
            return subprocess.Popen(
                ["git", *arguments],
                cwd=self.folder,
                env=self.environ,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
            )
        except OSError as error:
            raise CannotCheck(
                f"git cannot be started: {error}. Install it, or put its folder on PATH."
            ) from error

    def run(self, *arguments: str, feed: bytes = b"") -> bytes:
        """What git prints. Raises `CannotCheck` with git's own words when it fails."""
        process = self.start(*arguments)
        return _answer(process, arguments, *self._ended(process, feed))

    def ask(self, *arguments: str) -> str | None:
        """The one line git answers, or None where it answers no."""
        process = self.start(*arguments)
        answer, _ = self._ended(process)
        return text.decode(answer).rstrip("\r\n") if process.returncode == 0 else None

    def _ended(self, process: subprocess.Popen[bytes], feed: bytes = b"") -> tuple[bytes, bytes]:
        """What git prints and complains of. Raises `CannotCheck` where it waits for what is no file."""
        given: bytes | None = feed
        while True:
            try:
                return process.communicate(given, timeout=_PATIENCE)
            except subprocess.TimeoutExpired:
                given = None  # it is being fed already
            from wiki_hooks.plumbing.pipes import blocking

            if (path := blocking(self.folder)) is not None:
                process.kill()
                process.communicate()
                raise CannotCheck(
                    f"{text.visible(path)} is a pipe or a device, so git waits for it for ever. "
                    "Put a file there, or remove it."
                )


def finish(process: subprocess.Popen[bytes], arguments: tuple[str, ...], feed: bytes = b"") -> bytes:
    """What a started git prints, once it has ended. Raises `CannotCheck` when it failed."""
    return _answer(process, arguments, *process.communicate(feed))


def _answer(
    process: subprocess.Popen[bytes], arguments: tuple[str, ...], answer: bytes, complaint: bytes
) -> bytes:
    if process.returncode:
        said = text.visible(text.decode(complaint or b"").strip(), 1000) or f"exit code {process.returncode}"
        raise CannotCheck(f"`git {text.visible(' '.join(arguments))}` failed: {said}")
    return answer


def empty_tree(git: Git) -> str:
    """The name of the folder that holds nothing, in whichever hash the repository uses."""
    return text.decode(git.run("hash-object", "-t", "tree", os.devnull)).strip()
