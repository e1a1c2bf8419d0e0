"""What a directory of members may look at besides single files. The doors know how to answer."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from wiki_schema.value import Value

GIT = "git"
"""The directory that anybody adds to who writes a commit."""


class Author(Value):
    """Somebody who wrote a commit, as the commit says."""

    name: str
    email: str


def _nothing() -> Sequence[Author]:
    return ()


def _no_files(_folder: str) -> Sequence[str]:
    return ()


def _no_command(_words: Sequence[str]) -> str:
    from wiki_schema.finding import CannotCheck

    raise CannotCheck("No command is run here, so the members that one would list are not known.")


def _untold(_sentence: str) -> None:
    return None


def _refused(sentence: str) -> None:
    from wiki_schema.finding import CannotCheck

    raise CannotCheck(sentence)


class Around(Value):
    """What stands round a policy: of the side that is judged, which is the one before a change."""

    files: Callable[[str], Sequence[str]] = _no_files
    """The plain files below a folder, as seen from it, in order of code points. Links are none."""
    authors: Callable[[], Sequence[Author]] = _nothing
    """Who wrote the commits up to this side, newest first, each once, without regard to `.mailmap`."""
    run: Callable[[Sequence[str]], str] = _no_command
    """What a command prints. Raises `CannotCheck` where it fails, or the user has not allowed it."""
    tell: Callable[[str], None] = _untold
    """Takes a sentence about what was left out."""
    refuse: Callable[[str], None] = _refused
    """Takes a sentence about members who do not agree. Unless it raises, they are left out."""


NOWHERE = Around()
