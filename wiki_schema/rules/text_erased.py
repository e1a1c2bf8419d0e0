"""`text-erased`: a note loses text outside its facts."""

from __future__ import annotations

from collections.abc import Iterator

from wiki_schema.compare.prose import ProseChange
from wiki_schema.compare.store_change import StoreChange
from wiki_schema.finding import WARNING, Finding
from wiki_schema.telling import bring_back, count


def check(seen: StoreChange) -> Iterator[Finding]:
    """Notes that lose more lines than they gain, outside facts, code, comments and quotes.

    An index is shown: what a person wrote around its listings goes easily when a tool writes it anew.
    """
    for path, prose in seen.prose.items():
        yield from _cut(seen, path, prose, "facts")
    for path, prose in seen.index.prose.items():
        yield from (found._replace(level=WARNING) for found in _cut(seen, path, prose, "listings"))


def _cut(seen: StoreChange, path: str, prose: ProseChange, apart: str) -> Iterator[Finding]:
    if len(prose.lost) > len(prose.gained) + prose.rendered:
        message = (
            f"{seen.inside(path)} loses {count(len(prose.lost), 'line')} outside its {apart} and gains "
            f"{len(prose.gained)}. Text is amended, not cut."
        )
        lost = tuple(text for _, text in prose.lost)
        yield Finding(path, prose.lost[0][0], message, bring_back(seen, path), lost)
