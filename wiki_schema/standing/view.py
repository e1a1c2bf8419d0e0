"""A store as it stands: its notes, its index, its log. What the rules of the health pass look at."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import date
from functools import cached_property

from wiki_schema.change import Tree, text_of
from wiki_schema.index import BROKEN, Listed, Listing, listed, references
from wiki_schema.log import Log, LogFormat
from wiki_schema.log.archives import archive_age
from wiki_schema.members import Roster
from wiki_schema.note import Item, Note, parse_note
from wiki_schema.places import Paths
from wiki_schema.policy import Policy, Store
from wiki_schema.value import Value
from wiki_schema.words import CURRENT


class Edit(Value):
    """One change of one file that a commit holds."""

    path: str
    """From the top of the repository."""
    day: date
    """The author's day, UTC."""
    commit: str
    author: str
    was: str = ""
    """What the file was called in that commit; empty: as `path`, which is its last name."""
    blobs: tuple[str, str] = ("", "")
    """Git's names for what stood there before and after; empty for a file that came, went or was renamed."""


class History:
    """What commits did to the files below the stores. Nothing is read before it is asked for."""

    def __init__(
        self,
        walk: Callable[[], Iterable[Edit]],
        read: Callable[[Sequence[str]], Iterable[str | None]] | None = None,
    ) -> None:
        """`walk` gives every change, newest first, no merges; `read` the texts of blobs, in their order."""
        self._walk = walk
        self._read = read

    @cached_property
    def edits(self) -> tuple[Edit, ...]:
        """Every change of a file, newest first, merges left out."""
        return tuple(self._walk())

    def texts(self, edits: Sequence[Edit]) -> Iterator[tuple[str | None, str | None]]:
        """What stood there before each edit and after it; None where nobody knows, or nothing did."""
        wanted = [blob for edit in edits for blob in edit.blobs if blob]
        told = iter(self._read(wanted) if self._read and wanted else (None for _ in wanted))
        for old, new in (edit.blobs for edit in edits):  # one pair after the other: there may be many
            yield next(told) if old else None, next(told) if new else None


class NoteView:
    """One note as it stands."""

    def __init__(self, path: str, text: str, is_known: Callable[[str], bool]) -> None:
        """A note's path from the top and its text; `is_known` as in `parse_note`."""
        self.path = path
        self.text = text
        self._is_known = is_known

    @cached_property
    def note(self) -> Note:
        """What it holds."""
        return parse_note(self.text, self._is_known)

    @property
    def current(self) -> Iterator[Item]:
        """Its current facts."""
        return (item for item in self.note.items if item.words.state == CURRENT)

    @cached_property
    def links(self) -> tuple[Listing, ...]:
        """Its links, those with a scheme or host included."""
        found = self.references
        return tuple(each for each in found if each.kind != BROKEN and each.target and not each.is_embed)

    @cached_property
    def references(self) -> tuple[Listing, ...]:
        """Its links, embeds, and what only looks like a link."""
        return references(self.text)


class StoreView:
    """One store of a repository. Attributes named here are what a rule may look at."""

    def __init__(
        self,
        store: Store,
        policy: Policy,
        roster: Roster,
        log_format: LogFormat,
        tree: Tree,
        day: date,
        history: History | None = None,
        formats: Callable[[], Mapping[str, LogFormat]] | None = None,
    ) -> None:
        """Binds a store to the files of a repository; nothing is read before a rule asks for it.

        `formats` gives every log format that is installed, by name.
        """
        self.store = store
        self.policy = policy
        self.roster = roster
        self.log_format = log_format
        self.tree = tree
        self.day = day
        """Today, UTC."""
        self.history = history
        """None where there is no git, or its history is not whole."""
        self._formats = formats

    # Files

    @cached_property
    def files(self) -> tuple[str, ...]:
        """Every path that belongs to the store, of every sort, in order of code points."""
        return tuple(path for path in self.everything if self.policy.store_of(path) is self.store)

    @cached_property
    def everything(self) -> tuple[str, ...]:
        """Every path of the repository, in order of code points: what a link out of the store may name."""
        return tuple(sorted(self.tree.paths()))

    @cached_property
    def paths(self) -> Paths:
        """Every path below the store, those of deeper stores included: what a link may lead to."""
        inside = (path for path in self.everything if self.store.holds(path))
        return Paths(inside, self.store.link_base)

    def tells(self, path: str) -> bool:
        """Whether a finding in a file is this store's to tell: its own; of files in no store, the first's."""
        store = self.policy.store_of(path)
        return (store or self.policy.stores[0]) is self.store

    def read(self, path: str) -> str | None:
        """The text of a file; None where none stands, or a link or folder in its place."""
        return text_of(self.tree.read(path))

    # Notes

    @cached_property
    def notes(self) -> tuple[NoteView, ...]:
        """The notes, in order of their paths. A link or a folder in a note's place is none."""
        return tuple(self._notes())

    def _notes(self) -> Iterator[NoteView]:
        for path in self.files:
            if self.policy.store_of_note(path) is self.store and (text := self.read(path)) is not None:
                yield NoteView(path, text, self.is_known)

    @cached_property
    def note_at(self) -> dict[str, NoteView]:
        """The notes by path."""
        return {note.path: note for note in self.notes}

    def is_known(self, names: str) -> bool:
        """Whether names in a provenance are somebody's."""
        return bool(self.roster.originators(names))

    def inside(self, path: str) -> str:
        """A path as the log writes it: relative to the store."""
        return self.store.relative(path) or path

    # Index and log

    @cached_property
    def listed(self) -> Listed:
        """What the index, and the nested ones that it reaches, list."""
        return listed(self.store.index_path, self.store.path, self.read, self.paths)

    @cached_property
    def formats(self) -> Mapping[str, LogFormat]:
        """Every log format that is installed, by name; the store's own where nobody knows of more."""
        return self._formats() if self._formats else {self.log_format.name: self.log_format}

    @cached_property
    def log(self) -> Log | None:
        """The log; None where there is none."""
        text = self.read(self.store.log_path)
        return None if text is None else Log.parsed(text, self.log_format)

    @cached_property
    def logs(self) -> tuple[tuple[str, Log], ...]:
        """The log and what was put away of it, path and content: the oldest archive first, the log last."""
        near = filter(self.store.is_archive, self.everything)
        archives = sorted(near, key=lambda path: archive_age(self.store.log_path, path))
        texts = ((path, self.read(path)) for path in archives)
        old = [(path, Log.parsed(text, self.log_format)) for path, text in texts if text is not None]
        return (*old, (self.store.log_path, self.log)) if self.log else tuple(old)
