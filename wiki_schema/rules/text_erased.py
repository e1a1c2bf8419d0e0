"""`text-erased`: a note loses text outside its facts."""

from __future__ import annotations

from collections.abc import Iterator

from wiki_schema.finding import Finding
from wiki_schema.store_change import StoreChange
from wiki_schema.telling import bring_back, count


def check(seen: StoreChange) -> Iterator[Finding]:
    """Notes that lose more lines than they gain, outside facts, code, comments and quotes."""
    for path, prose in seen.prose.items():
        if len(prose.lost) <= len(prose.gained):
            continue
        message = (
            f"{seen.inside(path)} loses {count(len(prose.lost), 'line')} outside its facts and gains "
            f"{len(prose.gained)}. Text is amended, not cut."
        )
        lost = tuple(text for _, text in prose.lost)
        yield Finding(path, prose.lost[0][0], message, bring_back(seen, path), lost)
