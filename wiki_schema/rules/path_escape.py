"""`path-escape`: a link by which a file of the store leads out of it."""

from __future__ import annotations

import posixpath
from collections.abc import Iterator
from functools import cached_property
from typing import TYPE_CHECKING

from wiki_schema.change import LINK
from wiki_schema.compare.store_change import StoreChange
from wiki_schema.finding import WARNING, Finding
from wiki_schema.telling import quoted

if TYPE_CHECKING:
    from wiki_schema.beyond import Beyond, Escape
    from wiki_schema.index import Listing


def check(seen: StoreChange) -> Iterator[Finding]:
    """New symbolic links out of the store, and (shown only) Markdown links out of it."""
    for path, (old, new) in seen.files.items():
        if new is None:
            continue
        if new.mode == LINK and new != old and _leaves(seen, path, new.text):
            message = f"{seen.inside(path)} is a symbolic link to {quoted(new.text)}, outside the store."
            yield Finding(path, 0, message, "put the file itself into the store, or take the link out")
    marks = tuple(_marks(seen))
    touched = {path for path, _, raw in seen.new_lines if any(mark in raw for mark in marks)}
    links = _Links(seen)
    for path in sorted(touched - {seen.log.path}):
        yield from links.of_file(path)


def _marks(seen: StoreChange) -> Iterator[str]:
    """One of these stands in a line with a link out of the store, or into a private one within it."""
    yield from ("../", "..%2", "(/", "</", ": /", "file:", "~/", "\\\\", ":/", ":\\")
    for store in seen.policy.stores:
        if store.kind == "private" and store is not seen.store and seen.store.holds(store.path):
            yield store.path.rpartition("/")[2]


class _Links:
    """The links in texts of a change. Few lines lead anywhere near the outside."""

    def __init__(self, seen: StoreChange) -> None:
        self.seen = seen

    def of_file(self, path: str) -> Iterator[Finding]:
        """What is wrong with the new links of a file."""
        from wiki_schema.index import links

        seen = self.seen
        new_lines = {number for where, number, _ in seen.new_lines if where == path}
        file = seen.read_after(path)
        for link in links(file.text if file else ""):
            if link.line in new_lines and (escape := self._escape(path, link)) is not None:
                yield Finding(
                    path, link.line, escape.message, escape.hint, column=link.column, level=WARNING
                )  # fmt: skip

    def _escape(self, path: str, link: Listing) -> Escape | None:
        from wiki_schema.beyond import leads_outside, spellings
        from wiki_schema.index import URL

        if link.kind == URL:
            return leads_outside(link.target) if link.target[:5].lower() == "file:" else None
        seen, paths = self.seen, self.seen.paths_after
        root = seen.store.path
        files = (paths.resolve(name, link.kind, path, root) for name in spellings(link.target))
        found = next((file for file in files if file), None)
        if found is None:
            found = paths.folder(link.target, path, root)
        return self._beyond.escape(seen.store, path, link.target, found)

    @cached_property
    def _beyond(self) -> Beyond:
        from wiki_schema.beyond import Beyond

        change = self.seen.change
        files = dict.fromkeys(change.after.paths())
        for path, (_, new) in change.files.items():
            if new is None:
                files.pop(path, None)
            else:
                files[path] = None
        return Beyond(self.seen.policy, files)


def _leaves(seen: StoreChange, path: str, target: str) -> bool:
    """Whether the target of a symbolic link, as seen from it, lies outside the store."""
    if target.startswith(("/", "~", "\\")):
        return True
    where = posixpath.normpath(posixpath.join(posixpath.dirname(path), target))
    if where == (seen.store.path or "."):
        return False
    if where == ".." or where.startswith("../"):
        return True
    # A store within the store is another one: so is its folder.
    return seen.policy.store_of(f"{where}/") is not seen.store
