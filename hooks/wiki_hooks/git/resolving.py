"""What a person has done where both sides of a merge clash: seen in the text that they wrote."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence

from wiki_schema.merge import Merged
from wiki_schema.merge.sides import is_alike
from wiki_schema.text import split_lines
from wiki_schema.value import Value

_MARKER = re.compile(r"([<=>|])\1{2,}(?= |\r?$)")  # git makes them as wide as it is told
_Pair = tuple[tuple[str, ...], tuple[str, ...]]


def solid(text: str) -> Iterator[str]:
    """The lines that are not blank."""
    return filter(str.strip, split_lines(text))


# Conflict markers


class Block(Value):
    """A place between conflict markers."""

    first: int
    """The line that opens it."""
    last: int
    """The line that closes it."""
    marks: tuple[int, ...]
    """All lines that are markers."""


def blocks(lines: Sequence[str]) -> list[Block]:
    """The whole ones, an inner one before the one that it stands in."""
    found: list[Block] = []
    open_ones: list[tuple[int, dict[str, int]]] = []  # how wide each is, and where its markers are
    for at, line in enumerate(lines):
        mark = _MARKER.match(line)
        if mark is None:
            continue
        kind, width = mark[1], len(mark[0])
        if kind == "<":
            open_ones.append((width, {kind: at}))
        elif open_ones and open_ones[-1][0] == width:
            places = open_ones[-1][1]
            places.setdefault(kind, at)  # what comes again is an underline that somebody wrote
            if kind == ">" and "=" in places:
                open_ones.pop()
                found.append(Block(places["<"], at, tuple(sorted(places.values()))))
    return found


def conflicts(lines: Sequence[str], known: Collection[str]) -> list[Block]:
    """The places that a merge left: they hold lines that are known. Others are somebody's example."""

    def is_left(block: Block) -> bool:
        inner = [lines[at] for at in range(block.first, block.last) if at not in block.marks]
        words = [line.rstrip("\r") for line in inner if line.strip()]
        return not words or any(word in known for word in words)

    return [block for block in blocks(lines) if is_left(block)]


def without_markers(lines: Sequence[str], known: Collection[str]) -> list[str]:
    """Lines without the markers that a merge put between them."""
    marks = {at for block in conflicts(lines, known) for at in block.marks}
    return [line for at, line in enumerate(lines) if at not in marks or line.rstrip("\r") in known]


def outside(lines: Sequence[str], known: Collection[str]) -> list[str]:
    """Lines without all that stands between such markers."""
    within = {at for block in conflicts(lines, known) for at in range(block.first, block.last + 1)}
    return [line for at, line in enumerate(lines) if at not in within]


def known_lines(versions: Iterable[str]) -> set[str]:
    """What the lines of some versions say."""
    return {line for version in versions for line in split_lines(version)}


# What was chosen


def clash_blocks(merged: Merged) -> list[Block]:
    """Where in a merged text its clashes stand, in their order; an example in the text is none of them."""
    lines = split_lines(merged.text)
    found: list[Block] = []
    for block in sorted(blocks(lines), key=lambda block: block.first):
        if len(found) < len(merged.either) and _said(lines, block) == _all(merged.either[len(found)]):
            found.append(block)
    return found


def _said(lines: Sequence[str], block: Block) -> list[str]:
    within = range(block.first, block.last)
    return [lines[at] for at in within if at not in block.marks and lines[at].strip()]


def _all(pair: _Pair) -> list[str]:
    return [*pair[0], *pair[1]]


def agreed_lines(merged: Merged) -> Counter[str]:
    """The lines of a merged text, as often as they stand where nothing clashes."""
    lines = split_lines(merged.text)
    within = {at for block in clash_blocks(merged) for at in range(block.first, block.last + 1)}
    return Counter(line for at, line in enumerate(lines) if at not in within and line.strip())


def resolved(merged: Merged, text: str, versions: Sequence[str], is_log: bool) -> Merged:
    """A merge with what a text says at the places where both sides clash, as far as somebody decided there.

    That is one of both sides, or other words. In an index it may be both, or any words at all; a line of a
    log must still be known for what it was.
    """
    places = clash_blocks(merged)
    if len(places) != len(merged.either):
        return merged
    known = known_lines(versions)
    lines = outside(split_lines(text), known)
    left = Counter(filter(str.strip, lines)) - agreed_lines(merged)
    new = [line for line in lines if line.strip() and line not in known]
    chosen: list[list[str] | None] = []
    for pair in merged.either:
        words = _choice(pair, lines, left, new, is_log)
        left.subtract(words or ())
        new = [line for line in new if line not in (words or ())]
        chosen.append(words)
    open_ones = [pair for pair, words in zip(merged.either, chosen, strict=True) if words is None]
    return Merged(_with_choices(merged.text, places, chosen), tuple(open_ones))


def _choice(
    pair: _Pair, lines: Sequence[str], left: Counter[str], new: Sequence[str], is_log: bool
) -> list[str] | None:
    """The lines that stand for a clash; None where nobody has decided."""
    both = Counter(pair[0]) | Counter(pair[1])
    whole = [side for side in sorted(pair, key=len, reverse=True) if side and not Counter(side) - left]
    there = both & left
    alike = [line for line in new if any(is_alike(old, line) for old in both)]
    if is_log and whole:
        return None if there - Counter(whole[0]) else list(whole[0])
    if whole:
        return _in_order_of(lines, there)
    if is_log and (there or not alike):
        return [] if () in pair and not there else None
    if words := alike or list(new):
        return _in_order_of(lines, there + Counter(words))
    return [] if () in pair and not there else None


def _in_order_of(lines: Sequence[str], wanted: Counter[str]) -> list[str]:
    """Some of the lines, each as often as it is wanted, and the blank ones between them."""
    left, found = Counter(wanted), list[str]()
    blanks: list[str] = []
    for line in lines:
        if not line.strip():
            blanks.append(line)
        elif left[line] > 0:
            left[line] -= 1
            found += [*(blanks if found else ()), line]
            blanks = []
        else:
            blanks = []
    return found


def _with_choices(text: str, places: Sequence[Block], chosen: Sequence[list[str] | None]) -> str:
    """A text with lines in place of some clashes, and the others as they are."""
    rows = text.split("\n")
    end = "\r" if rows[0].endswith("\r") else ""
    made, at = [], 0
    for block, words in zip(places, chosen, strict=True):
        made += rows[at : block.first]
        made += rows[block.first : block.last + 1] if words is None else [f"{word}{end}" for word in words]
        at = block.last + 1
    return "\n".join([*made, *rows[at:]])
