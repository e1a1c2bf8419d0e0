"""Which notes stand under another name after a change, and the links that went with them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from wiki_schema import matching
from wiki_schema.matching import Fate
from wiki_schema.text import path_key

if TYPE_CHECKING:
    from wiki_schema.note_change import NoteChange


def find_renames(notes: Sequence[NoteChange], fates: Sequence[Fate]) -> dict[str, str]:
    """Path before → path after, by what the notes say: most facts, or without facts most lines."""
    gone = {note.path: note for note in notes if note.new is None and note.before is not None}
    new = {note.path: note for note in notes if note.old is None and note.after is not None}
    if not gone or not new:
        return {}
    shared = Counter(
        (fate.was.path, fate.now.path)
        for fate in fates
        if fate.kind == matching.MOVED and fate.was.path in gone and fate.now.path in new
    )
    said = {path: Counter(text for _, text in note.after.prose) for path, note in new.items() if note.after}
    for old_path, old in gone.items():
        lines = Counter(text for _, text in old.before.prose) if old.before else Counter()
        for new_path, later in new.items() if lines and len(gone) * len(new) <= 10_000 else ():
            common = lines & said[new_path]
            if common.total() * 2 > lines.total():
                shared[old_path, new_path] += common.total()
            elif old.old == later.new:
                shared[old_path, new_path] += 1
    renames: dict[str, str] = {}
    for (old_path, new_path), _count in shared.most_common():
        if old_path not in renames and new_path not in renames.values():
            renames[old_path] = new_path
    return renames


_TARGET = re.compile(r"(?<=\[\[)[^\[\]|#\\]+|(?<=\]\()[^()\s#]+")


def relinker(renames: dict[str, str]) -> Callable[[str, bool], str]:
    """A function that writes every link to a renamed note in one way: of the before, of the after."""
    old = {form: f"\x00{new}" for path, new in renames.items() for form in _forms(path)}
    new = {form: f"\x00{path}" for path in renames.values() for form in _forms(path)}

    def relink(text: str, before: bool) -> str:
        forms = old if before else new
        return _TARGET.sub(lambda match: forms.get(_plain(match[0]), match[0]), text)

    return relink


def _plain(target: str) -> str:
    """A link target without folder dots, ending and percent signs."""
    from urllib.parse import unquote

    text = path_key(unquote(target) if "%" in target else target).strip()
    while text.startswith(("./", "../")):
        text = text.partition("/")[2]
    return text.removesuffix(".md")


def _forms(path: str) -> set[str]:
    """The ways to point at a note: its path or any shorter end of it."""
    parts = path_key(path).removesuffix(".md").split("/")
    return {"/".join(parts[start:]) for start in range(len(parts))}
