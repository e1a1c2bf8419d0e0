"""`conflict-marker`: a merge that nobody resolved stands in a file of the store."""

from __future__ import annotations

from collections.abc import Iterator

from wiki_schema.finding import Finding
from wiki_schema.markdown.merge_marks import OPENS, merge_marks
from wiki_schema.standing.view import StoreView

_HINT = "keep the lines of both sides, take out the lines of marks, and commit the file"


def check(view: StoreView) -> Iterator[Finding]:
    """Where each merge begins; a mark that ends one counts where none was seen to begin."""
    for path in view.files:
        if path.endswith(".md") and (text := view.read(path)) is not None:
            for number, line in _beginnings(text):
                message = f"A merge that nobody resolved stands here: {line[:60]}"
                yield Finding(path, number, message, _HINT, key="merge")


def _beginnings(text: str) -> Iterator[tuple[int, str]]:
    is_open = False
    for number, line in merge_marks(text):
        opens = line.startswith(OPENS)
        if opens or not is_open:
            yield number, line
        is_open = opens
