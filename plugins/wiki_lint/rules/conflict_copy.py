"""conflict-copy: copies that sync tools and editors left, with what is said nowhere else."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING

from wiki_lint.logged import command
from wiki_lint.owing import owner_of
from wiki_schema.finding import WARNING, Finding
from wiki_schema.litter import is_backup, is_conflict_copy, original_of
from wiki_schema.markdown.commonmark import MARKER
from wiki_schema.note import Item, parse_note
from wiki_schema.telling import count, quoted
from wiki_schema.text import normal, split_lines

if TYPE_CHECKING:
    from wiki_schema.standing.view import StoreView

_SHOWN = 5


def check(view: StoreView) -> Iterator[Finding]:
    """One finding for each copy and each member whose facts stand only there."""
    copies = [path for path in view.files if is_conflict_copy(path) or is_backup(path)]
    texts = [(path, text) for path in copies if (text := view.read(path)) is not None]
    if not texts:
        return
    kept = [note for note in view.notes if note.path not in copies]
    facts = {item.words.ident for note in kept for item in note.note.items}
    lines = {normal(line) for note in kept for line in split_lines(note.text)}
    for path, text in texts:
        yield from _of_copy(view, path, text, facts, lines)


def _of_copy(view: StoreView, path: str, text: str, facts: set[str], lines: set[str]) -> Iterator[Finding]:
    remove = f"git rm -- {shlex.quote(path)}"
    told = partial(_told, view, path, remove)
    owners: dict[str, list[Item]] = {}
    missing = [item for item in parse_note(text, view.is_known).facts() if item.words.ident not in facts]
    for item in missing:
        owners.setdefault(owner_of(view, item), []).append(item)
    for owner, items in owners.items():
        yield told(count(len(items), "fact"), [item.words.said for item in items], items[0].line, owner)
    said = {part for item in missing for part in _rows(text, item)}
    rest = [
        (number, row)
        for number, row in enumerate(split_lines(text), 1)
        if normal(row) and normal(row) not in lines and number not in said
    ]
    if rest:
        yield told(count(len(rest), "line"), [row.strip() for _, row in rest], rest[0][0], "")
    elif not missing:
        message = f"{quoted(view.inside(path))} is a copy that says nothing which the notes do not say."
        yield Finding(path, 0, message, remove, level=WARNING, key="says nothing new")


def _told(
    view: StoreView, path: str, remove: str, what: str, said: list[str], line: int, owner: str
) -> Finding:
    """What stands only in a copy."""
    more = f" and {len(said) - _SHOWN} more" if len(said) > _SHOWN else ""
    shown = ", ".join(quoted(words) for words in said[:_SHOWN])
    message = f"{what} {'stands' if len(said) == 1 else 'stand'} only in this copy: {shown}{more}."
    original = view.inside(original_of(path))
    say = command(view, owner, original, f"{what} out of a copy")
    hint = f"bring what is right into {quoted(original)}, say so in the log, then: {remove}"
    hint = f"{hint}\n{say}" if say else hint
    return Finding(
        path, line, message, hint, owed_by=owner, key=f"only here, of {owner}" if owner else "only here"
    )


def _rows(text: str, item: Item) -> range:
    """The lines of an item: until an empty line or another item."""
    rows = split_lines(text)
    end = item.line
    for row in rows[item.line :]:
        if not row.strip() or row[0] not in " \t" or MARKER.match(row.lstrip()):
            break
        end += 1
    return range(item.line, end + 1)
