"""Following a log through moves that were made before any setting named it."""

from __future__ import annotations

import posixpath
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from wiki_hooks.plumbing.objects import Objects
from wiki_hooks.plumbing.process import Git
from wiki_hooks.plumbing.raw import OPTIONS, Entry, kind, parse_many
from wiki_schema import text
from wiki_schema.change import FILE
from wiki_schema.policy.setting import Setting
from wiki_schema.value import Value

# So much of what a file says must stand in another for that one to go on with it. A log that is moved
# and written anew is a new log: what it says are no old lines.
_CONTINUED = 0.75

Pair = tuple[str, str]
"""A commit and one of its parents; "" for the nothing before a first commit."""


class Move(Value):
    """One place in history where a log came to another path."""

    parent: str
    """The commit before it: in it, and in all its ancestors, the log has the old path."""
    old: str
    new: str


def differences(git: Git, pairs: Sequence[Pair], *paths: str) -> Iterator[list[Entry]]:
    """What each commit changed in its parent, in the order of the pairs; of some paths, or of all."""
    feed = "".join(f"{commit} {parent}".rstrip() + "\n" for commit, parent in pairs).encode("ascii")
    options = ("--stdin", "--root", "--always", "-m", *OPTIONS)
    found = parse_many(git.run("diff-tree", *options, "--", *paths, feed=feed))
    for _, (_, entries) in zip(pairs, found, strict=True):
        yield entries


class LogMoves:
    """Where a log stood at each commit, seen from a newer one in which it stands at a known path."""

    def __init__(self, git: Git, objects: Objects) -> None:
        self._git = git
        self._objects = objects
        self._moves: dict[tuple[str, str], list[Move]] = {}
        self._ancestors: dict[str, frozenset[str]] = {}

    def path_at(self, commit: str, path: str, newest: str) -> str:
        """The path that a log had at a commit, where `newest` has it at `path`."""
        key = (newest, path)
        if key not in self._moves:
            self._moves[key] = list(self._find(newest, path))
        for move in self._moves[key]:
            if move.new == path and commit in self._ancestors_of(move.parent):
                path = move.old
        return path

    def setting_at(self, commit: str, setting: Setting, newest: str) -> Setting:
        """A setting with each store's log where it stood at a commit."""
        stores = tuple(
            store
            if (path := self.path_at(commit, store.log_path, newest)) == store.log_path
            else store._replace(log=posixpath.relpath(path, store.path or "."))
            for store in setting.policy.stores
        )
        if stores == setting.policy.stores:
            return setting
        return setting._replace(policy=setting.policy._replace(stores=stores))

    def _find(self, newest: str, path: str) -> Iterator[Move]:
        """Every move that leads to a path, newest first. Where branches meet, each may have made its own."""
        places = [(newest, path)]
        for commit, new in places:
            for parent, old in self._arrivals(commit, new):
                yield Move(parent, old, new)
                if (parent, old) not in places:
                    places.append((parent, old))

    def _arrivals(self, newest: str, path: str) -> Iterator[tuple[str, str]]:
        """Parents in which the log was not yet at a path, each with the path it had there."""
        listing = self._git.run("rev-list", "--full-history", "--parents", newest, "--", path)
        commits = [line.split(" ")[0] for line in listing.decode("ascii").split("\n") if line]
        pairs = [
            (commit.oid, parent) for commit in self._objects.commits(commits) for parent in commit.parents
        ]
        for pair, entries in zip(pairs, differences(self._git, pairs, path), strict=True):
            if any(entry.path == path and entry.status == "A" for entry in entries):
                (everything,) = differences(self._git, [pair])
                if old := self._continued(path, everything):
                    yield pair[1], old

    def _continued(self, path: str, entries: Sequence[Entry]) -> str:
        """The Markdown file that ended where this one began, and whose words it goes on with; or ""."""
        new = next(self._objects.text(entry.new) for entry in entries if entry.path == path)
        shares = {
            entry.path: share_kept(self._objects.text(entry.old), new)
            for entry in entries
            if entry.status == "D" and entry.path.endswith(".md") and kind(entry.old_mode) == FILE
        }
        best = max(shares, key=lambda old: shares[old], default="")
        return best if shares.get(best, 0) >= _CONTINUED else ""

    def _ancestors_of(self, commit: str) -> frozenset[str]:
        if commit not in self._ancestors:
            self._ancestors[commit] = frozenset(
                self._git.run("rev-list", commit, "--").decode("ascii").split()
            )
        return self._ancestors[commit]


def share_kept(old: str, new: str) -> float:
    """Which part of the lines of a text still stands in another; blank lines do not count."""
    before = Counter(line for line in text.split_lines(old) if line.strip())
    kept = before & Counter(text.split_lines(new))
    return kept.total() / before.total() if before else 0.0


def moved_logs(before: Setting, after: Setting) -> Mapping[str, str]:
    """Each log's path after → before, where the two differ. Both settings have the same stores."""
    pairs = zip(before.policy.stores, after.policy.stores, strict=True)
    return {new.log_path: old.log_path for old, new in pairs if old.log_path != new.log_path}
