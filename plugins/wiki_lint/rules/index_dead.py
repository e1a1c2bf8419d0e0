"""index-dead: a line of an index that leads to nothing, or not where it says."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from wiki_lint.faults import PUBLISHED
from wiki_lint.targets import Targets
from wiki_schema.finding import Finding
from wiki_schema.telling import count, quoted

if TYPE_CHECKING:
    from wiki_schema.store_view import StoreView


def check(view: StoreView) -> Iterator[Finding]:
    """One finding for each line of an index that fails, nested ones included, reached or not."""
    targets = Targets.of(view)
    published: dict[str, list[Finding]] = {}
    for path in indexes(view):
        for listing, fault in targets.of_index(path):
            found = Finding(path, listing.line, fault.message, fault.hint, column=listing.column)
            if fault.kind == PUBLISHED:
                published.setdefault(fault.base, []).append(found)
            else:
                yield found
    for base, all_found in published.items():
        first = all_found[0]
        lines = count(len(all_found), "listing")
        verb = "begins" if len(all_found) == 1 else "begin"
        message = f"{lines} {verb} with {quoted(base + '/')}, a folder that is not there."
        yield first._replace(message=message, key=f"listings begin with {base}/")


def indexes(view: StoreView) -> tuple[str, ...]:
    """The index and the nested ones, the root first."""
    found = [path for path in view.files if path.endswith(".md") and view.store.is_index(path)]
    found.sort(key=lambda path: (path != view.store.index_path, path))
    return tuple(path for path in found if view.read(path) is not None)
