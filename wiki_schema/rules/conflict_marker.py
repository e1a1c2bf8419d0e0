"""`conflict-marker`: an unresolved merge left in."""

from __future__ import annotations

from collections.abc import Iterator

from wiki_schema.compare.store_change import StoreChange
from wiki_schema.finding import Finding
from wiki_schema.markdown.merge_marks import has_marks, merge_marks


def check(seen: StoreChange) -> Iterator[Finding]:
    """The first new mark in each file: the rest of it follows from that one."""
    suspects = {path for path, _, raw in seen.new_lines if has_marks(raw)}
    for path in sorted(suspects):
        file = seen.read_after(path)
        old = seen.read_before(path)
        stood = set(old.text.split("\n")) if old is not None else set()
        for number, line in merge_marks(file.text if file else ""):
            if line not in stood and f"{line}\r" not in stood:
                yield Finding(
                    path,
                    number,
                    f"An unresolved merge was left in: {line[:60]}",
                    "resolve it, keeping the lines of both sides",
                )
                break
