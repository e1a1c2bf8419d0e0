"""The index as it stands: its listings, through the nested indexes that it reaches."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from wiki_schema.finding import CannotCheck
from wiki_schema.prime import Section
from wiki_schema.store_view import StoreView


def section(views: Sequence[StoreView]) -> Section:
    """A line for each listing, in the order of the indexes. Where there are several, each names its own."""
    found = [line for view in views for line in _of_store(view)]
    is_one = len({path for path, _ in found}) == 1
    lines = tuple(text if is_one and not text.startswith("(") else f"{path}: {text}" for path, text in found)
    return Section("index", "The notes, as the index lists them", lines, 40, "index line")


def _of_store(view: StoreView) -> Iterator[tuple[str, str]]:
    """Pairs of an index and a line of it; of one without lines, what is to be said of it."""
    index = view.store.index_path
    try:
        yield from list(_listings(view)) or [(index, _nothing(view, index))]
    except CannotCheck as error:
        yield index, f"(it is not known: {error})"


def _listings(view: StoreView) -> Iterator[tuple[str, str]]:
    """The lines that list a file, each once. A deeper store's index is not this one's to tell."""
    listed = view.listed
    once: dict[tuple[str, int], str] = {}
    for path, listing in listed.notes.items():
        source = listed.sources[path]
        if view.policy.store_of(source) is view.store:
            once.setdefault((source, listing.line), listing.text)
    for (source, _), text in once.items():
        yield source, text


def _nothing(view: StoreView, index: str) -> str:
    if view.read(index) is None:
        return "(there is no such file)"
    return "(nothing that it lists is there)" if view.listed.dead else "(it lists no note yet)"
