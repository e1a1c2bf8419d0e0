"""Which stores a wiki has: where they begin, what their index and their log is, what is no note of theirs."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping

from wiki_schema import paths
from wiki_schema.index import Listed, listed
from wiki_schema.litter import is_conflict_copy, is_litter
from wiki_schema.log import LogFormat
from wiki_schema.markdown.commonmark import after_front_matter
from wiki_schema.places import Paths
from wiki_schema.recognise import index_style, log_style
from wiki_schema.recognise.link_base import link_base
from wiki_schema.recognise.log_style import LogStyle, recognise_log
from wiki_schema.text import split_lines
from wiki_schema.value import Value

Read = Callable[[str], str | None]

_LEAST = 2
"""So many notes a file must list, at the least, to be an index by what it holds, or one more index."""
_IN_A_LIST = 3
"""One line in so many lists a note, at the least, in a file that is an index by what it holds."""
_MOST_OTHERS = 20
"""How many files of a folder whose names say nothing are tried as its index."""
_MOST_STORES = 50
_NO_NOTES = frozenset(
    """raw sources source templates template _templates attachments assets archive inbox output node_modules
    vendor venv site-packages""".split()
)
"""Folders whose Markdown is no note, if the index lists none of it."""
_ABOUT = frozenset(
    """readme.md agents.md claude.md gemini.md contributing.md license.md code_of_conduct.md security.md
    changelog.md schema.md""".split()
)
"""Files about a repository, if the index does not list them."""
_GLOB = re.compile(r"[\\*?\[\]!#]")


class Candidate(Value):
    """A file that may be an index."""

    path: str
    """Empty where there is none."""
    lists: Listed = Listed()
    number: int = 0
    """How many notes it lists."""
    base: str = ""
    """The folder its listings begin with, though there is none."""


_NONE = Candidate("")


class Place(Value):
    """One store that was found. Paths count from the top."""

    root: str
    index_path: str
    """Empty where there is none."""
    log_path: str
    """Empty where there is none, or none that can be read."""
    log_style: LogStyle | None
    """How the log is written; of one that cannot be read, what was made of it; None where there is none."""
    unread_log: str
    """A file that is called like a log, and is written in no style that there is a format for."""
    notes: tuple[str, ...]
    """What are notes of it, sorted."""
    listed: frozenset[str] = frozenset()
    """What the index lists."""
    indexes: tuple[str, ...] = ()
    """The index and the nested ones that it reaches."""
    exclude: tuple[str, ...] = ()
    """Patterns, as in .gitignore, relative to the root."""
    link_base: str = ""
    """The folder that the listings of the index begin with, though there is none."""


class Folder:
    """The files that a wiki may consist of."""

    def __init__(self, root: str, files: Iterable[str], read: Read, formats: Iterable[LogFormat]) -> None:
        """A folder from the top, every file below the top, how to read one, and the known log formats."""
        self.formats = tuple(formats)
        self.root = root
        self.files = tuple(sorted(files))
        self.read = read
        self.inside = tuple(p for p in self.files if paths.below(root, p) is not None)
        self.pages = tuple(filter(_is_page, self.inside))
        self.paths = Paths(self.inside)

    def below(self, root: str) -> tuple[str, ...]:
        """Every file below a folder."""
        return tuple(path for path in self.inside if paths.below(root, path) is not None)

    def listed_by(self, index_path: str) -> tuple[Listed, str]:
        """What a file lists, were it the index of its folder; and the base its links begin with, or ""."""
        root = paths.folder_of(index_path)
        found = listed(index_path, root, self.read, self.paths)
        if not found.dead:
            return found, ""
        base = link_base([(index_path, (each for _, each in found.dead))], root, Paths(self.below(root)))
        if not base:
            return found, ""
        return listed(index_path, root, self.read, Paths(self.inside, base)), base


def _is_page(path: str) -> bool:
    hidden = any(part.startswith(".") for part in path.split("/"))
    return path.endswith(".md") and not hidden and not is_litter(path) and not is_conflict_copy(path)


def find_places(folder: Folder) -> tuple[Place, ...]:
    """The stores of a folder, in order of their paths. None of them holds another, save with its own log."""
    places = [_place(folder, *each) for each in _indexes(folder)] or [_place(folder, folder.root, _NONE)]
    places += [deeper for place in list(places) for deeper in _levels(folder, place)]
    return tuple(sorted(_without_deeper(places), key=lambda place: place.root))


def left_out(folder: Folder, places: Iterable[Place]) -> tuple[str, ...]:
    """The notes that lie in no store, sorted; files about the repository are none."""
    stores = tuple(places)
    return tuple(
        path
        for path in folder.pages
        if all(paths.below(place.root, path) is None and path != place.log_path for place in stores)
        and path.rpartition("/")[2].lower() not in _ABOUT
        and not _NO_NOTES.intersection(part.lower() for part in path.split("/")[:-1])
    )


# The index


def _indexes(folder: Folder) -> list[tuple[str, Candidate]]:
    """The files that list most notes, each with a root of its own."""
    ranked = sorted(_found(folder), key=lambda c: (-c.number, c.path.count("/"), _rank(c.path), c.path))
    chosen: list[tuple[str, Candidate]] = []
    for each in ranked:
        root = _root_of(folder, each)
        apart = all(paths.below(root, other) is None and paths.below(other, root) is None
                    for other, _ in chosen)  # fmt: skip
        stands = not chosen or each.number > _LEAST or _has_own_log(folder, root, each.path)
        if apart and stands and len(chosen) < _MOST_STORES:
            chosen.append((root, each))
    return chosen


def _has_own_log(folder: Folder, root: str, index: str) -> bool:
    """Whether a log lies in a folder itself, called as logs of wikis are: a changelog makes no store."""
    log = _log_of(folder, root, index)[0]
    return paths.folder_of(log) == root and log.rpartition("/")[2].lower() in log_style.NAMES[:2]


def _found(folder: Folder) -> Iterator[Candidate]:
    """Every file that lists notes, but for nested indexes, whose notes the one above lists."""
    pages = frozenset(folder.pages)
    reached: set[str] = set()
    for path in _candidates(folder):
        if path in reached:
            continue
        lists, base = folder.listed_by(path)
        reached |= set(lists.indexes[1:])
        number = sum(note in pages and note != path for note in lists.notes)
        if number and (index_style.rank(path) is not None or (number > _LEAST and _is_list(folder, lists))):
            yield Candidate(path, lists, number, base)


def _is_list(folder: Folder, lists: Listed) -> bool:
    """Whether a file is hardly more than a list: a page that refers to others here and there is no index.

    Headings and front matter do not count, nor does what an entry goes on with in its next line.
    """
    path = lists.indexes[0]
    rows = split_lines(folder.read(path) or "")
    entries = {listing.line for note, listing in lists.notes.items() if lists.sources[note] == path}
    said = sum(bool(row.strip()) and row[0] not in "# \t" for row in rows[after_front_matter(rows) :])
    return len(entries) > _LEAST and len(entries) * _IN_A_LIST >= said


def _candidates(folder: Folder) -> list[str]:
    """Files that may be an index: called like one, or at the top of the folder; the upper ones first."""
    named = [path for path in folder.pages if index_style.rank(path) is not None]
    tops = [path for path in folder.pages if paths.folder_of(path) == folder.root and path not in named]
    refers = [(text.count("](") + text.count("[["), path) for path in tops if (text := folder.read(path))]
    likely = sorted((-number, path) for number, path in refers if number > _LEAST)[:_MOST_OTHERS]
    others = [path for _, path in likely if not log_style.is_log_name(path)]
    return sorted([*named, *others], key=lambda path: (path.count("/"), path))


def _rank(path: str) -> int:
    rank = index_style.rank(path)
    return len(index_style.NAMES) + 1 if rank is None else rank


def _root_of(folder: Folder, index: Candidate) -> str:
    """Where a store begins: the folder of its index, or the whole where most listed notes lie elsewhere."""
    root = paths.folder_of(index.path)
    inside = sum(paths.below(root, note) is not None for note in index.lists.notes)
    return root if inside * 2 > len(index.lists.notes) else folder.root


# What belongs to a store


def _place(folder: Folder, root: str, index: Candidate) -> Place:
    below = [path for path in folder.pages if paths.below(root, path) is not None]
    log, style, unread = _log_of(folder, root, index.path)
    name = index.path.rpartition("/")[2]
    others = [p for p in below if p != log and not (name and p.rpartition("/")[2] == name)]
    lists = frozenset(index.lists.notes)
    exclude = tuple(_excluded(root, others, lists))
    notes = tuple(p for p in others if not _is_out(root, p, exclude))
    return Place(root, index.path, log, style, unread, notes, lists, index.lists.indexes, exclude, index.base)


def _log_of(folder: Folder, root: str, index: str) -> tuple[str, LogStyle | None, str]:
    """The log of a store, its style, and a file called like one that cannot be read.

    It lies in the root, in `docs/` there, or beside the store. What lies outside must be called `log.md`.
    """
    unread: tuple[str, LogStyle | None] = ("", None)
    for path in _logs(folder, root):
        text = folder.read(path) if path != index else None
        if text is None:
            continue
        style = recognise_log(text, folder.formats)
        if style.format:
            return path, style, ""
        unread = unread if unread[0] else (path, style)
    return "", unread[1], unread[0]


def _logs(folder: Folder, root: str) -> list[str]:
    """The files called like a log, likeliest first."""
    around = [root, _join(root, "docs")]
    if root:
        above = paths.folder_of(root)
        around += [above, _join(above, "docs")]
    names = log_style.NAMES
    logs = []
    for path in folder.files:
        place, _, name = path.rpartition("/")
        if place in around and name.lower() in (names if place in around[:2] else names[:2]):
            logs.append((around.index(place), names.index(name.lower()), path))
    return [path for _, _, path in sorted(logs)]


def _join(root: str, name: str) -> str:
    return f"{root}/{name}" if root else name


def _excluded(root: str, pages: Iterable[str], lists: frozenset[str]) -> Iterator[str]:
    """Patterns for what is no note: folders of raw material, and files about the repository.

    Only where the index lists nothing of them.
    """
    tops: dict[str, bool] = {}
    for path in pages:
        inside = paths.below(root, path) or path
        first, slash, _ = inside.partition("/")
        is_out = first.lower() in (_NO_NOTES if slash else _ABOUT)
        tops[first + slash] = tops.get(first + slash, is_out) and path not in lists
    for name, is_out in sorted(tops.items()):
        if is_out:
            yield "/" + _GLOB.sub(r"\\\g<0>", name)


def _is_out(root: str, path: str, exclude: tuple[str, ...]) -> bool:
    inside = "/" + _GLOB.sub(r"\\\g<0>", paths.below(root, path) or path)
    return any(inside == pattern or (pattern.endswith("/") and inside.startswith(pattern))
               for pattern in exclude)  # fmt: skip


# Levels


def _levels(folder: Folder, place: Place) -> Iterator[Place]:
    """Deeper folders that have a log of their own beside a nested index: only as stores are they guarded."""
    name = place.index_path.rpartition("/")[2]
    found = [
        paths.folder_of(path)
        for path in folder.pages
        if path.rpartition("/")[2] == "log.md" and paths.folder_of(path) != place.root
    ]
    inside = [root for root in found if name and paths.below(place.root, root) is not None]
    for root in sorted(inside)[:_MOST_STORES]:
        index = f"{root}/{name}"
        if index in folder.paths:
            lists, base = folder.listed_by(index)
            deeper = _place(folder, root, Candidate(index, lists, len(lists.notes), base))
            if deeper.log_path == f"{root}/log.md":
                yield deeper


def _without_deeper(places: list[Place]) -> Iterator[Place]:
    """Each with the notes that no deeper one has the better claim to."""
    owner: Mapping[str, str] = {
        note: max((p.root for p in places if paths.below(p.root, note) is not None), key=len)
        for place in places
        for note in place.notes
    }
    for place in places:
        yield place._replace(notes=tuple(note for note in place.notes if owner[note] == place.root))
