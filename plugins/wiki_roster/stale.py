"""`roster-stale`: a roster in a file that is not the one that would be rendered."""

from __future__ import annotations

from collections.abc import Iterator

from wiki_roster import BLOCK, wiki_render_block
from wiki_schema.finding import Finding
from wiki_schema.managed import holds_marker, may_hold, read_blocks
from wiki_schema.managed.stale import broken, faults_of, stale
from wiki_schema.standing.view import StoreView


def check(view: StoreView) -> Iterator[Finding]:
    """Every Markdown file that this store tells of."""
    for path in sorted(view.tree.paths()):
        if not may_hold(path) or not view.tells(path):
            continue
        text = view.read(path)
        if text is None or not holds_marker(text):
            continue
        managed = read_blocks(text)
        faults = faults_of(path, managed, view.policy)
        yield from broken(path, faults)
        own = () if faults else tuple(block for block in managed.blocks if block.name == BLOCK)
        yield from stale(path, own, lambda name: wiki_render_block(name, (view,)) or "")
