"""What directories of members may ask about one side: its files, its authors, a command of the user's."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence

from wiki_hooks.plumbing.disk import Checkout
from wiki_hooks.plumbing.process import Git
from wiki_hooks.plumbing.trees import ChangedTree, CommitTree
from wiki_schema.change import FILE, Tree
from wiki_schema.members.around import Around, Author

NO_HISTORY = "There is no git history here, so nobody is a member for having written a commit."


def around(tree: Tree, tell: Callable[[str], None] | None = None) -> Around:
    """What stands round a side. Nothing is asked before a directory asks it."""
    say = tell or _to_nobody

    def authors() -> Sequence[Author]:
        side = _with_history(tree)
        if side is None:
            say(NO_HISTORY)
            return ()
        return side.authors

    def run(words: Sequence[str]) -> str:
        from wiki_hooks.place.commands import run as run_allowed  # hardly any wiki has one

        side = _with_history(tree)
        return run_allowed(words, side.git if side else Git(os.getcwd(), os.environ))

    return Around(lambda folder: files_below(tree, folder), authors, run, say)


def _to_nobody(_sentence: str) -> None:
    return None


def files_below(tree: Tree, folder: str) -> Sequence[str]:
    """The plain files below a folder of a side, as seen from it, in order of code points."""
    start = f"{folder}/"
    below = sorted(path for path in tree.paths() if path.startswith(start))
    files = ((path, tree.read(path)) for path in below)
    return [path.removeprefix(start) for path, file in files if file is not None and file.mode == FILE]


def _with_history(tree: Tree) -> CommitTree | Checkout | None:
    """The side that has a history: a commit, what is staged on one, or a checkout of one."""
    while isinstance(tree, ChangedTree):
        tree = tree.before
    return tree if isinstance(tree, (CommitTree, Checkout)) else None
