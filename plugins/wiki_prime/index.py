"""The index as it stands: its listings, through the nested indexes that it reaches."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from wiki_schema.finding import CannotCheck
from wiki_schema.prime import Section
from wiki_schema.standing.view import StoreView
from wiki_schema.telling import count


def section(views: Sequence[StoreView]) -> Section:
    """A line for each listing, in the order of the indexes. Where there are several, each names its own.

    Where room is short, each store keeps as much of it: none is left out for being configured last.
    """
    stores = [list(_of_store(view)) for view in views]
    is_one = len({path for store in stores for path, _ in store}) == 1
    told = [
        [text if is_one and not text.startswith("(") else f"{path}: {text}" for path, text in store]
        for store in stores
    ]
    lines = tuple(line for store in told for line in store)
    return Section(
        "index", "The notes, as the index lists them", lines, 40, "index line", kept_first=_fairly(told)
    )  # fmt: skip


def _fairly(stores: Sequence[Sequence[str]]) -> tuple[int, ...]:
    """The order in which lines are kept: always the next one of the store that has least so far."""
    starts = [sum(map(len, stores[:at])) for at in range(len(stores))]
    used = [0] * len(stores)
    taken = [0] * len(stores)
    order = []
    while waiting := [at for at, store in enumerate(stores) if taken[at] < len(store)]:
        at = min(waiting, key=lambda at: used[at])
        order.append(starts[at] + taken[at])
        used[at] += len(stores[at][taken[at]].encode("utf-8", "replace"))
        taken[at] += 1
    return tuple(order)


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
    if once:
        yield from _left_aside(view, once)


def _left_aside(view: StoreView, told: dict[tuple[str, int], str]) -> Iterator[tuple[str, str]]:
    """Of each index, how many of its lines are not told because they name no one file of the store."""
    listed = view.listed
    lines = {(index, each.line) for index, each in (*listed.dead, *listed.ambiguous, *listed.outside)}
    for index, number in sorted(Counter(index for index, line in lines if (index, line) not in told).items()):
        if view.policy.store_of(index) is view.store:
            verb = "leads" if number == 1 else "lead"
            yield index, f"({count(number, 'line')} of it {verb} to no note: memwiki lint)"


def _nothing(view: StoreView, index: str) -> str:
    if view.read(index) is None:
        return "(there is no such file)"
    return "(nothing that it lists is there)" if view.listed.dead else "(it lists no note yet)"
