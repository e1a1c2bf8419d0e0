"""What notes say of themselves in their front matter, read without a YAML parser: two keys, flat."""

from __future__ import annotations

import re
from collections.abc import Iterator

from wiki_schema.markdown.commonmark import after_front_matter
from wiki_schema.text import BOM, split_lines

_ALIASES = ("alias", "aliases")
_KEYS = ("title", *_ALIASES)
_END = re.compile(r"\n---[^\S\n]*(?:\n|$)")
# What a list holds between its commas: quoted as a whole, or bare.
_ITEM = re.compile(r""" *(?:"([^"]*)"|'([^']*)'|([^,]+))[^,]*""")


def names(text: str) -> Iterator[str]:
    """The title and the aliases of a note: `aliases: [x, y]`, `aliases: x, y`, or a list below the key."""
    text = text.removeprefix(BOM)
    if not text.startswith("---"):
        return
    end = _END.search(text, 3, 20_000)
    lines = split_lines(text[: end.end() if end else 20_000])
    is_open = False
    for line in lines[1 : after_front_matter(lines)]:
        key, colon, value = line.partition(":")
        if colon and key.strip().lower() in _KEYS and not key.startswith((" ", "-")):
            is_open = not value.strip()
            yield from _values(value, key.strip().lower() in _ALIASES)
        elif is_open and line.lstrip().startswith("- "):
            yield from _values(line.lstrip()[2:])
        else:
            is_open = False


def _values(value: str, is_list: bool = False) -> Iterator[str]:
    """The names in a value. Of a bare `Doe, Jane` both readings: Obsidian parts it, YAML does not."""
    value = value.strip()
    is_flow = value.startswith("[") and value.endswith("]")
    if not is_flow and (name := value.strip("\"'").strip()):
        yield name
    if is_flow or (is_list and "," in value):
        for item in _ITEM.finditer(value[1:-1] if is_flow else value):
            if name := (item[1] or item[2] or item[3] or "").strip():
                yield name
