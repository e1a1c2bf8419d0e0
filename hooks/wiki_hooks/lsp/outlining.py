"""The outline of a note: its headings, and under each its facts."""

from __future__ import annotations

from collections.abc import Sequence

from lsprotocol import types

from wiki_hooks.lsp.bench import Bench
from wiki_hooks.lsp.documents import Lines
from wiki_schema.as_json import exact
from wiki_schema.text import visible
from wiki_schema.words import CURRENT, PENDING, SUPERSEDED, WITHDRAWN

_KINDS = {
    CURRENT: types.SymbolKind.Constant,
    SUPERSEDED: types.SymbolKind.Null,
    WITHDRAWN: types.SymbolKind.Null,
    PENDING: types.SymbolKind.Event,
}
_WIDTH = 100


def outline(bench: Bench, lines: Lines) -> list[types.DocumentSymbol]:
    """Headings and facts, nested as they stand in the note."""
    layout = bench.layout
    top: list[types.DocumentSymbol] = []
    stack: list[tuple[int, types.DocumentSymbol]] = []
    facts: dict[int, types.DocumentSymbol] = {}
    entries = [(line, -1, section) for line, section in layout.headings]
    entries += [(item.line, index, ()) for index, item in enumerate(layout.note.items)]
    ends = _ends(
        [line for line, _ in layout.headings], [len(s) for _, s in layout.headings], len(layout.lines)
    )
    for line, index, section in sorted(entries, key=lambda entry: (entry[0], entry[1])):
        if index < 0:
            while stack and stack[-1][0] >= len(section):
                stack.pop()
            symbol = _symbol(section[-1] if section else "", types.SymbolKind.String, line, ends[line], lines)
            _add(stack[-1][1] if stack else None, top, symbol)
            stack.append((len(section), symbol))
        elif layout.note.items[index].words.state in _KINDS:
            item, span = layout.note.items[index], layout.spans[index]
            symbol = _symbol(item.words.said, _KINDS[item.words.state], line, max(span.end, line), lines)
            facts[index] = symbol
            _add(facts.get(item.parent) or (stack[-1][1] if stack else None), top, symbol)
    return top


def _ends(starts: Sequence[int], depths: Sequence[int], last: int) -> dict[int, int]:
    """Where the section of each heading ends."""
    ends: dict[int, int] = {}
    for at, (line, depth) in enumerate(zip(starts, depths, strict=True)):
        following = (s for s, d in zip(starts[at + 1 :], depths[at + 1 :], strict=True) if d <= depth)
        ends[line] = max(next(following, last + 1) - 1, line)
    return ends


def _add(
    parent: types.DocumentSymbol | None, top: list[types.DocumentSymbol], symbol: types.DocumentSymbol
) -> None:
    if parent is None:
        top.append(symbol)
    else:
        parent.children = [*(parent.children or ()), symbol]


def _symbol(name: str, kind: types.SymbolKind, line: int, end: int, lines: Lines) -> types.DocumentSymbol:
    own = lines.row_range(line)
    whole = types.Range(types.Position(own.start.line, 0), lines.row_range(end).end)
    return types.DocumentSymbol(exact(visible(name, _WIDTH)) or "(no title)", kind, whole, own)
