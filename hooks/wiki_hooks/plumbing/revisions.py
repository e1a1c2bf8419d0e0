"""Every commit that changed a file, under whatever name it had then."""

from __future__ import annotations

from collections.abc import Iterator

from wiki_hooks.plumbing.history import differences
from wiki_hooks.plumbing.objects import Commit, Objects
from wiki_hooks.plumbing.process import Git
from wiki_schema import text
from wiki_schema.value import Value

_BATCH = 200


class Step(Value):
    """A commit that changed a file."""

    commit: Commit
    path: str
    """Its name in the commit."""
    parent: str
    """The commit before; empty where there is none, or none in this clone."""
    path_before: str
    """Its name in the commit before."""


def steps(git: Git, objects: Objects, path: str, start: str = "HEAD") -> Iterator[Step]:
    """The commits that changed a file, the newest first; where it was renamed, those before that too.

    Of a merge the difference from its first parent counts. Where history is cut off it begins there.
    """
    places = [(start, path)]
    for newest, name in places:
        for step in _under(git, objects, name, newest):
            yield step
            if step.path_before != name and all(known != step.path_before for _, known in places):
                places.append((step.parent, step.path_before))


def _under(git: Git, objects: Objects, path: str, start: str) -> Iterator[Step]:
    """The commits that changed what stands at a path."""
    listing = git.run("rev-list", "--full-history", "--date-order", start, "--", path)
    names = listing.decode("ascii").split()
    for at in range(0, len(names), _BATCH):
        commits = list(objects.commits(names[at : at + _BATCH]))
        firsts = (next(iter(commit.parents), "") for commit in commits)
        parents = [parent if parent and objects.find(parent) else "" for parent in firsts]
        pairs = [(commit.oid, parent) for commit, parent in zip(commits, parents, strict=True)]
        for commit, parent, entries in zip(commits, parents, differences(git, pairs, path), strict=True):
            entry = next((entry for entry in entries if entry.path == path and entry.is_content), None)
            if entry is not None:
                old = _renamed_from(git, commit.oid, parent, path) if entry.status == "A" and parent else ""
                yield Step(commit, path, parent, old or path)


def _renamed_from(git: Git, commit: str, parent: str, path: str) -> str:
    """The name that a file had before a commit which brought it to its path; empty where none was renamed."""
    asked = ("diff-tree", "-r", "-z", "--find-renames=50%", "--diff-filter=R", "--name-status")
    fields = text.decode(git.run(*asked, parent, commit)).split("\0")
    for old, new in zip(fields[1::3], fields[2::3], strict=False):
        if new == path:
            return old
    return ""
