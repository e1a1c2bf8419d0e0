"""Which notes stand under another name after a change, and the links that went with them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from wiki_schema.compare import matching
from wiki_schema.compare.matching import Fate
from wiki_schema.text import path_key

if TYPE_CHECKING:
    from wiki_schema.compare.note_change import NoteChange


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
    shared.update(_shared_lines(gone, new))
    renames: dict[str, str] = {}
    for (old_path, new_path), _count in shared.most_common():
        if old_path not in renames and new_path not in renames.values():
            renames[old_path] = new_path
    return renames


def _shared_lines(gone: Mapping[str, NoteChange], new: Mapping[str, NoteChange]) -> Counter[tuple[str, str]]:
    """How many lines outside facts each gone note shares with each new one, where it is most of its own."""
    holders: dict[str, dict[str, int]] = {}
    for path, note in new.items():
        for _, text in note.after.prose if note.after else ():
            counts = holders.setdefault(text, {})
            counts[path] = counts.get(path, 0) + 1
    shared: Counter[tuple[str, str]] = Counter()
    for old_path, old in gone.items():
        lines = Counter(text for _, text in old.before.prose) if old.before else Counter()
        votes: Counter[str] = Counter()
        for text, times in lines.items():
            held = holders.get(text, {})
            # What stands in very many notes tells them apart no more.
            for path, count in held.items() if len(held) <= _MOST_HOLDERS else ():
                votes[path] += min(count, times)
        for path, common in votes.items():
            if common * 2 > lines.total():
                shared[old_path, path] = common
        shared.update((old_path, path) for path, note in new.items() if not lines and note.new == old.old)
    return shared


_MOST_HOLDERS = 50
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
