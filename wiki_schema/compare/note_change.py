"""One changed note: both versions, and where something may have happened."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache

from wiki_schema.compare.matching import Sited
from wiki_schema.note import Item, Note, parse_note, parse_versions
from wiki_schema.text import BOM, normal, shared, split_lines
from wiki_schema.value import Value


class NoteChange(Value):
    """One changed note: both sides as text and as parsed, None where it is not there (or is no file).

    Of a note that stands on both sides only the sections that changed need be parsed: see `whole`.
    """

    path: str
    old: str | None
    new: str | None
    before: Note | None
    after: Note | None
    head: int = 0
    """How many items both sides begin with, in the same place and words: nothing happened to them."""
    tail: int = 0
    """How many they end with."""
    is_part: bool = False
    """Whether `before` and `after` hold only the sections that changed."""
    is_known: Callable[[str], bool] = bool

    def whole(self, side: int) -> Note | None:
        """One side (0 before, 1 after) with all it holds."""
        text = self.new if side else self.old
        if not self.is_part or text is None:
            return self.after if side else self.before
        return _parse_whole(text, self.is_known)

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
        if self.before is None or self.after is None:
            return set()
        read = {(item.line, item.words) for item in self.before.items}
        items = self.before.items
        kept = {items[index].section for index, _ in self.kept_indexes() if items[index].words.is_fact}
        whole = self.whole(0)
        unread = whole.facts() if whole and self.is_part else []
        return kept | {item.section for item in unread if (item.line, item.words) not in read}


def compare_versions(
    path: str, old: str | None, new: str | None, is_known: Callable[[str], bool]
) -> NoteChange:
    """A changed note, parsed. None stands for no note."""
    if old is None or new is None:
        before = None if old is None else parse_note(old, is_known)
        after = None if new is None else parse_note(new, is_known)
        return NoteChange(path, old, new, before, after)
    before, after, is_part = parse_versions(old, new, is_known, whole=False)
    head = _shared_items(before.items, after.items)
    tail = _shared_items(before.items[head:][::-1], after.items[head:][::-1])
    return NoteChange(path, old, new, before, after, head, tail, is_part, is_known)


@lru_cache(maxsize=64)
def _parse_whole(text: str, is_known: Callable[[str], bool]) -> Note:
    return parse_note(text, is_known)


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
    """A note without what is only layout: list markers, numbers, task boxes, white space and a BOM.

    What memwiki renders is left out as well: nobody has to say in the log that it was rendered anew.
    """
    if "<!-- /memwiki:" in text:
        from wiki_schema.managed import unrendered  # in few notes is anything rendered

        text = unrendered(text)
    return normal(_LEADER.sub(r"\1-\2", text.removeprefix(BOM)))
