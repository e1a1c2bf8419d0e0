"""index-dead: a line of an index that leads to nothing, or not where it says."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from wiki_lint.faults import CUT, PUBLISHED, WANTED, Fault, are_cut
from wiki_lint.targets import Targets
from wiki_schema.finding import Finding
from wiki_schema.telling import count, quoted

if TYPE_CHECKING:
    from wiki_schema.index import Listing
    from wiki_schema.standing.view import StoreView


def check(view: StoreView) -> Iterator[Finding]:
    """One finding for each line of an index that fails, nested ones included, reached or not.

    Wikilinks that tables cut are one finding for an index, at the first.
    """
    targets = Targets.of(view)
    published: dict[str, list[Finding]] = {}
    for path in indexes(view):
        found = targets.of_index(path)
        cut = [listing.line for listing, fault in found if fault.kind == CUT]
        for listing, fault in found:
            if fault.kind == PUBLISHED:
                published.setdefault(fault.base, []).append(_told(path, listing, fault))
            elif fault.kind != CUT:
                yield _told(path, listing, fault)
            elif cut:
                told = are_cut(len(cut), fault) if len(cut) > 1 else fault
                also = tuple((path, line) for line in dict.fromkeys(cut) if line != listing.line)
                yield _told(path, listing, told)._replace(also=also)
                cut = []
    for base, all_found in published.items():
        first = all_found[0]
        lines = count(len(all_found), "listing")
        verb = "begins" if len(all_found) == 1 else "begin"
        message = f"{lines} {verb} with {quoted(base + '/')}, a folder that is not there."
        yield first._replace(message=message, key=f"listings begin with {base}/")


def _told(path: str, listing: Listing, fault: Fault) -> Finding:
    # What an index lists is to be there: no wish is one.
    level = "" if fault.kind == WANTED else fault.level
    return Finding(path, listing.line, fault.message, fault.hint, (), listing.column, level, key=fault.key)


def indexes(view: StoreView) -> tuple[str, ...]:
    """The index and the nested ones, the root first."""
    found = [path for path in view.files if path.endswith(".md") and view.store.is_index(path)]
    found.sort(key=lambda path: (path != view.store.index_path, path))
    return tuple(path for path in found if view.read(path) is not None)
