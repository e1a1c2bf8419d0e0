"""Where a link out of a store leads: one judgement for a change and for the health pass.

To another file of the repository a link is good, unless it leads from where others read into a private store.
Names only are looked at; nothing outside is ever read.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from wiki_schema.paths import below, folder_of, join
from wiki_schema.places import Paths, leads_out
from wiki_schema.policy import Policy, Store
from wiki_schema.telling import quoted
from wiki_schema.value import Value

_PRIVATE = "private"
# A home folder, another computer, a drive: no path of a repository begins so.
_ABROAD = re.compile(r"~/|\\\\|[A-Za-z]:[\\/]|file:", re.IGNORECASE)


class Escape(Value):
    """A link that leads where it should not."""

    message: str
    hint: str


class Beyond:
    """The files of a repository, as links of its stores may name them."""

    def __init__(self, policy: Policy, everything: Iterable[str]) -> None:
        """The stores, and every file from the top."""
        self.policy = policy
        self.files = Paths(everything)

    def escape(self, store: Store, source: str, target: str, found: str | None) -> Escape | None:
        """What is wrong with a link by where it leads; None where it stays, or leads where all may read.

        `found` is the file of the store that it stands for, None for none. A link to nothing within the
        store is dead, and does not lead out; an absolute one that names no file of the repository does.
        """
        if found is not None:
            return into_private(self.policy, store, target, found)
        if _ABROAD.match(target):
            return leads_outside(target)
        if self.is_elsewhere(target) or self.is_behind(source, target, store.path):
            return None
        if target.startswith("/"):
            there = self.at(target.lstrip("/"))
        elif leads_out(target, source, store.path):
            path = join(folder_of(source), target)
            there = None if path is None else self.at(path)
        else:
            return None
        return leads_outside(target) if there is None else into_private(self.policy, store, target, there)

    def is_elsewhere(self, target: str) -> bool:
        """Whether a target lies in another store, by the name under which that one is published."""
        for store in self.policy.stores:
            rest = below(store.link_base, target.lstrip("/")) if store.link_base else None
            if rest and self.is_note(f"{store.path}/{rest}"):
                return True
        return False

    def is_behind(self, source: str, target: str, root: str) -> bool:
        """Whether a target lies in a submodule, or behind a linked folder: nobody looks there."""
        for base in (folder_of(source), root):
            path = folder_of(join(base, target) or "")
            while path:
                if path in self.files and not path.endswith(".md"):  # below a note lies nothing
                    return True
                path = folder_of(path)
        return False

    def is_note(self, path: str) -> bool:
        """Whether there is a file at a path, with or without `.md`."""
        path = path.lstrip("/")
        return path in self.files or f"{path}.md" in self.files

    def at(self, path: str) -> str | None:
        """The file or folder of the repository at a path, with or without `.md`; None where there is none."""
        for spelling in spellings(path):
            for name in (spelling, f"{spelling}.md"):
                if name in self.files:
                    return name
        return path if self.files.folder(path, "", "") is not None else None


def spellings(target: str) -> tuple[str, ...]:
    """A target, it without its query, and the note that a page of a site is made of: `x.html` is `x.md`."""
    page = f"{target.removesuffix('.html')}.md" if target.endswith(".html") else ""
    return tuple(name for name in dict.fromkeys((target, target.partition("?")[0], page)) if name)


def leads_outside(target: str) -> Escape:
    """A link to what is no file of the repository; it is never looked at."""
    message = f"The link to {quoted(target)} leads out of the store."
    return Escape(message, "link to a note of the store, or put the file into it")


def into_private(policy: Policy, store: Store, target: str, path: str) -> Escape | None:
    """Of a link to a file or a folder that is there: whether others may read the link than what it names."""
    if store.kind == _PRIVATE or all(other.kind != _PRIVATE for other in policy.stores):
        return None
    other = policy.store_of(f"{path}/")  # of a folder, too: it may be a store itself
    if other is None or other.kind != _PRIVATE:
        return None
    message = f"The link to {quoted(target)} leads into the private store {quoted(other.path)}."
    return Escape(message, "link to a note of this store")
