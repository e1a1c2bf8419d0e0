"""Two indexes that come from one: every listing once, at its place; the rest as either side has it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Sequence
from operator import attrgetter

from wiki_schema.index import WIKILINK, Listing, listings
from wiki_schema.merge import Merged
from wiki_schema.merge.draft import Draft
from wiki_schema.merge.listing import Once
from wiki_schema.merge.nodes import ITEM, ROW, Titles, Weaving, agreed, nature
from wiki_schema.merge.page import WIDTH, Frame, Line, Page, chosen, fuse, join, read_page
from wiki_schema.merge.sides import Aligning, Side, compare
from wiki_schema.paths import folder_of
from wiki_schema.paths import join as join_path
from wiki_schema.text import path_key, split_lines


def merge_index(base: str, ours: str, theirs: str, path: str = "", width: int = WIDTH) -> Merged:
    """What two versions of an index make together. `path` is where it lies, seen from its store.

    What one side alone changed or took out is as that side has it. What both changed, each in its own way,
    is left to a person. Where both only add it does not matter which side is ours.
    """
    if theirs in (ours, base):
        return Merged(ours)
    if ours == base:
        return Merged(theirs)
    frame = Frame.of(base, ours, theirs)
    root, one, other = (_page(text, end, path) for text, end in zip(frame.plain, frame.ends, strict=True))
    draft = Draft()
    _combine(draft, root, compare(root, one, _ALIGNING), compare(root, other, _ALIGNING))
    draft.pieces[:] = Once(_titles(root), one, other).thin(draft.pieces)
    made = Page(list(draft.lines(width)), chosen(root.rest, one.rest, other.rest))
    return Merged(frame.mark + join(made, frame.end), draft.either)


def _key(line: Line) -> Hashable:
    return line.targets or line.text


_ALIGNING = Aligning(_key, lambda line: line.targets, lambda _line: True)


# Which notes a line lists


def _page(text: str, end: str, path: str) -> Page:
    """An index, each line with what it lists."""
    found: dict[int, list[str]] = {}
    for listing in listings(text):
        if listing.line in found or _is_entry(listing):
            found.setdefault(listing.line, []).append(_target(listing, path))
    numbers = [number for number, line in enumerate(split_lines(text), 1) if line and not line.isspace()]
    page = read_page(text, end)
    lines = zip(page.lines, numbers, strict=True)
    return page._replace(
        lines=[line._replace(targets=tuple(sorted({*found.get(n, ())}))) for line, n in lines]
    )


def _is_entry(listing: Listing) -> bool:
    """Whether the line of a listing is there for it: an item, a row, or one that begins with it, no prose."""
    kind, _ = nature(listing.text)
    return kind in (ITEM, ROW) or not listing.text[: listing.column - 1].strip(" \t`")


def _target(listing: Listing, path: str) -> str:
    """What a listing refers to, in the form in which two of them compare."""
    target = path_key(listing.target).rstrip("/")
    if target.startswith("/") or (listing.kind == WIKILINK and "/" in target):
        whole = target.lstrip("/")
    else:
        whole = join_path(folder_of(path), target) or target
    return whole.removesuffix(".md")


# The page


def _combine(draft: Draft, base: Page, one: Side, other: Side) -> None:
    _follow_moves(base.lines, one, other)
    _follow_moves(base.lines, other, one)
    opened = {**one.opened, **other.opened}
    first, second = sorted((one, other), key=attrgetter("precedence"))
    weaving = Weaving(draft, first is other, _titles(base))
    for place in range(len(base.lines) + 1):
        _settle_orphans(draft, base.lines, place, one, other)
        if place in opened:
            draft.open(opened[place])
        weaving.weave(first.new[place], second.new[place])
        draft.close()
        if place < len(base.lines):
            _settle_line(draft, base.lines[place], one.kept[place], other.kept[place])


def _settle_orphans(draft: Draft, base: Sequence[Line], place: int, one: Side, other: Side) -> None:
    """What one side nests in an item that the other has taken out: a person must say where it goes."""
    found: list[list[Line]] = []
    for side, rest in ((one, other), (other, one)):
        run = side.new[place]
        parent = _parent(base, place, side, run)
        if parent is None or rest.kept[parent] is not None:
            found.append([])
            continue
        depth = nature(base[parent].text)[1]
        stop = next((at for at, line in enumerate(run) if nature(line.text)[1] <= depth), len(run))
        mine = side.kept[parent]
        above = [mine] if mine is not None and mine.text == base[parent].text else []
        found.append([*above, *run[:stop]])
        del run[:stop]
    if any(found):
        draft.settle(*found)


def _parent(base: Sequence[Line], place: int, side: Side, run: Sequence[Line]) -> int | None:
    """The item of the base in which new lines are nested."""
    if not run:
        return None
    depth = nature(run[0].text)[1]
    for at in range(place - 1, -1, -1):
        kind, deep = nature(base[at].text)
        if side.kept[at] is not None and deep < depth:
            return at if kind == ITEM else None
    return None


def _titles(base: Page) -> Titles:
    """How the base lists what it lists once."""
    often = Counter(line.targets for line in base.lines)
    return {line.targets: line.text for line in base.lines if line.targets and often[line.targets] == 1}


def _follow_moves(base: Sequence[Line], side: Side, other: Side) -> None:
    """A listing that one side has put elsewhere bears the title that the other side has given it."""
    gone = {line.targets: at for at, line in enumerate(base) if line.targets and side.kept[at] is None}
    for run in side.new:
        for at, line in enumerate(run):
            place = gone.get(line.targets)
            stayed = other.kept[place] if place is not None else None
            if place is None or stayed is None:
                continue
            mine, theirs = agreed(line, stayed, {line.targets: base[place].text})
            if mine.text == theirs.text:
                run[at] = line._replace(text=mine.text)
                other.kept[place] = base[place]


def _settle_line(draft: Draft, was: Line, one: Line | None, other: Line | None) -> None:
    """What became of a line: what the side made of it that changed it."""
    if one and other:
        if one.text == was.text:
            one = other = fuse(was, other, one)
        elif other.text == was.text:
            one = other = fuse(was, one, other)
    elif (one or other or was).text == was.text:
        return
    draft.settle([one] if one else [], [other] if other else [], [was])
