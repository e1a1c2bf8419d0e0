"""One changed note: both versions, and where something may have happened."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence

from wiki_schema.matching import Sited
from wiki_schema.note import Item, Note, parse_note, parse_versions
from wiki_schema.text import BOM, normal, shared, split_lines
from wiki_schema.value import Value


class NoteChange(Value):
    """One changed note: both sides as text and as parsed, None where it is not there (or is no file)."""

    path: str
    old: str | None
    new: str | None
    before: Note | None
    after: Note | None
    head: int = 0
    """How many items both sides begin with, in the same place and words: nothing happened to them."""
    tail: int = 0
    """How many they end with."""

    def middle(self, side: int) -> list[Sited]:
        """The items of one side (0 before, 1 after) that something may have happened to."""
        note = self.after if side else self.before
        if note is None:
            return []
        stop = len(note.items) - self.tail
        return [Sited(self.path, index, note.items[index]) for index in range(self.head, stop)]

    def kept_indexes(self) -> Iterable[tuple[int, int]]:
        """The items nothing happened to: index before, index after."""
        if self.before is None or self.after is None:
            return
        yield from ((index, index) for index in range(self.head))
        old, new = len(self.before.items), len(self.after.items)
        yield from ((old - back, new - back) for back in range(self.tail, 0, -1))

    def kept_sections(self) -> set[tuple[str, ...]]:
        """The sections of facts nothing happened to."""
        items = self.before.items if self.before else ()
        kept = (items[index] for index, _ in self.kept_indexes())
        return {item.section for item in kept if item.words.is_fact}


def compare_versions(
    path: str, old: str | None, new: str | None, is_known: Callable[[str], bool]
) -> NoteChange:
    """A changed note, parsed. None stands for no note."""
    if old is None or new is None:
        before = None if old is None else parse_note(old, is_known)
        after = None if new is None else parse_note(new, is_known)
        return NoteChange(path, old, new, before, after)
    before, after = parse_versions(old, new, is_known)
    head = _shared_items(before.items, after.items)
    tail = _shared_items(before.items[head:][::-1], after.items[head:][::-1])
    return NoteChange(path, old, new, before, after, head, tail)


def _shared_items(before: Sequence[Item], after: Sequence[Item]) -> int:
    """How many items two sequences begin with that are the same in words and place."""
    count = 0
    for old, new in zip(before, after, strict=False):
        if old is not new and (old.place != new.place or old.words != new.words or old.apart != new.apart):
            break
        count += 1
    return count


def new_lines(old: str, new: str) -> Iterable[tuple[int, str]]:
    """The lines of `new` that `old` does not have as often."""
    before, after = split_lines(old.removeprefix(BOM)), split_lines(new.removeprefix(BOM))
    head = shared(before, after)
    before, after = before[head:], after[head:]
    tail = shared(before[::-1], after[::-1])
    stood = Counter(before[: len(before) - tail])
    for number, line in enumerate(after[: len(after) - tail], head + 1):
        if stood[line] > 0:
            stood[line] -= 1
        elif line:
            yield number, line


_LEADER = re.compile(r"^([ \t]*)(?:[-*+]|\d{1,9}[.)])([ \t]+)(?:\[[^\[\]]\][ \t]+)?", re.MULTILINE)


def wording(text: str) -> str:
    """A note without what is only layout: list markers, numbers, task boxes and white space."""
    return normal(_LEADER.sub(r"\1-\2", text))
