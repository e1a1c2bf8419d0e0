"""note-orphan: a note that no index lists, or that only an index lists which nobody reaches."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from wiki_lint.faults import CASE, PUBLISHED
from wiki_lint.targets import Targets
from wiki_schema.finding import Finding
from wiki_schema.index import listed
from wiki_schema.litter import is_conflict_copy, is_litter
from wiki_schema.markdown.commonmark import HEADING, after_front_matter
from wiki_schema.paths import below, folder_of
from wiki_schema.places import Paths
from wiki_schema.telling import count, quoted
from wiki_schema.text import BOM, split_lines, visible

if TYPE_CHECKING:
    from wiki_schema.amend.listing import Style
    from wiki_schema.standing.view import StoreView


def check(view: StoreView) -> Iterator[Finding]:
    """The notes that nobody finds by reading from the index on. A missing index is one finding."""
    notes = [note.path for note in view.notes if not (is_conflict_copy(note.path) or is_litter(note.path))]
    remedy = _Remedies(view)
    root = view.store.index_path
    is_there = view.read(root) is not None
    known = {*view.listed.notes, *_published(view), *_but_for_case(view)}
    if notes and not known:
        what = "The index lists nothing" if is_there else "There is no index"
        verb = "is" if len(notes) == 1 else "are"
        message = f"{what}, so {count(len(notes), 'note')} {verb} listed nowhere."
        first = next(_unreached(view, known), notes[0])
        yield Finding(root, 0, message, remedy(first), key="nothing is listed")
        return
    for index in _unreached(view, known):
        reached = listed(index, view.store.path, view.read, view.paths).notes
        lost = [path for path in reached if path in view.note_at and path not in known]
        known.update(reached)
        if lost:
            message = f"The index does not lead to this one, which lists {count(len(lost), 'note')} more."
            yield Finding(index, 0, message, remedy(index), key="not reached")
    for path in notes:
        if path not in known:
            message = f"{quoted(view.inside(path))} is listed in no index."
            yield Finding(path, 0, message, remedy(path), key="not listed")


def _unreached(view: StoreView, known: set[str]) -> Iterator[str]:
    """The nested indexes that the root does not reach, outermost first."""
    nested = [path for path in view.files if path.endswith(".md") and view.store.is_index(path)]
    for path in sorted(nested, key=lambda path: (path.count("/"), path)):
        is_reached = path in known or path == view.store.index_path or path in view.listed.indexes
        if not is_reached and view.read(path) is not None:
            yield path


def _bases(view: StoreView) -> list[str]:
    """The folders of a site that listings begin with: `index-dead` tells of them, once."""
    found = Targets.of(view).of_index(view.store.index_path)
    return list(dict.fromkeys(fault.base for _, fault in found if fault.kind == PUBLISHED))


def _published(view: StoreView) -> Iterator[str]:
    """What the index lists when those folders are taken for what they are published from."""
    for base in _bases(view):
        paths = Paths(view.paths, base)
        yield from listed(view.store.index_path, view.store.path, view.read, paths).notes


def _but_for_case(view: StoreView) -> Iterator[str]:
    """What wikilinks of the indexes list in another case: `index-dead` tells of that, once."""
    for index in view.listed.indexes:
        yield from (fault.meant for _, fault in Targets.of(view).of_index(index) if fault.kind == CASE)


class _Remedies:
    """The lines that list notes, each in the style of the index that is nearest to it."""

    def __init__(self, view: StoreView) -> None:
        self.view = view
        self._styles: dict[str, Style] = {}

    def __call__(self, path: str) -> str:
        index = self._index_for(path)
        if index not in self._styles:
            from wiki_schema.amend.listing import Style

            text = self.view.read(index) or ""
            self._styles[index] = Style(text, index, self.view.store, self.view.paths)
        line = self._styles[index].line(path, _title(self.view, path))
        return f"write in {visible(index)}:\n{visible(line, 1000)}"

    def _index_for(self, path: str) -> str:
        """The reached index in the folder of a note or above it."""
        name = self.view.store.index_path.rpartition("/")[2]
        folder = folder_of(folder_of(path) if self.view.store.is_index(path) else path)
        while folder and below(self.view.store.path, folder):
            if f"{folder}/{name}" in self.view.listed.indexes:
                return f"{folder}/{name}"
            folder = folder_of(folder)
        return self.view.store.index_path


def _title(view: StoreView, path: str) -> str:
    """The first heading of a note, else its name."""
    lines = split_lines((view.read(path) or "").removeprefix(BOM))
    for line in lines[after_front_matter(lines) :][:50]:
        if (heading := HEADING.match(line)) and heading[2]:
            return heading[2].strip()
    return path.rpartition("/")[2].removesuffix(".md")
