"""New lines of an index as what they are: headings with all under them, items with what is nested in them."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence

from wiki_schema.markdown.commonmark import FENCE, HEADING, MARKER, fence_end
from wiki_schema.merge.draft import Draft
from wiki_schema.merge.page import Line, fuse, loosened, tight
from wiki_schema.merge.pairing import pairs
from wiki_schema.value import Value

HEAD, ITEM, ROW, PROSE = "heading", "item", "row", "prose"

_BELOW_HEADINGS = 10  # the depth of what stands at the margin; a heading has that of its level


class Node(Value):
    """A line and the lines under it that go where it goes."""

    line: Line
    below: tuple[Line, ...]
    kind: str
    depth: int
    """What is deeper goes with the line above it."""

    @property
    def key(self) -> Hashable:
        """What makes it the same thing on both sides."""
        if self.kind == PROSE:
            return tuple(line.text for line in self.lines)
        return self.line.targets or self.line.text

    @property
    def lines(self) -> list[Line]:
        """All of it."""
        return [self.line, *self.below]


def read_nodes(run: Sequence[Line]) -> list[Node]:
    """The things that lines make which stand together."""
    nodes = []
    at = 0
    while at < len(run):
        kind, depth = nature(run[at].text)
        stop = _stop(run, at, kind, depth)
        nodes.append(Node(run[at], tuple(run[at + 1 : stop]), kind, depth))
        at = stop
    return nodes


def _stop(run: Sequence[Line], at: int, kind: str, depth: int) -> int:
    """Where the thing ends that begins at a line."""
    if closed := _fence(run, at):
        return closed
    at += 1
    is_table = kind == ROW and at < len(run) and not run[at].text.strip("|:- \t")
    while at < len(run):
        line = run[at]
        other, deep = nature(line.text)
        goes_on = not line.above and (other == PROSE or (is_table and other == ROW))
        if deep <= depth and not goes_on:
            break
        at = _fence(run, at) or at + 1
    return at


def _fence(run: Sequence[Line], at: int) -> int:
    """Behind the fenced code that begins at a line; 0 where none does."""
    opening = FENCE.match(run[at].text.strip())
    if opening is None:
        return 0
    ends = fence_end(opening[1] or opening[2])
    rest = range(at + 1, len(run))
    return next((end + 1 for end in rest if ends(run[end].text.strip(), 0)), len(run))


def nature(line: str) -> tuple[str, int]:
    """What a line is, and how deep."""
    content = line.lstrip(" \t")
    indent = len(line.expandtabs(4)) - len(content.expandtabs(4))
    if indent < 4 and (heading := HEADING.match(content)):
        return HEAD, len(heading[1])
    kind = ROW if content[0] == "|" else ITEM if MARKER.match(content) else PROSE
    return kind, _BELOW_HEADINGS + indent


# Both sides' new things

Titles = Mapping[tuple[str, ...], str]
"""How the base lists a note: what the line says, by what it lists."""


def agreed(one: Line, other: Line, titles: Titles) -> tuple[Line, Line]:
    """Two listings of one note, which are the same where at most one side has written another title."""
    was = titles.get(one.targets)
    if one.text == was:
        return other, other
    return (one, one) if other.text == was else (one, other)


class Weaving:
    """Puts what both sides have put into one place of an index onto a page."""

    def __init__(self, draft: Draft, is_swapped: bool, titles: Titles) -> None:
        """`is_swapped` where the first of two is not ours but theirs."""
        self._draft = draft
        self._is_swapped = is_swapped
        self._titles = titles

    def weave(self, one: Sequence[Line], other: Sequence[Line]) -> None:
        """Both runs of new lines: what stands in both once, the rest in the order of its words."""
        if above := loosened(one, other):
            self._draft.open(above)
            one, other = tight(one), tight(other)
        first, second = read_nodes(one), read_nodes(other)
        i = j = 0
        for a, b in pairs([node.key for node in first], [node.key for node in second]):
            self._between(first[i:a], second[j:b])
            self._join(first[a], second[b])
            i, j = a + 1, b + 1
        self._between(first[i:], second[j:])

    def _join(self, one: Node, other: Node) -> None:
        line, same = agreed(one.line, other.line, self._titles)
        self._settle([line], [same])
        if one.below == other.below or one.kind == PROSE:
            self._draft.add(map(fuse, [None] * len(one.below), one.below, other.below))
        else:
            self.weave(one.below, other.below)

    def _between(self, one: Sequence[Node], other: Sequence[Node]) -> None:
        """Things of which none stands on both sides. Two texts in one place are for a person to join."""
        if _has_prose(one) and _has_prose(other):
            self._settle(_all_lines(one), _all_lines(other))
            return
        for node in _in_order(one, other, _rank):
            self._draft.add(node.lines)

    def _settle(self, one: Sequence[Line], other: Sequence[Line]) -> None:
        self._draft.settle(*((other, one) if self._is_swapped else (one, other)))


def _has_prose(nodes: Iterable[Node]) -> bool:
    return any(node.kind == PROSE for node in nodes)


def _all_lines(nodes: Iterable[Node]) -> list[Line]:
    return [line for node in nodes for line in node.lines]


def _rank(node: Node) -> tuple[int, str, str]:
    """What is nested deeper belongs to the line above both, so it comes first; then the alphabet decides."""
    return -node.depth, node.line.text.casefold(), node.line.text


def _in_order(
    one: Sequence[Node], other: Sequence[Node], rank: Callable[[Node], tuple[int, str, str]]
) -> Iterator[Node]:
    i = j = 0
    while i < len(one) and j < len(other):
        if rank(other[j]) < rank(one[i]):
            yield other[j]
            j += 1
        else:
            yield one[i]
            i += 1
    yield from one[i:]
    yield from other[j:]
