"""A change as one store sees it: what happened to every note, fact, pending line, log and index line.

Worked out once and lazily; the rules only look at what happened.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable
from functools import cached_property
from typing import NamedTuple

from wiki_schema import matching
from wiki_schema.change import FILE, Change, File, Tree
from wiki_schema.claims import Claims, Closed, trace_claims
from wiki_schema.growth import Growth, LogLoss, grow, is_rotation, weave
from wiki_schema.index import Listed, Paths, listed
from wiki_schema.log import LogFormat, LogLine
from wiki_schema.matching import Fate, Matcher, Sited
from wiki_schema.members import Actor, Roster
from wiki_schema.moves import Moves, sort_moves
from wiki_schema.note import Item, Note, parse_note
from wiki_schema.policy import Policy, Store
from wiki_schema.prose import ProseChange, compare_prose
from wiki_schema.renames import find_renames, relinker
from wiki_schema.text import BOM, normal, split_lines
from wiki_schema.words import PENDING, UNSIGNED


class NoteChange(NamedTuple):
    """One changed note: both sides as text and as parsed, None where it is not there (or is no file)."""

    path: str
    old: str | None
    new: str | None
    before: Note | None
    after: Note | None


class Signature(NamedTuple):
    """A new place where somebody's name stands for something."""

    path: str
    line: int
    name: str
    """As written; may hold several names."""
    what: str
    """`fact`, `log line`, `mark`, `claim` or `answer`."""
    said: str


class StoreChange:
    """One store's part of a change. Attributes named here are what a rule may look at."""

    def __init__(
        self,
        store: Store,
        change: Change,
        policy: Policy,
        roster: Roster,
        actor: Actor,
        log_format: LogFormat,
        log_after: str = "",
        policy_files: tuple[str, ...] = (),
    ) -> None:
        self.store = store
        self.change = change
        self.policy = policy
        self.roster = roster
        self.actor = actor
        self.log_format = log_format
        self.day = change.day
        self.policy_files = policy_files
        """Files by which the change would alter the policy or the roster; told to one store only."""
        self.log_path = log_after or store.log_path
        """Where the log stands after the change."""
        self.log_before_path = change.moved_logs.get(self.log_path, store.log_path)
        """Where it stood before."""

    # Who, where

    def may_change(self, names: str) -> bool:
        """Whether the actor may change what stands in these names: an originator or an admin."""
        return self.roster.may_change(self.actor, names)

    def who_may(self, names: str) -> str:
        """The people who may, for a message."""
        return f"{names or 'its originator'} or an admin"

    def inside(self, path: str) -> str:
        """A path as the log writes it: relative to the store."""
        return self.store.relative(path) or path

    # Files

    def read_before(self, path: str) -> File | None:
        """A file as it was, changed or not."""
        pair = self.change.files.get(path)
        return pair[0] if pair is not None else self.change.before.read(path)

    def read_after(self, path: str) -> File | None:
        """A file as it would be, changed or not."""
        pair = self.change.files.get(path)
        return pair[1] if pair is not None else self.change.after.read(path)

    @cached_property
    def paths_after(self) -> Paths:
        """Every path of the store after the change."""
        return self._paths(self.change.after, 1)

    @cached_property
    def paths_before(self) -> Paths:
        """Every path of the store before the change."""
        return self._paths(self.change.before, 0)

    def _paths(self, tree: Tree, side: int) -> Paths:
        paths = {path for path in tree.paths() if self.store.holds(path)}
        for path, pair in self.change.files.items():
            if pair[side] is None:
                paths.discard(path)
            elif self.store.holds(path):
                paths.add(path)
        return Paths(paths)

    def _is_note(self, path: str) -> bool:
        return self.policy.store_of_note(path) is self.store and path not in (
            self.log_path,
            self.log_before_path,
        )

    @cached_property
    def files(self) -> dict[str, tuple[File | None, File | None]]:
        """The changed files of this store, of every sort, its log among them wherever it lies."""
        logs = (self.log_path, self.log_before_path)
        return {
            path: pair
            for path, pair in self.change.files.items()
            if path in logs or self.policy.store_of(path) is self.store
        }

    @cached_property
    def notes(self) -> tuple[NoteChange, ...]:
        """The changed notes. A link or a folder in a note's place holds no facts."""
        return tuple(
            NoteChange(path, old, new, self._parse(old), self._parse(new))
            for path, pair in self.files.items()
            if self._is_note(path)
            for old, new in [(_text(pair[0]), _text(pair[1]))]
            if old != new
        )

    def _parse(self, text: str | None) -> Note | None:
        return None if text is None else parse_note(text, self._is_known)

    def _is_known(self, names: str) -> bool:
        return bool(self.roster.originators(names))

    @cached_property
    def new_notes(self) -> list[NoteChange]:
        """Notes that were not there before."""
        return [note for note in self.notes if note.old is None and self.is_new_file(note.path)]

    @cached_property
    def gone_notes(self) -> list[NoteChange]:
        """Notes that are not there any more."""
        return [note for note in self.notes if note.new is None]

    @cached_property
    def renames(self) -> dict[str, str]:
        """Notes that stand under another name now: path before → path after."""
        return self._matched[1]

    # Facts

    def _sited(self, side: int) -> list[Sited]:
        return [
            Sited(note.path, index, item)
            for note in self.notes
            if (parsed := (note.before, note.after)[side]) is not None
            for index, item in enumerate(parsed.items)
        ]

    @cached_property
    def _sites(self) -> tuple[list[Sited], list[Sited]]:
        return self._sited(0), self._sited(1)

    @cached_property
    def _matched(self) -> tuple[list[Fate], dict[str, str]]:
        before, after = ([s for s in side if s.item.words.is_fact] for side in self._sites)
        matcher = Matcher(before, after)
        matcher.unchanged()
        renames = find_renames(self.notes, matcher.fates)
        if renames and matcher.before and matcher.after:
            matcher.relinked(relinker(renames))
        matcher.amended()
        matcher.resembling()
        return matcher.rest(), renames

    @cached_property
    def fates(self) -> dict[str, list[Fate]]:
        """What became of every fact of the changed notes, by kind (see `matching`)."""
        by_kind: dict[str, list[Fate]] = {}
        for fate in self._matched[0]:
            if not self._done_elsewhere(fate):
                by_kind.setdefault(fate.kind, []).append(fate)
        return by_kind

    def _done_elsewhere(self, fate: Fate) -> bool:
        """In a merge: whether another parent did it. What is gone against any parent stays gone."""
        if not self.change.others or fate.after is None:
            return False
        if fate.kind == matching.REWRITTEN and not self.store.originator_may_update:
            return False
        return any(self._stands_in(tree, fate.after) for tree in self.change.others)

    def _stands_in(self, tree: Tree, sited: Sited) -> bool:
        place, said = sited.item.place, sited.item.words.said
        return any(i.place == place and i.words.said == said for i in self._items_in(tree, sited.path))

    def _items_in(self, tree: Tree, path: str) -> tuple[Item, ...]:
        key = (id(tree), path)
        if key not in self._other_notes:
            note = self._parse(_text(tree.read(path)))
            self._other_notes[key] = note.items if note else ()
        return self._other_notes[key]

    @cached_property
    def _other_notes(self) -> dict[tuple[int, str], tuple[Item, ...]]:
        return {}

    @cached_property
    def added(self) -> list[Fate]:
        """Facts that are new."""
        return self.fates.get(matching.ADDED, [])

    @cached_property
    def erased(self) -> list[Fate]:
        """Facts that stand nowhere any more."""
        return self.fates.get(matching.ERASED, [])

    @cached_property
    def rewritten(self) -> list[Fate]:
        """Facts changed in place."""
        return self.fates.get(matching.REWRITTEN, [])

    @cached_property
    def deduplicated(self) -> list[Fate]:
        """Facts of which an equal one still stands in the same place."""
        return self.fates.get(matching.DEDUPLICATED, [])

    @cached_property
    def superseded(self) -> list[Fate]:
        """Facts that were struck, with their words unchanged."""
        return self.fates.get(matching.SUPERSEDED_NOW, [])

    @cached_property
    def mismarked(self) -> list[Fate]:
        """Facts whose strike or mark does not hold the old words."""
        return self.fates.get(matching.MISMARKED, [])

    @cached_property
    def withdrawn(self) -> list[Fate]:
        """Facts taken out, with `~~withdrawn~~` left in their place."""
        return self.fates.get(matching.WITHDRAWN_NOW, [])

    @cached_property
    def redacted(self) -> list[Fate]:
        """Facts of which a span was replaced by `[redacted: kind]`."""
        return self.fates.get(matching.REDACTED, [])

    @cached_property
    def changed_in_place(self) -> list[Fate]:
        """Facts rewritten, rightly or not, and redacted ones."""
        return [*self.rewritten, *self.redacted]

    @cached_property
    def moves(self) -> Moves:
        """Facts in another place: alone, or with their whole section."""
        return sort_moves(self.fates.get(matching.MOVED, []), self._matched[0], self.notes, self.renames)

    @cached_property
    def moved(self) -> list[Fate]:
        """Facts moved alone, not with their whole section, heading or note."""
        return self.moves.alone

    @cached_property
    def struck(self) -> list[Fate]:
        """Every fact that a change took out of force, rightly or not."""
        return [*self.superseded, *self.withdrawn]

    @cached_property
    def added_words(self) -> list[Sited]:
        """New list items of notes that nobody signed."""
        before, after = ([s for s in side if s.item.words.state == UNSIGNED] for side in self._sites)
        stood = Counter(s.item.words.said for s in before)
        new = []
        for sited in after:
            said = sited.item.words.said
            if stood[said] > 0:
                stood[said] -= 1
            elif said and not any(self._stands_in(tree, sited) for tree in self.change.others):
                new.append(sited)
        return new

    # Pending lines

    @cached_property
    def claims(self) -> Claims:
        """What became of the pending lines."""
        before, after = ([s for s in side if s.item.words.state == PENDING] for side in self._sites)
        traced = trace_claims(before, after)
        if not self.change.others:
            return traced

        def ours(sited: Sited) -> bool:
            return not any(self._stands_in(tree, sited) for tree in self.change.others)

        return Claims(
            tuple(filter(ours, traced.new)),
            tuple(pair for pair in traced.closed if ours(pair.after)),
            tuple(pair for pair in traced.dropped if pair[1] is None or ours(pair[1])),
        )

    @cached_property
    def claims_made(self) -> tuple[Sited, ...]:
        """New pending lines."""
        return self.claims.new

    @cached_property
    def claims_closed(self) -> tuple[Closed, ...]:
        """Pending lines that got an answer."""
        return self.claims.closed

    @cached_property
    def claims_dropped(self) -> tuple[tuple[Sited, Sited | None], ...]:
        """Pending lines that are gone or reworded."""
        return self.claims.dropped

    def disputed(self, sited: Sited, side: int = 1) -> Sited | None:
        """The fact a pending line disputes: the one it is nested under, or its elder sibling."""
        note = next((n for n in self.notes if n.path == sited.path), None)
        parsed = note and (note.before, note.after)[side]
        if not parsed:
            return None
        item = sited.item
        if item.parent >= 0 and parsed.items[item.parent].words.is_fact:
            return Sited(sited.path, item.parent, parsed.items[item.parent])
        for index in range(sited.index - 1, -1, -1):
            elder = parsed.items[index]
            if elder.parent == item.parent and elder.words.is_fact:
                return Sited(sited.path, index, elder)
        return None

    # Text outside facts

    @cached_property
    def prose(self) -> dict[str, ProseChange]:
        """What each note that stands before and after lost and gained outside its facts."""
        pairs = {note.path: note for note in self.notes}
        changes: dict[str, ProseChange] = {}
        for note in self.notes:
            later = pairs.get(self.renames.get(note.path, note.path), note)
            if note.before is not None and later.after is not None:
                changes[later.path] = compare_prose(note.before.prose, later.after.prose)
        moved = Counter(
            text
            for note in self.notes
            if note.after is not None
            for _, text in (changes[note.path].gained if note.path in changes else note.after.prose)
        )
        return {path: self._without_moved(path, prose, moved) for path, prose in changes.items()}

    def _without_moved(self, path: str, prose: ProseChange, moved: Counter[str]) -> ProseChange:
        """Leaves out of the lost lines what stands in another note now, or what another parent took."""
        here = Counter(text for _, text in prose.gained)
        lost = tuple(
            line for line in prose.lost if moved[line[1]] <= here[line[1]] and not self._taken(path, line[1])
        )
        return prose._replace(lost=lost)

    def _taken(self, path: str, text: str) -> bool:
        """In a merge: whether a line stood in the base and another parent had taken it out."""
        base = self.change.base
        if base is None or not self._says(base, path, text):
            return False
        return any(not self._says(tree, path, text) for tree in self.change.others)

    def _says(self, tree: Tree, path: str, text: str) -> bool:
        file = tree.read(path)
        return file is not None and text in normal(file.text)

    # The log

    @cached_property
    def log_before(self) -> str:
        """The text of the log before; empty where there was none."""
        return _text(self.read_before(self.log_before_path)) or ""

    @cached_property
    def log_after(self) -> str | None:
        """The text of the log after; None where there is none, or a link stands in its place."""
        return _text(self.read_after(self.log_path))

    @cached_property
    def growth(self) -> Growth:
        """How the log grew: its new lines, and what it lost."""
        files = self.change.files
        if self.log_path == self.log_before_path and self.log_path not in files:
            return Growth((), (), "", "")
        after = self.log_after or ""
        if self.rotation:
            return grow("", after, self.log_format, self.store.log_order, self.day)
        if self.change.others:
            others = [_text(tree.read(self.log_path)) or "" for tree in self.change.others]
            base = _text(self.change.base.read(self.log_path)) if self.change.base else None
            return weave(
                self.log_before, after, others, base, self.log_format, self.store.log_order, self.day
            )
        return grow(self.log_before, after, self.log_format, self.store.log_order, self.day)

    @cached_property
    def rotation(self) -> str:
        """The archive a rotation made, empty where there was none."""
        if not self.log_before or self.log_after is None:
            return ""
        for path, (old, new) in self.files.items():
            if old is None and new is not None and new.mode == FILE and self.store.is_archive(path):
                name = path.rpartition("/")[2]
                if is_rotation(self.log_before, self.log_after, name, new.text, self.log_format):
                    return path
        return ""

    @cached_property
    def log_losses(self) -> tuple[LogLoss, ...]:
        """What the log lost, or had changed; an admin's redaction that a CONFLICT line tells of is none."""
        if self.log_before and self.log_after is None:
            return (LogLoss("gone", 0, ""),)
        return tuple(loss for loss in self.growth.losses if not self._is_redaction(loss))

    def _is_redaction(self, loss: LogLoss) -> bool:
        if loss.kind != "edited" or "[redacted: " not in loss.new or not self.roster.is_admin(self.actor):
            return False
        told = any(entry.verb == "CONFLICT" for entry in self.new_entries)
        return told and matching.is_redaction_of(loss.old, loss.new)

    @cached_property
    def log_touched(self) -> bool:
        """Whether the log lost anything, or an archive changed."""
        return bool(self.log_losses or self.archives)

    @cached_property
    def new_log_lines(self) -> tuple[tuple[int, str], ...]:
        """The lines the log gained: number and raw text."""
        return self.growth.new

    @cached_property
    def new_entries(self) -> tuple[LogLine, ...]:
        """The entries the log gained; in a merge those that no parent has."""
        return self._entries(self.new_log_lines)

    @cached_property
    def telling_entries(self) -> tuple[LogLine, ...]:
        """The entries that may tell of this change: in a merge also those that another parent brought."""
        return (*self.new_entries, *self._entries(self.growth.brought))

    def _entries(self, lines: Iterable[tuple[int, str]]) -> tuple[LogLine, ...]:
        read = self.log_format.read
        return tuple(entry for number, raw in lines if (entry := read(number, raw)) is not None)

    @cached_property
    def archives(self) -> dict[str, tuple[str, str | None]]:
        """Archives of the log that changed: text before and after."""
        return {
            path: (old.text, _text(new))
            for path, (old, new) in self.files.items()
            if old is not None and self.store.is_archive(path) and old != new
        }

    # The index

    @cached_property
    def listed_after(self) -> Listed:
        """What the index lists after the change."""
        return self._listed(self.read_after, self.paths_after)

    @cached_property
    def listed_before(self) -> Listed:
        """What the index listed before the change."""
        return self._listed(self.read_before, self.paths_before)

    @cached_property
    def listed_elsewhere(self) -> list[Listed]:
        """In a merge: what the index of each other parent lists."""
        trees = self.change.others
        return [self._listed(tree.read, Paths(filter(self.store.holds, tree.paths()))) for tree in trees]

    def _listed(self, read: Callable[[str], File | None], paths: Paths) -> Listed:
        return listed(self.store.index_path, self.store.path, lambda path: _text(read(path)), paths)

    @cached_property
    def index_changed(self) -> bool:
        """Whether the index, or a nested one, changed."""
        return any(self.store.is_index(path) for path in self.files)

    # New text, of whatever sort

    @cached_property
    def new_lines(self) -> list[tuple[str, int, str]]:
        """Every new line of the store's Markdown files: path, number, raw text."""
        found: list[tuple[str, int, str]] = []
        for path, (old, new) in self.files.items():
            if path == self.log_path:
                found.extend((path, number, raw) for number, raw in self.new_log_lines)
            elif new is not None and new.mode == FILE and path.endswith(".md") and not self.from_other(path):
                found.extend((path, number, raw) for number, raw in _new_lines(_text(old) or "", new.text))
        return found

    def from_other(self, path: str) -> bool:
        """In a merge: whether the file came whole from another parent."""
        return any(tree.read(path) == self.change.files[path][1] for tree in self.change.others)

    def is_new_file(self, path: str) -> bool:
        """Whether a file that was not there before is not another parent's either."""
        return all(tree.read(path) is None for tree in self.change.others)

    # Names that stand for something

    @cached_property
    def signatures(self) -> list[Signature]:
        """Every new name: of log lines, facts, marks, pending lines and their answers."""
        signed = [
            Signature(self.log_path, entry.number, entry.who, "log line", entry.raw)
            for entry in self.new_entries
            if entry.who
        ]
        for fate in self.added:
            words = fate.now.item.words
            if words.names:
                signed.append(_signature(fate.now, words.names, "fact"))
        for fate in [*self.superseded, *self.withdrawn, *self.added]:
            mark = fate.now.item.words.mark
            if mark is not None and mark.name:
                signed.append(_signature(fate.now, mark.name, "mark"))
        for sited in [*self.claims_made, *(pair.after for pair in self.claims_closed)]:
            claim = sited.item.words.claim
            if claim is not None and claim.by:
                signed.append(_signature(sited, claim.by, "answer"))
        for sited in self.claims_made:
            claim = sited.item.words.claim
            if claim is not None:
                signed.append(_signature(sited, claim.who, "claim"))
        return signed

    def means_nobody(self, names: str) -> bool:
        """Whether a provenance names nobody the roster knows or could mean: ` — room 4, 2026-12-02`."""
        roster = self.roster
        if not roster.members or not names:
            return False
        return not any(roster.find(name) or roster.nearest(name) for name in roster.names(names))


def _signature(sited: Sited, name: str, what: str) -> Signature:
    return Signature(sited.path, sited.item.line, name, what, sited.item.words.said)


def _text(file: File | None) -> str | None:
    return file.text if file is not None and file.mode == FILE else None


def _new_lines(old: str, new: str) -> Iterable[tuple[int, str]]:
    """The lines of `new` that `old` does not have as often."""
    stood = Counter(split_lines(old.removeprefix(BOM)))
    for number, line in enumerate(split_lines(new.removeprefix(BOM)), 1):
        if stood[line] > 0:
            stood[line] -= 1
        elif line:
            yield number, line


_LEADER = re.compile(r"^([ \t]*)(?:[-*+]|\d{1,9}[.)])([ \t]+)(?:\[[^\[\]]\][ \t]+)?", re.MULTILINE)


def wording(text: str) -> str:
    """A note without what is only layout: list markers, numbers, task boxes and white space."""
    return normal(_LEADER.sub(r"\1-\2", text))
