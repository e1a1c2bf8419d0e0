"""`path-escape`: a link by which a file of the store leads out of it."""

from __future__ import annotations

import posixpath
from collections.abc import Iterator

from wiki_schema.change import LINK
from wiki_schema.compare.store_change import StoreChange
from wiki_schema.finding import WARNING, Finding
from wiki_schema.telling import quoted


def check(seen: StoreChange) -> Iterator[Finding]:
    """New symbolic links out of the store, and (shown only) Markdown links out of it."""
    for path, (old, new) in seen.files.items():
        if new is None:
            continue
        if new.mode == LINK and new != old and _leaves(seen, path, new.text):
            message = f"{seen.inside(path)} is a symbolic link to {quoted(new.text)}, outside the store."
            yield Finding(path, 0, message, "put the file itself into the store, or take the link out")
    touched = {path for path, _, raw in seen.new_lines if "../" in raw or "(/" in raw or "file:" in raw}
    for path in sorted(touched - {seen.log.path}):
        yield from _text_links(seen, path)


def _text_links(seen: StoreChange, path: str) -> Iterator[Finding]:
    from wiki_schema.index import links  # few lines lead anywhere near the outside

    new_lines = {number for where, number, _ in seen.new_lines if where == path}
    file = seen.read_after(path)
    for link in links(file.text if file else ""):
        local = link.target.removeprefix("file://") if link.target.startswith("file:") else link.target
        if link.line in new_lines and "://" not in local and _leaves(seen, path, local):
            message = f"The link to {quoted(link.target)} leads out of the store."
            yield Finding(
                path, link.line, message, "link to a note of the store", column=link.column, level=WARNING
            )


def _leaves(seen: StoreChange, path: str, target: str) -> bool:
    """Whether a target, as seen from a file, lies outside the store."""
    if target.startswith(("/", "~", "\\")):
        return True
    where = posixpath.normpath(posixpath.join(posixpath.dirname(path), target))
    if where == (seen.store.path or "."):
        return False
    if where == ".." or where.startswith("../"):
        return True
    # A store within the store is another one: so is its folder.
    return seen.policy.store_of(f"{where}/") is not seen.store
