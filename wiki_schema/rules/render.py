"""`render`: a line that a reader does not see as it is meant."""

from __future__ import annotations

from collections.abc import Iterator

from wiki_schema.characters import odd_bullet
from wiki_schema.finding import Finding
from wiki_schema.store_change import StoreChange
from wiki_schema.telling import quoted


def check(seen: StoreChange) -> Iterator[Finding]:
    """New strikes with blanks inside the tildes, and bullets followed by a blank that is none."""
    for fate in [*seen.facts.superseded, *seen.facts.added]:
        mark = fate.now.item.words.mark
        if mark is not None and not mark.renders:
            message = (
                f"{quoted(fate.now.item.words.said)} shows its tildes: a strike has no blank inside them."
            )
            yield Finding(fate.now.path, fate.now.item.line, message, "take the blanks out: ~~text~~")
    for path, number, raw in seen.new_lines:
        if not raw.isascii() and odd_bullet().match(raw):
            message = f"{quoted(raw)} is no list item for a reader: the blank after the bullet is not an ordinary one."
            yield Finding(path, number, message, "type an ordinary blank (U+0020) after the bullet")
