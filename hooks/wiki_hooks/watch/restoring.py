"""`--restore`: what a save lost stands again at once, and a CONFLICT line tells a person to look.

Log lines come back always, facts as they stood, and what somebody wrote instead of one stays as a claim
under it. The save itself is among the revisions, so nothing of it is lost either.
"""

from __future__ import annotations

import shlex
import time
from collections import defaultdict, deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from wiki_hooks.place.environment import today
from wiki_hooks.watch.batch import RESTORED, SAVED, Event, Settled
from wiki_hooks.watch.entering import record
from wiki_hooks.watch.handwritten import Credits
from wiki_hooks.watch.meaning import Meaning, change_of, store_change, understand
from wiki_hooks.watch.undoing import undone
from wiki_hooks.watch.who import UNKNOWN, Author
from wiki_hooks.writing.landing import ledger_lines
from wiki_schema.amend import CannotAmend, FactName, Scene, add_log_lines, claim
from wiki_schema.amend.scene import amended
from wiki_schema.change import Tree, text_of
from wiki_schema.compare.growth import grow
from wiki_schema.compare.overlay import Overlay
from wiki_schema.disk import files
from wiki_schema.disk.contents import hash_of
from wiki_schema.disk.files import CannotWrite, Changed
from wiki_schema.disk.journal import Deed, Edit
from wiki_schema.finding import ERROR, Finding
from wiki_schema.members import Actor
from wiki_schema.policy import Store
from wiki_schema.telling import count
from wiki_schema.text import decode, encode, split_lines
from wiki_schema.value import Value
from wiki_schema.words import CURRENT

if TYPE_CHECKING:
    from wiki_hooks.place.wiki import Wiki
    from wiki_hooks.writing.desk import Desk

RESTORE = "restore"
"""Through what a restored file came."""

_ALWAYS = frozenset(("log-shortened", "log-rewritten", "note-deleted", "note-emptied"))
"""Rules whose findings are losses even where they name no words."""
_LOSSES = _ALWAYS | {
    "claim-dropped",
    "claim-unauthorised",
    "fact-erased",
    "fact-rewritten",
    "note-rewritten",
    "supersede-mismarked",
    "supersede-unauthorised",
    "text-erased",
}
"""Rules that tell of words gone or wrongly struck. All others tell of slips in new text, which may stay."""
_MOST, _WITHIN = 3, 60.0
"""A file is restored so often within so many seconds; then whoever insists is told, not fought."""


class Restored(Value):
    """What was put back."""

    paths: frozenset[str] = frozenset()
    events: tuple[Event, ...] = ()


class Restorer:
    """Puts back what was lost, and knows when to stop."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._times: dict[str, deque[float]] = defaultdict(deque)

    def restore(
        self,
        desk: Desk,
        changes: Sequence[Settled],
        findings: Iterable[Finding],
        authors: Mapping[str, Author],
    ) -> Restored:
        """Put back what these changes lost. The caller holds the lock, and git rests.

        What cannot be put back, or not with a good conscience, is left to the person, who is told.
        """
        policy = desk.wiki.setting.policy

        def is_log(path: str) -> bool:
            return policy.store_of_log(path) is not None

        paths, events = set(), []
        for change, found in _broken(changes, findings, is_log):
            if not self._may(change.path):
                told = f"{change.path} was restored {_MOST} times within a minute and is saved so again: "
                events.append(Event(RESTORED, f"{told}it stays as it was saved", change.path))
                continue
            try:
                told_of = _restored(desk, change, found, authors[change.path])
            except (CannotAmend, CannotWrite) as error:
                told = f"{change.path} could not be restored: {error}"
                events.append(Event(RESTORED, told, change.path))
                continue
            if told_of:
                self._times[change.path].append(self._clock())
                paths.add(change.path)
                events += told_of
        return Restored(frozenset(paths), tuple(events))

    def _may(self, path: str) -> bool:
        times, now = self._times[path], self._clock()
        while times and now - times[0] > _WITHIN:
            times.popleft()
        return len(times) < _MOST


def _broken(
    changes: Iterable[Settled], findings: Iterable[Finding], is_log: Callable[[str], bool]
) -> Iterator[tuple[Settled, list[Finding]]]:
    """The changes that lost something, each with what was found."""
    lost: dict[str, list[Finding]] = {}
    for finding in findings:
        if finding.level == ERROR and (finding.lost or finding.rule in _ALWAYS):
            lost.setdefault(finding.path, []).append(finding)
    # Logs first: what is told of a note goes into a log that is whole.
    for change in sorted(changes, key=lambda change: not is_log(change.path)):
        if change.path in lost and change.before is not None:
            yield change, lost[change.path]


def _is_loss(finding: Finding) -> bool:
    return finding.level == ERROR and (bool(finding.lost) or finding.rule in _LOSSES)


def _restored(desk: Desk, change: Settled, found: list[Finding], author: Author) -> list[Event]:
    """Put back what one change lost, and tell of it; nothing where that cannot be done."""
    wiki = desk.wiki
    policy = wiki.setting.policy
    log_store = policy.store_of_log(change.path, archives=True)
    store = log_store or policy.store_of(change.path)
    if store is None:
        return []
    mender = _Mender(wiki, store, change, found, author)
    texts = mender.log() if log_store else mender.note()
    edits = tuple(_edits(wiki.tree, texts, change))
    if not any(edit.path == change.path and edit.before != edit.after for edit in edits):
        return []
    # A link in the place of one of them is found before anything is begun, not in the middle of it.
    if any(files.read(wiki.top, edit.path) != edit.before for edit in edits):
        return []
    lines = tuple(ledger_lines(wiki, edits))
    record(desk.db, change, author, "")
    try:
        desk.carry_out(Deed(edits, author.label, RESTORE, "CONFLICT", lines))
    except Changed:
        return []
    told = f"{author.label} saved {change.path}: {mender.summary}{_kept(change, edits)}"
    stood = set(split_lines(decode(change.before or b""))) if log_store else ()
    new = tuple(line.line for line in lines if line.line not in stood)
    # Nothing is left to do about what was found, but to look.
    done = tuple(finding._replace(hint="") for finding in found)
    events = [Event(RESTORED, told, change.path, author.label, new, done)]
    if mender.left:
        events.append(Event(SAVED, _SLIPS.format(change.path), change.path, author.label, (), mender.left))
    return events


_SLIPS = "{} keeps what was saved with that, and something in it is not right"


def _kept(change: Settled, edits: Iterable[Edit]) -> str:
    """Where to find what was saved, if nothing of it stands in the file."""
    path, before, after, _ = change
    if after is None or not any(edit.path == path and edit.after == before for edit in edits):
        return ""
    name, at = shlex.quote(path), hash_of(after)[:12]
    return (
        f". The file is as it was; what was saved is kept: `memwiki history {name} --show {at}` shows it, "
        f"`memwiki restore {name} --at {at}` brings it back"
    )


def _edits(tree: Tree, files: Mapping[str, str | None], change: Settled) -> Iterator[Edit]:
    for path, text in files.items():
        standing = text_of(tree.read(path))
        before = None if standing is None else encode(standing)
        # Who has saved it again by now is not to lose that: then this is refused.
        yield Edit(path, change.after if path == change.path else before, encode(text or ""))


class _Mender:
    """Works out what the files are to say once a loss is put back."""

    def __init__(
        self, wiki: Wiki, store: Store, change: Settled, found: list[Finding], author: Author
    ) -> None:
        self._wiki = wiki
        self._store = store
        self._change = change
        self._rules = {finding.rule for finding in found}
        self._lost = {words for finding in found for words in finding.lost}
        self._author = author
        self._format = wiki.format_of(store)
        self._day = today()
        self._is_whole = False
        self.left: tuple[Finding, ...] = ()
        """What is wrong with the text that was saved and stays."""

    @property
    def summary(self) -> str:
        """What happened, for the log."""
        for rule, words in _SAID.items():
            if rule in self._rules:
                return words
        facts = sum(not rule.startswith(("text", "note")) for rule in self._rules)
        what = count(len(self._lost), "fact" if facts else "line")
        stands = (
            "the whole note stands again as it was" if self._is_whole else "what stood there stands again"
        )
        return f"{what} lost or changed; {stands}"

    def log(self) -> dict[str, str | None]:
        """A log as it stood, with its new lines at the end; an archive as it stood."""
        path, before, after, _ = self._change
        old, new = decode(before or b""), decode(after or b"")
        if self._store.is_log(path):
            grown = grow(old, new, self._format, self._store.log_order, self._day)
            glued = [loss.new[len(loss.old) :].lstrip() for loss in grown.losses if loss.kind == "glued"]
            lines = [line for _, line in grown.new if line.strip()] + glued
            if lines:
                old = add_log_lines(old, lines, self._format, self._store.log_order, self._day)
        return self._flagged({path: old})

    def note(self) -> dict[str, str | None]:
        """A note with its losses put back, and what was put in the place of facts claimed below them."""
        path, before, _, _ = self._change
        change = change_of(self._wiki, [self._change], self._author.evidence, self._day)
        seen = store_change(self._wiki, self._store, change)
        back = undone(self._scene({}), seen, path, self._rules, self._lost)
        files: dict[str, str | None] = {path: back.text}
        for said, what in back.claims:
            files = self._claimed(files, said, what)
        files = self._flagged(files)
        meaning = self._meaning(files)
        if any(finding.path == path and _is_loss(finding) for finding in meaning.findings):
            # What the save brought with it cannot be kept beside what it lost: only the revisions have it.
            self._is_whole = True
            files = self._flagged({path: decode(before or b"")})
            meaning = self._meaning(files)
        self.left = tuple(finding for finding in meaning.findings if finding.path == path)
        lines = [line for want in meaning.wanted for line in want.lines]
        log = files[self._store.log_path] or ""
        if lines:
            log = add_log_lines(log, lines, self._format, self._store.log_order, self._day)
        return {**files, self._store.log_path: log}

    def _claimed(self, files: dict[str, str | None], said: str, what: str) -> dict[str, str | None]:
        """The files with a claim under a fact; as they are where the words cannot stand in one."""
        path, scene = self._change.path, self._scene(files)
        items = scene.layout(path).note.items
        line = next((i.line for i in items if i.words.said == said and i.words.state == CURRENT), 0)
        try:
            made = claim(scene, FactName(path, line=line), what) if line else None
        except CannotAmend:
            made = None
        return {**files, **made.files} if made else files

    def _flagged(self, files: dict[str, str | None]) -> dict[str, str | None]:
        """The files, and in the log the line that tells a person to look."""
        return dict(amended(self._scene(files), files, "CONFLICT", self._change.path, self.summary).files)

    def _scene(self, files: Mapping[str, str | None]) -> Scene:
        wiki, who = self._wiki, self._author
        actor = Actor(who.label) if who.label == UNKNOWN else wiki.actor(who.evidence)
        policy, roster = wiki.setting.policy, wiki.setting.roster
        tree = Overlay(wiki.tree, files)
        return Scene(self._store, tree, roster, actor, self._day, self._format, policy)

    def _meaning(self, files: Mapping[str, str | None]) -> Meaning:
        """What the rules say of the whole way from what stood before to what will stand."""
        path, log = self._change.path, self._store.log_path
        standing = text_of(self._wiki.tree.read(log))
        changes = [
            Settled(path, self._change.before, encode(files[path] or "")),
            Settled(log, None if standing is None else encode(standing), encode(files[log] or "")),
        ]
        return understand(self._wiki, changes, {path: self._author}, self._day, Credits())


_SAID = {
    "note-deleted": "the note was removed; it stands again",
    "note-emptied": "the note was emptied; what it said stands again",
    "note-rewritten": "the note was written anew; what it said stands again",
    "log-shortened": "lines were taken out of the log; they stand again",
    "log-rewritten": "old lines of the log were changed; they stand again as they were",
}
