"""What notes say of themselves in their front matter, read without a YAML parser: two keys, flat."""

from __future__ import annotations

from collections.abc import Iterator

from wiki_schema.markdown.commonmark import after_front_matter
from wiki_schema.text import BOM, split_lines

_KEYS = ("title", "alias", "aliases")


def names(text: str) -> Iterator[str]:
    """The title and the aliases of a note: `title: x`, `aliases: [x, y]`, or a list below the key."""
    text = text.removeprefix(BOM)
    if not text.startswith("---"):
        return
    lines = split_lines(text[:20_000])
    is_open = False
    for line in lines[1 : after_front_matter(lines)]:
        key, colon, value = line.partition(":")
        if colon and key.strip().lower() in _KEYS and not key.startswith((" ", "-")):
            is_open = not value.strip()
            yield from _values(value)
        elif is_open and line.lstrip().startswith("- "):
            yield from _values(line.lstrip()[2:])
        else:
            is_open = False


def _values(value: str) -> Iterator[str]:
    value = value.strip()
    parts = value[1:-1].split(",") if value.startswith("[") and value.endswith("]") else [value]
    for part in parts:
        if name := part.strip().strip("\"'").strip():
            yield name
