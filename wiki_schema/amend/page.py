"""Edits of one note: tried on its text, and taken only where the note reads as it was meant to."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from wiki_schema.amend.layout import Layout
from wiki_schema.amend.lines import edit
from wiki_schema.amend.naming import FactName, find_claim, find_fact
from wiki_schema.amend.scene import CannotAmend, Scene
from wiki_schema.amend.wording import Holds, escaped, reads_as
from wiki_schema.note import Item
from wiki_schema.text import visible
from wiki_schema.value import Value
from wiki_schema.words import CURRENT, PENDING, UNSIGNED

_MOST_NUMBER = 999_999_999


class Draft(Value):
    """New lines, and the line behind which they come."""

    after: int
    rows: tuple[str, ...]


def drafts(after: int, row: str, is_loose: bool) -> Iterator[Draft]:
    """The ways to put one line in: set off by blank lines where it must be, or where its neighbours are."""
    tight = (Draft(after, (row,)), Draft(after, (row, "")))
    loose = (Draft(after, ("", row)), Draft(after, ("", row, "")))
    yield from (*loose, *tight) if is_loose else (*tight, *loose)


class Page:
    """A note that is being amended: its text, where everything lies in it, and what is to become of it."""

    def __init__(self, scene: Scene, path: str) -> None:
        """Raises `CannotAmend` where the store has no such note."""
        self.scene = scene
        self.path = path
        self.text = scene.note(path)
        self.layout: Layout = scene.laid(self.text)
        self.lines: dict[int, Sequence[str]] = {}
        """What becomes of lines, by number."""
        self.meant: dict[int, Holds] = {}
        """What items say in the end, by index."""

    def find(self, name: FactName, *states: str) -> int:
        """The item that is meant, by index: of what can be amended here, unless other states are named."""
        return find_fact(self.layout.note, self._by_first_line(name), states or self.amendable)[0]

    def find_claim(self, name: FactName) -> int:
        """The open claim that is meant, by index."""
        return find_claim(self.layout.note, self._by_first_line(name))[0]

    def _by_first_line(self, name: FactName) -> FactName:
        """A name in which the further lines of a wrapped item stand for its first."""
        at = self.layout.at_line(name.line) if name.line else -1
        return name._replace(line=self.layout.note.items[at].line) if at >= 0 else name

    @property
    def amendable(self) -> tuple[str, ...]:
        """The states of what can be amended here: where facts have no owners they need no provenance."""
        return (CURRENT,) if self.scene.store.kind == "shared" else (CURRENT, UNSIGNED)

    def item(self, index: int) -> Item:
        """An item by index. Raises `CannotAmend` for one whose words cannot be told from its block."""
        item = self.layout.note.items[index]
        if not self.layout.spans[index].pieces:
            raise CannotAmend(f"Line {item.line} of {visible(self.path)} is no plain item: edit it by hand.")
        return item

    def signs_facts(self, beside: int = -1) -> bool:
        """Whether new facts bear a name and a day: always, but in open stores only where their neighbours do.

        `beside` is an item that the new one will stand beside.
        """
        if self.scene.store.kind != "open":
            return True
        items = self.layout.note.items
        near = self.layout.children(items[beside].parent) if beside >= 0 else []
        return any(item.words.provenance is not None for item in [items[i] for i in near] or items)

    # Changes in place

    def say(self, index: int, words: str, holds: Holds) -> None:
        """Has an item say something else, on one line."""
        span = self.layout.spans[index]
        first = span.pieces[0][0]
        self._drop_rest(index)
        self.lines[first] = (self._line(first)[: span.start] + words,)
        self.meant[index] = holds

    def wrap(self, index: int, opening: str, closing: str, holds: Holds) -> None:
        """Puts something before and behind the words of an item, which stay as they are wrapped."""
        span = self.layout.spans[index]
        first, last = span.pieces[0]
        rows = [self._line(number) for number in range(first, last + 1)]
        lead = rows[0][: span.start]
        rows[0] = rows[0][span.start :]
        tail = [self._line(n).strip() for start, stop in span.pieces[1:] for n in range(start, stop + 1)]
        rows[-1] = " ".join([_ended(rows[-1]), *map(_ended, tail)])
        if opening:
            rows = escaped("\n".join(rows)).split("\n")
        self._drop_rest(index)
        rows[0] = f"{lead}{opening}{rows[0]}"
        rows[-1] += closing
        for number, row in enumerate(rows, first):
            self.lines[number] = (row,)
        self.meant[index] = holds

    def answer(self, index: int, answer: str, holds: Holds) -> None:
        """Puts an answer in place of the last word of a pending line."""
        last = self.layout.spans[index].words_end
        row = _ended(self._line(last))
        self.lines[last] = (row[: row.rfind("unconfirmed")] + answer,)
        self.meant[index] = holds

    def _drop_rest(self, index: int) -> None:
        """Takes out the lines of an item behind its first, and a blank one before a provenance of its own."""
        span = self.layout.spans[index]
        for start, stop in span.pieces:
            for number in range(start, stop + 1):
                self.lines[number] = ()
        for start, _ in span.pieces[1:]:
            if not self._line(start - 1).strip():
                self.lines[start - 1] = ()

    def _line(self, number: int) -> str:
        return self.layout.lines[number - 1]

    # New items

    def beside(self, index: int) -> str:
        """What stands before the words of an item that follows another: its marker, or the blanks alone."""
        span = self.layout.spans[index]
        gap = span.gap if not span.gap.strip(" \t") and 0 < len(span.gap.expandtabs(4)) < 5 else " "
        return f"{span.indent}{self._next_marker(index)}{gap}" if span.marker else span.indent

    def _next_marker(self, index: int) -> str:
        """The marker of an item that follows another. A list that is numbered alike stays so."""
        marker = self.layout.spans[index].marker
        if not marker[:-1].isdigit():
            return marker
        siblings = self.layout.children(self.layout.note.items[index].parent)
        others = {self.layout.spans[sibling].marker for sibling in siblings if sibling != index}
        number = int(marker[:-1])
        return marker if marker in others or number == _MOST_NUMBER else f"{number + 1}{marker[-1]}"

    def is_loose(self, index: int) -> bool:
        """Whether blank lines stand between an item and those beside it."""
        line = self.layout.note.items[index].line
        siblings = self.layout.children(self.layout.note.items[index].parent)
        first = self.layout.note.items[siblings[0]].line if siblings else line
        if line != first:
            return not self._line(line - 1).strip()
        following = [self.layout.note.items[sibling].line for sibling in siblings if sibling > index]
        return bool(following) and not self._line(following[0] - 1).strip()

    def family_end(self, index: int) -> int:
        """The last line of an item, of all nested in it, and of the pending lines that follow it."""
        end = self.layout.spans[index].end
        for sibling in self.layout.children(self.layout.note.items[index].parent):
            if sibling > index:
                if self.layout.note.items[sibling].words.state != PENDING:
                    break
                end = self.layout.spans[sibling].end
        return end

    def heir(self, index: int, words: str, box: bool = True) -> Iterator[Draft]:
        """The ways to put a successor behind a struck item: at its level, and set like it."""
        item, span = self.layout.note.items[index], self.layout.spans[index]
        end = self.family_end(index)
        if item.listed:
            line = self._line(item.line)
            task = line[len(f"{span.indent}{span.marker}{span.gap}") : span.start] if item.box and box else ""
            yield from drafts(end, f"{self.beside(index)}{task}{words}", self.is_loose(index))
        else:
            yield from drafts(end, f"{span.indent}{words}", True)
            yield from drafts(end, f"{span.indent}- {words}", True)

    # The outcome

    def settle(self, choices: Iterable[Draft] = (), new: tuple[int, Holds] | None = None) -> str:
        """The amended text: the first choice with which the note reads as it was meant to.

        `new` says in which item (-1: in none) the one new item is nested, and what it says.
        Raises `CannotAmend` where none does.
        """
        items = self.layout.note.items
        keeps_prose = all(items[index].words.state != UNSIGNED for index in self.meant)
        for draft in choices if new is not None else (Draft(0, ()),):
            text = edit(self.text, self.lines, {draft.after: draft.rows} if draft.rows else {})
            if reads_as(self.layout.note, self.scene.laid(text).note, self.meant, new, keeps_prose):
                return text
        raise CannotAmend(
            f"In {visible(self.path)} this would be read as something else than it says, because of what "
            "stands around it (an open code block or comment, perhaps): edit the note by hand."
        )


def _ended(line: str) -> str:
    """A line without the blanks or the backslash that broke it off."""
    return line.rstrip().removesuffix("\\").rstrip()
