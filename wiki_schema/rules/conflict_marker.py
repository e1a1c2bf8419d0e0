"""`conflict-marker`: an unresolved merge left in."""

from __future__ import annotations

from collections.abc import Iterator

from wiki_schema.compare.store_change import StoreChange
from wiki_schema.finding import Finding
from wiki_schema.markdown.code import lines_outside_code

_OPENS, _CLOSES = "<<<<<<< ", ">>>>>>> "


def check(seen: StoreChange) -> Iterator[Finding]:
    """A new opening marker, or a closing one below the dividing line; a lone ======= is a heading."""
    suspects = {path for path, _, raw in seen.new_lines if raw.startswith((_OPENS, _CLOSES))}
    for path in sorted(suspects):
        file = seen.read_after(path)
        old = seen.read_before(path)
        stood = set(old.text.split("\n")) if old is not None else set()
        divided = False
        for number, line in lines_outside_code(file.text if file else ""):
            divided = divided or line.rstrip() == "======="
            marker = line.startswith(_OPENS) or (divided and line.startswith(_CLOSES))
            if marker and line not in stood and f"{line}\r" not in stood:
                yield Finding(
                    path,
                    number,
                    f"An unresolved merge was left in: {line[:60]}",
                    "resolve it, keeping the lines of both sides",
                )
                break
