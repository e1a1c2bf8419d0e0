"""Whether a note into which pieces were put back reads right: each is there, and nothing else changed."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterator

from wiki_schema.amend.losses import Losses
from wiki_schema.amend.pieces import HEADING, Cut
from wiki_schema.markdown.commonmark import after_front_matter
from wiki_schema.note import Item, Note
from wiki_schema.words import PENDING, SUPERSEDED, WITHDRAWN

Section = tuple[str, ...]


class Reading:
    """What an old version, a newer one and what is lost between them lead one to expect."""

    def __init__(self, old: Cut, new: Cut, losses: Losses) -> None:
        self.old, self.new, self.losses = old, new, losses
        self._note = new.layout.note
        self._front = after_front_matter(list(new.layout.lines))
        self._said = Counter(_said(self._note))
        self._prose = Counter(text for _, text in self._note.prose)
        self._heirs = heirs_in(self._note)
        self._homes: dict[Section, Section] = {}
        self._places: dict[int, frozenset[int]] = {}
        self._olds = {twin: index for index, twin in losses.items.items()}
        self._returns = {old.pieces[at].item for at in losses.lost}
        self._moves = self._retitled()
        self._heads: dict[Section, set[Section]] = defaultdict(set)
        for at, twin in losses.twins.items():
            if old.pieces[at].kind == HEADING:
                one, other = old.pieces[at].section, new.pieces[twin].section
                self._heads[one].add(other)
                self._heads[other].add(one)

    def is_right(self, text: str, back: Collection[int], anywhere: Collection[int] = ()) -> bool:
        """Whether the newer version stands as it did, and these old pieces (by index) where they did.

        Those that may stand `anywhere` need only stand.
        """
        layout = self.new.lay_out(text)
        note = layout.note
        if after_front_matter(list(layout.lines)) != self._front:
            return False
        pieces = [self.old.pieces[at] for at in back]
        items = [self._item(piece.item) for piece in pieces if piece.item >= 0]
        if Counter(_said(note)) != self._said + Counter(filter(None, map(_ident, items))):
            return False
        numbers = {number for piece in pieces for number in range(piece.first, piece.last + 1)}
        prose = Counter(words for number, words in self.old.layout.note.prose if number in numbers)
        if not anywhere and Counter(words for _, words in note.prose) != self._prose + prose:
            return False
        heirs = heirs_in(note)
        if any(heirs.get(struck) != heir for struck, heir in self._heirs.items() if heir):
            return False
        return self._are_in_place(note, back, anywhere)

    def _are_in_place(self, note: Note, back: Collection[int], anywhere: Collection[int]) -> bool:
        """Whether what stood keeps its place, or has its old one again, and what came back has its own."""
        allowed: dict[str, set[int]] = defaultdict(set)
        for index, item in enumerate(self._note.items):
            allowed[_ident(item)] |= self._new_places(index)
        for index, twin in self.losses.items.items():
            allowed[_ident(self._note.items[twin])] |= self.places(index)
        wanted: dict[str, list[frozenset[int]]] = defaultdict(list)
        free: Counter[str] = Counter()
        for at in back:
            index = self.old.pieces[at].item
            if index >= 0:
                ident = _ident(self._item(index))
                allowed[ident] |= self.places(index)
                if at in anywhere:
                    free[ident] += 1
                else:
                    wanted[ident].append(self.places(index))
        found: dict[str, list[int]] = defaultdict(list)
        for item in note.items:
            if item.place in allowed[_ident(item)]:
                found[_ident(item)].append(item.place)
            elif free[_ident(item)] > 0:
                free[_ident(item)] -= 1
            elif _ident(item):
                return False
        return all(
            sum(place in frozenset().union(*places) for place in found[ident]) >= len(places)
            for ident, places in wanted.items()
        )

    def _item(self, index: int) -> Item:
        return self.old.layout.note.items[index]

    # Where things belong

    def places(self, index: int) -> frozenset[int]:
        """The places that an old item may have in the newer version."""
        if index not in self._places:
            self._places[index] = frozenset(self._find_places(index))
        return self._places[index]

    def _find_places(self, index: int) -> Iterator[int]:
        item = self._item(index)
        yield item.place
        if item.parent < 0:
            # Where a lost heading returns, what lies below it is where it was.
            yield from map(hash, {self.home(item.section), *self._heads[item.section]})
            return
        twin = self.losses.items.get(item.parent)
        if twin is not None:
            parent = self._note.items[twin]
            for place in {parent.place, *self.places(item.parent)}:
                yield hash((place, parent.words.text))
        elif item.parent in self._returns:
            for place in self.places(item.parent):
                yield hash((place, self._item(item.parent).words.text))
        else:
            yield from self.places(item.parent)

    def _new_places(self, index: int) -> set[int]:
        """The places that an item of the newer version may have, once lost headings return above it."""
        item = self._note.items[index]
        # As it was read, its parent may not have had all its words yet: a later paragraph signed it.
        places = {item.place}
        places.update(self.places(self._olds[index]) if index in self._olds else self._as_neighbours(index))
        if item.parent < 0:
            return places | set(map(hash, self._heads[item.section]))
        text = self._note.items[item.parent].words.text
        return places | {hash((place, text)) for place in self._new_places(item.parent)}

    def _as_neighbours(self, index: int) -> Iterator[int]:
        """The places of the nearest items of the old version beside a new one: what moves them moves it."""
        place = self._note.items[index].place
        for side in (range(index - 1, -1, -1), range(index + 1, len(self._note.items))):
            near = (i for i in side if i in self._olds and self._note.items[i].place == place)
            other = next(near, -1)
            if other >= 0:
                yield from self.places(self._olds[other])

    def home(self, section: Section) -> Section:
        """The section of the newer version in which an old one goes on; itself where its heading returns."""
        if section not in self._homes:
            self._homes[section] = self._find_home(section)
        return self._homes[section]

    def _find_home(self, section: Section) -> Section:
        if not section or section in self._note.sections:
            return section
        return self._moves.get(section) or (*self.home(section[:-1]), section[-1])

    def _retitled(self) -> dict[Section, Section]:
        """Sections whose heading was renamed over facts that stayed."""
        votes: dict[Section, Counter[Section]] = defaultdict(Counter)
        for index, twin in self.losses.items.items():
            votes[self._item(index).section][self._note.items[twin].section] += 1
        lost = {self.old.pieces[at].section for at in self.losses.lost if self.old.pieces[at].kind == HEADING}
        best = {
            section: counts.most_common(1)[0][0] for section, counts in votes.items() if section not in lost
        }
        return {section: home for section, home in best.items() if home not in self.old.layout.note.sections}


def _said(note: Note) -> list[str]:
    """What makes each item the same, whatever stands in no words left out."""
    return [ident for item in note.items if (ident := _ident(item))]


def _ident(item: Item) -> str:
    return item.words.said and f"{item.words.state} {item.words.ident}"


def heirs_in(note: Note) -> dict[str, str]:
    """What stands for each struck item: the next one at its level, past struck and pending ones."""
    heirs: dict[str, str] = {}
    ahead: dict[int, tuple[Item, str]] = {}
    for item in reversed(note.items):
        follower, heir = ahead.get(item.parent, (None, ""))
        joins = follower is not None and follower.section == item.section and not follower.apart
        passed = item.words.state in (SUPERSEDED, WITHDRAWN, PENDING)
        if passed:
            heirs[item.words.said] = heir if joins else ""
        ahead[item.parent] = (item, heirs[item.words.said] if passed else item.words.said)
    return heirs
