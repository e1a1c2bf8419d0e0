"""A change as one store sees it: what happened to every note, fact, pending line, log and index line.

Worked out once and lazily; the rules only look at what happened.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import cached_property
from typing import TYPE_CHECKING

from wiki_schema.change import FILE, Change, File, Tree, brought, text_of
from wiki_schema.compare.fact_changes import FactChanges
from wiki_schema.compare.index_change import IndexChange
from wiki_schema.compare.log_change import LogChange
from wiki_schema.compare.note_change import NoteChange, compare_versions, new_lines
from wiki_schema.compare.prose import Line, ProseChange, compare_prose, moved_lines
from wiki_schema.compare.redaction import redactions
from wiki_schema.compare.rendered import newly_rendered
from wiki_schema.compare.signatures import Signature, find_signatures
from wiki_schema.log import LogFormat
from wiki_schema.members import Actor, Roster
from wiki_schema.note import Note, parse_note
from wiki_schema.policy import Policy, Store
from wiki_schema.text import normal, path_key
from wiki_schema.value import Value

if TYPE_CHECKING:
    from wiki_schema.places import Paths


class Afterwards(Value):
    """What a change of the policy means for a store."""

    policy: Policy | None
    """The policy after the change; None where there is none."""
    foreign: frozenset[str]
    """New files that belong to stores the change sets up."""

    def log_of(self, store: Store) -> str:
        """Where the new policy keeps the log of a store, if it still has that store."""
        stores = self.policy.stores if self.policy is not None else ()
        return next((new.log_path for new in stores if new.path == store.path), store.log_path)


# Among more notes than this, lines that moved are not looked for with other line breaks.
_MOST_SEARCHED = 100


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
        afterwards: Afterwards,
        policy_files: tuple[str, ...] = (),
    ) -> None:
        """Binds a change to a store; nothing is read before a rule asks for it."""
        self.store = store
        self.change = change
        self.policy = policy
        self.roster = roster
        self.actor = actor
        self.log_format = log_format
        self.day = change.day
        self.policy_files = policy_files
        """Files by which the change would alter the policy or the roster; told to one store only."""
        self.policy_after = afterwards.policy
        """The policy after the change; None where there is none."""
        self._foreign = afterwards.foreign
        self.log = LogChange(self, afterwards.log_of(store))
        self.index = IndexChange(self)
        self.facts = FactChanges(self)

    # Who, where

    def may_change(self, names: str) -> bool:
        """Whether the actor may change what stands in these names: an originator or an admin."""
        return self.roster.may_change(self.actor, names)

    @property
    def who(self) -> str:
        """Who acts, inside a sentence."""
        return self.actor.label if self.actor.known or self.actor.given else "an unknown actor"

    @property
    def signs(self) -> str:
        """The name to sign with, in a line that shows how; a placeholder where nobody is known to act."""
        return self.actor.label if self.actor.known or self.actor.given else "your name"

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
        from wiki_schema.places import Paths

        paths = {path for path in tree.paths() if self.store.holds(path)}
        for path, pair in self.change.files.items():
            if pair[side] is None:
                paths.discard(path)
            elif self.store.holds(path):
                paths.add(path)
        return Paths(paths, self.store.link_base)

    @cached_property
    def note_at(self) -> dict[str, NoteChange]:
        """The changed notes by path."""
        return {note.path: note for note in self.notes}

    def _is_note(self, path: str) -> bool:
        return self.policy.store_of_note(path) is self.store and path not in (
            self.log.path,
            self.log.path_before,
        )

    @cached_property
    def files(self) -> dict[str, tuple[File | None, File | None]]:
        """The changed files of this store, of every sort, its log among them wherever it lies.

        In the order of their paths: where two facts say the same, it decides which of them is gone.
        """
        logs = (self.log.path, self.log.path_before)
        return {
            path: pair
            for path, pair in sorted(self.change.files.items())
            if path in logs or (self.policy.store_of(path) is self.store and path not in self._foreign)
        }

    @cached_property
    def changed_paths(self) -> frozenset[str]:
        """The changed files as the log names them."""
        return frozenset(path_key(self.inside(path)) for path in self.files)

    @cached_property
    def notes(self) -> tuple[NoteChange, ...]:
        """The changed notes. A link or a folder in a note's place holds no facts."""
        return tuple(
            compare_versions(path, old, new, self._is_known)
            for path, pair in self.files.items()
            if self._is_note(path)
            for old, new in [(text_of(pair[0]), text_of(pair[1]))]
            if old != new
        )

    def parse(self, text: str | None) -> Note | None:
        """A note of this store; None for None."""
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

    # Text outside facts

    @cached_property
    def prose(self) -> dict[str, ProseChange]:
        """What each note that stands before and after lost and gained outside its facts."""
        pairs = self.note_at
        changes: dict[str, ProseChange] = {}
        for note in self.notes:
            later = pairs.get(self.facts.renames.get(note.path, note.path), note)
            if note.before is not None and later.after is not None:
                prose = compare_prose(note.before.prose, later.after.prose)
                rendered = newly_rendered(note.old, later.new, prose.lost, self.roster)
                changes[later.path] = prose._replace(rendered=rendered)
        gained = {
            note.path: changes[note.path].gained if note.path in changes else note.after.prose
            for note in self.notes
            if note.after is not None
        }
        moved = Counter(text for lines in gained.values() for _, text in lines)
        return {path: self._without_moved(path, prose, moved, gained) for path, prose in changes.items()}

    def _without_moved(
        self, path: str, prose: ProseChange, moved: Counter[str], gained: dict[str, tuple[Line, ...]]
    ) -> ProseChange:
        """Leaves out of the lost lines what stands in another note now, or what another parent took."""
        if not prose.lost:
            return prose
        here = Counter(text for _, text in prose.gained)
        gone = [line for line in prose.lost if moved[line[1]] <= here[line[1]]]
        if gone and len(gained) <= _MOST_SEARCHED:
            elsewhere = (lines for other, lines in gained.items() if other != path)
            rewrapped = frozenset(line for lines in elsewhere for line in moved_lines(prose.lost, lines))
            gone = [line for line in gone if line not in rewrapped]
        retitled = self._retitled.get(path, ())
        if self.roster.is_admin(self.actor):
            gone = _unredacted(gone, prose.gained)
        lost = tuple(line for line in gone if line[1] not in retitled and not self._taken(path, line[1]))
        return prose._replace(lost=lost)

    @cached_property
    def _retitled(self) -> dict[str, set[str]]:
        """Of each note the headings over facts that moved together to another note, under another title."""
        titles: dict[str, set[str]] = {}
        for fate in self.facts.moves.together:
            path = self.facts.renames.get(fate.was.path, fate.was.path)
            if path != fate.now.path:
                now = fate.now.item.section
                titles.setdefault(path, set()).update(t for t in fate.was.item.section if t not in now)
        return titles

    def _taken(self, path: str, text: str) -> bool:
        """In a merge: whether a line stood in the base and another parent had taken it out."""
        base = self.change.base
        if base is None or not self._says(base, path, text):
            return False
        return any(not self._says(tree, path, text) for tree in self.change.others)

    def _says(self, tree: Tree, path: str, text: str) -> bool:
        file = tree.read(path)
        return file is not None and text in normal(file.text)

    @cached_property
    def loses_words(self) -> bool:
        """Whether any note loses a fact or a line, or was written as a whole file."""
        lost = any(prose.lost for prose in self.prose.values())
        return lost or bool(self.facts.erased or self.change.whole_writes)

    @cached_property
    def hides_or_erases(self) -> bool:
        """Whether a fact is gone, or a new line may hide what follows."""
        marks = any("<" in raw or "%%" in raw for _, _, raw in self.new_lines)
        return marks or bool(self.facts.erased)

    @cached_property
    def claims_told(self) -> bool:
        """Whether there is a new pending line, or a log line that tells of one."""
        return bool(self.facts.claims.new) or any(entry.verb == "CLAIM" for entry in self.log.new_entries)

    # New text, of whatever sort

    @cached_property
    def new_lines(self) -> list[tuple[str, int, str]]:
        """Every new line of the store's Markdown files: path, number, raw text."""
        found: list[tuple[str, int, str]] = []
        for path, (old, new) in self.files.items():
            if path == self.log.path:
                found.extend((path, number, raw) for number, raw in self.log.new_lines)
            elif new is not None and new.mode == FILE and path.endswith(".md") and not self.from_other(path):
                found.extend((path, number, raw) for number, raw in new_lines(text_of(old) or "", new.text))
        return found

    def from_other(self, path: str) -> bool:
        """In a merge: whether the file came whole from another parent, which made it so."""
        return brought(self.change, path)

    def is_new_file(self, path: str) -> bool:
        """Whether a file that was not there before was not made by another parent either."""
        base = self.change.base
        if base is None or base.read(path) is not None:
            return True
        return all(tree.read(path) is None for tree in self.change.others)

    @cached_property
    def signatures(self) -> list[Signature]:
        """Every new name: of log lines, facts, marks, pending lines and their answers."""
        return find_signatures(self)

    def means_nobody(self, names: str) -> bool:
        """Whether a provenance names nobody the roster knows or could mean: ` — room 4, 2026-12-02`.

        Whoever acts is somebody, even unknown: who may add may sign.
        """
        roster = self.roster
        if not roster.members or not names:
            return False
        return not any(
            roster.find(name) or roster.nearest(name) or roster.acts_for(self.actor, name)
            for name in roster.names(names)
        )


def _unredacted(lost: list[Line], gained: Iterable[Line]) -> list[Line]:
    """Lost lines without those that stand there still, but for words that were redacted."""
    covered = Counter(old for old, _ in redactions((t for _, t in lost), (t for _, t in gained)))
    left = []
    for line in lost:
        covered[line[1]] -= 1
        if covered[line[1]] < 0:
            left.append(line)
    return left
